package pipeline

import "inflight/scenes"

// liveForm is how many chunks stage 0 holds at most; ok is false where nobody has
// a form.
func (f *film) liveForm() (x form, ok bool) {
	p, m, v := f.ranks, f.micro, f.chunks
	n := m * v
	x.text, x.source = "m·v", bfsPaper
	switch f.schedule {
	case gpipe:
		x.text, x.source = "m", megatron+".1"
	case oneFOneB:
		n, x.text, x.source = min(m, p), "min(m, p)", megatron+".1"
	case interleaved:
		n, x.text, x.source = min(n, p*v+p-1), "min(m·v, p·v+p−1)", korthi+".3"
		if m%p != 0 {
			x.why = scenes.Say("pipeline.why.rounds", m, p)
		}
	case zbH1:
		n, x.text, x.source = min(m, p), "min(m, p)", zeroBubble
		if v > 1 {
			return x, false
		}
	case zbH2:
		n, x.text, x.source = min(m, 2*p-1), "min(m, 2p−1)", zeroBubble
	case zbV:
		n, x.text, x.source = 2*p, "2p half-size chunks", zbReadme
		if m < 2*p-1 {
			x.why = scenes.Say("pipeline.why.few", m, 2*p-1)
		}
	case dualPipe:
		n, x.text, x.source = p+1, "p+1", dualReadme
	case dualPipeV:
		n, x.text, x.source = 2*p+1, "2p+1 half-size chunks", dualReadme
	}
	x.value = float64(n)
	return x, true
}

// memoryForm is the memory of the rank that holds most, for schedules of one
// stage a rank: what is resident, and the activations of the micro-batches in
// flight.
func (f *film) memoryForm() form {
	x := form{text: "max over stages of resident + min(m, p−s)·A", source: megatron + ".1; " + korthi}
	if f.schedule == gpipe {
		x.text = "max over stages of resident + m·A"
	}
	for s := range f.costs {
		bytes := 0.0
		for _, b := range f.static(s) {
			bytes += b
		}
		n := f.micro
		if f.schedule == oneFOneB {
			n = min(n, f.ranks-s)
		}
		x.value = max(x.value, bytes+float64(n)*f.costs[s].act)
	}
	return x
}
