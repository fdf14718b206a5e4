package scenes_test

import (
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/unit"
)

// params has a knob of each kind.
type params struct {
	GPUs      int
	Bytes     float64
	Bandwidth float64
	Op        string
	Causal    bool
}

var scene = scenes.Scene[params]{
	Name:    "fake",
	Default: params{GPUs: 8, Bandwidth: 300e9, Op: "ring"},
	Knobs: func(p *params) []scenes.Knob {
		return []scenes.Knob{
			scenes.WholeKnob(&p.GPUs, "gpus", 2, 16384),
			scenes.NumberKnob(&p.Bytes, "bytes", unit.Byte, 1, 1e15).OrAuto(14e9),
			scenes.NumberKnob(&p.Bandwidth, "bandwidth", unit.BytesPerSecond, 1e8, 1e13).WithNames(scenes.Named{Name: "nvlink4", Value: 450e9}),
			scenes.ChoiceKnob(&p.Op, "op", scenes.Words("ring", "tree")...),
			scenes.SwitchKnob(&p.Causal, "causal"),
		}
	},
}

func values(pairs ...string) []scenes.Value {
	var list []scenes.Value
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, scenes.Value{Key: pairs[i], Text: pairs[i+1]})
	}
	return list
}

func TestApplySetsWhatFits(t *testing.T) {
	for _, c := range []struct{ key, text, want string }{
		{"gpus", "16", "16"},
		{"gpus", "1e3", "1000"},
		{"bytes", "16MiB", "16MiB"},
		{"bytes", "", ""},
		{"bandwidth", "nvlink4", "nvlink4"},
		{"bandwidth", "450GB/s", "nvlink4"},
		{"bandwidth", "25 GB/s", "25GB/s"},
		{"bandwidth", "400Gbit/s", "50GB/s"},
		{"op", "tree", "tree"},
		{"causal", "true", "true"},
	} {
		s := scene.Entry().New()
		if problems := s.Apply(values(c.key, c.text), true); len(problems) > 0 {
			t.Errorf("%s=%s: %v", c.key, c.text, problems)
		}
		if k, _ := s.Knob(c.key); k.Text() != c.want {
			t.Errorf("%s=%s reads %q, want %q", c.key, c.text, k.Text(), c.want)
		}
	}
}

func TestApplyReportsWhatDoesNotFitAndKeepsTheRest(t *testing.T) {
	s := scene.Entry().New()
	problems := s.Apply(values("gpus", "1", "op", "tre", "bandwidth", "fast", "causal", "yes", "gpu", "4", "bytes", "1GB"), true)
	var got []string
	for _, p := range problems {
		got = append(got, p.Error())
	}
	want := []string{
		"gpus=1: want a whole number from 2 to 16384",
		"op=tre: want one of ring, tree (did you mean tree?)",
		"bandwidth=fast: want a number from 100 MB/s to 10 TB/s",
		"causal=yes: want true or false",
		"gpu=4: fake has no such knob (did you mean gpus?)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if changed := s.Changed(); !slices.Equal(changed, values("bytes", "1GB")) {
		t.Errorf("changed: %v, want only bytes=1GB", changed)
	}
}

func TestApplyIgnoresUnknownKeysInLinks(t *testing.T) {
	if problems := scene.Entry().New().Apply(values("utm_source", "x"), false); len(problems) > 0 {
		t.Errorf("got %v, want none", problems)
	}
}

func TestCloneIsItsOwn(t *testing.T) {
	s := scene.Entry().New()
	c := s.Clone()
	c.Apply(values("gpus", "64"), true)
	if k, _ := s.Knob("gpus"); k.Text() != "8" {
		t.Errorf("the original has gpus=%s after its clone changed, want 8", k.Text())
	}
}

func TestStopsAreAscendingAndHoldNamedAndPresentValues(t *testing.T) {
	s := scene.Entry().New()
	s.Apply(values("gpus", "77", "bandwidth", "333GB/s"), true)
	for key, want := range map[string][]string{"gpus": {"2", "3", "8", "77", "1024", "16384"}, "bandwidth": {"100MB/s", "nvlink4", "333GB/s", "10TB/s"}} {
		k, _ := s.Knob(key)
		var texts []string
		last := k.Min - 1
		for _, stop := range k.Stops() {
			if stop.Value <= last {
				t.Errorf("%s: stop %v after %v", key, stop.Value, last)
			}
			last = stop.Value
			texts = append(texts, stop.Text)
		}
		for _, w := range want {
			if !slices.Contains(texts, w) {
				t.Errorf("%s has no stop %s: %v", key, w, texts)
			}
		}
	}
}

func TestNoLanguageLacksAMessage(t *testing.T) {
	first := scenes.MessageKeys(scenes.Langs[0])
	for _, lang := range scenes.Langs[1:] {
		keys := scenes.MessageKeys(lang)
		for _, k := range first {
			if !slices.Contains(keys, k) {
				t.Errorf("content/%s/messages lacks %q", lang, k)
			}
		}
		for _, k := range keys {
			if !slices.Contains(first, k) {
				t.Errorf("content/%s/messages has %q, which %s lacks", lang, k, scenes.Langs[0])
			}
		}
	}
}

func TestMessagesFillTheirPlacesAlikeInEachLanguage(t *testing.T) {
	places := func(pattern string) []string {
		var found []string
		for _, part := range strings.Split(pattern, "{")[1:] {
			number, _, _ := strings.Cut(part, "}")
			number, _, _ = strings.Cut(number, ":")
			if !slices.Contains(found, number) {
				found = append(found, number)
			}
		}
		slices.Sort(found)
		return found
	}
	for _, key := range scenes.MessageKeys("en") {
		en, _ := scenes.Lookup("en", key)
		for _, lang := range scenes.Langs[1:] {
			other, ok := scenes.Lookup(lang, key)
			if ok && !slices.Equal(places(en), places(other)) {
				t.Errorf("%s fills %v in en, %v in %s", key, places(en), places(other), lang)
			}
		}
	}
}
