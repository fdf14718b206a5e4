package pipeline

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

func frameOf(f scenes.Film, v scenes.View) *draw.Canvas {
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, v.Scale)
	scenes.Draw(f, c, v)
	return c
}

// TestManyOpsStayFewShapes: the largest pipeline is drawn in a few thousand
// shapes, and a narrow window of it shows ops one by one.
func TestManyOpsStayFewShapes(t *testing.T) {
	f, err := setting(t, "stages=64 microbatches=1024 model=llama-3.1-405b tensor=8").Build()
	if err != nil {
		t.Fatal(err)
	}
	end := f.Timeline().End()
	for share := range sim.Time(5) {
		if n := len(frameOf(f, scenes.View{Time: end / 4 * share, Scale: 0.8}).Ops()); n > 5000 {
			t.Errorf("%d shapes at %d/4, want 5000 at most", n, share)
		}
	}
	c := frameOf(f, scenes.View{Time: end / 2, From: end / 2, To: end/2 + end/100, Scale: 0.8})
	spans := 0
	for _, op := range c.Ops() {
		if op.ID.Kind == taskKinds[forward] || op.ID.Kind == taskKinds[backward] {
			spans++
		}
	}
	if spans < 500 {
		t.Errorf("a hundredth of the film shows %d ops, want them all", spans)
	}
}

// TestDenseColumnsHoldAllTime: what is added up by columns is the time that ops
// take.
func TestDenseColumnsHoldAllTime(t *testing.T) {
	f := run(t, units(zbH1, 8, 1, 64))
	d := f.addUp()
	for r := range f.ranks {
		sum := 0.0
		for _, column := range d.taken[r] {
			for _, v := range column {
				sum += float64(v) / 255
			}
		}
		got, want := sum/columns, ratio(f.byRank[r].busy, f.tl.End())
		if diff := got - want; diff > 0.003 || diff < -0.003 { // shares are rounded to 1/255
			t.Errorf("rank %d is busy for %.4f of the time by columns, want %.4f", r, got, want)
		}
	}
}

// TestPacketsTravelWithTheirBytes: a hop in flight stands on its wire where its
// bytes are, and a result that has come waits at the door until it is used.
func TestPacketsTravelWithTheirBytes(t *testing.T) {
	p := units(oneFOneB, 2, 0, 4)
	p.TComm = 0.5
	f := run(t, p)
	f.lay()
	at := func(seconds float64) (x float64, label string) {
		when, err := sim.Seconds(seconds)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range frameOf(f, scenes.View{Time: when, Scale: 1}).Ops() {
			if op.ID.Kind == "packet/#/#" {
				return op.X, op.ID.String()
			}
		}
		return 0, ""
	}
	w := &f.wide.wires[0] // F0 ends at 1 s, and its hop at 1.5 s
	for _, c := range []struct{ seconds, share float64 }{{1, 0}, {1.125, 0.25}, {1.375, 0.75}} {
		if x, id := at(c.seconds); id != "packet/0/0" || x != w.at(c.share, 0).X {
			t.Errorf("at %v s the packet %q stands at %v, want packet/0/0 at %v", c.seconds, id, x, w.at(c.share, 0).X)
		}
	}
	if x, id := at(2.75); id != "packet/0/1" || x >= w.at(1, 0).X || x <= w.at(0.5, 0).X { // stage 1 is busy with B0
		t.Errorf("at 2.75 s %q stands at %v, want packet/0/1 at the door of stage 1", id, x)
	}
}

// TestFocusMarksAMicrobatch in all rows, and pales the others.
func TestFocusMarksAMicrobatch(t *testing.T) {
	f := run(t, units(oneFOneB, 4, 0, 8))
	f.lay()
	marked, pale := 0, 0
	for _, op := range frameOf(f, scenes.View{Time: f.tl.End(), Focus: "fwd/s2/mb5", Scale: 1}).Ops() {
		if op.ID.Kind != taskKinds[forward] && op.ID.Kind != taskKinds[backward] {
			continue
		}
		switch {
		case op.ID.B == 5 && op.Style.Stroke == draw.Ink:
			marked++
		case op.ID.B != 5 && op.Style.Fill.Percent() >= 60:
			pale++
		}
	}
	if marked != 2*4 || pale != 2*4*7 {
		t.Errorf("%d marked and %d pale, want 8 and 56", marked, pale)
	}
}

// TestStepsAreInOrder: of 1F1B, by hand, with F = 1 s and B = 2 s on 4 stages.
func TestStepsAreInOrder(t *testing.T) {
	f := run(t, units(oneFOneB, 4, 0, 8))
	want := map[string]float64{"start": 0, "peak": 3, "turn": 4, "back": 10, "last-forward": 21, "drain": 27, "end": 33}
	for _, s := range f.Steps() {
		if got := s.At.Seconds(); got != want[s.ID] {
			t.Errorf("step %s at %v s, want %v", s.ID, got, want[s.ID])
		}
	}
	if len(f.Steps()) != len(want) {
		t.Errorf("%d steps, want %d", len(f.Steps()), len(want))
	}
}

// TestDenseRowsShowBusyTime, at whatever scale: what is painted before the
// present is the time that ops took.
func TestDenseRowsShowBusyTime(t *testing.T) {
	f := run(t, units(oneFOneB, 32, 0, 256))
	f.lay()
	end := f.tl.End()
	for _, scale := range []float64{0.5, 0.7995, 0.8, 1, 1.37} {
		painted := 0.0
		for _, op := range frameOf(f, scenes.View{Time: end, Scale: scale}).Ops() {
			inLanes := op.Y > f.wide.lanes.Y && op.Y < f.wide.lanes.Y+f.wide.lanes.H
			if op.Kind == draw.OpRect && inLanes && (op.Style.Fill == draw.Forward || op.Style.Fill == draw.Backward) {
				painted += op.W * op.H
			}
		}
		lanes := f.wide.lanes
		rows := lanes.H * 0.7 // a gap of 0.3 between them
		got, want := painted/((lanes.W-f.wide.label)*rows), 1-f.bubbleOfTotal()
		if got < 0.85*want || got > 1.15*want { // heights are whole pixels
			t.Errorf("scale %v: %.3f of the lanes are busy, want about %.3f", scale, got, want)
		}
	}
}
