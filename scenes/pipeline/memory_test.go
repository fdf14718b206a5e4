package pipeline

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestFirstStageHoldsAllLayers: with 1F1B the first stage holds the activations
// of as many layers as the model has, whatever p, and interleaving multiplies
// that by 1 + (p-1)/(p·v). Per layer: the derived rows of activation_memory.json,
// Korthikanti et al., arXiv 2205.05198, equations 4 and 6. The mask of the
// dropout after the embedding, sbh/t for each micro-batch, comes on top.
func TestFirstStageHoldsAllLayers(t *testing.T) {
	var file struct {
		Derived []struct {
			Model string
			Bytes map[string]float64 `json:"per_layer_bytes"`
		} `json:"derived_table"`
	}
	readJSON(t, "activation_memory.json", &file)
	perLayer := map[string]map[string]float64{}
	for _, row := range file.Derived {
		perLayer[row.Model] = row.Bytes
	}
	for _, c := range []struct {
		row, model        string
		layers, p, hidden int
	}{{"175B", "gpt-3-175b", 96, 8, 12288}, {"1T", "megatron-1t", 128, 64, 25600}} {
		for recompute, name := range map[string]string{"none": "tp+sp", "selective": "tp+sp+selective"} {
			p := defaults
			p.Stages, p.Microbatches, p.Model, p.Seq, p.Tensor, p.DType, p.Recompute = c.p, 2*c.p, c.model, 2048, 8, "fp16", recompute
			f := run(t, p)
			mask := float64(2048*c.hidden) / 8
			want := perLayer[c.row][name]*float64(c.layers) + mask*float64(c.p)
			if got := f.held(0); got != want {
				t.Errorf("%s, %s: the first stage holds %v bytes of activations, want %v", c.row, recompute, got, want)
			}
			p.Schedule, p.Chunks = interleaved, c.layers/c.p
			v := float64(p.Chunks)
			factor := 1 + float64(c.p-1)/(float64(c.p)*v)
			// The mask belongs to the first chunk alone, of which 2p-1 are in
			// flight at most; leave it out.
			got := run(t, p).held(0)
			if least := perLayer[c.row][name] * float64(c.layers) * factor; got < least || got > least+2*mask*float64(c.p) {
				t.Errorf("%s, %s, interleaved: %v bytes, want %v and up to %v of masks", c.row, recompute, got, least, 2*mask*float64(c.p))
			}
		}
	}
}

// held is the most activations of a rank, in bytes.
func (f *film) held(r int) float64 {
	base := 0.0
	for _, bytes := range f.static(r) {
		base += bytes
	}
	return f.byRank[r].most - base
}

// TestWeightGradientsOweThirtyTwoSBH: what a GPT layer keeps between input and
// weight gradient, in 16 bits. Qi et al., arXiv 2401.10241, Table 1.
func TestWeightGradientsOweThirtyTwoSBH(t *testing.T) {
	p := defaults
	p.Model, p.Stages, p.Seq, p.Microbatch, p.Schedule, p.Chunks, p.Recompute = "gpt-3-175b", 4, 2048, 2, zbH1, 1, "none"
	j, err := settle(p)
	if err != nil {
		t.Fatal(err)
	}
	const s, b, h, a, layers = 2048., 2., 12288., 96., 24.
	if got, want := j.costs[1].owed, layers*32*s*b*h; got != want {
		t.Errorf("%v bytes until the weight gradient, want %v", got, want)
	}
	if got, want := j.costs[1].act, layers*s*b*h*(34+5*a*s/h); got != want {
		t.Errorf("%v bytes until the input gradient, want %v", got, want)
	}
}

// TestRecomputationNeverRaisesMemory, on any rank, with any schedule.
func TestRecomputationNeverRaisesMemory(t *testing.T) {
	for _, schedule := range schedules {
		rapid.Check(t, func(r *rapid.T) {
			pl := drawPlan(r, schedule, 6, 12)
			p := defaults
			p.Schedule, p.Stages, p.Chunks, p.Microbatches = schedule, pl.ranks, pl.chunks, pl.micro
			p.Model = rapid.SampledFrom([]string{"llama-2-7b", "gpt-2-xl", "deepseek-v2-lite", "mixtral-8x7b"}).Draw(r, "model")
			before := math.Inf(1)
			for _, recompute := range []string{"none", "selective", "full"} {
				p.Recompute = recompute
				f := run(t, p)
				if now := f.byRank[f.fullest].most; now > before {
					r.Fatalf("%s with %s recomputation: %v bytes, %v with less", schedule, recompute, now, before)
				} else {
					before = now
				}
			}
		})
	}
}

// TestActivationsComeAndGo: every rank's activations begin and end at nothing,
// and what a rank of 1F1B holds at its peak are min(m, p-s) micro-batches.
func TestActivationsComeAndGo(t *testing.T) {
	for _, schedule := range schedules {
		f := run(t, units(schedule, 4, 0, 8))
		for r := range f.ranks {
			points := f.tl.Points(f.tasks.memory[r][activations])
			if last := points[len(points)-1]; last.Value != 0 {
				t.Errorf("%s, rank %d ends with %v bytes of activations", schedule, r, last.Value)
			}
			if f.held(r) <= 0 {
				t.Errorf("%s, rank %d holds nothing", schedule, r)
			}
			if want := float64(min(8, 4-r)) * f.costs[r].act; schedule == oneFOneB && f.held(r) != want {
				t.Errorf("1F1B, rank %d holds %v bytes, want %v", r, f.held(r), want)
			}
		}
	}
}

// TestModelTimes: FLOPs by hand for Llama 2 7B, sequences of 4,096: a layer has
// 12.5·h²-like weights of its own shape; the head stands on the last stage.
func TestModelTimes(t *testing.T) {
	f := run(t, defaults)
	const (
		s, h, ffn, vocab = 4096., 4096., 11008., 32000.
		rate             = 0.5 * 989e12
		linear           = 2 * s * (4*h*h + 3*h*ffn)
		attention        = 4 * s * s * h
		head             = 2 * s * h * vocab
	)
	near := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-3*want { // the data sheet's 989.4 or 989
			t.Errorf("%s: %v s, want %v", name, got, want)
		}
	}
	near("F of stage 0", f.costs[0].f, 8*(linear+attention)/rate)
	near("B of stage 0", f.costs[0].b, 8*(linear+3*attention)/rate) // selective: the core runs again
	near("W of stage 0", f.costs[0].w, 8*linear/rate)
	near("F of stage 3", f.costs[3].f, (8*(linear+attention)+head)/rate)
	near("a hop", f.hop.seconds(), 5e-6+s*h*2/50e9)
}
