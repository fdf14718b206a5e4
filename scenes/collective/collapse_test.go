package collective

import (
	"math"
	"math/rand/v2"
	"testing"

	"inflight/scenes/sim"
)

// TestStandInsAgreeWithTheWholeSchedule runs small rings over nodes both ways: as
// a whole, and with a few GPUs standing in for all. Shares of a NIC are rounded
// apart from the NIC itself, so a step may differ by two picoseconds.
func TestStandInsAgreeWithTheWholeSchedule(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	turned, plain, periods := 0, 0, 0
	for range 400 {
		for _, op := range []string{allReduce, reduceScatter, allGather, allToAll} {
			algo := []string{ringAlgo, ringBoth}[r.IntN(2)]
			j := randomJob(t, r, op, algo, 24)
			steps := j.ringSteps()
			s, err := runLockstep(j, steps, len(steps), standIn{j.n, j.channels})
			if err != nil {
				t.Fatal(err)
			}
			want, err := s.graph.Run()
			if err != nil {
				t.Fatal(err)
			}
			j.apart = true
			st := j.standIn()
			few, err := runLockstep(j, steps, len(steps), st)
			if err != nil {
				t.Fatal(err)
			}
			got, err := few.graph.Run()
			if err != nil {
				t.Fatal(err)
			}
			if err := sim.Verify(got); err != nil {
				t.Fatal(err)
			}
			if st.channels < j.channels {
				turned++
			} else {
				plain++
			}
			compare(t, j, s, want, few, got)
			a, b := film{schedule: few, tl: got}, film{schedule: s, tl: want}
			a.countBytes()
			b.countBytes()
			if math.Abs(a.sent-b.sent) > 1e-9*b.sent {
				t.Errorf("%+v: the busiest GPU sends %v bytes, want %v", j, a.sent, b.sent)
			}
			if op != allToAll && len(steps) > st.gpus+4 {
				fast, err := extrapolate(j, steps, st)
				if err != nil {
					t.Fatal(err)
				}
				got, err := fast.graph.Run()
				if err != nil {
					t.Fatal(err)
				}
				if fast.ranSteps < len(steps) {
					periods++
				}
				if apart(got.End(), want.End(), len(steps)) {
					t.Errorf("%+v: %v by period %v, want %v", j, got.End(), fast.period, want.End())
				}
			}
		}
	}
	t.Log(turned, plain, periods)
	if turned < 50 || plain < 50 || periods < 50 {
		t.Errorf("%d runs by turns, %d by nodes, %d by periods: want 50 of each", turned, plain, periods)
	}
}

// apart says whether two instants differ by more than the rounding of so many
// steps and, far from 0, of floats.
func apart(a, b sim.Time, steps int) bool {
	slack := sim.Time(4*steps) + max(a, b)>>48
	return a-b > slack || b-a > slack
}

// compare holds every send of a stand-in against its own in the whole schedule.
func compare(t *testing.T, j job, s *schedule, want *sim.Timeline, few *schedule, got *sim.Timeline) {
	t.Helper()
	type key struct{ channel, dir, step, from int }
	whole := map[key]sim.Ref{}
	for i, x := range s.sends {
		p := s.parts[x.part]
		whole[key{p.channel, p.dir, int(x.step), int(x.from)}] = sim.Ref(i)
	}
	for i, x := range few.sends {
		p := few.parts[x.part]
		w, ok := whole[key{p.channel, p.dir, int(x.step), int(x.from)}]
		if !ok || s.sends[w].to != x.to || s.sends[w].chunk != x.chunk || s.sends[w].phase != x.phase {
			t.Fatalf("%+v: the whole schedule has no send like %+v", j, x)
		}
		a, b := got.Span(sim.Ref(i)), want.Span(w)
		if apart(a.Start, b.Start, int(x.step)) || a.Bytes != b.Bytes {
			t.Fatalf("%+v: send %+v starts at %v with %v bytes, in the whole schedule at %v with %v", j, x, a.Start, a.Bytes, b.Start, b.Bytes)
		}
		if apart(a.End, b.End, int(x.step+1)) {
			t.Fatalf("%+v: send %+v ends at %v, in the whole schedule at %v", j, x, a.End, b.End)
		}
	}
}

