// Package scenes says what a scene is: parameters with their knobs, and a film
// that the engine builds from them. Pages, share links, command line, posters,
// exports and tests follow from that.
package scenes

import (
	"math"
	"strings"

	"inflight/scenes/draw"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Scene is a picture with a clock. P holds all that it depends on; it is copied
// by assignment, so it has no pointers, slices or maps.
type Scene[P any] struct {
	Name    string // URL part: "collective"
	Default P
	Knobs   func(*P) []Knob // bound to the fields of P, in the order shown
	Presets []Preset
	Build   func(P) (Film, error) // runs the engine; a setting it cannot run is a Refusal
}

// Film is a scene at one setting, with all its instants. It is immutable.
type Film interface {
	Timeline() *sim.Timeline
	Steps() []Step               // named instants, ascending, the first at 0
	Metrics() []Metric           // what the engine found
	Checks() []Check             // the engine beside the closed form
	Caption(t sim.Time) Message  // one sentence on what is happening
	Draw(c *draw.Canvas, v View) // keeps no state: any frame in any order
}

// View is all that a frame depends on besides the film.
type View struct {
	Time     sim.Time
	From, To sim.Time // the window of time that lanes show; To = 0 is the whole film
	Axis     sim.Time // how long lanes are where that is longer than the film: see Pair
	Focus    string   // id of what is highlighted, or "role/NAME": all of one colour; "" for nothing
	Scale    float64  // CSS pixels per scene unit
}

// Window is the window of time that lanes show, within a film that ends at end or
// on a longer axis.
func (v View) Window(end sim.Time) (from, to sim.Time) {
	end = max(end, v.Axis)
	from, to = max(v.From, 0), v.To
	if to <= 0 || to > end {
		to = end
	}
	if from >= to {
		from = 0
	}
	return from, to
}

// Step is a named instant: what step buttons, presenter clicks and captions use.
type Step struct {
	ID    string // "rs/0"
	At    sim.Time
	Label Message
	Focus string // what is lit while a reader points at the step; "" for nothing
}

// Metric is a number that the engine found. Its label is the message
// "metric.ID", or "SCENE.metric.ID" where a scene says it otherwise.
type Metric struct {
	ID    string
	Value float64
	Unit  unit.Unit
}

// Check holds the engine's value against a closed form from the literature. Its
// label is that of the metric with its ID.
type Check struct {
	ID        string
	Engine    float64
	Formula   float64 // where Lower and Upper are set: the value it converges to
	Unit      unit.Unit
	Tolerance float64 // relative
	Lower     float64 // bounds of a form that bounds, else both 0
	Upper     float64
	Form      string // the closed form in plain text: "2(N−1)(α + S/(N·B))"
	Source    string
	Why       Message // why the formula does not apply here; else the zero Message
}

// Applies says that the closed form holds at this setting.
func (c Check) Applies() bool { return c.Why.Key == "" }

// Bounds says that the closed form gives bounds, not a value.
func (c Check) Bounds() bool { return c.Lower != 0 || c.Upper != 0 }

// OK says that engine and formula agree, or that the formula does not apply.
func (c Check) OK() bool {
	if !c.Applies() {
		return true
	}
	if c.Bounds() {
		return c.Engine >= c.Lower*(1-c.Tolerance) && c.Engine <= c.Upper*(1+c.Tolerance)
	}
	allowed := c.Tolerance * max(abs(c.Engine), abs(c.Formula))
	return abs(c.Engine-c.Formula) <= min(allowed, math.MaxFloat64) // an infinity agrees with nothing
}

func abs(x float64) float64 { return max(x, -x) }

// Tolerance is the relative tolerance of a check on a time in seconds: each
// rounded duration on the critical path may have added up to one picosecond.
func Tolerance(rounded int, seconds float64) float64 {
	if seconds <= 0 {
		return 1e-9
	}
	return 1e-9 + float64(rounded)*1e-12/seconds
}

// Preset is a named setting with the source of its numbers.
type Preset struct {
	ID     string // URL-safe: "8xa100"
	Values []Value
	Source string
	// Its name is the message "SCENE.preset.ID"; what a reader must know of it
	// (fitted to a measurement, say) is "SCENE.preset.ID.note".
}

// Value is a knob's key with a text for it, as it stands in a URL.
type Value struct{ Key, Text string }

// Values are those of a text "key=value key=value".
func Values(text string) []Value {
	var list []Value
	for _, pair := range strings.Fields(text) {
		key, value, _ := strings.Cut(pair, "=")
		list = append(list, Value{key, value})
	}
	return list
}

// What a film can say besides, each with a default.
type (
	remarker interface{ Remarks() []Message }
	teller   interface{ Telling() sim.Time }
	detailer interface{ Detail() any }
	axed     interface {
		TimeAxis(c *draw.Canvas) (x, width float64)
	}
)

// Remarks are sentences on the setting: it does not fit, a formula does not
// apply, something was left out.
func Remarks(f Film) []Message {
	if r, ok := f.(remarker); ok {
		return r.Remarks()
	}
	return nil
}

// Telling is the instant that a poster and a reader with reduced motion see
// first; two fifths into the film where the film does not say.
func Telling(f Film) sim.Time {
	if t, ok := f.(teller); ok {
		return t.Telling()
	}
	return f.Timeline().End() / 5 * 2
}

// Detail is what the scene alone has to say in the JSON of a plan.
func Detail(f Film) any {
	if d, ok := f.(detailer); ok {
		return d.Detail()
	}
	return nil
}

// TimeAxis is where the lanes of a film have their time axis in a picture of the
// format and scale of a canvas, in units; all of its width where it does not say.
func TimeAxis(f Film, c *draw.Canvas) (x, width float64) {
	if a, ok := f.(axed); ok {
		return a.TimeAxis(c)
	}
	return 0, c.Width
}

// Draw fills a canvas with the frame of a view.
func Draw(f Film, c *draw.Canvas, v View) {
	c.Reset()
	c.Scale = v.Scale
	f.Draw(c, v)
	if name, ok := strings.CutPrefix(v.Focus, "role/"); ok {
		c.Light(name)
	}
}
