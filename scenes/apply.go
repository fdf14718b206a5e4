package scenes

import (
	"errors"
	"slices"
	"strings"

	"inflight/scenes/sim"
	"inflight/scenes/suggest"
)

// Entry is a scene of whatever parameters, as the list of scenes holds it.
type Entry struct {
	Name    string
	Presets []Preset
	// New is the default setting.
	New func() *Setting
}

// Setting is the parameters of one scene.
type Setting struct {
	Entry *Entry
	knobs func() []Knob
	build func() (Film, error)
	clone func() *Setting
}

// Entry wraps the scene for the list of scenes.
func (s Scene[P]) Entry() *Entry {
	e := &Entry{Name: s.Name, Presets: s.Presets}
	var open func(P) *Setting
	open = func(p P) *Setting {
		return &Setting{
			Entry: e,
			knobs: func() []Knob { return s.Knobs(&p) },
			build: func() (Film, error) { return s.Build(p) },
			clone: func() *Setting { return open(p) },
		}
	}
	e.New = func() *Setting { return open(s.Default) }
	return e
}

// Preset finds a preset by its id.
func (e *Entry) Preset(id string) (Preset, bool) {
	i := slices.IndexFunc(e.Presets, func(p Preset) bool { return p.ID == id })
	if i < 0 {
		return Preset{}, false
	}
	return e.Presets[i], true
}

// Knobs are all that the setting holds, in the order shown.
func (s *Setting) Knobs() []Knob { return s.knobs() }

// Knob finds a knob by its key.
func (s *Setting) Knob(key string) (Knob, bool) {
	for _, k := range s.knobs() {
		if k.Key == key {
			return k, true
		}
	}
	return Knob{}, false
}

// Build runs the engine.
func (s *Setting) Build() (Film, error) {
	f, err := s.build()
	var limit *sim.LimitError
	if errors.As(err, &limit) {
		return nil, Refuse(limits[limit.Limit])
	}
	return f, err
}

// limits are the words for the limits of the engine.
var limits = [...]string{sim.TooLong: "refuse.too-long", sim.TooMany: "refuse.too-many", sim.TooMixed: "refuse.too-mixed"}

// Clone is a setting with the same values.
func (s *Setting) Clone() *Setting { return s.clone() }

// Changed are the values that differ from the default, in the order of the
// knobs: the share link of the setting.
func (s *Setting) Changed() []Value {
	var changed []Value
	defaults := s.Entry.New().Knobs()
	for i, k := range s.Knobs() {
		if text := k.Text(); text != defaults[i].Text() {
			changed = append(changed, Value{k.Key, text})
		}
	}
	return changed
}

// Problem says what is wrong with a value from outside.
type Problem struct {
	Key, Value string
	Want       Message
}

// Text is "gpus=1: want a whole number from 2 to 16384".
func (p Problem) Text(lang string) string {
	if p.Value == "" {
		return p.Key + ": " + p.Want.Text(lang)
	}
	return p.Key + "=" + p.Value + ": " + p.Want.Text(lang)
}

func (p Problem) Error() string { return p.Text(Langs[0]) }

// Apply gives the setting values from outside: URL, command line, message, page.
// A value that does not fit is reported and its knob stays as it was; the others
// take effect. A key that no knob has is reported only when strict.
func (s *Setting) Apply(values []Value, strict bool) []Problem {
	var problems []Problem
	for _, v := range values {
		k, ok := s.Knob(v.Key)
		switch {
		case ok:
			if p := k.Set(v.Text); p != nil {
				problems = append(problems, *p)
			}
		case strict:
			problems = append(problems, s.unknown(v))
		}
	}
	return problems
}

func (s *Setting) unknown(v Value) Problem {
	var keys []string
	for _, k := range s.Knobs() {
		keys = append(keys, k.Key)
	}
	want := Say("want.key", s.Entry.Name, strings.Join(keys, ", "))
	if near := suggest.Nearest(v.Key, keys); near != "" {
		want = Say("want.key-near", s.Entry.Name, near)
	}
	return Problem{Key: clip(v.Key), Value: clip(v.Text), Want: want}
}

// clip keeps a sentence short whatever came in, on one line.
func clip(s string) string {
	const most = 40
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

func clipList(values []string) string {
	const most = 12
	if len(values) > most {
		return strings.Join(values[:most], ", ") + ", …"
	}
	return strings.Join(values, ", ")
}
