package scenes_test

import (
	"errors"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// What the engine refuses reaches a reader as a sentence of his language.
func TestLimitsOfTheEngineAreRefusedInWords(t *testing.T) {
	for _, c := range []struct {
		name   string
		run    func() error
		en, zh string
	}{
		{"time", func() error { _, err := sim.Seconds(1e9); return err }, "106 days", "106 天"},
		{"tasks", func() error { return &sim.LimitError{Limit: sim.TooMany} }, "more tasks", "任务数"},
		{"rates", func() error { return &sim.LimitError{Limit: sim.TooMixed} }, "share links", "争用链路"},
	} {
		s := scenes.Scene[int]{
			Name:  "limit",
			Knobs: func(*int) []scenes.Knob { return nil },
			Build: func(int) (scenes.Film, error) { return nil, c.run() },
		}
		_, err := s.Entry().New().Build()
		var r scenes.Refusal
		if !errors.As(err, &r) {
			t.Errorf("%s: %v: want a refusal", c.name, err)
			continue
		}
		for lang, want := range map[string]string{"en": c.en, "zh": c.zh} {
			if got := r.Text(lang); !strings.Contains(got, want) {
				t.Errorf("%s, %s: %q: want %q in it", c.name, lang, got, want)
			}
		}
	}
}
