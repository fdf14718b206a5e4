package report

import (
	"encoding/json"
	"testing"

	"inflight/scenes"
	"inflight/scenes/collective"
)

func panelAt(t *testing.T, lang string, values ...scenes.Value) Panel {
	t.Helper()
	s := collective.Scene.Entry().New()
	if problems := s.Apply(values, true); len(problems) > 0 {
		t.Fatal(problems)
	}
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return New(s, f, lang)
}

// Old panel and news together are the new panel.
func TestNewsAndThePanelBeforeAreThePanel(t *testing.T) {
	before := panelAt(t, "en")
	after := panelAt(t, "en", scenes.Value{Key: "bandwidth", Text: "301GB/s"}, scenes.Value{Key: "gpus", Text: "6"})
	news := after.News(before)
	kept := 0
	for i, k := range news.Knobs {
		old := before.Knobs[i]
		k.Help = old.Help
		if k.Choices == nil {
			k.Choices = old.Choices
		}
		if k.Stops == nil {
			k.Stops = old.Stops
			kept++
		}
		if got, want := text(t, k), text(t, after.Knobs[i]); got != want {
			t.Errorf("%s: got %s, want %s", k.Key, got, want)
		}
	}
	if kept == 0 || kept == len(news.Knobs) {
		t.Errorf("%d of %d knobs rest where they did, want some", kept, len(news.Knobs))
	}
	if got, want := len(text(t, news)), len(text(t, after)); got > want/3 {
		t.Errorf("news of %d bytes, of %d in all", got, want)
	}
}

func TestNewsInAnotherLanguageAreAll(t *testing.T) {
	before, after := panelAt(t, "en"), panelAt(t, "zh")
	if text(t, after.News(before)) != text(t, after) {
		t.Error("something was left out")
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
