// Package survey draws settings of a scene and holds the engine against every
// closed form that comes up: how often each held, how far the engine was from it
// at most and where, and which knobs it depends on. The draws have a fixed seed
// and are bounded by the number of tasks, never by a clock, so a survey is the
// same on every machine.
package survey

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/unit"
)

// Survey is what came of a scene.
type Survey struct {
	Scene      string
	Settings   int // that ran
	Refused    int
	Quantities []Quantity // in the order of the checks
}

// Quantity is one check with all its forms.
type Quantity struct {
	ID    string
	Unit  unit.Unit
	Forms []Form
}

// Form is a closed form, as a value or as bounds.
type Form struct {
	Text    string   // figures that a setting puts into it are written x
	Sources []string // places that several forms share come once each
	Bounds  bool

	Held    int     // settings at which it held the engine to account
	Idle    int     // settings at which it says that it does not apply
	Failed  int     // of Held, those further off than the tolerance
	Worst   float64 // largest relative deviation; of bounds, how far outside
	Allowed float64 // the tolerance there
	At      string  // that setting, as a query
	Engine  float64 // and what the two say there; of bounds, the nearer one
	Formula float64
	Median  float64 // deviation
	Low     float64 // of bounds: the range of engine / lower bound
	High    float64

	Conditions []Condition
	Whys       []Why
}

// Why is a reason for which a form did not apply, with the number of its
// arguments, which differ from setting to setting.
type Why struct {
	Key  string
	Args int
}

// Effort bounds a survey.
type Effort struct {
	Draws  int // settings drawn from all knobs
	Probes int // settings of each form from which every knob is turned by itself
	Each   int // how often a form should hold in the end
	Tasks  int // of all runs together; then the survey ends
}

// Of surveys a scene.
func Of(e *scenes.Entry, effort Effort) Survey {
	s := &surveyor{entry: e, effort: effort, random: rand.New(rand.NewPCG(20251130, uint64(len(e.Name))))}
	s.run(e.New())
	for _, p := range e.Presets {
		setting := e.New()
		setting.Apply(p.Values, true)
		s.run(setting)
	}
	for n := 0; n < effort.Draws && s.tasks < effort.Tasks/2; n++ {
		setting := e.New()
		s.turn(setting, 0.75, func(scenes.Knob) bool { return true })
		s.run(setting)
	}
	s.probe()
	s.topUp()
	return s.result()
}

// surveyor is a survey under way.
type surveyor struct {
	entry   *scenes.Entry
	effort  Effort
	random  *rand.Rand
	tasks   int
	settled int
	refused int
	ids     []string // of checks
	found   []*found
}

// found is a form with the settings that had it.
type found struct {
	Form
	id     string
	unit   unit.Unit
	cheap  []cheap // the settings with fewest tasks at which it held
	probed map[*scenes.Setting]bool
	off    []float64         // all deviations
	kept   map[string]values // of each knob, with which it held
	lost   map[string]values // of each knob, which turned by itself took it away
}

// values are texts of a knob with their numbers.
type values map[string]float64

func (v values) add(k scenes.Knob) { v[k.Text()] = k.Value() }

// cheap is a setting and what it costs to run.
type cheap struct {
	setting *scenes.Setting
	tasks   int
}

// known is a form that a setting has, and whether it applies there.
type known struct {
	form  *found
	holds bool
}

// run builds a setting and notes its checks; nil when it was refused or the
// survey is over.
func (s *surveyor) run(setting *scenes.Setting) []known {
	const attempt = 100 // what any setting costs, in tasks
	if s.tasks += attempt; s.tasks > s.effort.Tasks {
		return nil
	}
	film, err := setting.Build()
	if err != nil {
		s.refused++
		return nil
	}
	s.settled++
	tasks := film.Timeline().Len()
	s.tasks += tasks
	var list []known
	for _, c := range film.Checks() {
		f := s.form(c)
		f.note(c, setting)
		if c.Applies() {
			f.keep(cheap{setting, tasks + counted(setting)}, s.effort.Probes)
		}
		list = append(list, known{f, c.Applies()})
	}
	return list
}

// figure finds figures that a setting puts into the text of a form.
var figure = regexp.MustCompile(`\d+\.\d+`)

func (s *surveyor) form(c scenes.Check) *found {
	text := figure.ReplaceAllString(c.Form, "x")
	if !slices.Contains(s.ids, c.ID) {
		s.ids = append(s.ids, c.ID)
	}
	for _, f := range s.found {
		// Where it does not apply a check has no bounds, whatever its form has elsewhere.
		if f.id == c.ID && f.Text == text && (f.Bounds == c.Bounds() || f.Held == 0 || !c.Applies()) {
			if c.Applies() {
				f.Bounds = c.Bounds()
			}
			return f
		}
	}
	f := &found{id: c.ID, unit: c.Unit, kept: map[string]values{}, lost: map[string]values{}, probed: map[*scenes.Setting]bool{}}
	for _, k := range s.entry.New().Knobs() {
		f.kept[k.Key], f.lost[k.Key] = values{}, values{}
	}
	f.Text, f.Bounds = text, c.Bounds()
	s.found = append(s.found, f)
	return f
}

