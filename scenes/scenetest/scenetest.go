// Package scenetest holds the tests that every scene must pass, in one call:
//
//	func TestScene(t *testing.T) { scenetest.Run(t, Scene.Entry()) }
package scenetest

import (
	"math"
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"

	"pgregory.net/rapid"
)

// Run tests a scene: its knobs, its texts in each language, its films at random
// settings, its frames.
func Run(t *testing.T, e *scenes.Entry) {
	t.Run("knobs", func(t *testing.T) { testKnobs(t, e) })
	t.Run("bad values", func(t *testing.T) { testBadValues(t, e) })
	t.Run("messages", func(t *testing.T) { testMessages(t, e) })
	t.Run("default", func(t *testing.T) { testFilm(t, e.New()) })
	t.Run("presets", func(t *testing.T) { testPresets(t, e) })
	t.Run("random settings", func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) { testFilm(r, Random(r, e)) })
	})
	t.Run("frames", func(t *testing.T) { testFrames(t, e) })
	t.Run("compare", func(t *testing.T) { testCompare(t, e) })
	t.Run("golden", func(t *testing.T) { testGolden(t, e) })
}

// tester is what testing.T and rapid.T have in common.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// testKnobs holds the knobs to the contract: unique keys, ranges that hold the
// default, texts that Set takes back, a knob for model size and one for bandwidth.
func testKnobs(t *testing.T, e *scenes.Entry) {
	seen := map[string]bool{}
	model, bandwidth := false, false
	for _, k := range e.New().Knobs() {
		if seen[k.Key] {
			t.Errorf("two knobs have the key %s", k.Key)
		}
		seen[k.Key] = true
		model = model || k.Key == "model" || k.Key == "params"
		bandwidth = bandwidth || k.Unit == unit.BytesPerSecond
		for _, text := range append(texts(k), k.Text()) {
			s := e.New()
			same, _ := s.Knob(k.Key)
			if p := same.Set(text); p != nil {
				t.Errorf("a value that the knob itself gives is refused: %v", p)
				continue
			}
			if got, _ := s.Knob(k.Key); got.Text() != text {
				t.Errorf("%s: set to %q, reads %q", k.Key, text, got.Text())
			}
		}
	}
	if !model || !bandwidth {
		t.Errorf("%s has a knob for model size: %v, for bandwidth: %v; want both", e.Name, model, bandwidth)
	}
}

// texts are the values that a control offers.
func texts(k scenes.Knob) []string {
	var list []string
	for _, s := range k.Stops() {
		list = append(list, s.Text)
	}
	for _, o := range k.Choices {
		list = append(list, o.Value)
	}
	if k.Kind == scenes.Switch {
		list = append(list, "true", "false")
	}
	return list
}

// BadValues are texts that no knob takes, whatever its kind.
var BadValues = []string{
	"NaN", "Inf", "-Inf", "+infinity", "1e400", "-1e300", "0x10", "1,5", "--", "null", "true false", " ", "½",
	"<script>alert(1)</script>", "'; drop table", "%00", "\x00", "\xff\xfe", "1e", "８", strings.Repeat("9", 5000), "../../etc/passwd", "1 2",
}

// testBadValues gives each knob values that do not fit: a sentence each, and the
// knob as it was.
func testBadValues(t *testing.T, e *scenes.Entry) {
	for _, k := range e.New().Knobs() {
		values := slices.Clone(BadValues)
		if !k.Optional {
			values = append(values, "")
		}
		if k.Kind == scenes.Whole || k.Kind == scenes.Number {
			values = append(values, "-1", unit.Text(math.Nextafter(k.Max*2, math.Inf(1)), unit.None), "1e300")
		}
		for _, v := range values {
			s := e.New()
			problems := s.Apply([]scenes.Value{{Key: k.Key, Text: v}}, true)
			if len(problems) != 1 {
				t.Errorf("%s=%q: %d problems, want 1", k.Key, clip(v), len(problems))
				continue
			}
			for _, lang := range scenes.Langs {
				text := problems[0].Text(lang)
				if !strings.HasPrefix(text, k.Key) || strings.ContainsAny(text, "\n\x00") || len(text) > 400 {
					t.Errorf("%s=%q: the sentence is %q", k.Key, clip(v), text)
				}
			}
			if got, _ := s.Knob(k.Key); got.Text() != k.Text() {
				t.Errorf("%s=%q changed the knob to %q", k.Key, clip(v), got.Text())
			}
		}
	}
}

