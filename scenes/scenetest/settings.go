package scenetest

import (
	"reflect"
	"strings"
	"testing"

	"inflight/scenes"
)

// Setting is a scene's default with values over it: "gpus=8 nodes=2".
func Setting(t testing.TB, e *scenes.Entry, values string) *scenes.Setting {
	t.Helper()
	s := e.New()
	for _, p := range s.Apply(scenes.Values(values), true) {
		t.Fatalf("%q: %v", values, p)
	}
	return s
}

// Build is the film of a setting.
func Build(t testing.TB, e *scenes.Entry, values string) scenes.Film {
	t.Helper()
	f, err := Setting(t, e, values).Build()
	if err != nil {
		t.Fatalf("%q: %v", values, err)
	}
	return f
}

// Refused wants settings to be refused in words: those are part of the reason, in
// English.
func Refused(t *testing.T, e *scenes.Entry, reasons map[string]string) {
	t.Helper()
	for values, want := range reasons {
		_, err := Setting(t, e, values).Build()
		if refusal, ok := err.(scenes.Refusal); !ok || !strings.Contains(refusal.Text("en"), want) {
			t.Errorf("%q: %v, want a refusal with %q", values, err, want)
		}
	}
}

// IdleKnobs turns each knob that a setting says it does not depend on to its text
// in texts, and wants the same timeline and the same detail. It counts them: so
// many are idle in each setting.
func IdleKnobs(t *testing.T, e *scenes.Entry, texts map[string]string, settings map[string]int) {
	t.Helper()
	see := func(s *scenes.Setting) any {
		f, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		return []any{f.Timeline().Hash(), scenes.Detail(f)}
	}
	for values, count := range settings {
		s := Setting(t, e, values)
		want, idle := see(s), 0
		for _, k := range s.Knobs() {
			if !k.Idle {
				continue
			}
			idle++
			other := s.Clone()
			for _, p := range other.Apply([]scenes.Value{{Key: k.Key, Text: texts[k.Key]}}, true) {
				t.Fatalf("%q: %v", values, p)
			}
			if turned, _ := other.Knob(k.Key); turned.Text() == k.Text() {
				t.Errorf("%q: %s is %s already, want another text for it", values, k.Key, k.Text())
			}
			if !reflect.DeepEqual(see(other), want) {
				t.Errorf("%q: %s=%s changes the film, which calls it idle", values, k.Key, texts[k.Key])
			}
		}
		if idle != count {
			t.Errorf("%q has %d idle knobs, want %d", values, idle, count)
		}
	}
}
