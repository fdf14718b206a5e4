package fsdp

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/collective"
	"inflight/scenes/sim"

	"pgregory.net/rapid"
)

// some draws a setting that runs.
func some(r *rapid.T) Params {
	p := defaults
	pick := func(name string, list ...string) string { return rapid.SampledFrom(list).Draw(r, name) }
	p.Strategy = pick("strategy", ddp, zero1, zero2, full, hsdp)
	p.Nodes = rapid.SampledFrom([]int{1, 1, 2, 4}).Draw(r, "nodes")
	p.GPUs = p.Nodes * rapid.SampledFrom([]int{1, 2, 3, 4, 8, 16}).Draw(r, "gpus of a node")
	p.Model = pick("model", "llama-2-7b", "gpt-2", "qwen2.5-0.5b", "llama-3.2-1b", "mixtral-8x7b", "deepseek-v2-lite", "gpt-3-175b")
	if rapid.Bool().Draw(r, "free") {
		p.Params = math.Floor(math.Pow(10, rapid.Float64Range(6, 11.5).Draw(r, "log params")))
	}
	p.DType = pick("dtype", "bf16", "bf16", "fp32", "fp8")
	p.GPU = pick("gpu", "h100-sxm", "a100-80gb-sxm", "v100-16gb-sxm2", "rtx-4090")
	p.Seq = rapid.SampledFrom([]int{1, 128, 2048, 8192}).Draw(r, "seq")
	p.Batch = rapid.IntRange(1, 8).Draw(r, "batch")
	p.Optimizer = pick("optimizer", "adam", "adam8bit", "sgd")
	p.Recompute = pick("recompute", "none", "selective", "full")
	p.Bandwidth = math.Pow(10, rapid.Float64Range(8, 12).Draw(r, "log bandwidth"))
	p.NICBandwidth = math.Pow(10, rapid.Float64Range(8, 12).Draw(r, "log NIC bandwidth"))
	p.Latency = rapid.SampledFrom([]float64{0, 1e-9, 3.4e-6, 1e-3}).Draw(r, "latency")
	p.NICLatency = rapid.SampledFrom([]float64{0, 1.4e-5, 1e-3}).Draw(r, "NIC latency")
	p.Prefetch = rapid.SampledFrom([]int{0, 1, 1, 2, 5, 256}).Draw(r, "prefetch")
	p.Reshard = rapid.Bool().Draw(r, "reshard")
	p.Bucket = rapid.SampledFrom([]float64{1e5, torchBucket, 5e8}).Draw(r, "bucket")
	if p.Strategy == hsdp {
		p.ShardGroup = rapid.SampledFrom([]int{0, 1, p.gpusOfNode(), p.GPUs}).Draw(r, "group")
	}
	return p
}

func run(r *rapid.T, p Params) *film {
	f, err := build(p)
	if err != nil {
		r.Fatalf("%+v: %v", p, err)
	}
	return f.(*film)
}

// TestStepsKeepTheRules holds random settings that run to the engine's
// invariants, the closed forms and what communication means: each stream's time
// is either hidden or exposed, and compute waits for nothing else.
func TestStepsKeepTheRules(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := run(r, some(r))
		if err := sim.Verify(f.tl); err != nil {
			r.Fatalf("%v", err)
		}
		for _, c := range f.Checks() {
			if !c.OK() {
				r.Errorf("%s: engine %v, formula %v [%v, %v]", c.ID, c.Engine, c.Formula, c.Lower, c.Upper)
			}
		}
		longest := sim.Time(0)
		for _, e := range f.exposures {
			if e.Hidden+e.Exposed != e.Total || e.Exposed > length(f.idle) {
				r.Errorf("%s: %v hidden and %v exposed of %v, compute waits %v", e.Stream, e.Hidden, e.Exposed, e.Total, length(f.idle))
			}
			longest += e.Exposed
		}
		if longest < length(f.idle) {
			r.Errorf("compute waits %v, the streams are exposed %v", length(f.idle), longest)
		}
		inAll := 0.0
		for k := range kinds {
			inAll += f.tl.Value(f.mem.byKind[k], f.peakAt)
			if v := f.tl.Value(f.mem.byKind[k], f.tl.End()); (k == gathered || k == wholeGrads || k == activations) && v != 0 {
				r.Errorf("%v bytes of %s are left", v, kindNames[k])
			}
		}
		if math.Abs(inAll-f.peak) > 1e-9*f.peak {
			r.Errorf("the kinds add up to %v at the peak of %v", inAll, f.peak)
		}
	})
}

