package report_test

import (
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/sim"
)

func TestAQueryIsReadBackAsWritten(t *testing.T) {
	want := []scenes.Value{
		{Key: "bandwidth", Text: "300GB/s"}, {Key: "a&b", Text: "c=d&e"}, {Key: "mfu", Text: "70%"}, {Key: "x", Text: "1+1 2"},
		{Key: "中", Text: "#?%41/\"<script>"}, {Key: "empty", Text: ""}, {Key: "x", Text: "\x00\xff"},
	}
	query := report.Query(want)
	if strings.ContainsAny(query, " <>\"#?\x00") || !strings.Contains(query, "300GB/s") {
		t.Errorf("%q: want it fit for an address, and a slash as it is", query)
	}
	for _, text := range []string{query, "?" + query, query + "&&"} {
		if got, err := report.Values(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q reads %q, %v, want %q", text, got, err, want)
		}
	}
	for _, bad := range []string{"a=%", "a=%4", "%zz=1"} {
		if got, err := report.Values(bad); err == nil {
			t.Errorf("%q reads %q, want an error", bad, got)
		}
	}
}

func TestInstantOfAText(t *testing.T) {
	film := side(t, "").Film
	end := film.Timeline().End()
	last := film.Steps()[len(film.Steps())-1]
	for text, want := range map[string]sim.Time{
		"0": 0, last.ID: last.At, "1us": sim.Microsecond, "1e-6": sim.Microsecond, "0.001ms": sim.Microsecond,
		"1e300": end, "106d": end, "Inf": end, end.String(): end,
	} {
		if got, ok := report.Instant(film, text); !ok || got != want && text != end.String() || got > end {
			t.Errorf("%q is %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-1", "-1us", "NaN", "no/step", "1GB", "1 2", "0x"} {
		if got, ok := report.Instant(film, text); ok {
			t.Errorf("%q is %v, want no instant", text, got)
		}
	}
}

func TestStatesOfACheck(t *testing.T) {
	for want, c := range map[string]scenes.Check{
		"equal":   {Engine: 1, Formula: 1},
		"differs": {Engine: 1, Formula: 2, Tolerance: 1e-9},
		"bounds":  {Engine: 1, Lower: 1, Upper: 2},
		"none":    {Engine: 1, Formula: 2, Why: scenes.Say("verdict.none")},
	} {
		if got := report.State(c); got != want {
			t.Errorf("%+v is %q, want %q", c, got, want)
		}
	}
	if got := report.State(scenes.Check{Engine: 3, Lower: 1, Upper: 2}); got != "differs" {
		t.Errorf("outside its bounds a check is %q, want differs", got)
	}
}

func TestWhatStandsBesideHasToFit(t *testing.T) {
	a := side(t, "gpus=4")
	for query, want := range map[string]string{
		"gpus=1": "compare: gpus=1: want a whole number from 2 to 16384",
		"gpu=8":  "compare: gpu=8: collective has no such knob (did you mean gpus?)",
		"a=%":    `compare: invalid URL escape "%"`,
	} {
		if _, err := report.Compare(a, query); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", query, err, want)
		}
	}
	pair, err := report.Compare(a, "")
	if err != nil || len(pair.Sides[1].Setting.Changed()) != 0 {
		t.Errorf("nothing beside it is %v, %v, want the default", pair, err)
	}
}
