package scenes_test

import (
	"math"
	"slices"
	"testing"

	"inflight/scenes"
	"inflight/scenes/unit"
)

func TestAnEngineAgreesWithinTheToleranceAlone(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		check scenes.Check
		ok    bool
	}{
		{scenes.Check{Engine: 1, Formula: 1}, true},
		{scenes.Check{Engine: 1, Formula: 1 + 1e-12, Tolerance: 1e-9}, true},
		{scenes.Check{Engine: 1, Formula: 1 + 1e-8, Tolerance: 1e-9}, false},
		{scenes.Check{Engine: -1, Formula: 1, Tolerance: 1e-9}, false},
		{scenes.Check{Engine: 0, Formula: 1e-30, Tolerance: 1e-9}, false},
		{scenes.Check{Engine: nan, Formula: 1, Tolerance: 1}, false},
		{scenes.Check{Engine: 1, Formula: nan, Tolerance: 1}, false},
		{scenes.Check{Engine: inf, Formula: 1, Tolerance: 1e-9}, false},
		{scenes.Check{Engine: 1, Formula: -inf, Tolerance: 1e-9}, false},
		{scenes.Check{Engine: inf, Lower: 1, Upper: 3}, false},
		{scenes.Check{Engine: 2, Lower: 1, Upper: 3}, true},
		{scenes.Check{Engine: 0.9, Lower: 1, Upper: 3}, false},
		{scenes.Check{Engine: 3.1, Lower: 1, Upper: 3}, false},
		{scenes.Check{Engine: 3.1, Lower: 1, Upper: 3, Tolerance: 0.1}, true},
		{scenes.Check{Engine: nan, Lower: 1, Upper: 3}, false},
		{scenes.Check{Engine: 9, Formula: 1, Why: scenes.Say("switch.off")}, true}, // it says nothing here
	} {
		if got := c.check.OK(); got != c.ok {
			t.Errorf("%+v: got %v, want %v", c.check, got, c.ok)
		}
	}
}

func TestToleranceIsAPicosecondForEachRounding(t *testing.T) {
	for _, c := range []struct {
		rounded       int
		seconds, want float64
	}{{0, 1, 1e-9}, {10, 1e-3, 1e-9 + 1e-8}, {1, 1e-12, 1 + 1e-9}, {5, 0, 1e-9}, {5, -1, 1e-9}} {
		if got := scenes.Tolerance(c.rounded, c.seconds); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%d roundings in %v s: got %v, want %v", c.rounded, c.seconds, got, c.want)
		}
	}
}

func TestValueIsTheNumberThatAKnobStandsFor(t *testing.T) {
	s := scene.Entry().New()
	want := func(key string, value float64) {
		t.Helper()
		if k, _ := s.Knob(key); k.Value() != value {
			t.Errorf("%s=%q stands for %v, want %v", key, k.Text(), k.Value(), value)
		}
	}
	want("gpus", 8)
	want("bytes", 14e9) // auto
	want("op", 0)
	want("causal", 0)
	s.Apply(values("bytes", "2KiB", "op", "tree", "causal", "true", "bandwidth", "nvlink4"), true)
	want("bytes", 2048)
	want("op", 1)
	want("causal", 1)
	want("bandwidth", 450e9)
	s.Apply(values("bytes", ""), true)
	want("bytes", 14e9)
}

func TestStopsOfAnEvenScaleAreEven(t *testing.T) {
	share, count := 0.37, 500
	for _, k := range []scenes.Knob{
		scenes.NumberKnob(&share, "watermark", unit.Share, 0, 1).In("memory"),
		scenes.WholeKnob(&count, "count", 480, 1000),
	} {
		stops := k.Stops()
		if k.Log || len(stops) < 50 || len(stops) > 110 || stops[0].Value != k.Min || stops[len(stops)-1].Value != k.Max {
			t.Fatalf("%s: %d stops from %v to %v, on a log scale: %v", k.Key, len(stops), stops[0].Value, stops[len(stops)-1].Value, k.Log)
		}
		if !slices.ContainsFunc(stops, func(s scenes.Stop) bool { return s.Value == k.Value() }) {
			t.Errorf("%s: no stop at the present %v", k.Key, k.Value())
		}
		widest := 0.0
		for i := 1; i < len(stops); i++ {
			widest = max(widest, stops[i].Value-stops[i-1].Value)
		}
		if most := (k.Max - k.Min) / 45; widest > most {
			t.Errorf("%s: two stops are %v apart, want at most %v", k.Key, widest, most)
		}
	}
	latency := 0.0
	k := scenes.NumberKnob(&latency, "latency", unit.Second, 0, 1e-3).OnLogScale(1e-7)
	if stops := k.Stops(); stops[0].Value != 0 || stops[1].Value != 1e-7 || len(stops) < 30 {
		t.Errorf("a log scale with 0 before it has %d stops from %v, %v, want some forty from 0, 1e-7", len(stops), stops[0].Value, stops[1].Value)
	}
}

func TestAProblemIsShortAndOnOneLine(t *testing.T) {
	s := scene.Entry().New()
	long := "a\n\x00\u2028" + string(make([]byte, 500)) + "\xff"
	problems := s.Apply(values(long, long, "op", long, "gpus", ""), true)
	if len(problems) != 3 {
		t.Fatalf("%d problems, want 3", len(problems))
	}
	for _, p := range problems {
		for _, lang := range scenes.Langs {
			if text := p.Text(lang); len(text) > 300 {
				t.Errorf("%d bytes: %q", len(text), text)
			}
		}
	}
	if got, want := problems[2].Error(), "gpus: want a whole number from 2 to 16384"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
