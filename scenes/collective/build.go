package collective

import (
	"inflight/scenes"
	"inflight/scenes/sim"
)

// plan makes the schedule of a job.
func (j job) plan() (*schedule, error) {
	switch {
	case j.algo == tree:
		return trees(j)
	case j.algo == halving:
		return halve(j)
	case j.algo == direct:
		return volleyed(j)
	case j.op == broadcast || j.op == reduce:
		return chain(j)
	}
	return lockstep(j)
}

// run makes the schedule of a job and lets the engine find its times.
func (j job) run() (*schedule, *sim.Timeline, error) {
	s, err := j.plan()
	if err != nil {
		return nil, nil, err
	}
	tl, err := s.play()
	return s, tl, err
}

// play lets the engine find the times. What it cannot run, because it would cost
// too much or pass the range of time, is refused.
func (s *schedule) play() (*sim.Timeline, error) {
	tl, err := s.graph.Run()
	if err != nil {
		return nil, scenes.Refuse("collective.refuse.engine", err.Error())
	}
	return tl, nil
}
