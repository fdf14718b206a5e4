package fsdp

import (
	"inflight/scenes"
	"inflight/scenes/llm"
	"inflight/scenes/unit"
)

// Sources of closed forms.
const (
	zeroPaper   = "Rajbhandari et al., ZeRO, arXiv 1910.02054"
	fsdpPaper   = "Zhao et al., PyTorch FSDP, arXiv 2304.11277"
	korthikanti = "Korthikanti et al., arXiv 2205.05198"
	narayanan   = "Narayanan et al., arXiv 2104.04473"
	maxPlus     = "order of the tasks (max-plus)"
)

// volume is v of 2·psi·v: how many times the model goes round the ring.
func (j *job) volume() float64 {
	if j.sharded() && j.Reshard {
		return 3
	}
	return 2
}

// sent is the closed form for what a GPU sends in a step, in bytes.
func (j *job) sent() (bytes float64, text, source string) {
	model := float64(j.psi * j.number)
	bytes = j.shard.sent(model) * j.volume()
	e, v := unit.Text(j.number, unit.None), unit.Text(j.volume(), unit.None)
	if j.Strategy != hsdp {
		return bytes, e + "·" + v + "·ψ·(N−1)/N", zeroPaper + ", §7"
	}
	bytes += 2 * j.replicas.sent(model/float64(j.shard.n))
	return bytes, e + "·ψ·(" + v + "·(F−1)/F + 2/F·(R−1)/R)", fsdpPaper + ", §3.2.2"
}

// states is the closed form for what stays on a GPU between steps, in bytes.
func (j *job) states() (bytes float64, text string) {
	e := unit.Text(j.number, unit.None)
	k := unit.Text(j.stateBytes(), unit.None)
	n := "N"
	if j.Strategy == hsdp {
		n = "F"
	}
	each := float64(j.shard.n)
	twice := unit.Text(2*j.number, unit.None)
	switch j.Strategy {
	case ddp:
		return j.psi * (2*j.number + j.stateBytes()), "(" + twice + "+" + k + ")·ψ"
	case zero1:
		return j.psi * (2*j.number + j.stateBytes()/each), "(" + twice + " + " + k + "/N)·ψ"
	case zero2:
		return j.psi * (j.number + (j.number+j.stateBytes())/each), "(" + e + " + " + unit.Text(j.number+j.stateBytes(), unit.None) + "/N)·ψ"
	}
	return j.psi * (2*j.number + j.stateBytes()) / each, unit.Text(2*j.number+j.stateBytes(), unit.None) + "·ψ/" + n
}

// work is the time of compute alone, in seconds, in the forward pass and in the
// whole step.
func (j *job) work() (ahead, all float64) {
	rate, _ := j.flopRate()
	forward, extra := 0.0, 0.0
	for i := range j.pieces {
		forward += j.pieces[i].flops
		extra += j.pieces[i].extra
	}
	lookup, step := 0.0, 0.0
	if b := float64(j.device.HBMBandwidth); b > 0 {
		lookup, step = j.lookupBytes()/b, j.stepBytes()/b
	}
	return forward/rate + lookup, (3*forward+extra)/rate + 2*lookup + step
}

// aheadTime is when the forward pass ends, in seconds, by the recurrence of
// gathers and compute; nothing shares the wires yet.
func (j *job) aheadTime() float64 {
	if !j.sharded() {
		ahead, _ := j.work()
		return ahead
	}
	ends := make([]float64, len(j.pieces)+1) // of the forward passes, from the second on
	got := 0.0
	for i := range j.pieces {
		p := &j.pieces[i]
		if p.bytes > 0 {
			if k := i - j.Prefetch; k > 0 {
				got = max(got, ends[k])
			}
			got += j.seconds(j.shard, p.bytes, 1)
		}
		ends[i+1] = max(ends[i], got) + p.forward.Seconds()
	}
	return ends[len(j.pieces)]
}

const aheadText = "fᵢ = max(fᵢ₋₁, gᵢ) + cᵢ, gᵢ = max(gᵢ₋₁, fᵢ₋₁₋d) + aᵢ"

// comm is the time of all collectives, one after another and alone, in seconds;
// and the time of those that nothing can hide.
func (j *job) comm() (all, bare float64) {
	if !j.sharded() {
		turns := 1
		if j.Strategy == ddp {
			turns = 2
		}
		list := j.buckets()
		for k := range list {
			all += j.seconds(j.shard, list[k].bytes, turns)
		}
		bare = j.seconds(j.shard, list[len(list)-1].bytes, turns)
		if j.Strategy != ddp {
			for i := range j.pieces {
				t := j.seconds(j.shard, j.pieces[i].bytes, 1)
				all, bare = all+t, bare+t
			}
		}
		return all, bare
	}
	for i := range j.pieces {
		p := &j.pieces[i]
		turn := j.seconds(j.shard, p.bytes, 1)
		across := j.seconds(j.replicas, p.bytes/float64(j.shard.n), 2)
		all += float64(turn*j.volume()) + across
		if i == 0 {
			bare = 2*turn + across
		}
	}
	return all, bare
}

// serial is an upper bound of the step's time, in seconds: nothing overlaps.
func (j *job) serial() float64 {
	_, work := j.work()
	all, _ := j.comm()
	return work + all
}

// activationForm is the closed form for what is kept of the forward pass, in
// bytes; why says that there is none for a block.
func (j *job) activationForm() (bytes float64, text, source string, why scenes.Message) {
	m := &j.model
	sb := float64(j.Seq) * float64(j.Batch)
	h, a, s := float64(m.Hidden), float64(m.Heads), float64(j.Seq)
	layers := float64(m.Layers)
	source = korthikanti + ", eq. 1 and §4.3"
	logits := float64(sb*h) * (2*j.number + 4*float64(m.Vocab)/h)
	recompute := llm.Recompute(j.Recompute)
	switch {
	case recompute == llm.RecomputeFull && m.Block == llm.Llama:
		return float64(layers*sb*h*j.number) + logits, "L·e·sbh + sbh(2e + 4v/h)", source, why
	case m.MoE.Experts > 0 || m.MLA.KVRank > 0 || m.QKNorm || m.Block == llm.GPT && j.number != 2:
		return 0, "L·sbh(34 + 5as/h)", source, scenes.Say("fsdp.why.activations")
	case m.Block == llm.GPT:
		each, text := 34+5*a*s/h, "34 + 5as/h"
		switch recompute {
		case llm.RecomputeSelective:
			each, text = 34, "34"
		case llm.RecomputeFull:
			each, text = 2, "2"
		}
		return float64(sb*h)*(layers*each+1) + logits, "L·sbh(" + text + ") + sbh + 4sbh(1 + v/h)", source, why
	}
	d, k, f := float64(m.HeadDim), float64(m.KVHeads), float64(m.FFN)
	each, text := j.number*sb*(4*h+2*a*d+2*k*d+4*f), "L·e·sb(4h + 2ad + 2kd + 4f"
	if recompute == llm.RecomputeNone {
		each += float64(j.number * sb * a * s)
		text += " + as"
	}
	return layers*each + logits, text + ") + sbh(2e + 4v/h)", korthikanti + ", the rule of §4.1 applied to a Llama block", why
}
