package pipeline

import (
	"math"

	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/sim"
)

// cost is what a micro-batch costs on a stage, and what the stage keeps.
type cost struct {
	first, last int // layers first … last-1
	f, b, w     float64
	fps         sim.Time // the same, rounded
	bps, wps    sim.Time
	act         float64 // bytes from the forward to the input gradient, whole
	owed        float64 // bytes from there to the weight gradient, whole
	params      float64 // of the stage, on one of its GPUs
}

// hop is a transfer to a neighbour.
type hop struct {
	alpha     float64 // seconds
	bandwidth float64 // bytes per second; 0 where the whole hop is typed in
	bytes     float64
}

// seconds is how long a hop takes on links that it has to itself.
func (h hop) seconds() float64 {
	if h.bandwidth == 0 {
		return h.alpha
	}
	return h.alpha + h.bytes/h.bandwidth
}

// job is a setting with all that follows from it before the engine runs.
type job struct {
	*plan
	p     Params
	model llm.Model
	gpu   hw.Accelerator
	costs []cost // by stage
	hop   hop
	fb    float64 // seconds of a pair as a share of its forward and backward
	part  Part
}

// settle checks a setting and finds what its tasks cost.
func settle(p Params) (*job, error) { return settlePart(p, Part{}) }

// settlePart is settle where a stage is split further.
func settlePart(p Params, part Part) (*job, error) {
	pl, err := newPlan(p.Schedule, p.Stages, chunksOf(p.Schedule, p.Chunks), p.Microbatches)
	if err != nil {
		return nil, err
	}
	j := &job{plan: pl, p: p, fb: 1, part: part}
	if j.model, err = llm.Pick(p.Model, p.Params); err == nil {
		j.gpu, err = hw.Find(p.GPU)
	}
	if err != nil {
		return nil, scenes.Refuse("refuse.model", err.Error())
	}
	bytes := float64(p.Microbatch) * float64(p.Seq) * float64(j.model.Hidden) * llm.DType(p.DType).Bytes() / float64(p.Tensor) / part.tokens()
	j.hop = hop{p.Latency, p.Bandwidth, bytes}
	if p.Timing == manual {
		j.hop.alpha, j.hop.bandwidth = p.TComm, 0
		if p.TFB > 0 {
			j.fb = p.TFB / (p.TF + p.TB + p.TW)
		}
	}
	return j, j.price()
}

// price finds the cost of each stage.
func (j *job) price() error {
	j.costs = make([]cost, j.stages)
	rate, _ := j.gpu.Products(j.p.DType)
	rate *= j.p.MFU * float64(j.p.Tensor) * j.part.tokens()
	for s := range j.costs {
		c := &j.costs[s]
		c.first, c.last = s*j.model.Layers/j.stages, (s+1)*j.model.Layers/j.stages
		c.f, c.b, c.w = j.p.TF, j.p.TB, j.p.TW
		if j.p.Timing == byModel {
			f, b, w := j.flops(s)
			c.f, c.b, c.w = f/rate, b/rate, w/rate
		}
		if s == j.stages-1 {
			c.f, c.b, c.w = c.f*j.p.LastStage, c.b*j.p.LastStage, c.w*j.p.LastStage
		}
		j.weigh(s)
		if err := c.round(); err != nil {
			return err
		}
	}
	return nil
}

// round finds the whole picoseconds of a stage.
func (c *cost) round() (err error) {
	for _, t := range [...]struct {
		ps      *sim.Time
		seconds float64
	}{{&c.fps, c.f}, {&c.bps, c.b}, {&c.wps, c.w}} {
		if *t.ps, err = sim.Seconds(t.seconds); err != nil || t.seconds > longest {
			return refuseLong(t.seconds)
		}
	}
	return nil
}

// flops are the matrix products of a stage for one micro-batch: forward, input
// gradient with what is recomputed, weight gradient. Attention scores have no
// weights, so their gradient is twice the forward and counts with the inputs.
// Source: Qi et al., arXiv 2401.10241, Table 1.
func (j *job) flops(s int) (f, b, w float64) {
	c := &j.costs[s]
	for layer := c.first; layer < c.last; layer++ {
		one := j.model.LayerForward(layer, j.p.Microbatch, j.p.Seq)
		f += one.Total()
		b += one.Linear + 2*one.Attention + llm.Recompute(j.p.Recompute).Extra(one).Total()
		w += one.Linear
	}
	if s == j.stages-1 {
		head := j.model.HeadForward(j.p.Microbatch, j.p.Seq).Total()
		f, b, w = f+head, b+head, w+head
	}
	return f, b, w
}

// weigh finds the bytes of a stage.
func (j *job) weigh(s int) {
	c := &j.costs[s]
	w := llm.Workload{
		Batch: j.p.Microbatch, Seq: j.p.Seq, DType: llm.DType(j.p.DType),
		Tensor: j.p.Tensor, SequenceParallel: j.p.Tensor > 1 && !j.part.Whole, Recompute: llm.Recompute(j.p.Recompute), Flash: j.part.Flash,
	}
	for layer := c.first; layer < c.last; layer++ {
		act := j.model.ActivationBytes(layer, w)
		c.act += act
		c.owed += j.owed(act)
		c.params += j.model.LayerParams(layer)
	}
	if s == 0 {
		c.params += j.model.EmbeddingParams()
		mask := j.model.EmbeddingActivationBytes(w)
		c.act, c.owed = c.act+mask, c.owed+mask
	}
	if s == j.stages-1 {
		c.params += j.model.HeadParams()
		head := j.model.HeadActivationBytes(w)
		c.act, c.owed = c.act+head, c.owed+head
	}
	c.act, c.owed = math.Ceil(c.act/j.part.tokens()), math.Ceil(c.owed/j.part.tokens())
	c.params /= float64(j.p.Tensor)
}

// owed is what the weight gradients of a layer still need once its input gradient
// is done: the input of each matrix and the gradient of its output. For a GPT
// block in 16 bits that is 32sbh of the sbh(34 + 5as/h) kept until then. Source:
// Qi et al., arXiv 2401.10241, Table 1; for Llama blocks the same count. Latent
// attention and experts are not counted: there all is kept.
func (j *job) owed(act float64) float64 {
	m := &j.model
	if m.MLA.KVRank > 0 || m.MoE.Experts > 0 {
		return act
	}
	h, q, kv, ffn := float64(m.Hidden), float64(m.Heads*m.HeadDim), float64(m.KVHeads*m.HeadDim), float64(m.FFN)
	up := ffn
	if m.Block == llm.Llama { // gate and up
		up = 2 * ffn
	}
	inputs := h + q + h + ffn
	outputs := q + 2*kv + h + up + h
	tokens := float64(j.p.Microbatch) * float64(j.p.Seq)
	return tokens * (inputs + outputs) * llm.DType(j.p.DType).Bytes() / float64(j.p.Tensor)
}

// duration is how long an op takes.
func (j *job) duration(o op) sim.Time {
	c := &j.costs[o.stage]
	switch o.kind {
	case forward:
		return c.fps
	case backward:
		return c.bps + c.wps
	case inputGrad:
		return c.bps
	case weightGrad:
		return c.wps
	}
	d := &j.costs[o.with]
	if j.fb == 1 {
		return c.fps + d.bps + d.wps
	}
	t, err := sim.Seconds(float64((c.f + d.b + d.w) * j.fb))
	if err != nil {
		return sim.Never // Run refuses it
	}
	return t
}
