package pipeline

import (
	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Scene is the scene.
var Scene = scenes.Scene[Params]{
	Name:    "pipeline",
	Default: defaults,
	Knobs:   knobs,
	Presets: presets,
	Build:   build,
}

// film is a pipeline with its times.
type film struct {
	*job
	tl      *sim.Timeline
	tasks   *tasks
	byRank  []rankFigures
	fullest int  // the rank that holds most
	crowded bool // a hop had to wait for the one before

	at            moments
	entered, left []sim.Time // when micro-batches enter and leave the first stage, ascending
	named         []scenes.Step
	picture
}

func build(p Params) (scenes.Film, error) {
	j, err := settle(p)
	if err != nil {
		return nil, err
	}
	f, err := j.run()
	if err != nil {
		return nil, err
	}
	f.lay()
	return f, nil
}

// run is the film without its picture.
func (j *job) run() (*film, error) {
	if estimate := j.longestRun(); estimate > longest {
		return nil, refuseLong(estimate)
	}
	t := j.graph()
	tl, err := t.Run()
	if err != nil {
		return nil, err
	}
	f := &film{job: j, tl: tl, tasks: t}
	f.figures()
	f.findMoments()
	f.nameSteps()
	return f, nil
}

// longest is the longest film that runs, in seconds: fifty days, half of the
// engine's range.
const longest = 50 * 86400

func refuseLong(seconds float64) error {
	return scenes.Refuse("pipeline.refuse.long", scenes.Quantity{Value: seconds, Unit: unit.Second})
}

// longestRun is how long all work and all hops take one after another over the
// longest way, at least: an upper bound of the film.
func (j *job) longestRun() float64 {
	sum, most := 0.0, 0.0
	for i := range j.costs {
		c := &j.costs[i]
		all := c.f + c.b + c.w
		sum += all + 2*float64(j.micro)*j.hop.seconds()
		most = max(most, all)
	}
	return (sum + float64(j.micro*j.stages)*most) * max(1, j.fb)
}

func (f *film) Timeline() *sim.Timeline { return f.tl }
