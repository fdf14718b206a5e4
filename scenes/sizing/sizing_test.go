package sizing

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"inflight/scenes"
	"inflight/scenes/scenetest"
)

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// must is the answer to a setting written as "key=value key=value".
func must(t tester, values ...string) *answer {
	t.Helper()
	a, err := build(values...)
	if err != nil {
		t.Fatalf("%v: %v", values, err)
	}
	return a
}

func build(values ...string) (*answer, error) {
	s := Entry().New()
	for _, p := range s.Apply(preset("", "", strings.Join(values, " ")).Values, true) {
		return nil, p
	}
	f, err := s.Build()
	if err != nil {
		return nil, err
	}
	return f.(*answer), nil
}

func near(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*math.Max(math.Abs(got), math.Abs(want))
}

// TestEverySettingIsAnsweredOrRefusedInWords: parts are no less than nothing, their
// sum is the whole, no step is better than what its products allow, and each text
// is there in each language.
func TestEverySettingIsAnsweredOrRefusedInWords(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := scenetest.Random(r, Entry())
		k, _ := s.Knob("gpus")
		k.Set(strconv.Itoa(1 << rapid.IntRange(0, 12).Draw(r, "log gpus"))) // else hardly any divides
		for _, key := range []string{"tensor", "context", "stages", "microbatch"} {
			k, _ := s.Knob(key)
			k.Set(strconv.Itoa(1 << rapid.IntRange(0, 3).Draw(r, "log "+key)))
		}
		k, _ = s.Knob("batch")
		k.Set(strconv.Itoa(1 << rapid.IntRange(8, 16).Draw(r, "log batch")))
		for _, lang := range scenes.Langs {
			checkTexts(r, New(s, lang))
		}
		f, err := s.Build()
		if err != nil {
			if _, ok := err.(scenes.Refusal); !ok {
				r.Fatalf("%v: %T %v, want a refusal", s.Changed(), err, err)
			}
			return
		}
		a := f.(*answer)
		checkSums(r, s, a)
		if mfu := a.MFU; a.rated && mfu > a.params.MFU*(1+1e-9) {
			r.Fatalf("%v: MFU %v of a step whose products reach %v", s.Changed(), mfu, a.params.MFU)
		}
	})
}

func checkSums(t tester, s *scenes.Setting, a *answer) {
	t.Helper()
	for _, sum := range []struct {
		parts []part
		total float64
	}{{a.Memory.parts(), a.Memory.Total()}, {a.Time.parts(), a.Time.Total()}} {
		all := 0.0
		for _, p := range sum.parts {
			if !(p.value >= -1e-9*sum.total) {
				t.Fatalf("%v: %s is %v of %v", s.Changed(), p.id, p.value, sum.total)
			}
			all += p.value
		}
		if !near(all, sum.total, 1e-12) || !(all > 0) || math.IsInf(all, 0) {
			t.Fatalf("%v: parts make %v of %v", s.Changed(), all, sum.total)
		}
	}
}

func checkTexts(t tester, r Report) {
	t.Helper()
	texts := []string{r.Panel.Refusal}
	if a := r.Answer; a != nil {
		texts = append(append(texts, a.Verdict, a.Bound, a.Advice), a.Remarks...)
		for _, rows := range [][]Row{a.Memory.Rows, a.Time.Rows, a.Facts} {
			for _, row := range rows {
				texts = append(texts, row.Label, row.Text)
			}
		}
		for _, l := range a.Links {
			texts = append(texts, l.Label)
		}
	}
	for _, text := range texts {
		if strings.ContainsAny(text, "{}") || strings.Contains(text, "calculator.") {
			t.Fatalf("%s reads %q", r.Panel.Query, text)
		}
	}
}

