package pipeline

import "inflight/scenes/sim"

// Part says how other kinds of parallelism split a stage, besides Params.Tensor.
// The zero Part is the scene's.
type Part struct {
	Whole   bool // no sequence parallelism in the tensor-parallel group
	Context int  // c: GPUs that share each sequence; 0 is 1
	Flash   bool // attention never writes its matrix of scores
}

// tokens is over how many GPUs the tokens of a sequence are spread.
func (p *Part) tokens() float64 { return float64(max(1, p.Context)) }

// Stage is what a micro-batch costs on a stage, on one of its GPUs.
type Stage struct {
	Rank        int // where it lives; of DualPipe a stage lives on two
	First, Last int // layers First … Last-1
	F, B, W     float64
	Kept        float64 // bytes of activations
}

// Price finds the stages of a setting whose times come from the model.
func Price(p Params, part Part) ([]Stage, error) {
	p.Timing = byModel
	j, err := settlePart(p, part)
	if err != nil {
		return nil, err
	}
	list := make([]Stage, len(j.costs))
	for i := range j.costs {
		c := &j.costs[i]
		list[i] = Stage{Rank: j.rank(i, 0), First: c.first, Last: c.last, F: c.f, B: c.b, W: c.w, Kept: c.act}
	}
	return list, nil
}

// Rank is what the engine finds of a rank.
type Rank struct {
	Stages      []int // that live there, ascending
	Busy        sim.Time
	Finish      sim.Time // of its last task
	Activations float64  // most bytes at once
	InFlight    int      // most micro-batches of its stages at once
}

// Times runs the stages, whose costs may have changed since Price, with hops that
// take their time or none.
func Times(p Params, part Part, stages []Stage, hops bool) ([]Rank, error) {
	p.Timing = byModel
	j, err := settlePart(p, part)
	if err != nil {
		return nil, err
	}
	if !hops {
		j.hop = hop{}
	}
	for i := range j.costs {
		c, s := &j.costs[i], &stages[i]
		c.f, c.b, c.w = s.F, s.B, s.W
		if err := c.round(); err != nil {
			return nil, err
		}
	}
	f, err := j.run()
	if err != nil {
		return nil, err
	}
	list := make([]Rank, j.ranks)
	for r := range list {
		base := 0.0
		for _, bytes := range j.static(r) {
			base += bytes
		}
		x := &f.byRank[r]
		list[r] = Rank{
			Stages: j.stagesOf(r), Busy: x.busy, Finish: f.tl.Finish(f.tasks.first[r+1] - 1),
			Activations: max(0, x.most-base), InFlight: x.live,
		}
	}
	return list, nil
}
