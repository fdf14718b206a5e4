package fsdp

import (
	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// job is a setting with everything settled.
type job struct {
	Params
	model  llm.Model
	device hw.Accelerator
	pieces []piece
	psi    float64 // parameters of the pieces
	spread float64 // further ones that other GPUs hold, of which this one has a shard
	part   Part
	number float64 // bytes of one number
	// Of hsdp the shard group holds the model together, and GPUs of equal place
	// in their groups are replicas; else all GPUs are the shard group.
	shard, replicas group
	port, nic       hw.Wire
	bucket          float64
	firstBucket     float64
	optimizer       sim.Time
}

// longest is the longest film that runs, in seconds: fifty days, half of what the
// engine can count.
const longest = 50 * 86400

// settle checks a setting and fills in what was left to the scene.
func settle(p Params) (*job, error) { return settlePart(p, whole) }

// settlePart is settle where other kinds of parallelism split the model too.
func settlePart(p Params, part Part) (*job, error) {
	g := p.gpusOfNode()
	f := p.shardGroup()
	switch {
	case p.GPUs%p.Nodes != 0:
		return nil, scenes.Refuse("fsdp.refuse.nodes", p.Nodes, p.GPUs)
	case p.GPUs%f != 0:
		return nil, scenes.Refuse("fsdp.refuse.group", f, p.GPUs)
	case p.Nodes > 1 && g%f != 0 && f%g != 0:
		return nil, scenes.Refuse("fsdp.refuse.straddle", f, g)
	}
	m, err := llm.Pick(p.Model, p.Params)
	if err != nil {
		return nil, scenes.Refuse("refuse.model", err.Error())
	}
	d, err := hw.Find(p.GPU)
	if err != nil {
		return nil, scenes.Refuse("fsdp.refuse.gpu", err.Error())
	}
	j := &job{
		Params: p, model: m, device: d,
		pieces: cut(m, llm.DType(p.DType)), psi: m.Params(), number: llm.DType(p.DType).Bytes(), part: part,
		port:   hw.Wire{Latency: p.Latency, Bandwidth: sim.Bandwidth(p.Bandwidth)},
		nic:    hw.Wire{Latency: p.NICLatency, Bandwidth: sim.Bandwidth(p.NICBandwidth)},
		bucket: p.Bucket, firstBucket: p.FirstBucket,
	}
	j.shard = group{n: f, inNode: min(f, g)}
	j.replicas = group{n: p.GPUs / f, inNode: max(1, g/f)}
	if part.Some {
		j.take(part)
	}
	j.weighAll()
	if seconds := j.serial(); seconds > longest {
		return nil, scenes.Refuse("fsdp.refuse.long", scenes.Quantity{Value: seconds, Unit: unit.Second})
	}
	return j, j.measure()
}

// measure finds the durations of the pieces. They are in range, since serial has
// looked at their sum.
func (j *job) measure() error {
	for i := range j.pieces {
		p := &j.pieces[i]
		var err error
		switch p.kind {
		case embedding:
			p.forward, err = hbm(j.lookupBytes(), j.device)
			p.backward = p.forward
		default:
			p.forward, err = j.compute(p.flops)
			p.backward = 2 * p.forward
		}
		if err == nil {
			p.recompute, err = j.compute(p.extra)
		}
		if err == nil && p.kind == layer {
			var ahead, back sim.Time
			ahead, back, err = j.part.delay(p.layer)
			p.forward, p.backward = p.forward+ahead, p.backward+back
		}
		if err != nil {
			return err
		}
	}
	var err error
	if j.optimizer, err = hbm(j.stepBytes(), j.device); err != nil {
		return err
	}
	return nil
}

func (j *job) workload() llm.Workload {
	return llm.Workload{
		Batch: j.Batch, Seq: j.Seq, DType: llm.DType(j.DType), Recompute: llm.Recompute(j.Recompute),
		Tensor: j.part.Tensor, SequenceParallel: j.part.SequenceParallel, Flash: j.part.Flash,
	}
}

// weighAll finds the FLOPs and activations of the pieces.
func (j *job) weighAll() {
	w := j.workload()
	for i := range j.pieces {
		p := &j.pieces[i]
		switch p.kind {
		case embedding:
			p.kept = j.model.EmbeddingActivationBytes(w) / j.part.tokens()
		case head:
			p.flops = j.model.HeadForward(j.Batch, j.Seq).Total() / j.part.work()
			p.kept = j.model.HeadActivationBytes(w) / j.part.tokens()
		default:
			j.weigh(p, w)
		}
	}
}

// weigh finds those of a layer, and what recomputation adds.
func (j *job) weigh(p *piece, w llm.Workload) {
	forward := j.model.LayerForward(p.layer, j.Batch, j.Seq)
	p.flops, p.kept = forward.Total()/j.part.work(), j.model.ActivationBytes(p.layer, w)/j.part.tokens()
	p.extra = w.Recompute.Extra(forward).Total() / j.part.work()
	if w.Recompute != llm.RecomputeNone {
		w.Recompute = llm.RecomputeNone
		p.remade = max(0, j.model.ActivationBytes(p.layer, w)/j.part.tokens()-p.kept)
	}
}

// flopRate is what matrix products reach in the number format; ok is false where
// no figure is known, and that of 16 bits stands in.
func (j *job) flopRate() (rate float64, ok bool) {
	rate, ok = j.device.Products(j.DType)
	return float64(rate * j.MFU), ok
}

func (j *job) compute(flops float64) (sim.Time, error) {
	if flops == 0 {
		return 0, nil
	}
	rate, _ := j.flopRate()
	return hw.Compute(flops, rate, 1)
}

// lookupBytes is what the embedding reads and writes: a row for each token.
func (j *job) lookupBytes() float64 {
	return 2 * float64(j.Batch) * float64(j.Seq) * float64(j.model.Hidden) * j.number / j.part.tokens()
}

// stepBytes is what the optimizer reads and writes on a GPU: gradients, all of
// its states twice, new parameters.
func (j *job) stepBytes() float64 {
	return float64((2*j.number + 2*j.stateBytes()) * j.held(j.Strategy != ddp) / j.optimizerShards())
}

// stateBytes is what the optimizer keeps for one parameter.
func (j *job) stateBytes() float64 { return llm.Optimizer(j.Optimizer).StateBytes() }

// hbm is how long bytes take to pass HBM; no time where its bandwidth is not
// known.
func hbm(bytes float64, d hw.Accelerator) (sim.Time, error) {
	if d.HBMBandwidth == 0 {
		return 0, nil
	}
	return d.Stream(sim.Bytes(bytes))
}

// Over how many GPUs each kind of memory is split. ZeRO's stages split one kind
// more each.
func (j *job) optimizerShards() float64 { return j.shards(j.Strategy != ddp) }
func (j *job) gradShards() float64      { return j.shards(j.Strategy != ddp && j.Strategy != zero1) }
func (j *job) paramShards() float64     { return j.shards(j.sharded()) }

// held is how many parameters a GPU has, or has a shard of.
func (j *job) held(split bool) float64 {
	if split {
		return j.psi + j.spread
	}
	return j.psi
}

func (j *job) shards(split bool) float64 {
	if split {
		return float64(j.shard.n)
	}
	return 1
}

// tied says that the head uses the embedding's matrix, which is here too.
func (j *job) tied() bool { return j.model.Tied && (!j.part.Some || j.part.Embedding) }
