package serve

import (
	"testing"

	"inflight/scenes/paged/block"
	"inflight/scenes/sim"
	"inflight/tests/noise"

	"pgregory.net/rapid"
)

// plain is a GPU on which a step takes a millisecond for the weights, and a
// microsecond for each token of KV cache.
var plain = Cost{Weights: 1000, KV: 1, Linear: 1, Attention: 1e-3, Head: 1, Rate: 1e9, Bandwidth: 1e6, PCIe: 1e5}

// randomRun draws a server and requests that it can serve.
func randomRun(r *rapid.T) (Config, []Request) {
	size := rapid.SampledFrom([]int{1, 2, 4, 16}).Draw(r, "block")
	maxTokens := rapid.IntRange(8, 64).Draw(r, "max-tokens")
	samples := rapid.IntRange(1, 3).Draw(r, "samples")
	c := Config{
		Allocator: Allocator(rapid.IntRange(0, 3).Draw(r, "allocator")),
		Pool: block.Config{
			Size: size, Blocks: maxTokens/size + rapid.IntRange(1, 2*samples*maxTokens/size).Draw(r, "more blocks"),
			CPU: rapid.SampledFrom([]int{0, 5, 100}).Draw(r, "cpu"), Keep: rapid.IntRange(0, 3).Draw(r, "keep"),
			Order: block.Order(rapid.IntRange(0, 1).Draw(r, "order")), Cache: rapid.Bool().Draw(r, "cache"),
		},
		Cost: plain, MaxTokens: maxTokens, Batch: rapid.IntRange(2, 30).Draw(r, "batch"),
		StepTokens: rapid.SampledFrom([]int{0, 16, 64}).Draw(r, "step"), Static: rapid.Bool().Draw(r, "static"),
		Swap: rapid.Bool().Draw(r, "swap"), Beams: samples > 1 && rapid.Bool().Draw(r, "beams"), Seed: 3,
	}
	requests, err := Stream{
		Requests: rapid.IntRange(1, 30).Draw(r, "requests"), Rate: rapid.SampledFrom([]float64{10, 1e4, 1e6}).Draw(r, "rate"),
		Prompt: rapid.IntRange(1, 30).Draw(r, "prompt"), Output: rapid.IntRange(1, 30).Draw(r, "output"),
		Prefix: rapid.IntRange(0, 20).Draw(r, "prefix"), Samples: samples, Equal: c.Beams, MaxTokens: maxTokens,
		Seed: rapid.Uint64().Draw(r, "seed"),
	}.Draw()
	if err != nil {
		r.Fatal(err)
	}
	return c, requests
}

// TestEveryRequestEndsWithItsTokens whatever was preempted, and what a step says
// of the memory adds up.
func TestEveryRequestEndsWithItsTokens(t *testing.T) { rapid.Check(t, ends) }

// FuzzRun lets the fuzzer choose the server and the stream.
func FuzzRun(f *testing.F) {
	for _, choices := range noise.Bytes(100, 2000) {
		f.Add(choices)
	}
	f.Fuzz(rapid.MakeFuzz(ends))
}

func ends(r *rapid.T) {
	c, requests := randomRun(r)
	res, err := Run(c, requests, true)
	if _, ok := err.(TooLarge); ok {
		return
	} else if err != nil {
		r.Fatal(err)
	}
	if want := outputs(requests); res.Made != want {
		r.Fatalf("%d tokens were made, want %d", res.Made, want)
	}
	checkSteps(r, c, res)
	checkTrace(r, c, res)
}

func outputs(requests []Request) int {
	total := 0
	for _, q := range requests {
		for _, n := range q.Outputs {
			total += n
		}
	}
	return total
}

