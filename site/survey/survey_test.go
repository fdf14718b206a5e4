package survey

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// machine is a scene for tests: hands on a row of lanes, whose closed forms
// depend on its knobs in known ways.
type machine struct {
	Way    string
	Hands  int
	Rate   float64
	Twice  bool
	Colour string
}

var machineScene = scenes.Scene[machine]{
	Name:    "machine",
	Default: machine{Way: "there", Hands: 4, Rate: 3e9, Colour: "red"},
	Knobs: func(p *machine) []scenes.Knob {
		return []scenes.Knob{
			scenes.ChoiceKnob(&p.Way, "way", scenes.Words("there", "back", "round")...),
			scenes.WholeKnob(&p.Hands, "hands", 1, 64),
			scenes.NumberKnob(&p.Rate, "rate", unit.BytesPerSecond, 1e6, 1e12),
			scenes.SwitchKnob(&p.Twice, "twice"),
			scenes.ChoiceKnob(&p.Colour, "colour", scenes.Words("red", "green", "blue")...),
		}
	},
	Presets: []scenes.Preset{{ID: "round", Values: []scenes.Value{{Key: "way", Text: "round"}}}},
	Build: func(p machine) (scenes.Film, error) {
		if p.Hands == 13 {
			return nil, errors.New("thirteen")
		}
		g := sim.NewGraph()
		each, err := sim.Bandwidth(p.Rate).Duration(1000)
		if err != nil {
			return nil, err
		}
		for i := range p.Hands {
			g.Work(sim.ID{Kind: "hand#", A: int32(i)}, g.Stream(sim.ID{Kind: "lane#", A: int32(i)}), each)
		}
		t, err := g.Run()
		return film{p, t}, err
	},
}

type film struct {
	machine
	t *sim.Timeline
}

func (f film) Timeline() *sim.Timeline         { return f.t }
func (f film) Steps() []scenes.Step            { return nil }
func (f film) Metrics() []scenes.Metric        { return nil }
func (f film) Caption(sim.Time) scenes.Message { return scenes.Message{} }
func (f film) Draw(*draw.Canvas, scenes.View)  {}

func (f film) Checks() []scenes.Check {
	t := f.t.End().Seconds()
	c := scenes.Check{ID: "time", Engine: t, Unit: unit.Second, Formula: 1000 / f.Rate, Tolerance: scenes.Tolerance(1, t), Form: "S/B", Source: "a book; another"}
	switch {
	case f.Way == "back":
		c.Form, c.Source = "S/B·1.25", "a book; a third"
		c.Formula = t * 1.25 // wrong
	case f.Way == "round" && f.Hands%2 == 1:
		c.Form = "odd"
		c.Why = scenes.Say("never", 3)
	case f.Way == "round":
		c.Form, c.Lower, c.Upper = "½ … 2", t/2, t*2
	case f.Twice:
		c.Form = "2S/2B"
	}
	return []scenes.Check{c, {ID: "hands", Engine: float64(f.Hands), Formula: float64(f.Hands), Form: "n", Source: "a book"}}
}

var effort = Effort{Draws: 100, Probes: 2, Each: 30, Tasks: 400_000}

func surveyed(t *testing.T) Survey {
	t.Helper()
	return Of(machineScene.Entry(), effort)
}

// form finds a form of a check.
func (s Survey) form(t *testing.T, id, text string) Form {
	t.Helper()
	for _, q := range s.Quantities {
		for _, f := range q.Forms {
			if q.ID == id && f.Text == text {
				return f
			}
		}
	}
	t.Fatalf("%s has no form %s", id, text)
	return Form{}
}

func TestASurveyIsTheSameEachTime(t *testing.T) {
	if first, again := surveyed(t), surveyed(t); !reflect.DeepEqual(first, again) {
		t.Errorf("got %+v, then %+v", first, again)
	}
}

func TestConditionsAreWhatTheFormsDependOn(t *testing.T) {
	s := surveyed(t)
	for _, c := range []struct {
		id, form string
		want     []Condition
	}{
		{"time", "S/B", []Condition{{"way", Is, []string{"there"}}, {"twice", Is, []string{"false"}}}},
		{"time", "2S/2B", []Condition{{"way", Is, []string{"there"}}, {"twice", Is, []string{"true"}}}},
		{"time", "½ … 2", []Condition{{"way", Is, []string{"round"}}, {"hands", Even, nil}}},
		{"hands", "n", nil},
	} {
		if got := s.form(t, c.id, c.form).Conditions; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %s: got %v, want %v", c.id, c.form, got, c.want)
		}
	}
}

func TestDeviations(t *testing.T) {
	s := surveyed(t)
	if f := s.form(t, "time", "S/B"); f.Failed != 0 || f.Worst == 0 || f.Worst > f.Allowed || f.Median > f.Worst || f.Held < effort.Each {
		t.Errorf("S/B is rounded up to a picosecond: got %+v", f)
	}
	f := s.form(t, "time", "S/B·x") // the figure is the setting's
	if f.Failed != f.Held || f.Worst < 0.19 || f.Worst > 0.21 {
		t.Errorf("a wrong formula: got %+v", f)
	}
	if want := []string{"a book", "a third"}; !slices.Equal(f.Sources, want) {
		t.Errorf("got sources %q, want %q", f.Sources, want)
	}
	if f := s.form(t, "time", "½ … 2"); !f.Bounds || f.Failed != 0 || f.Worst != 0 || f.Low != 2 || f.High != 2 {
		t.Errorf("bounds: got %+v", f)
	}
	if f := s.form(t, "time", "odd"); f.Held != 0 || f.Idle == 0 || !slices.Equal(f.Whys, []Why{{"never", 1}}) {
		t.Errorf("a form that does not apply: got %+v", f)
	}
}

// The setting of the largest deviation shows that deviation again.
func TestTheWorstCanBeLookedUp(t *testing.T) {
	f := surveyed(t).form(t, "time", "S/B")
	setting := machineScene.Entry().New()
	for _, v := range []string{"rate"} {
		k, _ := setting.Knob(v)
		if k.Text() == "" || f.At == "" {
			t.Fatalf("the worst is at %q", f.At)
		}
	}
	if f.Engine == 0 || f.Formula == 0 || max(f.Engine-f.Formula, f.Formula-f.Engine)/max(f.Engine, f.Formula) != f.Worst {
		t.Errorf("engine %v and formula %v do not differ by %v", f.Engine, f.Formula, f.Worst)
	}
}

func TestTasksBoundASurvey(t *testing.T) {
	few := effort
	few.Tasks = 2000
	if s := Of(machineScene.Entry(), few); s.Settings+s.Refused > 20 || s.Settings == 0 {
		t.Errorf("%d settings ran and %d were refused for 2000 tasks, each of a hundred at least", s.Settings, s.Refused)
	}
	if s := surveyed(t); s.Refused == 0 {
		t.Error("no setting of thirteen hands was drawn")
	}
}
