package report

import (
	"encoding/json"
	"strings"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// Schema is the version of the plan's JSON; fields are added, never renamed.
const Schema = 1

// Plan is what the engine found, for programs: times in whole picoseconds,
// values in SI base units.
type Plan struct {
	Schema   int            `json:"schema"`
	Scene    string         `json:"scene"`
	Knobs    map[string]any `json:"knobs"` // whole numbers and numbers as such; words; switches as true and false; null when left to the scene
	Problems []string       `json:"problems"`
	EndPS    sim.Time       `json:"end_ps"`
	Metrics  []PlanMetric   `json:"metrics"`
	Checks   []PlanCheck    `json:"checks"`
	Steps    []PlanStep     `json:"steps"`
	Spans    []PlanSpan     `json:"spans"`
	Counters []PlanCounter  `json:"counters"`
	Detail   any            `json:"detail"`
}

// PlanMetric is a number that the engine found.
type PlanMetric struct {
	ID    string  `json:"id"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// PlanCheck is the engine beside a closed form. Formula is null where the form
// does not apply; then Why says why. Lower and Upper are there where it bounds.
type PlanCheck struct {
	ID        string   `json:"id"`
	Engine    float64  `json:"engine"`
	Formula   *float64 `json:"formula"`
	Lower     *float64 `json:"lower,omitempty"`
	Upper     *float64 `json:"upper,omitempty"`
	Unit      string   `json:"unit"`
	Tolerance float64  `json:"tolerance"`
	OK        bool     `json:"ok"`
	Applies   bool     `json:"applies"`
	Why       string   `json:"why,omitempty"`
	Form      string   `json:"form"`
	Source    string   `json:"source"`
}

// PlanStep is a named instant.
type PlanStep struct {
	ID    string   `json:"id"`
	T     sim.Time `json:"t_ps"`
	Label string   `json:"label"`
}

// PlanSpan is a task with its times.
type PlanSpan struct {
	ID    string   `json:"id"`
	Lane  string   `json:"lane"`
	Start sim.Time `json:"start_ps"`
	End   sim.Time `json:"end_ps"`
	Kind  string   `json:"kind"`
	Bytes float64  `json:"bytes"`
}

// PlanCounter is a step function: each point is an instant and the value from
// it on.
type PlanCounter struct {
	ID     string  `json:"id"`
	Unit   string  `json:"unit"`
	Points []Point `json:"points"`
}

// Point is written [t_ps, value].
type Point struct {
	At    sim.Time
	Value float64
}

// MarshalJSON writes a pair.
func (p Point) MarshalJSON() ([]byte, error) { return json.Marshal([2]any{p.At, p.Value}) }

// NewPlan writes a setting and its film for programs.
func NewPlan(s *scenes.Setting, f scenes.Film) Plan {
	const lang = "en"
	t := f.Timeline()
	p := Plan{
		Schema: Schema, Scene: s.Entry.Name, Knobs: map[string]any{}, EndPS: t.End(), Detail: scenes.Detail(f),
		Problems: []string{}, Metrics: []PlanMetric{}, Checks: []PlanCheck{}, Steps: []PlanStep{}, Spans: []PlanSpan{}, Counters: []PlanCounter{},
	}
	for _, k := range s.Knobs() {
		p.Knobs[k.Key] = plainValue(k)
	}
	for _, m := range scenes.Remarks(f) {
		p.Problems = append(p.Problems, m.Text(lang))
	}
	for _, m := range f.Metrics() {
		p.Metrics = append(p.Metrics, PlanMetric{m.ID, finite(m.Value), string(m.Unit)})
	}
	for _, c := range f.Checks() {
		p.Checks = append(p.Checks, planCheck(c, lang))
	}
	for _, st := range f.Steps() {
		p.Steps = append(p.Steps, PlanStep{st.ID, st.At, st.Label.Text(lang)})
	}
	p.Spans = spans(t, p.Spans)
	p.Counters = counters(t, p.Counters)
	return p
}

// plainValue is a knob's value as JSON has it.
func plainValue(k scenes.Knob) any {
	if k.Optional && k.Text() == "" {
		return nil
	}
	switch k.Kind {
	case scenes.Whole:
		return int64(k.Value())
	case scenes.Number:
		return k.Value()
	case scenes.Switch:
		return k.Value() == 1
	default:
		return k.Text()
	}
}

func planCheck(c scenes.Check, lang string) PlanCheck {
	w := PlanCheck{
		ID: c.ID, Engine: finite(c.Engine), Unit: string(c.Unit), Tolerance: c.Tolerance,
		OK: c.OK(), Applies: c.Applies(), Form: c.Form, Source: c.Source,
	}
	if !c.Applies() {
		w.Why = c.Why.Text(lang)
		return w
	}
	formula := finite(c.Formula)
	w.Formula = &formula
	if c.Bounds() {
		lower, upper := finite(c.Lower), finite(c.Upper)
		w.Lower, w.Upper = &lower, &upper
	}
	return w
}

func spans(t *sim.Timeline, out []PlanSpan) []PlanSpan {
	lanes := map[sim.Lane]string{}
	for _, l := range t.Lanes() {
		lanes[l] = t.LaneID(l).String()
	}
	for r := range sim.Ref(t.Len()) {
		s := t.Span(r)
		out = append(out, PlanSpan{s.ID.String(), lanes[s.Lane], s.Start, s.End, strings.SplitN(s.ID.Kind, "/", 2)[0], float64(s.Bytes)})
	}
	return out
}

func counters(t *sim.Timeline, out []PlanCounter) []PlanCounter {
	for _, c := range t.Counters() {
		w := PlanCounter{ID: t.CounterID(c).String(), Unit: t.CounterUnit(c), Points: []Point{}}
		for _, p := range t.Points(c) {
			w.Points = append(w.Points, Point{p.At, p.Value})
		}
		out = append(out, w)
	}
	return out
}
