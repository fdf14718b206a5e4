package llm

import (
	"math"
	"testing"
)

func TestTrainAgreesWithMegatronsEquation(t *testing.T) {
	for _, key := range []string{"gpt-2-xl", "gpt-3-175b", "megatron-1t"} {
		m := must(t, key)
		const b, s = 8, 2048
		l, h, v := float64(m.Layers), float64(m.Hidden), float64(m.Vocab)
		// Narayanan et al., arXiv 2104.04473, eq. 3: with full recomputation.
		want := 96 * b * s * l * h * h * (1 + s/(6*h) + v/(16*l*h))
		if got := m.Train(b, s, RecomputeFull).Total(); !near(got, want) {
			t.Errorf("%s: %v FLOPs, want %v", key, got, want)
		}
		// Without it, a quarter of the layers' work less.
		want = 72 * b * s * l * h * h * (1 + s/(6*h) + v/(12*l*h))
		if got := m.Train(b, s, RecomputeNone).Total(); !near(got, want) {
			t.Errorf("%s without recomputation: %v FLOPs, want %v", key, got, want)
		}
		want += 4 * b * s * s * l * h
		if got := m.Train(b, s, RecomputeSelective).Total(); !near(got, want) {
			t.Errorf("%s, selective: %v FLOPs, want %v", key, got, want)
		}
	}
}

// Table 5 of Korthikanti et al., arXiv 2205.05198: on A100s of 312 TFLOP/s the
// FLOPs without recomputation and the time of an iteration give the MFU.
func TestPublishedUtilization(t *testing.T) {
	var p paper
	load(t, "activation_memory.json", &p)
	for _, model := range []string{"22B", "175B", "530B", "1T"} {
		c, v := p.config(t, model), numbers(t, p.Times, model) // full recompute, present work, increase, MFU, HFU
		peak := float64(c.gpus) * 312e12
		flops := c.model.Train(c.batch, 2048, RecomputeNone).Total()
		if got := 100 * flops / (peak * v[1]); math.Abs(got-v[3]) > 0.25 { // 1.10 s is right to 0.5 %
			t.Errorf("%s: MFU %.2f %%, want %v", model, got, v[3])
		}
		// The paper's hardware FLOPs count the recomputed attention three times.
		once := c.model.Train(c.batch, 2048, RecomputeSelective).Total() - flops
		if got := 100 * (flops + 3*once) / (peak * v[1]); math.Abs(got-v[4]) > 0.25 {
			t.Errorf("%s: HFU %.2f %%, want %v", model, got, v[4])
		}
	}
}

func TestSixND(t *testing.T) {
	// Brown et al., arXiv 2005.14165, Table D.1: GPT-3 175B, 300 billion tokens,
	// 3.14e23 FLOPs.
	if got := SixND(must(t, "gpt-3-175b").Params(), 300e9); math.Abs(got-3.14e23) > 0.005e23 {
		t.Errorf("got %v, want 3.14e23", got)
	}
	// It leaves attention out and takes the embedding for a matrix: for short
	// sequences and a large model it is near.
	m := must(t, "llama-2-70b")
	if got, want := m.Train(1, 128, RecomputeNone).Total(), SixND(m.Params(), 128); math.Abs(got-want) > 0.01*want {
		t.Errorf("one sequence of 128: %v FLOPs, 6ND gives %v", got, want)
	}
}

func TestFLOPsByHand(t *testing.T) {
	// Llama 3 8B, 2 sequences of 4096: a layer has 2·h² + 2·h·1024 + 3·h·14336
	// weights in matrices; attention is 4·b·s²·h.
	m := must(t, "llama-3-8b")
	const b, s, h = 2, 4096, 4096
	got, want := m.LayerForward(0, b, s), FLOPs{Linear: 2 * b * s * (2*h*h + 2*h*1024 + 3*h*14336), Attention: 4 * b * s * s * h}
	if got != want {
		t.Errorf("layer: %+v, want %+v", got, want)
	}
	if got, want := m.HeadForward(b, s).Head, 2.*b*s*h*128256; got != want {
		t.Errorf("head: %v, want %v", got, want)
	}
	if got, want := m.Forward(b, s).Total(), 32*want.Total()+2*b*s*h*128256; got != want {
		t.Errorf("forward: %v, want %v", got, want)
	}
	if got, want := m.Backward(b, s).Total(), 2*m.Forward(b, s).Total(); got != want {
		t.Errorf("backward: %v, want %v", got, want)
	}
	if got, want := want.Causal(), (FLOPs{Linear: want.Linear, Attention: want.Attention / 2}); got != want {
		t.Errorf("causal: %+v, want %+v", got, want)
	}
}

func TestFLOPsOfWindowsExpertsAndLatents(t *testing.T) {
	mistral := must(t, "mistral-7b")
	if got, want := mistral.LayerForward(0, 1, 16384).Attention, 4*mistral.LayerForward(0, 1, 4096).Attention; got != want {
		t.Errorf("beyond the window attention is linear: %v, want %v", got, want)
	}
	// A token meets its active parameters, but for norms and the embedding.
	for _, key := range []string{"mixtral-8x7b", "qwen3-30b-a3b", "deepseek-v3"} {
		m := must(t, key)
		got := m.Forward(1, 1)
		want := 2 * (m.ActiveParams() - m.EmbeddingParams())
		if got := got.Linear + got.Head; math.Abs(got-want) > 0.001*want {
			t.Errorf("%s: %v FLOPs a token, want near %v", key, got, want)
		}
	}
	// DeepSeek-V3: keys of 192 and values of 128 in each of 128 heads.
	if got, want := must(t, "deepseek-v3").LayerForward(0, 1, 10).Attention, 2.*100*128*(192+128); got != want {
		t.Errorf("MLA: %v, want %v", got, want)
	}
}

func TestFreeCountSetsTheFLOPs(t *testing.T) {
	m := Shape(7e9)
	forward := m.Forward(1, 1)
	got := forward.Linear + forward.Head
	norms := float64(2*m.Layers*m.Hidden + m.Hidden)
	if want := 2 * (7e9 - m.EmbeddingParams() - norms); !near(got, want) {
		t.Errorf("%v FLOPs a token, want %v", got, want)
	}
}
