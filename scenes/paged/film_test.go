package paged

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/paged/serve"
	"inflight/scenes/sim"
)

func filmOf(t *testing.T, set func(p *Params)) *film {
	t.Helper()
	p := small(t)
	set(&p)
	f, err := build(p)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*film)
}

// TestEngineFindsTheServersTimes: the server decides with times of its own; the
// engine, given the tasks alone, finds the same.
func TestEngineFindsTheServersTimes(t *testing.T) {
	idle, swapped := false, false
	for _, set := range []func(p *Params){
		func(*Params) {},
		func(p *Params) { p.Rate = 1 },
		func(p *Params) { p.Preempt, p.Rate = swap, 100 },
		func(p *Params) { p.Preempt, p.Samples, p.Sampling, p.Rate, p.Blocks = swap, 3, beam, 20, 45 },
		func(p *Params) { p.Batching, p.Allocator = static, contiguousPow2 },
	} {
		f := filmOf(t, set)
		for k := range f.res.Steps {
			st := &f.res.Steps[k]
			r, ok := f.tl.Find(sim.ID{Kind: kindOf(st), A: int32(k)})
			if !ok {
				t.Fatalf("step %d is not in the timeline", k)
			}
			if got, want := f.tl.Finish(r), st.End; got != want {
				t.Fatalf("%+v: step %d ends at %v, the server says %v", f.p, k, got, want)
			}
			if got, want := f.tl.Start(r), st.End-st.Work; got != want {
				t.Fatalf("%+v: step %d starts at %v, the server says %v", f.p, k, got, want)
			}
			idle, swapped = idle || st.Idle && k > 0, swapped || st.Out > 0
		}
		if f.tl.End() != f.res.End() {
			t.Errorf("the film ends at %v, the server at %v", f.tl.End(), f.res.End())
		}
	}
	if !idle || !swapped {
		t.Errorf("some step after an idle time: %v, with a swap: %v; want both", idle, swapped)
	}
}

// TestOneRequestByHand: OPT-13B in fp16 on an A100 with 1.555 TB/s. The prompt of
// 100 tokens reads 25.707 GB of weights and 100 tokens of KV cache of 819,200 B,
// which takes longer than its FLOPs; so does each of the other nine tokens.
func TestOneRequestByHand(t *testing.T) {
	p := small(t)
	f, err := WithRequests([]serve.Request{{Prompt: 100, Outputs: []int{10}}}).Build(p)
	if err != nil {
		t.Fatal(err)
	}
	const weights, kv, bandwidth = 2 * 12_853_473_280.0, 819_200.0, 1.555e12
	want := 0.0
	for tokens := 100.0; tokens < 110; tokens++ {
		want += (weights + kv*tokens) / bandwidth
	}
	if got := f.Timeline().End().Seconds(); got < want-1e-11 || got > want+1e-11 {
		t.Errorf("%v s, want %v", got, want)
	}
	for _, c := range f.Checks() {
		if c.ID == "time" && (c.Bounds() || !c.OK() || !c.Applies()) {
			t.Errorf("check %+v, want it equal", c)
		}
	}
}

// TestLongPromptIsBoundByFLOPs: 2 FLOPs a weight and token, and attention, at half
// the peak of 312 TFLOP/s.
func TestLongPromptIsBoundByFLOPs(t *testing.T) {
	p := defaults
	p.Blocks, p.MaxTokens, p.StepTokens = 983, 2048, 4096
	f, err := WithRequests([]serve.Request{{Prompt: 2000, Outputs: []int{1}}}).Build(p)
	if err != nil {
		t.Fatal(err)
	}
	const layers, hidden, ffn, vocab, tokens = 40, 5120.0, 20480.0, 50272.0, 2000.0
	linear := 2 * layers * (4*hidden*hidden + 2*hidden*ffn) * tokens
	attention := layers * 4 * hidden * tokens * (tokens + 1) / 2
	head := 2 * hidden * vocab
	want := (linear + attention + head) / (0.5 * 312e12)
	if got := f.Timeline().End().Seconds(); got < want*0.999 || got > want*1.001 {
		t.Errorf("%v s, want %v (biases, 0.02 %%, left out)", got, want)
	}
}

// TestFilmKnowsItsTables: what a picture reads of a step is what the server did
// there, whichever order it asks in.
func TestFilmKnowsItsTables(t *testing.T) {
	f := filmOf(t, func(*Params) {})
	for _, k := range []int{40, 3, 90, 41, 0} {
		used := 0
		for b := range f.res.Trace.Blocks {
			if f.res.Trace.Block(b, k).Refs > 0 {
				used++
			}
		}
		if got, want := float64(used*f.p.Block), float64(f.p.Blocks*f.p.Block)-f.res.Steps[k].Usage.Free; got != want {
			t.Errorf("step %d: %v slots in blocks, want %v", k, got, want)
		}
	}
}

func TestRefusalsAndRemarks(t *testing.T) {
	for _, c := range []struct {
		set  func(p *Params)
		want string
	}{
		{func(p *Params) { p.Blocks, p.Model = 0, "llama-2-70b" }, "paged.refuse.weights"},
		{func(p *Params) { p.Blocks = 3 }, "paged.refuse.large"},
		{func(p *Params) { p.Allocator, p.Blocks = contiguousMax, 7 }, "paged.refuse.large"},
		{func(p *Params) { p.Requests, p.Prompt, p.MaxTokens, p.Blocks = 4096, 2000, 0, 9999 }, "paged.refuse.tokens"},
	} {
		p := small(t)
		c.set(&p)
		_, err := build(p)
		if r, ok := err.(scenes.Refusal); !ok || r.Key != c.want {
			t.Errorf("%+v: %v, want %s", p, err, c.want)
		}
	}
	if _, err := WithRequests([]serve.Request{{Prompt: 100, Outputs: []int{100}}}).Build(small(t)); err == nil {
		t.Error("a row of 200 tokens where 128 are the most runs, want it refused")
	}
	f := filmOf(t, func(p *Params) { p.Model = "llama-2-70b" })
	if list := f.Remarks(); len(list) == 0 || list[0].Key != "paged.remark.weights" {
		t.Errorf("remarks %v, want that the weights do not fit", list)
	}
}

// TestACachedPromptVisitsFewExperts: of a prompt that the cache has, one token is
// computed, so its step may read the experts of one token only.
func TestACachedPromptVisitsFewExperts(t *testing.T) {
	p := defaults
	p.Block, p.Blocks, p.MaxTokens, p.Prefix, p.Model = 1, 3, 3, 1, "deepseek-v3"
	f, err := build(p)
	if err != nil {
		t.Fatal(err)
	}
	if hit := f.(*film).res.Hit; hit == 0 {
		t.Error("no token was found in the cache, want some")
	}
	for _, c := range f.Checks() {
		if c.Applies() && !c.OK() {
			t.Errorf("%s: engine %v, want it from %v to %v", c.ID, c.Engine, c.Lower, c.Upper)
		}
	}
}