// TestPrefetchLimitsWholeUnits: prefetch d holds at most d+1 units whole, and one
// more where the head shares the embedding's matrix.
func TestPrefetchLimitsWholeUnits(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := some(r)
		p.Strategy, p.Reshard = full, true
		f := run(r, p)
		_, most := peakOf(f.tl.Points(f.mem.units))
		limit := min(p.Prefetch+1, len(f.pieces))
		if f.tied() {
			limit++
		}
		if int(most) > limit {
			r.Errorf("%v units are whole with prefetch %d, want at most %d", most, p.Prefetch, limit)
		}
	})
	f := must(t, "gpus=8", "prefetch=1")
	if _, most := peakOf(f.tl.Points(f.mem.units)); most != 2 {
		t.Errorf("%v units are whole with prefetch 1, want 2", most)
	}
}

// TestFirstGatherIsExposed: with more than one GPU compute waits for it.
func TestFirstGatherIsExposed(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := some(r)
		p.Strategy = full
		f := run(r, p)
		if p.GPUs == 1 {
			if len(f.idle) > 0 || len(f.streams()) > 0 {
				r.Errorf("one GPU communicates")
			}
			return
		}
		first := f.gather.tasks[0].span(f.tl)
		if f.idle[0].from != 0 || f.idle[0].to < first.to || first.to == 0 {
			r.Errorf("compute waits until %v, the first all-gather lasts until %v", f.idle[0].to, first.to)
		}
	})
}

// TestMemoryFalls with the stage of ZeRO and with the number of GPUs, and
// recomputation never raises it.
func TestMemoryFalls(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := some(r)
		p.Nodes, p.Reshard, p.Prefetch = 1, true, rapid.IntRange(0, 1).Draw(r, "d")
		p.Bucket = min(p.Bucket, torchBucket) // one that holds the model keeps all gradients whole
		before, peak := math.Inf(1), math.Inf(1)
		for _, s := range []string{ddp, zero1, zero2, full} {
			p.Strategy = s
			f := run(r, p)
			if got := f.stateTotal(); got > before*(1+1e-12) {
				r.Errorf("%s holds %v bytes, the stage before %v", s, got, before)
			}
			// Few GPUs and few layers gain nothing where a shard and two whole
			// units are more than all parameters.
			if got := f.peak; p.GPUs > 2 && f.psi > 1e9 && got > peak*(1+1e-9) {
				r.Errorf("%s peaks at %v bytes, the stage before %v", s, got, peak)
			}
			before, peak = f.stateTotal(), f.peak
		}
		for _, s := range []string{ddp, zero1, zero2, full, hsdp} {
			p.Strategy, p.ShardGroup = s, 0
			p.GPUs = 2
			few := run(r, p)
			p.GPUs = 16
			many := run(r, p)
			if many.stateTotal() > few.stateTotal()*(1+1e-12) {
				r.Errorf("%s: 16 GPUs hold %v bytes each, 2 hold %v", s, many.stateTotal(), few.stateTotal())
			}
			if many.peak > few.peak*(1+1e-9) {
				r.Errorf("%s: 16 GPUs peak at %v bytes each, 2 at %v", s, many.peak, few.peak)
			}
		}
	})
}

func TestRecomputationNeverRaisesMemory(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := some(r)
		p.Prefetch = min(p.Prefetch, 2) // gathered far ahead, more units are whole the slower compute is
		before := math.Inf(1)
		for _, c := range []string{"none", "selective", "full"} {
			p.Recompute = c
			f := run(r, p)
			if f.peak > before*(1+1e-9) {
				r.Errorf("%s recomputation peaks at %v, less of it at %v", c, f.peak, before)
			}
			if c != "none" && f.computeTime() < 1 {
				r.Errorf("nothing is computed")
			}
			before = f.peak
		}
	})
}

// TestFastLinksExposeOnlyLatency: with links of any speed exposed communication
// is what latencies are; without these, a picosecond a collective.
func TestFastLinksExposeOnlyLatency(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := some(r)
		p.Bandwidth, p.NICBandwidth, p.Latency, p.NICLatency = 1e30, 1e30, 0, 0
		f := run(r, p)
		moves := 0
		for _, st := range f.streams() {
			moves += len(st.tasks)
		}
		if got := length(f.idle); int(got) > moves {
			r.Errorf("compute waits %v for %d collectives that take no time", got, moves)
		}
	})
}

// TestFasterLinksAndMorePrefetchNeverSlow are what a reader expects of knobs.
func TestFasterLinksNeverSlow(t *testing.T) {
	for _, strategy := range []string{ddp, zero1, zero2, full, hsdp} {
		before := math.Inf(1)
		for _, b := range []string{"1GB/s", "10GB/s", "100GB/s", "450GB/s", "10TB/s"} {
			got := metric(t, must(t, "strategy="+strategy, "gpus=16", "bandwidth="+b), "step-time")
			if got > before {
				t.Errorf("%s: %s takes %v s, less bandwidth %v", strategy, b, got, before)
			}
			before = got
		}
	}
}

