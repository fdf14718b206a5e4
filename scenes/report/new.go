package report

import (
	"math"
	"net/url"
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/player"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// New writes the panel of a setting and its film in a language. The film may be
// nil, when the setting was refused, and that of a comparison.
func New(s *scenes.Setting, f scenes.Film, lang string) Panel {
	p := Panel{
		Scene:    s.Entry.Name,
		Lang:     lang,
		Knobs:    knobs(s, lang),
		Presets:  presets(s.Entry, lang),
		Query:    Query(s.Changed()),
		Problems: []string{},
	}
	if f != nil {
		p.Film = film(s.Entry.Name, f, lang)
	}
	if pair, ok := f.(*scenes.Pair); ok {
		p.Beside(pair.Sides[1].Setting, lang)
	}
	return p
}

// Query writes values as a URL query: "gpus=16&op=all-gather".
func Query(values []scenes.Value) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = url.QueryEscape(v.Key) + "=" + strings.ReplaceAll(url.QueryEscape(v.Text), "%2F", "/")
	}
	return strings.Join(parts, "&")
}

// Label is the text of a name: as the scene says it ("collective.metric.time"),
// or as all scenes do ("metric.time").
func Label(lang, scene, kind, id string) string {
	if t, ok := scenes.Lookup(lang, scene+"."+kind+"."+id); ok {
		return t
	}
	return scenes.Say(kind + "." + id).Text(lang)
}

// optional is a text that may be missing: "" then.
func optional(lang, key string) string {
	t, _ := scenes.Lookup(lang, key)
	return t
}

func knobs(s *scenes.Setting, lang string) []Knob {
	list := s.Knobs()
	defaults := s.Entry.New().Knobs()
	out := make([]Knob, len(list))
	for i, k := range list {
		out[i] = knob(s.Entry.Name, k, lang)
		out[i].Default = defaults[i].Text()
	}
	return out
}

func knob(scene string, k scenes.Knob, lang string) Knob {
	w := Knob{
		Key: k.Key, Kind: string(k.Kind), Unit: string(k.Unit), Text: k.Text(),
		Label: Label(lang, scene, "knob", k.Key), Help: optional(lang, "knob."+k.Key+".help"),
		Optional: k.Optional, Idle: k.Idle,
	}
	if help := optional(lang, scene+".knob."+k.Key+".help"); help != "" {
		w.Help = help
	}
	if k.Group != "" {
		w.Group = scenes.Say("group." + k.Group).Text(lang)
	}
	switch k.Kind {
	case scenes.Choice:
		for _, o := range k.Choices {
			c := Choice{o.Value, o.Label}
			if c.Label == "" {
				c.Label = Label(lang, scene, "choice."+k.Key, o.Value)
			}
			w.Choices = append(w.Choices, c)
			if o.Value == w.Text {
				w.Show = c.Label
			}
		}
	case scenes.Switch:
		w.Show = scenes.Say("switch." + w.Text).Text(lang)
	default:
		number(&w, k)
	}
	return w
}

// number fills in what a whole or real knob has besides.
func number(w *Knob, k scenes.Knob) {
	w.Show = k.Show(k.Value())
	w.Range = k.Show(k.Min) + " – " + k.Show(k.Max)
	if k.Optional {
		w.Auto = k.Show(k.Auto)
	}
	near := math.Inf(1)
	for i, s := range k.Stops() {
		w.Stops = append(w.Stops, Stop{s.Text, s.Show})
		if d := math.Abs(s.Value - k.Value()); d < near {
			near, w.Stop = d, i
		}
	}
}

func presets(e *scenes.Entry, lang string) []Preset {
	out := make([]Preset, len(e.Presets))
	for i, p := range e.Presets {
		key := e.Name + ".preset." + p.ID
		// Values as the engine writes them, so that a page can tell whether they stand.
		at := e.New()
		at.Apply(p.Values, false)
		out[i] = Preset{ID: p.ID, Label: scenes.Say(key).Text(lang), Note: optional(lang, key+".note"), Source: p.Source, Query: Query(at.Changed())}
	}
	return out
}

