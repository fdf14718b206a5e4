package sizing

import "inflight/scenes/llm"

// hold is how long communication of other kinds than data parallelism's holds up
// a layer for one micro-batch, in seconds.
type hold struct {
	tensor, context, expert pass
}

// pass is a time forward and backward.
type pass struct{ ahead, back float64 }

func (p pass) both() float64 { return p.ahead + p.back }

func (h *hold) ahead() float64 { return h.tensor.ahead + h.context.ahead + h.expert.ahead }
func (h *hold) back() float64  { return h.tensor.back + h.context.back + h.expert.back }

func (j *job) hold(layer int) hold {
	var h hold
	again := 0.0 // how much of the forward pass's communication comes again
	if j.Recompute == string(llm.RecomputeFull) {
		again = 1
	}
	h.tensor = repeated(j.allReduces(), again)
	h.expert = repeated(j.dispatches(layer), again)
	h.context = j.rounds(layer)
	return h
}

// repeated is as long backward as forward, and longer where the forward pass is
// computed again.
func repeated(once, again float64) pass { return pass{once, once + float64(once*again)} }

// tokens are those of a micro-batch on a GPU.
func (j *job) tokens() float64 {
	return float64(j.Microbatch) * float64(j.Seq) / float64(j.Context)
}

// allReduces are the two of a layer's forward pass. With sequence parallelism each
// is a reduce-scatter and an all-gather, which takes as long.
func (j *job) allReduces() float64 {
	return j.tensor.Ring(j.tokens()*float64(j.model.Hidden)*j.number, 4)
}

// dispatches are the two all-to-alls of a layer's forward pass: tokens to their
// experts and back.
func (j *job) dispatches(layer int) float64 {
	if j.model.ExpertParams(layer) == 0 {
		return 0
	}
	visits := j.tokens() / float64(j.Tensor) * float64(j.model.MoE.PerToken)
	return 2 * j.experts.AllToAll(visits*float64(j.model.Hidden)*j.number)
}

// rounds is what the ring of keys and values takes longer than attention does. A
// backward pass sends gradients beside them and computes twice as much.
func (j *job) rounds(layer int) pass {
	c := float64(j.Context)
	if c == 1 {
		return pass{}
	}
	shared := float64(min(j.Tensor, max(1, j.model.KVHeads)))
	bytes := j.tokens() * float64(j.model.KVElements()) * j.number / shared
	// Of c-1 rounds each sends one block; Ring sends the c-1 blocks of a vector.
	all := func(bytes float64) float64 { return j.context.Ring(float64(bytes*c), 1) }
	flops := j.model.LayerForward(layer, j.Microbatch, j.Seq).Attention
	under := flops / (j.rate * float64(j.Tensor) * c) * (c - 1) / c // the last block has no round to hide
	p := pass{ahead: max(0, all(bytes)-under), back: max(0, all(2*bytes)-2*under)}
	if j.Recompute != string(llm.RecomputeNone) {
		p.back += p.ahead
	}
	return p
}
