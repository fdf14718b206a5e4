package fsdp

import "inflight/scenes/sim"

// Part is what a GPU has of the model where other kinds of parallelism split it
// before data parallelism does. The zero Part is all of it.
type Part struct {
	Some             bool // only Layers, in their order
	Layers           []int
	Embedding, Head  bool
	Tensor           int // t: GPUs that share each matrix; 0 is 1
	SequenceParallel bool
	Context          int // c: GPUs that share each sequence; 0 is 1
	Expert           int // GPUs that share the experts of a layer; 0 is 1
	Flash            bool
	// Delay is how long other communication holds up a layer, in seconds, forward
	// and backward; nil is not at all.
	Delay func(layer int) (ahead, back float64)
}

var whole = Part{}

// delay is what a layer waits for besides its own part.
func (p *Part) delay(layer int) (ahead, back sim.Time, err error) {
	if p.Delay == nil {
		return 0, 0, nil
	}
	f, b := p.Delay(layer)
	if ahead, err = sim.Seconds(f); err == nil {
		back, err = sim.Seconds(b)
	}
	return ahead, back, err
}

// tokens is over how many GPUs the tokens of a sequence are spread, work over how
// many its products are.
func (p *Part) tokens() float64 { return float64(max(1, p.Context)) }
func (p *Part) work() float64   { return float64(max(1, p.Context) * max(1, p.Tensor)) }

// take leaves of the pieces what the part has. Of the experts it has a share; the
// other GPUs that share them hold as many, and shards of these are spread over the
// same GPUs.
func (j *job) take(part Part) {
	pieces := j.pieces[:0:0]
	for _, p := range j.pieces {
		if p.kind == embedding && part.Embedding || p.kind == head && part.Head {
			pieces = append(pieces, p)
		}
		if p.kind == embedding {
			for _, layer := range part.Layers {
				pieces = append(pieces, j.pieces[1+layer])
			}
		}
	}
	j.pieces, j.psi = pieces, 0
	t, e := float64(max(1, part.Tensor)), float64(max(1, part.Expert))
	for i := range j.pieces {
		p := &j.pieces[i]
		if p.kind == layer {
			experts := j.model.ExpertParams(p.layer)
			p.params -= experts * (1 - 1/e)
			j.spread += experts * (1 - 1/e) / t
		}
		p.params /= t
		p.bytes = p.params * j.number
		p.tensors = split(p.bytes, p.tensors)
		j.psi += p.params
	}
}

// Figures are what the engine finds of a step on a part.
type Figures struct {
	Time      sim.Time // of the step
	Compute   sim.Time // the optimizer's step among it
	Optimizer sim.Time
	Lookup    sim.Time // of the embedding, forward; as long again backward
	// What compute waits for: in the forward pass, from there to the optimizer's
	// step, and after it.
	Ahead, Back, After sim.Time
	Sent               float64 // bytes that a GPU sends

	Peak float64 // bytes on a GPU
	// At the peak: parameters, gradients and optimizer states of its own, whole
	// units that were gathered, whole gradients that are not reduced yet,
	// activations.
	Params, Grads, States, Gathered, WholeGrads, Activations float64
	Kept                                                     float64 // activations that the forward pass leaves
}

// Measure runs one step on a part that has a layer. In p GPUs and Nodes are those of data
// parallelism, each node having GPUs/Nodes of them.
func Measure(p Params, part Part) (Figures, error) {
	part.Some = true
	j, err := settlePart(p, part)
	if err != nil {
		return Figures{}, err
	}
	s := newStage(j)
	tl, err := s.play()
	if err != nil {
		return Figures{}, err
	}
	f := &film{stage: s, tl: tl, idle: s.waits(tl)}
	f.peakAt, f.peak = peakOf(tl.Points(s.mem.total))
	f.countBytes()
	return f.figures(), nil
}

func (f *film) figures() Figures {
	at := func(k kind) float64 { return f.tl.Value(f.mem.byKind[k], f.peakAt) }
	v := Figures{
		Time: f.tl.End(), Compute: f.computeTime(), Optimizer: f.job.optimizer, Sent: f.bytes, Peak: f.peak,
		Params: at(params), Grads: at(grads), States: at(optimizer), Gathered: at(gathered), WholeGrads: at(wholeGrads), Activations: at(activations),
		Kept: f.keptBytes(),
	}
	if len(f.pieces) > 0 && f.pieces[0].kind == embedding {
		v.Lookup = f.pieces[0].forward
	}
	turn, done := f.aheadEnd(), f.tl.Start(f.update)
	for _, s := range f.idle {
		switch {
		case s.from < turn:
			v.Ahead += s.to - s.from
		case s.to <= done:
			v.Back += s.to - s.from
		default:
			v.After += s.to - s.from
		}
	}
	return v
}
