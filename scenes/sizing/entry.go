package sizing

import (
	"inflight/content"
	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Name is that of the calculator in addresses and messages.
const Name = "calculator"

func init() { scenes.AddMessages(content.Calculator, "calculator.json") }

var entry = scenes.Scene[Params]{
	Name:    Name,
	Default: defaults,
	Knobs:   knobs,
	Presets: presets,
	Build: func(p Params) (scenes.Film, error) {
		r, err := Measure(p)
		if err != nil {
			return nil, err
		}
		return &answer{params: p, Result: r}, nil
	},
}.Entry()

// Entry is the calculator as settings are made of it: knobs, addresses and problems
// are those of scenes. It is on no list of scenes, for its film shows nothing.
func Entry() *scenes.Entry { return entry }

// answer is the film of a setting: numbers without a picture.
type answer struct {
	params Params
	Result
}

var still = func() *sim.Timeline {
	tl, err := sim.NewGraph().Run()
	if err != nil {
		panic(err) // of no tasks
	}
	return tl
}()

func (a *answer) Timeline() *sim.Timeline         { return still }
func (a *answer) Steps() []scenes.Step            { return nil }
func (a *answer) Checks() []scenes.Check          { return nil }
func (a *answer) Caption(sim.Time) scenes.Message { return scenes.Message{} }
func (a *answer) Draw(*draw.Canvas, scenes.View)  {}

// Metrics are all numbers of an answer.
func (a *answer) Metrics() []scenes.Metric {
	m, t := &a.Memory, &a.Time
	list := []scenes.Metric{
		{ID: "step-time", Value: t.Total(), Unit: unit.Second},
		{ID: "memory", Value: m.Total(), Unit: unit.Byte},
		{ID: "free", Value: m.Free(), Unit: unit.Byte},
		{ID: "capacity", Value: m.Capacity, Unit: unit.Byte},
	}
	for _, x := range m.parts() {
		list = append(list, scenes.Metric{ID: "memory-" + x.id, Value: x.value, Unit: unit.Byte})
	}
	for _, x := range t.parts() {
		list = append(list, scenes.Metric{ID: "time-" + x.id, Value: x.value, Unit: unit.Second})
	}
	return append(list,
		scenes.Metric{ID: "params", Value: a.Model.Params(), Unit: unit.Params},
		scenes.Metric{ID: "active-params", Value: a.Model.ActiveParams(), Unit: unit.Params},
		scenes.Metric{ID: "replicas", Value: float64(a.Replicas), Unit: unit.None},
		scenes.Metric{ID: "microbatches", Value: float64(a.Micro), Unit: unit.None},
		scenes.Metric{ID: "throughput", Value: a.TokensPerSecond, Unit: unit.TokensPerSecond},
		scenes.Metric{ID: "step-mfu", Value: a.MFU, Unit: unit.Share},
		scenes.Metric{ID: "gpu-time", Value: a.GPUSeconds, Unit: unit.Second},
		scenes.Metric{ID: "duration", Value: a.GPUSeconds / float64(a.params.GPUs), Unit: unit.Second},
		scenes.Metric{ID: "comm-bytes", Value: a.Sent, Unit: unit.Byte},
	)
}

// part is a share of a sum, by its id.
type part struct {
	id    string
	value float64
}

func (m *Memory) parts() []part {
	return []part{
		{"params", m.Params}, {"grads", m.Grads}, {"optimizer", m.States}, {"kept", m.Kept},
		{"remade", m.Remade}, {"gathered", m.Gathered}, {"whole-grads", m.Whole},
	}
}

func (t *Time) parts() []part {
	return []part{
		{"compute", t.Compute}, {"again", t.Again}, {"bubble", t.Bubble}, {"tensor", t.Tensor}, {"context", t.Context},
		{"expert", t.Expert}, {"hops", t.Hops}, {"data", t.Data}, {"optimizer", t.Optimizer},
	}
}
