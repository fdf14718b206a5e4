package parts

import (
	"testing"

	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// TestMixIsWhatThinSpansMerge: spans that are too thin to see, and the same added
// up, come out as bars of equal height.
func TestMixIsWhatThinSpansMerge(t *testing.T) {
	lanes := Lanes{Box: Box{X: 0, Y: 0, W: 300, H: 40}, Rows: 1, From: 0, To: 3000, Now: 3000, Idle: Bare}
	bars := func(fill func(row *Row)) []draw.Op {
		c := draw.NewCanvas(300, 40, 1)
		row := lanes.Row(c, 0, "")
		fill(&row)
		row.End()
		var list []draw.Op
		for _, op := range c.Ops() {
			if op.Kind == draw.OpRect {
				list = append(list, op)
			}
		}
		return list
	}
	spans := bars(func(row *Row) {
		for at := sim.Time(0); at < 3000; at += 6 {
			row.Span(Span{From: at, To: at + 3, Color: draw.Forward})
		}
	})
	mix := bars(func(row *Row) {
		for at := sim.Time(0); at < 3000; at += 25 {
			row.Mix(at, at+25, []Taken{{draw.Forward, 0.5}, {draw.Backward, 0}})
		}
	})
	if len(mix) != 1 || len(spans) != 1 {
		t.Fatalf("%d bars of spans and %d of shares, want 1 and 1", len(spans), len(mix))
	}
	if s, m := spans[0], mix[0]; s.Y != m.Y || s.H != m.H || m.W != 300 || m.Style.Fill != draw.Forward {
		t.Errorf("shares give %+v, want the bar of the spans, %+v", m, s)
	}
}

// TestLongStretchesHaveNoGaps, wherever the borders of bins fall.
func TestLongStretchesHaveNoGaps(t *testing.T) {
	lanes := Lanes{Box: Box{X: 152, Y: 0, W: 1408, H: 40}, Rows: 1, From: 0, To: 3000, Now: 3000, Idle: Bare}
	for scale := 0.4; scale < 2; scale += 0.0035 {
		c := draw.NewCanvas(1600, 40, scale)
		row := lanes.Row(c, 0, "")
		row.Mix(0, 1234, []Taken{{draw.Forward, 1}})
		row.Mix(1234, 3000, []Taken{{draw.Forward, 1}})
		row.End()
		width := 0.0
		for _, op := range c.Ops() {
			width += op.W
		}
		if width < 1407.9 || width > 1408.1 {
			t.Fatalf("at scale %v two stretches are %v units wide, want 1408", scale, width)
		}
	}
}