func TestRefusals(t *testing.T) {
	for values, want := range map[string]string{
		"gpus=60":              "60 GPUs are no multiple of tensor 8 × context 1 × pipeline 1 = 8",
		"batch=100":            "a global batch of 100 is no multiple of 8: 8 data-parallel GPUs times 1 sequence a micro-batch",
		"batch=4 microbatch=2": "a global batch of 4 is no multiple of 16: 8 data-parallel GPUs times 2 sequences a micro-batch",
		"stages=2 batch=8192":  "2048 micro-batches: want at most 1024 in a pipeline",
		"seq=2 context=4":      "sequences of 2 tokens cannot be shared by 4 GPUs",
		"model=gpt-2 gpus=128 tensor=1 stages=16 strategy=ddp": "12 layers are too few for 16 stages",
		"model=mixtral-8x7b expert=3":                          "3 GPUs cannot share experts: want a divisor of the 8 data-parallel GPUs",
	} {
		if _, err := build(values); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", values, err, want)
		}
	}
}

func TestPresetsAreAnswered(t *testing.T) {
	for _, p := range Entry().Presets {
		s := Entry().New()
		for _, problem := range s.Apply(p.Values, true) {
			t.Errorf("preset %s: %v", p.ID, problem)
		}
		if _, err := s.Build(); err != nil || p.Source == "" {
			t.Errorf("preset %s: error %v, source %q", p.ID, err, p.Source)
		}
		for _, lang := range scenes.Langs {
			for _, key := range []string{"", ".note"} {
				if _, ok := scenes.Lookup(lang, "calculator.preset."+p.ID+key); !ok {
					t.Errorf("%s lacks preset %s%s", lang, p.ID, key)
				}
			}
		}
	}
}

// TestAdviceIsTrue: what is advised comes out as said.
func TestAdviceIsTrue(t *testing.T) {
	for _, values := range []string{"", "recompute=full", "flash=false", "gpus=8", "gpus=8 flash=false microbatch=4", "strategy=ddp model=llama-2-7b tensor=1"} {
		s := Entry().New()
		s.Apply(preset("", "", values).Values, true)
		f, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		now := f.(*answer)
		c, ok := advise(s, now)
		if !ok {
			continue
		}
		other, err := changed(s, c.key, c.to)
		switch {
		case err != nil:
			t.Errorf("%q: %s=%s is advised, and refused: %v", values, c.key, c.to, err)
		case other.Memory != c.Memory || other.TokensPerSecond != c.TokensPerSecond:
			t.Errorf("%q: %s=%s gives %v, advised as %v", values, c.key, c.to, other.Memory, c.Memory)
		case now.Memory.Fits() && (!c.Memory.Fits() || c.TokensPerSecond <= now.TokensPerSecond):
			t.Errorf("%q: %s=%s is no help", values, c.key, c.to)
		}
	}
	if _, ok := advise(settingOf("flash=false"), must(t, "flash=false")); !ok {
		t.Error("no way is found to make room for the scores of attention")
	}
}

func settingOf(values string) *scenes.Setting {
	s := Entry().New()
	s.Apply(preset("", "", values).Values, true)
	return s
}

// Heads that tensor parallelism does not divide are told, and only those.
func TestHeadsThatDoNotDivideAreTold(t *testing.T) {
	for tensor, want := range map[string]bool{"1": false, "2": false, "7": false, "8": true} { // of 14 heads
		s := Entry().New()
		s.Apply([]scenes.Value{{Key: "model", Text: "qwen2.5-0.5b"}, {Key: "tensor", Text: tensor}, {Key: "gpus", Text: "56"}, {Key: "batch", Text: "112"}}, true)
		r := New(s, "en")
		if r.Answer == nil {
			t.Fatalf("tensor=%s: %s", tensor, r.Panel.Refusal)
		}
		told := slices.ContainsFunc(r.Answer.Remarks, func(text string) bool { return strings.Contains(text, "14 attention heads") })
		if told != want {
			t.Errorf("tensor=%s: remarks %q", tensor, r.Answer.Remarks)
		}
	}
}
