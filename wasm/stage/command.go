//go:build js || desktop

package stage

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/lightjson"
	"inflight/scenes/sim"
)

// Command is what a page, or a window, asks of a stage.
type Command struct {
	Do    string // state, play, pause, toggle, seek, step, picture or file
	State State  // to state
	At    string // to seek: seconds, a quantity of time or the id of a step
	By    int    // to step: how many steps on, or back
	N     int    // to picture and file: its number
	Width int    // to picture: in CSS pixels
	// Format is that of a file: svg, trace, csv or json.
	Format string
}

// State is what a stage shows. What is nil stays as it is.
type State struct {
	Rev        *int
	Scene      *string
	Lang       *string
	Theme      *string // light or dark
	Knobs      []scenes.Value
	SetKnobs   bool // Knobs are all that differ from the scene's default
	Compare    []scenes.Value
	SetCompare bool    // Compare are those of the setting that stands beside it …
	Comparing  bool    // … if one does
	At         *string // seconds, a quantity of time or the id of a step
	Playing    *bool
	Speed      *float64 // simulated seconds per wall second, 0 for the film's own
	Loop       *bool
	Start, End *float64 // the part that plays, s; 0 is the film's end
	From, To   *float64 // the window of time that lanes show, s; 0 is the film's end
	Axis       *float64 // how long lanes are where that is longer than the film, s
	Focus      *string
	Portrait   *bool
}

// What a message may say at most.
const (
	maxSeconds = float64(math.MaxInt64) / float64(sim.Second)
	maxSpeed   = 1e15
	maxWidth   = 16384
	maxText    = 1 << 16 // bytes of a message
)

// Decode reads a message of the page. Fields that it does not know are ignored,
// and what it knows must be right, in one sentence.
func Decode(text string) (Command, error) {
	var c Command
	if len(text) > maxText {
		return c, fmt.Errorf("message of %d bytes: want at most %d", len(text), maxText)
	}
	fields, err := lightjson.Object(text)
	if err != nil {
		return c, errors.New("message: want a JSON object")
	}
	if err := read(&c.Do, value(fields, "do")); err != nil {
		return c, fmt.Errorf("do%w", err)
	}
	into, ok := c.fields()[c.Do]
	if !ok {
		return c, fmt.Errorf("do=%s: want state, play, pause, toggle, seek, step, picture or file", short(c.Do))
	}
	for _, f := range fields {
		if set, ok := into[f.Name]; ok {
			if err := set(f.Value); err != nil {
				return c, fmt.Errorf("%s%w", f.Name, err)
			}
		}
	}
	return c, nil
}

// value is that of a field, "" when it is missing.
func value(fields []lightjson.Member, name string) string {
	for _, f := range fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// setter reads the value of a field, as JSON has it.
type setter func(string) error

// fields are what each command has, by name.
func (c *Command) fields() map[string]map[string]setter {
	s := &c.State
	return map[string]map[string]setter{
		"play": {}, "pause": {}, "toggle": {},
		"seek": {"t": instant(&c.At)},
		"step": {"by": whole(&c.By, -1000, 1000)},
		"picture": {
			"n":      whole(&c.N, 0, math.MaxInt32),
			"format": word(new(string), "svg"), // a PNG is taken from the canvas, outside
			"width":  whole(&c.Width, 1, maxWidth),
		},
		"file": {
			"n":      whole(&c.N, 0, math.MaxInt32),
			"format": word(&c.Format, "svg", "trace", "csv", "json"),
		},
		"state": {
			"rev":      made(&s.Rev, func(p *int) setter { return whole(p, 0, math.MaxInt32) }),
			"scene":    made(&s.Scene, words),
			"lang":     made(&s.Lang, func(p *string) setter { return word(p, scenes.Langs...) }),
			"theme":    made(&s.Theme, func(p *string) setter { return word(p, "light", "dark") }),
			"knobs":    s.knobs,
			"compare":  s.compare,
			"t":        made(&s.At, instant),
			"playing":  made(&s.Playing, truth),
			"speed":    made(&s.Speed, func(p *float64) setter { return number(p, maxSpeed) }),
			"loop":     made(&s.Loop, truth),
			"start":    made(&s.Start, seconds),
			"end":      made(&s.End, seconds),
			"from":     made(&s.From, seconds),
			"to":       made(&s.To, seconds),
			"axis":     made(&s.Axis, seconds),
			"focus":    made(&s.Focus, words),
			"portrait": made(&s.Portrait, truth),
		},
	}
}

// made gives a field that is there a place of its own.
func made[T any](field **T, set func(*T) setter) setter {
	return func(raw string) error {
		*field = new(T)
		return set(*field)(raw)
	}
}

func words(p *string) setter {
	return func(raw string) error { return read(p, raw) }
}

func read(p *string, raw string) error {
	text, ok := lightjson.String(raw)
	if !ok {
		return bad(raw, "a text")
	}
	*p = text
	return nil
}

func truth(p *bool) setter {
	return func(raw string) error {
		if raw != "true" && raw != "false" {
			return bad(raw, "true or false")
		}
		*p = raw == "true"
		return nil
	}
}

func word(p *string, words ...string) setter {
	return func(raw string) error {
		if read(p, raw) != nil || !slices.Contains(words, *p) {
			return bad(raw, strings.Join(words, " or "))
		}
		return nil
	}
}

func number(p *float64, most float64) setter {
	return func(raw string) error {
		v, err := strconv.ParseFloat(raw, 64)
		if err != nil || !(v >= 0 && v <= most) {
			return bad(raw, fmt.Sprintf("a number from 0 to %.6g", most))
		}
		*p = v
		return nil
	}
}

func seconds(p *float64) setter { return number(p, maxSeconds) }

func whole(p *int, least, most int) setter {
	return func(raw string) error {
		v, err := strconv.Atoi(raw)
		if err != nil || v < least || v > most {
			return bad(raw, fmt.Sprintf("a whole number from %d to %d", least, most))
		}
		*p = v
		return nil
	}
}

// instant keeps a number as it is written: the film tells what it means.
func instant(p *string) setter {
	return func(raw string) error {
		if read(p, raw) == nil {
			return nil
		}
		var v float64
		if number(&v, maxSeconds)(raw) != nil {
			return bad(raw, wantInstant)
		}
		*p = raw
		return nil
	}
}

const wantInstant = "seconds from 0 on, or the id of a step"

func (s *State) knobs(raw string) (err error) {
	s.SetKnobs = true
	s.Knobs, err = knobs(raw, "an object of texts")
	return err
}

func (s *State) compare(raw string) (err error) {
	s.SetCompare, s.Comparing = true, raw != "null"
	if s.Comparing {
		s.Compare, err = knobs(raw, "an object of texts, or null")
	}
	return err
}

func knobs(raw, want string) (values []scenes.Value, err error) {
	texts, err := lightjson.Object(raw)
	if err != nil {
		return nil, bad(raw, want)
	}
	sort.Slice(texts, func(i, j int) bool { return texts[i].Name < texts[j].Name })
	for _, m := range texts {
		text, ok := lightjson.String(m.Value)
		if !ok {
			return nil, bad(raw, want)
		}
		values = append(values, scenes.Value{Key: m.Name, Text: text})
	}
	return values, nil
}

// bad is the rest of a sentence that begins with the name of a field.
func bad(raw string, want string) error {
	if len(raw) == 0 {
		return fmt.Errorf(": want %s", want)
	}
	return fmt.Errorf("=%s: want %s", short(raw), want)
}

// short keeps a sentence short whatever came in.
func short(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