// TestOneGPUStandsInForAll holds recursive halving and doubling and direct, run
// by one GPU, to the whole schedule: the end of each step, and of all.
func TestOneGPUStandsInForAll(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	runs := 0
	for runs < 1000 {
		op := ops[r.IntN(len(ops))]
		algo := []string{halving, direct}[r.IntN(2)]
		if !has(op, algo) {
			continue
		}
		j := randomJob(t, r, op, algo, 20)
		j.apart = true
		if j.check() != nil {
			continue // refused above 64 GPUs
		}
		runs++
		few, got, err := j.run()
		if err != nil {
			t.Fatal(err)
		}
		j.apart = false
		s, want, err := j.run()
		if err != nil {
			t.Fatal(err)
		}
		if err := sim.Verify(got); err != nil {
			t.Fatal(err)
		}
		a, b := film{schedule: few, tl: got}, film{schedule: s, tl: want}
		one, all := a.roundTimes(), b.roundTimes()
		if len(one) != len(all) {
			t.Fatalf("%+v: %d steps, want %d", j, len(one), len(all))
		}
		for k := range one {
			if apart(one[k].end, all[k].end, k+1) {
				t.Fatalf("%+v: step %d ends at %v, want %v", j, k, one[k].end, all[k].end)
			}
		}
		a.countBytes()
		b.countBytes()
		if math.Abs(a.sent-b.sent) > 1e-9*b.sent {
			t.Errorf("%+v: the busiest GPU sends %v bytes, want %v", j, a.sent, b.sent)
		}
		if few.sendsTotal() != len(s.sends) {
			t.Errorf("%+v: %d sends in all, want %d", j, few.sendsTotal(), len(s.sends))
		}
	}
}

// TestTheSlowestHopSetsTheTime holds a chain of which only the slowest hop runs
// whole to the whole chain: each hop's times for each piece.
func TestTheSlowestHopSetsTheTime(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	runs := 0
	for runs < 500 {
		op := []string{broadcast, reduce}[r.IntN(2)]
		algo := []string{ringAlgo, ringBoth}[r.IntN(2)]
		j := randomJob(t, r, op, algo, 20)
		if j.crowded() {
			continue
		}
		runs++
		s, want, err := j.run()
		if err != nil {
			t.Fatal(err)
		}
		few, err := chainOf(j, true)
		if err != nil {
			t.Fatal(err)
		}
		got, err := few.graph.Run()
		if err != nil {
			t.Fatal(err)
		}
		if err := sim.Verify(got); err != nil {
			t.Fatal(err)
		}
		for p := range few.parts {
			hops := few.hopTimes(p, got)
			for i := s.parts[p].first; i < s.parts[p].end; i++ {
				piece := int(s.sends[i].chunk)
				hop := int(s.sends[i].step) - piece
				a, b := hops[hop].of(piece), want.Finish(sim.Ref(i))
				if apart(a, b, hop+piece+1) {
					t.Fatalf("%+v: piece %d passes hop %d at %v, want %v", j, piece, hop, a, b)
				}
			}
		}
		if apart(got.End(), want.End(), s.steps) {
			t.Fatalf("%+v: ends at %v, want %v", j, got.End(), want.End())
		}
		a, b := film{schedule: few, tl: got}, film{schedule: s, tl: want}
		a.countBytes()
		b.countBytes()
		if math.Abs(a.sent-b.sent) > 1e-9*b.sent {
			t.Errorf("%+v: the busiest GPU sends %v bytes, want %v", j, a.sent, b.sent)
		}
	}
}

// TestLevelsFollowTheSchedule: where GPUs stand in for others, how full a chunk
// is comes from the schedule's rule. It has to be what tracking finds.
func TestLevelsFollowTheSchedule(t *testing.T) {
	eachPair(t, func(t *testing.T, r *rand.Rand, op, algo string) {
		if algo == tree {
			return // runs whole
		}
		for runs := 0; runs < 40; {
			j := randomJob(t, r, op, algo, 18)
			j.apart = true
			if j.pipelined() && j.crowded() || j.check() != nil || powerBelow(j.n) < j.n && algo == halving {
				continue
			}
			if j.channels > 1 && !j.pipelined() { // the rule shows the first channel
				j.channels = 1
			}
			runs++
			s, err := j.plan()
			if j.pipelined() && algo != direct {
				s, err = chainOf(j, true)
			}
			if err != nil {
				t.Fatal(err)
			}
			tl, err := s.graph.Run()
			if err != nil {
				t.Fatal(err)
			}
			few := film{schedule: s, tl: tl}
			few.prepare()
			j.apart = false
			all, want, err := j.run()
			if err != nil {
				t.Fatal(err)
			}
			stacks, err := all.stack(want)
			if err != nil {
				t.Fatal(err)
			}
			end := tl.End()
			for range 20 {
				at := sim.Time(r.Float64() * float64(end))
				gpu, column := r.IntN(j.n), r.IntN(stacks.columns)
				a, b := few.level(gpu, column, at), float64(stacks.level(gpu, column, at))
				if math.Abs(a-b) > 1e-5 && !nearAnEvent(want, at, 4*all.steps) {
					t.Fatalf("%+v: GPU %d has %v of column %d at %v of %v, tracked %v", j, gpu, a, column, at, end, b)
				}
			}
		}
	})
}

// nearAnEvent says whether a transfer ends within so many picoseconds of an
// instant, where rounding may put it on either side.
func nearAnEvent(tl *sim.Timeline, at sim.Time, slack int) bool {
	for r := range sim.Ref(tl.Len()) {
		if apartBy := tl.Finish(r) - at; apartBy <= sim.Time(slack)+at>>46 && apartBy >= -sim.Time(slack)-at>>46 {
			return true
		}
	}
	return false
}
