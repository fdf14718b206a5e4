package pipeline

import (
	"math/rand"
	"testing"

	"inflight/scenes/sim"
)

// settings is how many random settings each form is held to, inside the
// conditions under which it holds.
const settings = 10_000

// trial is a random setting in whole picoseconds, so that forms are compared
// exactly.
type trial struct {
	p, v, m    int
	f, b, w, c sim.Time // forward, input gradient, weight gradient, hop
	both       sim.Time // of a pair; 0 is their sum
	whole      sim.Time // backward
	schedule   string
}

func (x trial) params() Params {
	q := units(x.schedule, x.p, x.v, x.m)
	const ps = 1e-12
	// The scene's knobs begin at a nanosecond; the engine takes any.
	q.TF, q.TB, q.TW, q.TComm, q.TFB = float64(x.f)*ps, float64(x.b)*ps, float64(x.w)*ps, float64(x.c)*ps, float64(x.both)*ps
	return q
}

// drawn makes a trial of at most 5 ranks and some micro-batches.
func drawn(rng *rand.Rand, schedule string) trial {
	time := func() sim.Time { return 1000 + sim.Time(rng.Int63n(1_000_000_000)) }
	x := trial{
		schedule: schedule, p: 1 + rng.Intn(5), v: 1, m: 1 + rng.Intn(8),
		f: time(), b: time(), w: time(),
	}
	x.whole = x.b + x.w
	return x
}

// TestFormsHold runs each closed form against the engine at 10,000 random
// settings inside its conditions, exactly; the scene's own checks have to agree
// that it applies.
func TestFormsHold(t *testing.T) {
	for _, c := range []struct {
		name, check, source string
		draw                func(*rand.Rand) trial
		form                func(trial) sim.Time
		engine              func(*film) sim.Time
	}{
		{"gpipe", "time", "arXiv 2104.04473, §2.2.1", func(r *rand.Rand) trial { return drawn(r, gpipe) },
			func(x trial) sim.Time { return sim.Time(x.m+x.p-1) * (x.f + x.whole) }, makespan},
		{"1f1b", "time", "arXiv 2104.04473, §2.2.1", func(r *rand.Rand) trial { return drawn(r, oneFOneB) },
			func(x trial) sim.Time { return sim.Time(x.m+x.p-1) * (x.f + x.whole) }, makespan},
		{"1f1b with hops", "time", "the longest path, ours", func(r *rand.Rand) trial {
			x := drawn(r, oneFOneB)
			x.c = sim.Time(r.Int63n(2_000_000_000))
			return x
		}, func(x trial) sim.Time {
			if x.p == 1 {
				return sim.Time(x.m) * (x.f + x.whole)
			}
			rounds := (x.m - 1 + x.p - 1) / x.p
			return sim.Time(x.m+x.p-1)*(x.f+x.whole) + sim.Time(2*(x.p-1+x.m-1-rounds))*x.c
		}, makespan},
		{"interleaved", "time", "arXiv 2104.04473, §2.2.2", func(r *rand.Rand) trial {
			x := drawn(r, interleaved)
			x.v, x.m = 1+r.Intn(3), x.p*(1+r.Intn(2))
			return x
		}, func(x trial) sim.Time { return sim.Time(x.m*x.v+x.p-1) * (x.f + x.whole) }, makespan},
		{"interleaved with hops", "time", "the longest path, ours", func(r *rand.Rand) trial {
			x := drawn(r, interleaved)
			x.v, x.m = 1+r.Intn(3), x.p*(1+r.Intn(2))
			x.c = sim.Time(r.Int63n(int64(min(x.f, x.whole)) + 1))
			return x
		}, func(x trial) sim.Time {
			if x.p == 1 {
				return sim.Time(x.m*x.v) * (x.f + x.whole)
			}
			return sim.Time(x.m*x.v+x.p-1)*(x.f+x.whole) + sim.Time(2*(x.p*x.v-1))*x.c
		}, makespan},
		{"zb-h1", "bubble-rate-zb", "arXiv 2401.10241, Table 2", func(r *rand.Rand) trial { return drawZB(r, zbH1) },
			func(x trial) sim.Time { return sim.Time(x.p-1) * (x.f + x.b - x.w) }, beyondIdeal},
		{"zb-h2", "bubble-rate-zb", "arXiv 2401.10241, Table 2", func(r *rand.Rand) trial { return drawZB(r, zbH2) },
			func(x trial) sim.Time { return sim.Time(x.p-1) * (x.f + x.b - 2*x.w) }, beyondIdeal},
		{"dualpipe", "idle", "DualPipe README", func(r *rand.Rand) trial { return drawDual(r, dualPipe) },
			func(x trial) sim.Time { return sim.Time(x.p/2-1) * (x.both + x.whole - 3*x.w) }, (*film).mostIdle},
		{"dualpipe-v", "idle", "DualPipe README", func(r *rand.Rand) trial { return drawDual(r, dualPipeV) },
			func(x trial) sim.Time { return sim.Time(x.p-1) * (x.both + x.whole - 3*x.w) }, (*film).mostIdle},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewSource(20261130))
			for range settings {
				x := c.draw(rng)
				f := run(t, x.params())
				if got, want := c.engine(f), c.form(x); got != want {
					t.Fatalf("%+v: %d ps, want %d (%s)", x, got, want, c.source)
				}
				for _, check := range f.Checks() {
					if !check.OK() || check.ID == c.check && !check.Applies() {
						t.Fatalf("%+v: check %s: engine %v, formula %v, %q", x, check.ID, check.Engine, check.Formula, check.Why.Key)
					}
				}
			}
		})
	}
}

