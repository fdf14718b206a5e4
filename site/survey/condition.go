package survey

import (
	"math"
	"slices"
	"strconv"

	"inflight/scenes"
)

// Condition is what a knob must be for a form to hold, as far as turning it by
// itself has shown.
type Condition struct {
	Knob   string
	Rule   Rule
	Values []string // of Is, one for each value that will do; of From the least
}

// Rule says how the values of a condition are meant.
type Rule string

const (
	Is       Rule = "is"
	From     Rule = "from"
	NotZero  Rule = "not-zero"
	Even     Rule = "even"
	Odd      Rule = "odd"
	Power    Rule = "power"     // of two
	NotPower Rule = "not-power" // of two
)

// probe turns each knob by itself, from a few settings of each form. What is
// found on the way is probed in the next round.
func (s *surveyor) probe() {
	for range 3 {
		for i := 0; i < len(s.found); i++ { // grows
			f := s.found[i]
			for _, from := range slices.Clone(f.cheap) {
				if !f.probed[from.setting] {
					f.probed[from.setting] = true
					s.probeFrom(f, from.setting)
				}
			}
		}
	}
}

// probeFrom gives up on a setting whose neighbours turn out to be large.
func (s *surveyor) probeFrom(f *found, from *scenes.Setting) {
	most := s.tasks + s.effort.Tasks/100
	for _, k := range from.Knobs() {
		if s.tasks > most {
			return
		}
		for _, text := range probes(k) {
			s.probeOne(f, from, k.Key, text)
		}
	}
}

// probeOne turns one knob and looks at what became of the form: gone, or still
// there. A setting that is refused says nothing.
func (s *surveyor) probeOne(f *found, from *scenes.Setting, key, text string) {
	setting := from.Clone()
	k, _ := setting.Knob(key)
	k.Set(text)
	list := s.run(setting)
	if list == nil {
		return
	}
	if !slices.ContainsFunc(list, func(x known) bool { return x.form == f && x.holds }) {
		f.lost[key].add(k)
	}
}

// probes are the values at which a knob may begin to matter: all words, small
// whole numbers, nothing and the middle of a scale.
func probes(k scenes.Knob) []string {
	switch k.Kind {
	case scenes.Whole:
		small := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32}
		var texts []string
		for _, s := range k.Stops() {
			if slices.Contains(small, s.Value) {
				texts = append(texts, s.Text)
			}
		}
		return texts
	case scenes.Number:
		stops := k.Stops()
		return []string{stops[0].Text, stops[len(stops)/2].Text}
	default:
		return offered(k)
	}
}

// conditions reads off what each knob must be.
func (f *found) conditions(e *scenes.Entry) []Condition {
	var list []Condition
	for _, k := range e.New().Knobs() {
		good, bad := f.kept[k.Key], values{}
		for text, v := range f.lost[k.Key] {
			if _, ok := good[text]; !ok { // else it depends on other knobs too
				bad[text] = v
			}
		}
		if len(good) == 0 || len(bad) == 0 {
			continue
		}
		if c, ok := rule(k, good, bad); ok {
			list = append(list, c)
		}
	}
	return list
}

// rule is the simplest one that tells the values that keep a form from those
// that do not; ok is false where there is none.
func rule(k scenes.Knob, good, bad values) (c Condition, ok bool) {
	c = Condition{Knob: k.Key, Rule: Is}
	if k.Kind == scenes.Choice || k.Kind == scenes.Switch {
		for _, text := range offered(k) {
			if _, ok := good[text]; ok {
				c.Values = append(c.Values, text)
			}
		}
		return c, true
	}
	if k.Kind == scenes.Number {
		return c, k.Min == 0 && c.zero(good, bad)
	}
	least, most := good.ends()
	_, above := bad.ends()
	c.Values = []string{strconv.Itoa(int(least))}
	switch {
	case least == most:
		return c, true
	case above == least-1:
		c.Rule = From
		return c, true
	}
	c.Values = nil
	for _, p := range properties {
		if good.all(p.of, true) && bad.all(p.of, false) {
			c.Rule = p.rule
			return c, true
		}
	}
	return c, false
}

// zero says whether nothing, or something, is what keeps a form. Of other
// numbers a form depends in ways that no single knob shows.
func (c *Condition) zero(good, bad values) bool {
	nothing := func(n int) bool { return n == 0 }
	switch {
	case good.all(nothing, true) && bad.all(nothing, false):
		c.Values = []string{"0"}
		return true
	case good.all(nothing, false) && bad.all(nothing, true):
		c.Rule = NotZero
		return true
	}
	return false
}

// ends are the least value and the largest.
func (v values) ends() (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		least, most = min(least, x), max(most, x)
	}
	return least, most
}

// all says that a property holds, or does not, for all values. A part of one
// counts as one.
func (v values) all(of func(n int) bool, want bool) bool {
	for _, x := range v {
		if of(int(math.Ceil(x))) != want {
			return false
		}
	}
	return true
}

// properties of whole numbers that forms are known to depend on.
var properties = []struct {
	rule Rule
	of   func(n int) bool
}{
	{Power, func(n int) bool { return n > 0 && n&(n-1) == 0 }},
	{NotPower, func(n int) bool { return n <= 0 || n&(n-1) != 0 }},
	{Even, func(n int) bool { return n%2 == 0 }},
	{Odd, func(n int) bool { return n%2 != 0 }},
}

// order is the place of a form among others: by the first value that will do of
// each choice.
func (f *found) order(e *scenes.Entry) []int {
	var order []int
	for _, k := range e.New().Knobs() {
		if k.Kind != scenes.Choice {
			continue
		}
		place := 0
		for _, c := range f.Conditions {
			if c.Knob == k.Key && len(c.Values) > 0 {
				place = slices.Index(offered(k), c.Values[0])
			}
		}
		order = append(order, place)
	}
	return order
}