// TestRingsAgreeWithTheCollectiveScene: a gradient of one bucket all-reduced, and
// a unit gathered, take as long as the collective scene says.
func TestRingsAgreeWithTheCollectiveScene(t *testing.T) {
	for _, c := range []struct{ gpus, nodes int }{{2, 1}, {8, 1}, {7, 1}, {64, 1}, {4, 4}, {16, 2}, {64, 8}, {1024, 128}} {
		for _, links := range [][]string{{"bandwidth=450GB/s", "nic-bandwidth=50GB/s"}, {"bandwidth=30GB/s", "nic-bandwidth=400GB/s"}} {
			cluster := append([]string{"gpus=" + strconv.Itoa(c.gpus), "nodes=" + strconv.Itoa(c.nodes), "latency=3.4us", "nic-latency=14us"}, links...)
			f := must(t, append(cluster, "strategy=ddp", "bucket=1TB", "first-bucket=1TB")...)
			sameTime(t, f.across.tasks[0], f, cluster, "all-reduce")
			f = must(t, append(cluster, "strategy=zero1", "bucket=1TB", "first-bucket=1TB")...)
			sameTime(t, f.reduce.tasks[0], f, cluster, "reduce-scatter")
			f = must(t, append(cluster, "strategy=fsdp")...)
			sameTime(t, f.gather.tasks[1], f, cluster, "all-gather")
		}
	}
}

func sameTime(t *testing.T, m move, f *film, cluster []string, op string) {
	t.Helper()
	s := collective.Scene.Entry().New()
	values := []scenes.Value{{Key: "op", Text: op}, {Key: "algo", Text: "ring"}, {Key: "bytes", Text: strconv.FormatFloat(m.bytes, 'f', -1, 64)}}
	values = append(values, scenes.Values(strings.Join(cluster, " "))...)
	for _, p := range s.Apply(values, true) {
		t.Fatal(p)
	}
	g, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	span := m.span(f.tl)
	got, want := span.to-span.from, g.Timeline().End()
	// Both round each round's time up, this one its latency only.
	if diff := got - want; diff > 2*sim.Time(f.GPUs) || diff < -4*sim.Time(f.GPUs) {
		t.Errorf("%v, %s of %v bytes: %v, the collective scene says %v", cluster, op, m.bytes, got, want)
	}
}

// TestOrderOfASharedUnit is that of the FSDP paper, §3: gather, compute, release
// forward; gather, compute, release, reduce-scatter backward.
func TestOrderOfASharedUnit(t *testing.T) {
	f := must(t, "gpus=8")
	find := func(name string) sim.Ref {
		for r := range sim.Ref(f.tl.Len()) {
			if f.tl.Span(r).ID.String() == name {
				return r
			}
		}
		t.Fatalf("no task %q", name)
		return 0
	}
	var at []sim.Time
	for _, name := range []string{
		"all-gather/forward/layer5", "forward/layer5", "all-gather/backward/layer5", "backward/layer5", "reduce-scatter/layer5", "optimizer",
	} {
		r := find(name)
		at = append(at, f.tl.Start(r), f.tl.Finish(r))
	}
	if !slices.IsSorted(at) {
		t.Errorf("starts and ends %v are not in order", at)
	}
	whole := func(at sim.Time) float64 { return f.tl.Value(f.mem.byKind[gathered], at) }
	end := f.tl.Finish(find("forward/layer5"))
	if before, after := whole(end-1), whole(end); before-after > 0 && before < f.pieces[6].bytes*2 {
		t.Errorf("%v bytes are whole before layer 5 is released, %v after", before, after)
	}
}

// TestLimitOnWholeGradients: no more than two units' gradients wait to be
// reduced, however slow the link.
func TestLimitOnWholeGradients(t *testing.T) {
	for _, strategy := range []string{zero2, full, hsdp} {
		f := must(t, "strategy="+strategy, "bandwidth=1GB/s", "gpus=16", "params=7e9")
		_, most := peakOf(f.tl.Points(f.mem.byKind[wholeGrads]))
		two := 0.0
		for i := 1; i < len(f.pieces); i++ {
			two = max(two, f.pieces[i].bytes+f.pieces[i-1].bytes)
		}
		if most > two*(1+1e-9)+f.Bucket {
			t.Errorf("%s: %v bytes of whole gradients, want at most %v", strategy, most, two)
		}
	}
}