func clip(s string) string { return s[:min(len(s), 40)] }

func testPresets(t *testing.T, e *scenes.Entry) {
	for _, p := range e.Presets {
		s := e.New()
		for _, problem := range s.Apply(p.Values, true) {
			t.Errorf("preset %s: %v", p.ID, problem)
		}
		if p.Source == "" {
			t.Errorf("preset %s has no source", p.ID)
		}
		if _, err := s.Build(); err != nil {
			t.Errorf("preset %s: %v", p.ID, err)
		}
		testFilm(t, s)
	}
}

// Random is a random setting of a scene, drawn from its knobs.
func Random(r *rapid.T, e *scenes.Entry) *scenes.Setting {
	s := e.New()
	for _, k := range s.Knobs() {
		if rapid.IntRange(0, 3).Draw(r, k.Key+" stays") == 0 {
			continue
		}
		list := texts(k)
		if k.Optional {
			list = append(list, "")
		}
		text := rapid.SampledFrom(list).Draw(r, k.Key)
		if p := k.Set(text); p != nil {
			r.Fatalf("%v", p)
		}
	}
	return s
}

// testFilm builds a setting: either it is refused in words, or its film keeps
// the invariants of the engine and agrees with its closed forms.
// The film is nil where there is none.
func testFilm(t tester, s *scenes.Setting) scenes.Film {
	t.Helper()
	f, err := s.Build()
	if err != nil {
		testRefusal(t, err)
		return nil
	}
	tl := f.Timeline()
	if err := sim.Verify(tl); err != nil {
		t.Errorf("%v: %v", s.Changed(), err)
	}
	for _, c := range f.Checks() {
		if !c.OK() {
			t.Errorf("%v: check %s: engine %v, formula %v [%v, %v], tolerance %v", s.Changed(), c.ID, c.Engine, c.Formula, c.Lower, c.Upper, c.Tolerance)
		}
		if c.Source == "" || c.Form == "" {
			t.Errorf("check %s has no form or no source", c.ID)
		}
	}
	for _, m := range f.Metrics() {
		if math.IsNaN(m.Value) || math.IsInf(m.Value, 0) {
			t.Errorf("%v: metric %s is %v", s.Changed(), m.ID, m.Value)
		}
	}
	testSteps(t, f)
	return f
}

func testRefusal(t tester, err error) {
	t.Helper()
	refusal, ok := err.(scenes.Refusal)
	if !ok {
		t.Errorf("a setting is refused with %T %v, want a scenes.Refusal", err, err)
		return
	}
	for _, lang := range scenes.Langs {
		text := refusal.Text(lang)
		if _, ok := scenes.Lookup(lang, refusal.Key); !ok || strings.Contains(text, "{") {
			t.Errorf("refusal %s in %s reads %q", refusal.Key, lang, text)
		}
	}
}

func testSteps(t tester, f scenes.Film) {
	t.Helper()
	steps, end := f.Steps(), f.Timeline().End()
	if len(steps) == 0 || steps[0].At != 0 {
		t.Errorf("want a first step at 0, got %d steps", len(steps))
		return
	}
	seen := map[string]bool{}
	for i, s := range steps {
		if seen[s.ID] || s.ID == "" {
			t.Errorf("step %d has the id %q, want one of its own", i, s.ID)
		}
		seen[s.ID] = true
		if s.At > end || i > 0 && s.At < steps[i-1].At {
			t.Errorf("step %s is at %v of %v, after one at %v", s.ID, s.At, end, steps[max(i-1, 0)].At)
		}
		testMessage(t, s.Label)
	}
	for _, share := range []sim.Time{0, 1, 2, 3, 4, 5, 6, 7} {
		testMessage(t, f.Caption(end/7*share))
	}
	for _, m := range scenes.Remarks(f) {
		testMessage(t, m)
	}
	if at := scenes.Telling(f); at < 0 || at > end {
		t.Errorf("the telling instant %v is outside the film of %v", at, end)
	}
}

// testMessage wants a text in each language with nothing left to fill in.
func testMessage(t tester, m scenes.Message) {
	t.Helper()
	for _, lang := range scenes.Langs {
		if _, ok := scenes.Lookup(lang, m.Key); !ok {
			t.Errorf("%s has no message %q", lang, m.Key)
		} else if text := m.Text(lang); text == "" || strings.ContainsAny(text, "{}") {
			t.Errorf("message %s in %s reads %q", m.Key, lang, text)
		}
	}
}