func makespan(f *film) sim.Time { return f.tl.End() }

func beyondIdeal(f *film) sim.Time {
	cost, ideal := f.cost()
	return cost - ideal
}

// drawZB stays where m ≥ 2p-1 and the weight gradient is the shortest.
func drawZB(r *rand.Rand, schedule string) trial {
	x := drawn(r, schedule)
	x.m += 2*x.p - 2
	x.w = 1 + sim.Time(r.Int63n(int64(min(x.f, x.b))))
	x.whole = x.b + x.w
	return x
}

// drawDual stays where F = B ≥ W and max(F, B+W) ≤ F&B ≤ F + B + W.
func drawDual(r *rand.Rand, schedule string) trial {
	x := drawn(r, schedule)
	if schedule == dualPipe {
		x.p += x.p % 2
		x.m += x.m % 2
	}
	x.m += 2 * x.p
	x.b = x.f
	x.w = 1 + sim.Time(r.Int63n(int64(x.f)))
	x.whole = x.b + x.w
	x.both = x.whole + sim.Time(r.Int63n(int64(x.f)+1))
	return x
}

// TestOneFOneBIsGPipeInTime: for every p, m, F and B the makespans are equal,
// while GPipe holds m micro-batches on each stage and 1F1B min(m, p-s).
func TestOneFOneBIsGPipeInTime(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	for range settings / 2 {
		x := drawn(rng, gpipe)
		all := run(t, x.params())
		x.schedule = oneFOneB
		one := run(t, x.params())
		if all.tl.End() != one.tl.End() {
			t.Fatalf("%+v: 1F1B takes %v, GPipe %v; want the same", x, one.tl.End(), all.tl.End())
		}
		for s := range x.p {
			if got, want := all.byRank[s].live, x.m; got != want {
				t.Fatalf("%+v: GPipe holds %d on stage %d, want %d", x, got, s, want)
			}
			if got, want := one.byRank[s].live, min(x.m, x.p-s); got != want {
				t.Fatalf("%+v: 1F1B holds %d on stage %d, want %d", x, got, s, want)
			}
		}
	}
}

// TestUnevenStages: GPipe with any costs, 1F1B where the last stage is slowest.
func TestUnevenStages(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for i := range 4000 {
		x := drawn(rng, gpipe)
		x.c = sim.Time(rng.Int63n(1_000_000))
		if i%2 == 1 {
			x.schedule = oneFOneB
		}
		j, err := settle(x.params())
		if err != nil {
			t.Fatal(err)
		}
		for s := range j.costs {
			c := &j.costs[s]
			c.f, c.b, c.w = float64(1+rng.Intn(1000))*1e-6, float64(1+rng.Intn(1000))*1e-6, float64(1+rng.Intn(1000))*1e-6
			if i%2 == 1 && s == j.stages-1 {
				c.f, c.b, c.w = 1e-3, 1e-3, 1.1e-3
			}
			for k, v := range []float64{c.f, c.b, c.w} {
				*[]*sim.Time{&c.fps, &c.bps, &c.wps}[k], _ = sim.Seconds(v)
			}
		}
		f, err := j.run()
		if err != nil {
			t.Fatal(err)
		}
		if check := f.Checks()[0]; check.ID != "time" || !check.Applies() || !check.OK() {
			t.Fatalf("%+v %+v: engine %v, formula %v, %q", x, j.costs, check.Engine, check.Formula, check.Why.Key)
		}
	}
}

