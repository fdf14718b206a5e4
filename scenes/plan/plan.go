// Package plan writes what the engine found of a scene's setting for programs:
// the JSON that the command line prints.
package plan

import (
	"math"
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/lightjson"
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
	Metrics  []Metric       `json:"metrics"`
	Checks   []Check        `json:"checks"`
	Steps    []Step         `json:"steps"`
	Spans    []Span         `json:"spans"`
	Counters []Counter      `json:"counters"`
	Detail   any            `json:"detail"`
	Compare  *Plan          `json:"compare,omitempty"` // of the setting that stands beside
}

// Metric is a number that the engine found.
type Metric struct {
	ID    string  `json:"id"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// Check is the engine beside a closed form. Formula is null where the form
// does not apply; then Why says why. Lower and Upper are there where it bounds.
type Check struct {
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

// Step is a named instant.
type Step struct {
	ID    string   `json:"id"`
	T     sim.Time `json:"t_ps"`
	Label string   `json:"label"`
}

// Span is a task with its times.
type Span struct {
	ID    string   `json:"id"`
	Lane  string   `json:"lane"`
	Start sim.Time `json:"start_ps"`
	End   sim.Time `json:"end_ps"`
	Kind  string   `json:"kind"`
	Bytes float64  `json:"bytes"`
}

// Counter is a step function: each point is an instant and the value from
// it on.
type Counter struct {
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
func (p Point) MarshalJSON() ([]byte, error) {
	b := strconv.AppendInt([]byte{'['}, int64(p.At), 10)
	return append(lightjson.AppendFloat(append(b, ','), p.Value), ']'), nil
}

// JSON is the plan of a setting as a file, the same from command line and page.
func JSON(s *scenes.Setting, f scenes.Film) ([]byte, error) {
	text, err := lightjson.Append(nil, New(s, f))
	return append(text, '\n'), err
}

// New writes a setting and its film for programs.
func New(s *scenes.Setting, f scenes.Film) Plan {
	if pair, ok := f.(*scenes.Pair); ok {
		a, b := pair.Sides[0], pair.Sides[1]
		p, other := New(a.Setting, a.Film), New(b.Setting, b.Film)
		p.Compare = &other
		return p
	}
	const lang = "en"
	t := f.Timeline()
	p := Plan{
		Schema: Schema, Scene: s.Entry.Name, Knobs: map[string]any{}, EndPS: t.End(), Detail: scenes.Detail(f),
		Problems: []string{}, Metrics: []Metric{}, Checks: []Check{}, Steps: []Step{}, Spans: []Span{}, Counters: []Counter{},
	}
	for _, k := range s.Knobs() {
		p.Knobs[k.Key] = plainValue(k)
	}
	for _, m := range scenes.Remarks(f) {
		p.Problems = append(p.Problems, m.Text(lang))
	}
	for _, m := range f.Metrics() {
		p.Metrics = append(p.Metrics, Metric{m.ID, finite(m.Value), string(m.Unit)})
	}
	for _, c := range f.Checks() {
		p.Checks = append(p.Checks, planCheck(c, lang))
	}
	for _, st := range f.Steps() {
		p.Steps = append(p.Steps, Step{st.ID, st.At, st.Label.Text(lang)})
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

func planCheck(c scenes.Check, lang string) Check {
	w := Check{
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

func spans(t *sim.Timeline, out []Span) []Span {
	lanes := map[sim.Lane]string{}
	for _, l := range t.Lanes() {
		lanes[l] = t.LaneID(l).String()
	}
	for r := range sim.Ref(t.Len()) {
		s := t.Span(r)
		out = append(out, Span{s.ID.String(), lanes[s.Lane], s.Start, s.End, strings.SplitN(s.ID.Kind, "/", 2)[0], float64(s.Bytes)})
	}
	return out
}

func counters(t *sim.Timeline, out []Counter) []Counter {
	for _, c := range t.Counters() {
		w := Counter{ID: t.CounterID(c).String(), Unit: t.CounterUnit(c), Points: []Point{}}
		for _, p := range t.Points(c) {
			w.Points = append(w.Points, Point{p.At, p.Value})
		}
		out = append(out, w)
	}
	return out
}

// finite keeps JSON valid: it has no infinities.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