// TestWhatMemoryShortageDoes: in a small pool requests are sent away and come
// back, forks copy, and all tokens come.
func TestWhatMemoryShortageDoes(t *testing.T) {
	requests, err := Stream{Requests: 40, Rate: 1e4, Prompt: 12, Output: 20, Prefix: 5, Samples: 2, Equal: true, MaxTokens: 64, Seed: 1}.Draw()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct {
		name        string
		swap, beams bool
		cpu         int
		swaps       bool
	}{
		{"recompute", false, false, 0, false},
		{"swap", true, false, 1000, true},
		{"swap without CPU memory", true, false, 0, false},
		{"swap beams", true, true, 1000, true},
	} {
		c := Config{
			Allocator: Paged, Pool: block.Config{Size: 4, Blocks: 60, CPU: v.cpu, Keep: 1, Cache: true},
			Cost: plain, MaxTokens: 64, Batch: 100, Swap: v.swap, Beams: v.beams, Seed: 1,
		}
		res, err := Run(c, requests, true)
		if err != nil {
			t.Fatal(err)
		}
		out, in := sim.Bytes(0), sim.Bytes(0)
		for _, st := range res.Steps {
			out, in = out+st.Out, in+st.In
		}
		if res.Preempted == 0 || res.Copies == 0 || res.Hit == 0 || res.Made != outputs(requests) {
			t.Errorf("%s: %d preemptions, %d copies, %d tokens hit, %d of %d tokens made", v.name, res.Preempted, res.Copies, res.Hit, res.Made, outputs(requests))
		}
		if (out > 0) != v.swaps || in != out {
			t.Errorf("%s: %v bytes went out and %v came back, want them to: %v", v.name, out, in, v.swaps)
		}
	}
}

func checkSteps(r *rapid.T, c Config, res *Result) {
	slots := float64(c.Pool.Blocks * c.Pool.Size)
	at := sim.Time(0)
	for i, st := range res.Steps {
		u := st.Usage
		sum := u.Tokens + u.Reserved + u.Internal + u.External + u.Free
		if sum < slots-1e-6 || sum > slots+1e-6 {
			r.Fatalf("step %d: %+v adds up to %v slots of %v", i, u, sum, slots)
		}
		if min(u.Tokens, u.Reserved, u.Internal, u.External, u.Free) < -1e-9 {
			r.Fatalf("step %d: %+v has less than nothing", i, u)
		}
		if waste := u.Internal; c.Allocator == Paged && !c.Static && waste >= float64(max(1, st.Sequences*c.Pool.Size)) {
			r.Fatalf("step %d wastes %v slots of %d sequences, want less than a block of %d each", i, waste, st.Sequences, c.Pool.Size)
		}
		if st.Start < at || st.Start > at && !st.Idle || st.End <= st.Start {
			r.Fatalf("step %d runs from %v to %v after one that ended at %v", i, st.Start, st.End, at)
		}
		at = st.End
	}
	for i, q := range res.Requests {
		if q.First <= q.Arrival || q.End < q.First || q.End > res.End() {
			r.Fatalf("request %d: %+v", i, q)
		}
	}
	s := res.Shares
	if sum := s.Tokens + s.Reserved + s.Internal + s.External; sum < 1-1e-9 || sum > 1+1e-9 {
		r.Fatalf("shares %+v add up to %v", s, sum)
	}
}

// checkTrace replays the trace: in each step a block stands in as many tables as
// it counts, the tables are long enough for what is held, and stretches do not
// overlap.
func checkTrace(r *rapid.T, c Config, res *Result) {
	tr := res.Trace
	for step := 0; step <= len(res.Steps); step++ {
		counts := map[int32]int{}
		slots := map[int32]bool{}
		sequences := 0
		for i := range tr.Sequences {
			h := &tr.Sequences[i]
			table := h.Table(step)
			sp, _ := h.Spell(step)
			held := sp.At(int32(step))
			if sp.State == Running {
				sequences++
			}
			for _, e := range table {
				if c.Allocator == Paged {
					counts[e.Block]++
					continue
				}
				for at := e.Place; at < e.Place+e.Block; at++ {
					if slots[at] {
						r.Fatalf("step %d: slot %d in two stretches", step, at)
					}
					slots[at] = true
				}
				if held > e.Block {
					r.Fatalf("step %d: %d tokens in %d slots", step, held, e.Block)
				}
			}
			if c.Allocator != Paged && sp.State == Running && len(table) != 1 {
				r.Fatalf("step %d, sequence %d: %d stretches for %d tokens, want one", step, i, len(table), held)
			}
			if c.Allocator == Paged && sp.State == Running && len(table) != block.Blocks(int(held), c.Pool.Size) {
				r.Fatalf("step %d, sequence %d: a table of %d for %d tokens", step, i, len(table), held)
			}
			if step == len(res.Steps) && (len(table) > 0 || sp.State != Ended) {
				r.Fatalf("sequence %d is in state %d with %d blocks after all", i, sp.State, len(table))
			}
		}
		for b := range tr.Blocks {
			if h := tr.Block(b, step); int(h.Refs) != counts[int32(b)] {
				r.Fatalf("step %d: block %d counts %d, and stands in %d tables", step, b, h.Refs, counts[int32(b)])
			}
		}
		if step < len(res.Steps) && sequences < res.Steps[step].Sequences {
			r.Fatalf("step %d: %d sequences run, want %d", step, sequences, res.Steps[step].Sequences)
		}
	}
}

