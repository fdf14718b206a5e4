package scenetest

import (
	"testing"

	"inflight/scenes"
)

// testMessages wants a label in each language for all that a reader sees.
func testMessages(t *testing.T, e *scenes.Entry) {
	want := func(keys ...string) {
		t.Helper()
		for _, lang := range scenes.Langs {
			found := false
			for _, key := range keys {
				_, ok := scenes.Lookup(lang, key)
				found = found || ok
			}
			if !found {
				t.Errorf("content/%s/messages has none of %q", lang, keys)
			}
		}
	}
	s := e.New()
	for _, k := range s.Knobs() {
		want("knob."+k.Key, e.Name+".knob."+k.Key)
		want("knob."+k.Key+".help", e.Name+".knob."+k.Key+".help")
		if k.Group == "" {
			t.Errorf("knob %s is in no group", k.Key)
		}
		want("group." + k.Group)
		for _, o := range k.Choices {
			if o.Label == "" {
				want("choice."+k.Key+"."+o.Value, e.Name+".choice."+k.Key+"."+o.Value)
			}
		}
	}
	for _, p := range e.Presets {
		want(e.Name + ".preset." + p.ID)
	}
	want(e.Name + ".title")
	want(e.Name + ".summary")
	f, err := s.Build()
	if err != nil {
		t.Fatalf("the default setting is refused: %v", err)
	}
	for _, m := range f.Metrics() {
		want("metric."+m.ID, e.Name+".metric."+m.ID)
	}
	for _, c := range f.Checks() {
		want("metric."+c.ID, e.Name+".metric."+c.ID)
	}
}
