package sizing

import (
	"inflight/scenes"
	"inflight/scenes/llm"
	"inflight/scenes/pipeline"
	"inflight/scenes/sim"
)

// layered wants a layer for each stage.
func (j *job) layered(stages []pipeline.Stage) error {
	for i := range stages {
		if stages[i].First == stages[i].Last {
			return scenes.Refuse("calculator.refuse.layers", j.model.Layers, len(stages))
		}
	}
	return nil
}

// clock finds the times of a step and what each rank of the pipeline does.
func (j *job) clock(r *Result, stages []pipeline.Stage) ([]pipeline.Rank, error) {
	busy, err := j.slow(r, stages)
	if err != nil {
		return nil, err
	}
	ranks, err := j.times(stages, false)
	if err != nil {
		return nil, err
	}
	still := last(ranks)
	if j.Stages > 1 {
		if ranks, err = j.times(stages, true); err != nil {
			return nil, err
		}
	}
	end := last(ranks)
	r.Time.Bubble = max(0, still-busy)
	r.Time.Hops = max(0, end-still)
	return ranks, j.tail(r, stages, ranks, end)
}

// times runs the schedule. One rank runs its micro-batches one after another, which
// needs no run.
func (j *job) times(stages []pipeline.Stage, hops bool) ([]pipeline.Rank, error) {
	if j.Stages > 1 {
		return pipeline.Times(j.pipelining(), j.split(), stages, hops)
	}
	s := &stages[0]
	all, err := sim.Seconds(float64(j.micro) * (s.F + s.B + s.W))
	if err != nil {
		return nil, err
	}
	return []pipeline.Rank{{Stages: []int{0}, Busy: all, Finish: all, Activations: s.Kept, InFlight: 1}}, nil
}

// slow adds to the stages what holds them up with each micro-batch, and says what
// a rank is busy with, on average.
func (j *job) slow(r *Result, stages []pipeline.Stage) (busy float64, err error) {
	t := &r.Time
	share := float64(j.micro) / float64(j.Stages)
	for i := range stages {
		s := &stages[i]
		var h hold
		for layer := s.First; layer < s.Last; layer++ {
			one := j.hold(layer)
			h.add(one)
			t.Again += share * llm.Recompute(j.Recompute).Extra(j.model.LayerForward(layer, j.Microbatch, j.Seq)).Total() / j.pooled()
		}
		t.Compute += share * (s.F + s.B + s.W)
		s.F, s.B = s.F+h.ahead(), s.B+h.back()
		t.Tensor += share * h.tensor.both()
		t.Context += share * h.context.both()
		t.Expert += share * h.expert.both()
		run, err := j.run(stages, i)
		if err != nil {
			return 0, err
		}
		s.F, s.B = s.F+run.Lookup.Seconds(), s.B+run.Lookup.Seconds()
		t.Compute += share * 2 * run.Lookup.Seconds()
		if j.eachTime() {
			s.F, s.B = s.F+run.Ahead.Seconds(), s.B+run.Back.Seconds()
			t.Data += share * (run.Ahead + run.Back).Seconds()
		}
		busy += share * (s.F + s.B + s.W)
	}
	t.Compute -= t.Again
	return busy, nil
}

// pooled is the rate of the GPUs that share a layer's products.
func (j *job) pooled() float64 { return j.rate * float64(j.Tensor*j.Context) }

// tail is what follows a rank's last micro-batch: what of data parallelism comes
// once a step, and the optimizer. The step ends with the last rank.
func (j *job) tail(r *Result, stages []pipeline.Stage, ranks []pipeline.Rank, end float64) error {
	step, optimizer := end, 0.0
	for i := range ranks {
		run, err := j.run(stages, ranks[i].Stages...)
		if err != nil {
			return err
		}
		once := run.After
		if !j.eachTime() {
			once += run.Ahead + run.Back
		}
		if at := (ranks[i].Finish + once + run.Optimizer).Seconds(); at > step {
			step, optimizer = at, run.Optimizer.Seconds()
		}
		r.Sent = max(r.Sent, j.sent(run.Sent))
	}
	r.Time.Optimizer = min(optimizer, step-end)
	r.Time.Data += step - end - r.Time.Optimizer
	return nil
}

// sent is what a GPU sends for data parallelism in a step. ZeRO-2 hands out the new
// parameters once, which is half of what it sends with one micro-batch.
func (j *job) sent(once float64) float64 {
	switch {
	case !j.eachTime():
		return once
	case j.Strategy == "zero2":
		return once / 2 * float64(j.micro+1)
	}
	return once * float64(j.micro)
}

func last(ranks []pipeline.Rank) float64 {
	end := sim.Time(0)
	for i := range ranks {
		end = max(end, ranks[i].Finish)
	}
	return end.Seconds()
}

func (h *hold) add(x hold) {
	for _, p := range [...]struct{ to, from *pass }{{&h.tensor, &x.tensor}, {&h.context, &x.context}, {&h.expert, &x.expert}} {
		p.to.ahead += p.from.ahead
		p.to.back += p.from.back
	}
}