func film(scene string, f scenes.Film, lang string) *Film {
	end := f.Timeline().End()
	at := scenes.Telling(f)
	w := &Film{
		End: end.Seconds(), EndText: Clock(end), Telling: at.Seconds(), TimeText: Clock(at),
		Speed: player.DefaultSpeed(end), Caption: f.Caption(at).Text(lang),
		Steps: []Step{}, Checks: []Check{}, Remarks: []string{},
	}
	for _, s := range f.Steps() {
		w.Steps = append(w.Steps, Step{s.ID, s.At.Seconds(), s.Label.Text(lang), Clock(s.At), s.Focus})
	}
	if pair, ok := f.(*scenes.Pair); ok {
		w.Metrics, w.Checks = bothMetrics(scene, pair, lang), bothChecks(scene, pair, lang)
	} else {
		w.Metrics = metrics(scene, f, lang)
		for _, c := range f.Checks() {
			w.Checks = append(w.Checks, check(scene, c, lang))
		}
	}
	for _, m := range scenes.Remarks(f) {
		w.Remarks = append(w.Remarks, m.Text(lang))
	}
	return w
}

func metrics(scene string, f scenes.Film, lang string) []Metric {
	list := f.Metrics()
	out := make([]Metric, len(list))
	for i, m := range list {
		out[i] = metric(scene, m, lang)
	}
	return out
}

func metric(scene string, m scenes.Metric, lang string) Metric {
	return Metric{ID: m.ID, Label: Label(lang, scene, "metric", m.ID), Text: unit.Format(m.Value, m.Unit), Value: finite(m.Value), Unit: string(m.Unit)}
}

func check(scene string, c scenes.Check, lang string) Check {
	w := Check{
		ID: c.ID, Label: Label(lang, scene, "metric", c.ID), Form: c.Form, Source: c.Source, State: State(c),
	}
	w.Engine = unit.FormatDigits(c.Engine, c.Unit, digits)
	switch {
	case !c.Applies():
		w.Why = c.Why.Text(lang)
	case c.Bounds():
		w.Formula = unit.Format(c.Lower, c.Unit) + " – " + unit.Format(c.Upper, c.Unit)
	default:
		w.Engine, w.Formula = pair(c)
	}
	w.Verdict = scenes.Say("verdict." + w.State).Text(lang)
	return w
}

// digits is how many digits of engine and formula a reader compares.
const digits = 7

// pair writes engine and formula. Rounded picoseconds can tip the last digit of
// two values that agree; then both go without it. Counts have no places.
func pair(c scenes.Check) (engine, formula string) {
	const fewest = 4
	if c.Unit == unit.None && whole(c.Engine) && whole(c.Formula) {
		return unit.FormatPair(c.Engine, c.Formula, c.Unit, 1)
	}
	engine, formula = unit.FormatPair(c.Engine, c.Formula, c.Unit, digits)
	for n := digits - 1; c.OK() && engine != formula && n >= fewest; n-- {
		engine, formula = unit.FormatPair(c.Engine, c.Formula, c.Unit, n)
	}
	return engine, formula
}

func whole(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < 1<<53 }

// State is how a check stands: equal, bounds, differs, or none where the formula
// does not apply.
func State(c scenes.Check) string {
	switch {
	case !c.Applies():
		return "none"
	case !c.OK():
		return "differs"
	case c.Bounds():
		return "bounds"
	default:
		return "equal"
	}
}

// Clock writes an instant as the picture and the transport show it.
func Clock(t sim.Time) string { return unit.Format(t.Seconds(), unit.Second) }

// finite keeps JSON valid: it has no infinities.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// Values reads a query as Query writes it; keys keep their order.
func Values(query string) ([]scenes.Value, error) {
	var values []scenes.Value
	for part := range strings.SplitSeq(strings.TrimPrefix(query, "?"), "&") {
		if part == "" {
			continue
		}
		key, text, _ := strings.Cut(part, "=")
		k, err := url.QueryUnescape(key)
		if err != nil {
			return nil, err
		}
		t, err := url.QueryUnescape(text)
		if err != nil {
			return nil, err
		}
		values = append(values, scenes.Value{Key: k, Text: t})
	}
	return values, nil
}

// Instant reads a time from outside within a film: seconds, a quantity of time
// such as 40ms, or the id of a step. Beyond the end is the end.
func Instant(f scenes.Film, text string) (sim.Time, bool) {
	for _, s := range f.Steps() {
		if s.ID == text {
			return s.At, true
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		v, err = unit.Parse(text, unit.Second)
	}
	if err != nil || math.IsNaN(v) || v < 0 {
		return 0, false
	}
	end := f.Timeline().End()
	if v >= end.Seconds() {
		return end, true
	}
	t, err := sim.Seconds(v)
	return min(t, end), err == nil
}