// note takes down what a check says.
func (f *found) note(c scenes.Check, setting *scenes.Setting) {
	for _, place := range strings.Split(c.Source, "; ") {
		if !slices.Contains(f.Sources, place) {
			f.Sources = append(f.Sources, place)
		}
	}
	if !c.Applies() {
		f.Idle++
		if why := (Why{c.Why.Key, len(c.Why.Args)}); !slices.Contains(f.Whys, why) {
			f.Whys = append(f.Whys, why)
		}
		return
	}
	f.Held++
	if !c.OK() {
		f.Failed++
	}
	for _, k := range setting.Knobs() {
		f.kept[k.Key].add(k)
	}
	d := deviation(c)
	f.off = append(f.off, d)
	if d > f.Worst || f.Held == 1 {
		f.Worst, f.Allowed, f.At = d, c.Tolerance, report.Query(setting.Changed())
		f.Engine, f.Formula = c.Engine, c.Formula
		if c.Bounds() {
			f.Formula = c.Lower
			if c.Engine > c.Upper {
				f.Formula = c.Upper
			}
		}
	}
	if c.Bounds() && c.Lower > 0 {
		ratio := c.Engine / c.Lower
		if f.Low == 0 || ratio < f.Low {
			f.Low = ratio
		}
		f.High = max(f.High, ratio)
	}
}

// deviation is how far the engine is from the form, relative to the larger.
func deviation(c scenes.Check) float64 {
	off, of := 0.0, 0.0
	switch {
	case !c.Bounds():
		off, of = max(c.Engine-c.Formula, c.Formula-c.Engine), max(c.Engine, -c.Engine, c.Formula, -c.Formula)
	case c.Engine < c.Lower:
		off, of = c.Lower-c.Engine, c.Lower
	case c.Engine > c.Upper:
		off, of = c.Engine-c.Upper, c.Engine
	}
	if off == 0 {
		return 0
	}
	return off / of
}

// counted adds up the whole numbers of a setting: its neighbours may make a task
// of each, where it has few itself.
func counted(setting *scenes.Setting) int {
	n := 0.0
	for _, k := range setting.Knobs() {
		if k.Kind == scenes.Whole {
			n += k.Value()
		}
	}
	return int(min(n, 1e9))
}

// keep holds on to the settings that cost least.
func (f *found) keep(c cheap, most int) {
	i, _ := slices.BinarySearchFunc(f.cheap, c.tasks+1, func(x cheap, tasks int) int { return x.tasks - tasks })
	f.cheap = slices.Insert(f.cheap, i, c)
	f.cheap = f.cheap[:min(len(f.cheap), most)]
}

// topUp draws more settings near those of forms that have held too seldom.
func (s *surveyor) topUp() {
	for i := 0; i < len(s.found); i++ { // grows
		f := s.found[i]
		for try := 0; try < 2*s.effort.Each && f.Held < s.effort.Each && len(f.cheap) > 0; try++ {
			setting := f.cheap[s.random.IntN(len(f.cheap))].setting.Clone()
			s.turn(setting, 0.5, func(k scenes.Knob) bool { return k.Kind == scenes.Number || k.Kind == scenes.Whole })
			s.run(setting)
		}
	}
}

// turn sets each knob that may be turned, with a probability, to one of the
// values that its control offers. Whole numbers are mostly small: what they
// count makes settings large, and few large ones can be run.
func (s *surveyor) turn(setting *scenes.Setting, probability float64, may func(scenes.Knob) bool) {
	for _, k := range setting.Knobs() {
		if !may(k) || s.random.Float64() >= probability {
			continue
		}
		texts := offered(k)
		if k.Kind == scenes.Whole && s.random.IntN(8) > 0 {
			texts = small(k)
		}
		k.Set(texts[s.random.IntN(len(texts))])
	}
}

// small are the stops of a whole number up to 16, or all where there are none.
func small(k scenes.Knob) []string {
	var texts []string
	for _, stop := range k.Stops() {
		if stop.Value <= 16 {
			texts = append(texts, stop.Text)
		}
	}
	if len(texts) == 0 {
		return offered(k)
	}
	return texts
}

// offered are the values that a knob's control offers.
func offered(k scenes.Knob) []string {
	var texts []string
	for _, s := range k.Stops() {
		texts = append(texts, s.Text)
	}
	for _, o := range k.Choices {
		texts = append(texts, o.Value)
	}
	if k.Kind == scenes.Switch {
		texts = append(texts, "false", "true")
	}
	if k.Optional {
		texts = append(texts, "")
	}
	return texts
}

// result puts the forms in order: those of the first choices first.
func (s *surveyor) result() Survey {
	out := Survey{Scene: s.entry.Name, Settings: s.settled, Refused: s.refused}
	for _, f := range s.found {
		f.Conditions = f.conditions(s.entry)
		if slices.Sort(f.off); len(f.off) > 0 {
			f.Median = f.off[len(f.off)/2]
		}
	}
	slices.SortStableFunc(s.found, func(a, b *found) int { return slices.Compare(a.order(s.entry), b.order(s.entry)) })
	for _, id := range s.ids {
		q := Quantity{ID: id}
		for _, f := range s.found {
			if f.id == id {
				q.Unit = f.unit
				q.Forms = append(q.Forms, f.Form)
			}
		}
		out.Quantities = append(out.Quantities, q)
	}
	return out
}
