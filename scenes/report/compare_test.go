package report_test

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/collective"
	"inflight/scenes/report"
)

func side(t *testing.T, query string) scenes.Side {
	t.Helper()
	values, err := report.Values(query)
	if err != nil {
		t.Fatal(err)
	}
	s := collective.Scene.Entry().New()
	if p := s.Apply(values, true); len(p) > 0 {
		t.Fatal(p)
	}
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return scenes.Side{Setting: s, Film: f}
}

func TestPanelOfAComparisonHasBothSides(t *testing.T) {
	a := side(t, "gpus=4")
	pair, err := report.Compare(a, "op=all-gather&bandwidth=100GB/s")
	if err != nil {
		t.Fatal(err)
	}
	p := report.New(a.Setting, pair, "en")
	b := report.New(pair.Sides[1].Setting, pair.Sides[1].Film, "en")
	if p.Query != "gpus=4" || p.Compare == nil || p.Compare.Query != "op=all-gather&gpus=4&bandwidth=100GB/s" {
		t.Fatalf("the queries are %q and %+v", p.Query, p.Compare)
	}
	if p.Film.EndText != b.Film.EndText {
		t.Errorf("the film ends at %s, want %s: the longer one", p.Film.EndText, b.Film.EndText)
	}
	for i, m := range p.Film.Metrics {
		if m.ID != b.Film.Metrics[i].ID || m.Other != b.Film.Metrics[i].Text {
			t.Errorf("metric %s has beside it %q, want %q", m.ID, m.Other, b.Film.Metrics[i].Text)
		}
	}
	if got := p.Film.Metrics[0]; got.ID != "time" || got.Ratio != "1.50" {
		t.Errorf("metric %s is %s times that of A, want time and 1.50", got.ID, got.Ratio)
	}
	for i, c := range p.Film.Checks {
		if want := scenes.SideNames[i%2]; c.Side != want || c.ID != p.Film.Checks[i/2*2].ID {
			t.Errorf("check %d is %s of %s, want one of each side by turns", i, c.ID, c.Side)
		}
	}
	for i, k := range p.Compare.Knobs {
		if k.Stops != nil && k.Text == p.Knobs[i].Text {
			t.Errorf("knob %s has the stops that it has in A too", k.Key)
		}
	}
}

func TestOtherSettingCountsFromTheFirst(t *testing.T) {
	a := side(t, "gpus=4&algo=tree").Setting
	for query, want := range map[string]string{
		"op=all-reduce&algo=ring": "gpus=4",
		"":                        "",
		"gpus=16":                 "algo=tree&gpus=16",
	} {
		other, err := report.Other(a, query)
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Query(other.Changed()); got != want {
			t.Errorf("compare=%s beside gpus=4&algo=tree is %q, want %q", query, got, want)
		}
	}
	for query, want := range map[string]string{
		"gpus=1":   "compare: gpus=1: want a whole number from 2 to 16384",
		"gpu=4":    "compare: gpu=4: collective has no such knob (did you mean gpus?)",
		"gpus=%zz": `compare: invalid URL escape "%zz"`,
	} {
		if _, err := report.Other(a, query); err == nil || err.Error() != want {
			t.Errorf("compare=%s: got %v, want %s", query, err, want)
		}
	}
}
