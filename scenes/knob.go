package scenes

import (
	"math"
	"slices"
	"strconv"

	"inflight/scenes/suggest"
	"inflight/scenes/unit"
)

// KnobKind tells how a knob is turned.
type KnobKind string

const (
	Whole  KnobKind = "whole"  // a whole number
	Number KnobKind = "number" // a number with a unit
	Choice KnobKind = "choice" // one of a few words
	Switch KnobKind = "switch" // true or false
)

// Knob is one parameter of a scene, bound to a field: the control on the page,
// the part of the share link, the range check, the flag on the command line and
// the random value of a test. Make one with WholeKnob, NumberKnob, ChoiceKnob or
// SwitchKnob.
//
// Its label is the message "knob.KEY" (or "SCENE.knob.KEY" where a scene says it
// otherwise), its explanation "knob.KEY.help".
type Knob struct {
	Key      string
	Kind     KnobKind
	Unit     unit.Unit
	Min, Max float64
	Log      bool     // spans decades
	floor    float64  // where a log scale begins whose Min is 0
	Choices  []Option // of a Choice
	Named    []Named  // values of a Number that have a name: hardware presets
	Optional bool     // may be empty; then Auto stands for it
	Auto     float64
	Group    string // label is the message "group.GROUP"
	Idle     bool   // the present setting does not depend on it

	whole  *int
	number *float64
	choice *string
	on     *bool
}

// Option is one value of a Choice. Label is how it is shown when it is a proper
// name; else the message "choice.KEY.VALUE" is.
type Option struct{ Value, Label string }

// Named is a number with a name that can be given in its place.
type Named struct {
	Name, Label string
	Value       float64
}

// WholeKnob binds a whole number from lo to hi.
func WholeKnob(p *int, key string, lo, hi int) Knob {
	return Knob{Key: key, Kind: Whole, Min: float64(lo), Max: float64(hi), Log: spansDecades(float64(max(lo, 1)), float64(hi)), whole: p}
}

// NumberKnob binds a number with a unit, from lo to hi in base units.
func NumberKnob(p *float64, key string, u unit.Unit, lo, hi float64) Knob {
	return Knob{Key: key, Kind: Number, Unit: u, Min: lo, Max: hi, Log: spansDecades(lo, hi), number: p}
}

// spansDecades says that a range is better turned on a log scale.
func spansDecades(lo, hi float64) bool { return lo > 0 && hi/lo >= 100 }

// ChoiceKnob binds one of a few words.
func ChoiceKnob(p *string, key string, options ...Option) Knob {
	return Knob{Key: key, Kind: Choice, Choices: options, choice: p}
}

// Words are options that are shown by their messages.
func Words(values ...string) []Option {
	options := make([]Option, len(values))
	for i, v := range values {
		options[i] = Option{Value: v}
	}
	return options
}

// SwitchKnob binds true or false.
func SwitchKnob(p *bool, key string) Knob {
	return Knob{Key: key, Kind: Switch, on: p}
}

// In puts the knob in a group.
func (k Knob) In(group string) Knob { k.Group = group; return k }

// OrAuto lets the knob be empty, which is 0 in its field and stands for auto.
func (k Knob) OrAuto(auto float64) Knob { k.Optional, k.Auto = true, auto; return k }

// WithNames gives names to some values.
func (k Knob) WithNames(named ...Named) Knob { k.Named = named; return k }

// OnLogScale shows a knob that may be 0 on a log scale that begins at floor, with
// 0 before it.
func (k Knob) OnLogScale(floor float64) Knob { k.Log, k.floor = true, floor; return k }

// IdleIf says that the present setting does not depend on the knob.
func (k Knob) IdleIf(idle bool) Knob { k.Idle = idle; return k }

// Text is the knob's value as it stands in a URL; it can be Set again.
func (k Knob) Text() string {
	switch k.Kind {
	case Whole:
		if k.Optional && *k.whole == 0 {
			return ""
		}
		return strconv.Itoa(*k.whole)
	case Number:
		if k.Optional && *k.number == 0 {
			return ""
		}
		for _, n := range k.Named {
			if n.Value == *k.number {
				return n.Name
			}
		}
		return unit.Text(*k.number, k.Unit)
	case Choice:
		return *k.choice
	default:
		return strconv.FormatBool(*k.on)
	}
}

// Value is the number that the knob stands for: Auto when it is empty, the place
// among the choices, 0 or 1.
func (k Knob) Value() float64 {
	switch k.Kind {
	case Whole:
		if k.Optional && *k.whole == 0 {
			return k.Auto
		}
		return float64(*k.whole)
	case Number:
		if k.Optional && *k.number == 0 {
			return k.Auto
		}
		return *k.number
	case Choice:
		return float64(slices.IndexFunc(k.Choices, func(o Option) bool { return o.Value == *k.choice }))
	default:
		if *k.on {
			return 1
		}
		return 0
	}
}

// Set gives the knob a value from outside. A value that does not fit leaves it
// as it was and is reported.
func (k Knob) Set(text string) *Problem {
	if text == "" && k.Optional {
		k.clear()
		return nil
	}
	switch k.Kind {
	case Whole:
		n, err := unit.ParseWhole(text)
		if err != nil || float64(n) < k.Min || float64(n) > k.Max {
			return k.problem(text)
		}
		*k.whole = int(n)
	case Number:
		x, ok := k.parse(text)
		if !ok || x < k.Min || x > k.Max {
			return k.problem(text)
		}
		*k.number = x
	case Choice:
		if !slices.ContainsFunc(k.Choices, func(o Option) bool { return o.Value == text }) {
			return k.problem(text)
		}
		*k.choice = text
	case Switch:
		if text != "true" && text != "false" {
			return k.problem(text)
		}
		*k.on = text == "true"
	}
	return nil
}

func (k Knob) clear() {
	if k.Kind == Whole {
		*k.whole = 0
	} else {
		*k.number = 0
	}
}

func (k Knob) parse(text string) (float64, bool) {
	for _, n := range k.Named {
		if n.Name == text {
			return n.Value, true
		}
	}
	x, err := unit.Parse(text, k.Unit)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

func (k Knob) values() []string {
	values := make([]string, len(k.Choices))
	for i, o := range k.Choices {
		values[i] = o.Value
	}
	return values
}

// problem says what was wanted in place of text.
func (k Knob) problem(text string) *Problem {
	p := &Problem{Key: k.Key, Value: clip(text)}
	switch k.Kind {
	case Whole:
		p.Want = Say("want.whole", strconv.FormatFloat(k.Min, 'f', -1, 64), strconv.FormatFloat(k.Max, 'f', -1, 64))
	case Number:
		p.Want = Say("want.number", unit.Format(k.Min, k.Unit), unit.Format(k.Max, k.Unit))
	case Choice:
		values := k.values()
		if near := suggest.Nearest(text, values); near != "" {
			p.Want = Say("want.near", near, clipList(values))
		} else {
			p.Want = Say("want.choice", clipList(values))
		}
	default:
		p.Want = Say("want.switch")
	}
	return p
}

func (k Knob) textOf(v float64) string {
	if k.Kind == Whole {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	for _, n := range k.Named {
		if n.Value == v {
			return n.Name
		}
	}
	return unit.Text(v, k.Unit)
}

// Show writes a value of the knob for people.
func (k Knob) Show(v float64) string {
	if k.Kind == Whole {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return unit.Format(v, k.Unit)
}