// TestBuddies: stretches are powers of two at multiples of their size; what was
// taken and given back merges.
func TestBuddies(t *testing.T) {
	const total = 15_728 // the paper's pool: 8192+4096+2048+1024+256+64+32+16
	b := newBuddies(total)
	var at []int
	for range 7 {
		a, size, ok := b.take(2000)
		if !ok || size != 2048 || a%2048 != 0 {
			t.Fatalf("take gives %d slots at %d, %v", size, a, ok)
		}
		at = append(at, a)
	}
	if _, _, ok := b.take(2048); ok {
		t.Error("an eighth stretch of 2048 of 15728, want none")
	}
	if _, size, ok := b.take(600); !ok || size != 1024 {
		t.Error("no 1024 beside seven of 2048")
	}
	b.give(14336, 1024)
	for _, a := range at {
		b.give(a, 2048)
	}
	if a, size, ok := b.take(8192); !ok || size != 8192 || a != 0 || b.free() != total-8192 {
		t.Errorf("after all were given back, take gives %d at %d; %d free", size, a, b.free())
	}
}

// TestSlots: of any number of stretches the lowest free one is taken, and a memory
// that could hold millions of them keeps no list of them before it is used.
func TestSlots(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		const total, length = 100, 9
		s, taken := newSlots(total, length), map[int]bool{}
		for range rapid.IntRange(0, 40).Draw(r, "n") {
			lowest := 0
			for taken[lowest] {
				lowest += length
			}
			if rapid.Bool().Draw(r, "take") {
				at, size, ok := s.take(1)
				if want := lowest+length <= total; ok != want || ok && (at != lowest || size != length) {
					r.Fatalf("take gives %d at %d, %v; the lowest free is at %d", size, at, ok, lowest)
				}
				if ok {
					taken[at] = true
				}
			} else if at := length * rapid.IntRange(0, total/length).Draw(r, "stretch"); taken[at] {
				s.give(at, length)
				delete(taken, at)
			}
			if want := total - length*len(taken); s.free() != want {
				r.Fatalf("%d slots are free, want %d", s.free(), want)
			}
		}
	})
	if s := newSlots(1<<27, 2); cap(s.list) > 0 {
		t.Errorf("an unused memory lists %d stretches, want none", cap(s.list))
	}
}

// TestLengths: means as asked, and the spread that the stream promises.
func TestLengths(t *testing.T) {
	requests, err := Stream{Requests: 20_000, Rate: 2, Prompt: 161, Output: 338, Samples: 1, MaxTokens: 1 << 20, Seed: 5}.Draw()
	if err != nil {
		t.Fatal(err)
	}
	var prompt, output, square float64
	for _, r := range requests {
		prompt += float64(r.Prompt)
		output += float64(r.Outputs[0])
		square += float64(r.Outputs[0]) * float64(r.Outputs[0])
	}
	n := float64(len(requests))
	near := func(what string, got, want, share float64) {
		t.Helper()
		if got < want*(1-share) || got > want*(1+share) {
			t.Errorf("%s: %v, want %v within %v", what, got, want, share)
		}
	}
	// Standard errors: 1.2 %, 0.6 %, 2.5 % and 0.7 % of 20,000 draws.
	near("mean prompt", prompt/n, 161, 0.04)
	near("mean output", output/n, 338, 0.02)
	near("variance of output over mean squared", square/n/(output/n*output/n)-1, 0.77, 0.08)
	near("last arrival", requests[len(requests)-1].Arrival.Seconds(), n/2, 0.03)
}
