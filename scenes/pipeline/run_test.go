package pipeline

import (
	"testing"

	"inflight/scenes/sim"
)

// unit is a setting with times typed in, of 1 s each.
func units(schedule string, p, v, m int) Params {
	x := defaults
	x.Schedule, x.Stages, x.Chunks, x.Microbatches = schedule, p, v, m
	x.Timing, x.TF, x.TB, x.TW = manual, 1, 1, 1
	return x
}

func run(t testing.TB, p Params) *film {
	t.Helper()
	j, err := settle(p)
	if err == nil {
		var f *film
		if f, err = j.run(); err == nil {
			return f
		}
	}
	t.Fatalf("%+v: %v", p, err)
	return nil
}

// TestTimesAreThoseOfTheReference: makespan and idle time of every list of the
// reference files, exactly, with F = I = W = 1 s.
func TestTimesAreThoseOfTheReference(t *testing.T) {
	for _, l := range references(t) {
		if l.Schedule == dualPipe {
			continue
		}
		f := run(t, units(l.Schedule, l.Ranks, l.Chunks, l.Micro))
		if got, want := f.tl.End().Seconds(), l.Unit.Makespan; got != want {
			t.Errorf("%s, p=%d v=%d m=%d: %v s, want %v", l.Schedule, l.Ranks, l.Chunks, l.Micro, got, want)
		}
		for r, want := range l.Unit.Idle {
			if got := f.idle(r).Seconds(); got != want {
				t.Errorf("%s, p=%d v=%d m=%d, rank %d: idle for %v s, want %v", l.Schedule, l.Ranks, l.Chunks, l.Micro, r, got, want)
			}
		}
	}
}

// TestDualPipeTimes: three costs of the overlapped pair.
func TestDualPipeTimes(t *testing.T) {
	for _, l := range references(t) {
		for _, d := range l.Derived {
			p := units(l.Schedule, l.Ranks, 0, l.Micro)
			p.TF, p.TB, p.TW, p.TFB = d.F, d.B-d.W, d.W, d.Pair
			f := run(t, p)
			if got := f.tl.End().Seconds(); got != d.Makespan {
				t.Errorf("p=%d m=%d F&B=%v: %v s, want %v", l.Ranks, l.Micro, d.Pair, got, d.Makespan)
			}
			for r, want := range d.Idle {
				if got := f.idle(r).Seconds(); got != want {
					t.Errorf("p=%d m=%d F&B=%v, rank %d: idle for %v s, want %v", l.Ranks, l.Micro, d.Pair, r, got, want)
				}
			}
			if got := f.mostIdle().Seconds(); got != d.Formula {
				t.Errorf("p=%d m=%d F&B=%v: longest idle %v s, want %v", l.Ranks, l.Micro, d.Pair, got, d.Formula)
			}
		}
	}
}

// TestRatesAreThoseOfTheZeroBubblePaper: Table 5 of arXiv 2401.10241 to the four
// decimals printed. 1F1B, ZB-H1 and ZB-H2 are simulated; 1F1B-I is the closed
// form fitted to that table, so that column is no independent check.
func TestRatesAreThoseOfTheZeroBubblePaper(t *testing.T) {
	var golden struct {
		Rows []struct {
			Model string
			P, M  int
			V     int                `json:"v_for_1F1B-I"`
			F     float64            `json:"T_F"`
			B     float64            `json:"T_B"`
			W     float64            `json:"T_W"`
			Comm  float64            `json:"T_comm"`
			Rate  map[string]float64 `json:"bubble_rate"`
		}
	}
	readJSON(t, "zb_golden.json", &golden)
	cells := 0
	for _, row := range golden.Rows {
		for name, schedule := range map[string]string{"1F1B": oneFOneB, "ZB-H1": zbH1, "ZB-H2": zbH2, "1F1B-I": interleaved} {
			p := units(schedule, row.P, 0, row.M)
			v := 1.
			if schedule == interleaved {
				p.Chunks = row.V
				v = float64(row.V)
			}
			p.TF, p.TB, p.TW, p.TComm = row.F*1e-3/v, row.B*1e-3/v, row.W*1e-3/v, row.Comm*1e-3
			f := run(t, p)
			got, want := f.bubbleRateZB(), row.Rate[name]
			if schedule == interleaved {
				got = f.fittedRate()
			}
			if d := got - want; d < -0.5001e-4 || d > 0.5001e-4 { // print rounding
				t.Errorf("%s of %s, p=%d m=%d: bubble rate %.5f, want %.4f", name, row.Model, row.P, row.M, got, want)
			}
			cells++
		}
	}
	if cells != 24 {
		t.Errorf("%d cells, want 24", cells)
	}
}

// TestHopsAreSpans: p-1 hops a micro-batch and direction, none after the last
// stage, and none between stages of one rank.
func TestHopsAreSpans(t *testing.T) {
	for _, c := range []struct {
		schedule string
		p, v, m  int
		want     int
	}{
		{gpipe, 4, 0, 8, 2 * 3 * 8},
		{oneFOneB, 1, 0, 8, 0},
		{interleaved, 4, 2, 8, 2 * 7 * 8},
		{zbV, 4, 0, 8, 2 * 6 * 8},
		{dualPipe, 4, 0, 8, 2 * 3 * 8},
	} {
		f := run(t, units(c.schedule, c.p, c.v, c.m))
		hops := 0
		for r := range sim.Ref(f.tl.Len()) {
			if name := f.tl.Span(r).ID.Name(); name == "act" || name == "grad" {
				hops++
			}
		}
		if hops != c.want {
			t.Errorf("%s, p=%d v=%d m=%d: %d hops, want %d", c.schedule, c.p, c.v, c.m, hops, c.want)
		}
	}
}

// TestHopsGoOneAfterAnother on a link that is slower than the stage before it,
// and hold up no sender.
func TestHopsGoOneAfterAnother(t *testing.T) {
	p := defaults
	p.Schedule, p.Stages, p.Microbatches, p.Bandwidth = gpipe, 2, 6, 100e6
	f := run(t, p)
	h := f.tasks.hops[0]
	c := f.tl.Finish(h.refs[0]) - f.tl.Start(h.refs[0])
	if c <= f.costs[0].fps {
		t.Fatalf("a hop of %v is no longer than a forward of %v", c, f.costs[0].fps)
	}
	for k, ref := range h.refs {
		if got, want := f.tl.Finish(ref), f.costs[0].fps+sim.Time(k+1)*c; got != want {
			t.Errorf("hop %d comes at %v, want %v", k, got, want)
		}
		if got, want := f.tl.Finish(f.tasks.forwards[k]), sim.Time(k+1)*f.costs[0].fps; got != want {
			t.Errorf("forward %d ends at %v, want %v", k, got, want)
		}
	}
	if check := f.Checks()[0]; !check.Applies() || !check.OK() {
		t.Errorf("GPipe over slow links takes %v s, the form says %v (%q)", check.Engine, check.Formula, check.Why.Key)
	}
	p.Schedule = oneFOneB
	if check := run(t, p).Checks()[0]; check.Why.Key != "pipeline.why.crowded" {
		t.Errorf("the check of 1F1B says %q, want that hops wait", check.Why.Key)
	}
}
