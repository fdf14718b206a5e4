package report_test

import (
	"slices"
	"testing"

	"inflight/scenes/pipeline"
	"inflight/scenes/report"
)

// TestCountsHaveNoPlaces, and what is measured has as many as can be compared.
func TestCountsHaveNoPlaces(t *testing.T) {
	s := pipeline.Scene.Entry().New()
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	checks := report.New(s, f, "en").Film.Checks
	for id, want := range map[string]string{"peak-inflight": "4", "bubble-of-total": "29.71989 %"} {
		i := slices.IndexFunc(checks, func(c report.Check) bool { return c.ID == id })
		if i < 0 || checks[i].Engine != want || checks[i].Formula != want {
			t.Errorf("%s: got %+v, want %s twice", id, checks, want)
		}
	}
}
