package collective

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// TestTimeIsTheClosedForm runs each operation with each algorithm at 10,000
// settings drawn from the knobs. Every 100th has its invariants verified too.
func TestTimeIsTheClosedForm(t *testing.T) {
	runs := 10_000
	if testing.Short() {
		runs = 500
	}
	eachPair(t, func(t *testing.T, r *rand.Rand, op, algo string) {
		exact, bounded, none := 0, 0, 0
		for i := 0; exact+bounded < runs; i++ {
			gpus := 10
			if i%200 == 0 {
				gpus = wholeGPUs
			}
			j := randomJob(t, r, op, algo, gpus)
			_, tl, err := j.run()
			if err != nil {
				t.Fatalf("%+v: %v", j, err)
			}
			if i%100 == 0 {
				if err := sim.Verify(tl); err != nil {
					t.Fatalf("%+v: %v", j, err)
				}
			}
			f := j.timeForm()
			got := tl.End().Seconds()
			switch {
			case f.why.Key != "":
				none++
			case f.upper > 0:
				bounded++
				tolerance := scenes.Tolerance(f.rounded, min(got, f.lower))
				if got < f.lower*(1-tolerance) || got > f.upper*(1+tolerance) {
					t.Fatalf("%+v takes %v s, want %v to %v", j, got, f.lower, f.upper)
				}
			default:
				exact++
				tolerance := scenes.Tolerance(f.rounded, min(got, f.seconds))
				if math.Abs(got-f.seconds) > tolerance*got {
					t.Fatalf("%+v takes %v s, want %v to %v", j, got, f.seconds, tolerance)
				}
			}
		}
		t.Logf("%d exact, %d within bounds, %d without a form", exact, bounded, none)
	})
}

// TestFormsAreThoseOfTheReference compares closed forms, written anew from the
// reference file, with ours on one node. Each line names its source there.
func TestFormsAreThoseOfTheReference(t *testing.T) {
	forms := []struct {
		op, algo string
		source   string // in testdata/collectives_formulas.json
		seconds  func(p, lg, n, a, b float64) float64
	}{
		{allReduce, ringAlgo, "derived[0]: 2*(p-1)*a + 2*n*((p-1)/p)*b", func(p, lg, n, a, b float64) float64 { return 2*(p-1)*a + 2*n*((p-1)/p)*b }},
		{reduceScatter, ringAlgo, "reduce_scatter_block_intra_pairwise.c:21", func(p, lg, n, a, b float64) float64 { return (p-1)*a + n*((p-1)/p)*b }},
		{allGather, ringAlgo, "allgather_intra_ring.c:16", func(p, lg, n, a, b float64) float64 { return (p-1)*a + n*((p-1)/p)*b }},
		{allReduce, halving, "allreduce_intra_reduce_scatter_allgather.c:34", func(p, lg, n, a, b float64) float64 { return 2*lg*a + 2*n*((p-1)/p)*b }},
		{reduceScatter, halving, "reduce_scatter_intra_recursive_halving.c:25", func(p, lg, n, a, b float64) float64 { return lg*a + n*((p-1)/p)*b }},
		{allGather, halving, "allgather_intra_recursive_doubling.c:13", func(p, lg, n, a, b float64) float64 { return lg*a + n*((p-1)/p)*b }},
		{broadcast, halving, "bcast_intra_scatter_recursive_doubling_allgather.c:26", func(p, lg, n, a, b float64) float64 { return 2*lg*a + 2*n*((p-1)/p)*b }},
		{reduce, halving, "reduce_intra_reduce_scatter_gather.c:28", func(p, lg, n, a, b float64) float64 { return 2*lg*a + 2*n*((p-1)/p)*b }},
		{allReduce, direct, "nccl_lower_bounds[0]: (S/B)*2*(n-1)/n, and one latency a half", func(p, lg, n, a, b float64) float64 { return 2*a + 2*n*(p-1)/p*b }},
		{allGather, direct, "nccl_lower_bounds[2]: S*(n-1)/(B*n), and one latency", func(p, lg, n, a, b float64) float64 { return a + n*(p-1)/p*b }},
	}
	reference, err := os.ReadFile("testdata/collectives_formulas.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range forms {
		place, _, _ := strings.Cut(f.source, "[")
		if !strings.Contains(string(reference), place) {
			t.Errorf("%s is not in the reference", f.source)
		}
		for lg := 1.0; lg <= 6; lg++ {
			p := defaults
			p.Op, p.Algo, p.GPUs, p.Bytes = f.op, f.algo, 1<<int(lg), 1e9
			j, err := settle(p)
			if err != nil {
				t.Fatal(err)
			}
			want := f.seconds(float64(p.GPUs), lg, p.Bytes, p.Latency, 1/p.Bandwidth)
			if got := j.timeForm().seconds; math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s by %s over %d GPUs: %v s, want %v (%s)", f.op, f.algo, p.GPUs, got, want, f.source)
			}
		}
	}
}

// TestAllToAllIsHalfAndAQuarterOfAnAllGather holds the ring's all-to-all to
// jax-ml/scaling-book sharding.md:506,513,621: of an array of V bytes in all, so
// that each GPU holds V/n, it costs half of an all-gather, and a quarter of it
// on a ring of both directions, for many GPUs.
func TestAllToAllIsHalfAndAQuarterOfAnAllGather(t *testing.T) {
	for _, c := range []struct {
		algo string
		n    int
		want float64
	}{
		{ringAlgo, 2, 1. / 2}, {ringAlgo, 7, 1. / 2}, {ringAlgo, 64, 1. / 2},
		{ringBoth, 4, 4. / 12}, {ringBoth, 7, 8. / 28}, {ringBoth, 1023, 1024. / (4 * 1023)}, {ringBoth, 16384, 16384. / (4 * 16383)},
	} {
		p := defaults
		p.GPUs, p.Algo, p.Latency = c.n, c.algo, 0
		const v = 1e12
		time := func(op string, bytes float64) float64 {
			p.Op, p.Bytes = op, bytes
			j, err := settle(p)
			if err != nil {
				t.Fatal(err)
			}
			_, tl, err := j.run()
			if err != nil {
				t.Fatal(err)
			}
			return tl.End().Seconds()
		}
		got := time(allToAll, v/float64(c.n)) / time(allGather, v)
		if math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s, %d GPUs: all-to-all takes %v of an all-gather, want %v", c.algo, c.n, got, c.want)
		}
	}
}

// TestStepsOfEqualLengthAddUpExactly: where all steps are equal, the engine
// takes steps × the rounded step, to the picosecond.
func TestStepsOfEqualLengthAddUpExactly(t *testing.T) {
	for _, n := range []int{2, 3, 8, 17, 64, 1000, 16384} {
		p := defaults
		p.GPUs = n
		j, err := settle(p)
		if err != nil {
			t.Fatal(err)
		}
		_, tl, err := j.run()
		if err != nil {
			t.Fatal(err)
		}
		step, err := sim.Bandwidth(j.link.bandwidth).Duration(sim.Bytes(j.size / float64(n)))
		if err != nil {
			t.Fatal(err)
		}
		step += j.link.ps()
		want := sim.Time(2*(n-1)) * step
		if got := tl.End(); got < want-sim.Time(n) || got > want || got%step != 0 && n <= longRun/4 {
			t.Errorf("%d GPUs: %d ps, want %d steps of %d ps", n, got, 2*(n-1), step)
		}
	}
}