// TestAFastLastStage has a form of its own in 1F1B.
func TestAFastLastStage(t *testing.T) {
	rng := rand.New(rand.NewSource(11))
	for range 2000 {
		p := units(oneFOneB, 2+rng.Intn(5), 0, 1+rng.Intn(10))
		p.TF, p.TB, p.TW = float64(1+rng.Intn(9)), float64(1+rng.Intn(9)), float64(1+rng.Intn(9))
		p.LastStage = float64(1+rng.Intn(8)) / 8
		if c := run(t, p).Checks()[0]; !c.Applies() || c.Engine != c.Formula {
			t.Fatalf("%+v: engine %v, formula %v", p, c.Engine, c.Formula)
		}
	}
}

// TestFormsSayWhereTheyDoNotApply: outside their conditions.
func TestFormsSayWhereTheyDoNotApply(t *testing.T) {
	set := func(change func(*Params), schedule string, p, v, m int) Params {
		x := units(schedule, p, v, m)
		change(&x)
		return x
	}
	same := func(*Params) {}
	for _, c := range []struct {
		p          Params
		check, why string
	}{
		{set(same, interleaved, 4, 2, 6), "time", "pipeline.why.rounds"},
		{set(func(p *Params) { p.LastStage = 2 }, interleaved, 4, 2, 8), "time", "pipeline.why.uneven"},
		{set(func(p *Params) { p.TComm = 2 }, interleaved, 4, 2, 8), "time", "pipeline.why.long-hops"},
		{set(func(p *Params) { p.LastStage, p.TComm = 0.5, 0.1 }, oneFOneB, 4, 0, 8), "time", "pipeline.why.uneven"},
		{set(same, zbH1, 4, 1, 6), "bubble-rate-zb", "pipeline.why.few"},
		{set(func(p *Params) { p.TW = 3 }, zbH1, 4, 1, 16), "bubble-rate-zb", "pipeline.why.weights"},
		{set(func(p *Params) { p.TComm = 0.1 }, zbH2, 4, 1, 16), "bubble-rate-zb", "pipeline.why.hops"},
		{set(same, zbH1, 4, 2, 16), "bubble-rate-zb", "pipeline.why.none"},
		{set(func(p *Params) { p.TF = 2 }, zbV, 4, 0, 16), "bubble-rate-zb", "pipeline.why.equal"},
		{set(func(p *Params) { p.TF = 2 }, dualPipe, 4, 0, 16), "idle", "pipeline.why.pairs"},
		{set(func(p *Params) { p.TFB = 1 }, dualPipe, 4, 0, 16), "idle", "pipeline.why.pairs"},
		{set(same, loopedBFS, 4, 2, 3), "time", "pipeline.why.few"},
	} {
		found := false
		for _, check := range run(t, c.p).Checks() {
			if check.ID == c.check {
				found = true
				if check.Why.Key != c.why {
					t.Errorf("%s, p=%d v=%d m=%d: the check of %s says %q, want %q", c.p.Schedule, c.p.Stages, c.p.Chunks, c.p.Microbatches, c.check, check.Why.Key, c.why)
				}
			}
		}
		if !found {
			t.Errorf("%s has no check of %s", c.p.Schedule, c.check)
		}
	}
}

// TestPublishedBubbles: the worked examples with both definitions.
func TestPublishedBubbles(t *testing.T) {
	var file struct {
		Rows []struct {
			P, M  int
			Share float64 `json:"1F1B_share"`
			Ratio float64 `json:"ratio_to_ideal"`
		} `json:"examples_unit_time"`
	}
	readJSON(t, "pipeline_bubbles.json", &file)
	if len(file.Rows) != 7 {
		t.Fatalf("%d rows, want 7", len(file.Rows))
	}
	for _, row := range file.Rows {
		f := run(t, units(oneFOneB, row.P, 0, row.M))
		if d := f.bubbleOfTotal() - row.Share; d < -5e-7 || d > 5e-7 { // six decimals
			t.Errorf("p=%d m=%d: bubble %.7f of the total, want %.6f", row.P, row.M, f.bubbleOfTotal(), row.Share)
		}
		if got := f.bubbleOfIdeal(); got != row.Ratio {
			t.Errorf("p=%d m=%d: bubble %v of the ideal, want %v", row.P, row.M, got, row.Ratio)
		}
	}
}
