package draw_test

import (
	"reflect"
	"testing"

	"inflight/scenes/draw"
)

// fill draws each primitive once.
func fill(c *draw.Canvas) {
	id := draw.ID{Kind: "x/#", A: 7}
	c.Rect(id, 10, 20, 30, 40, draw.Style{Fill: draw.Comm, Width: 2, Radius: 4, Dash: 6})
	c.Circle(id, 50, 60, 8, draw.Style{Width: 2})
	c.Line(id, 10, 20, 30, 40, draw.Stroke{Color: draw.Ink, Width: 2, Dash: 6, Arrow: true})
	c.Polygon(id, draw.Style{Fill: draw.Good, Width: 2}, draw.Point{X: 2, Y: 4}, draw.Point{X: 6, Y: 8}, draw.Point{X: 10, Y: 12})
	c.Clip(20, -10, 300, 50)
	c.Text(id, 10, 20, "text", draw.Font{Size: 20, Color: draw.Ink, Anchor: draw.End, Bold: true})
	c.Unclip()
}

func TestPlaceMovesAndScalesEachPrimitive(t *testing.T) {
	c := draw.NewCanvas(400, 300, 2)
	c.Polygon(draw.ID{}, draw.Style{}, draw.Point{}, draw.Point{X: 1}, draw.Point{Y: 1}) // its points come first
	p := c.Picture(2, 200, 100, 0.5)
	if p.Width != 200 || p.Height != 100 || p.Scale != 1 {
		t.Fatalf("the picture is %v x %v at scale %v, want 200 x 100 at 1", p.Width, p.Height, p.Scale)
	}
	fill(p)
	c.Place(2, 100, 50, 0.5)

	id := draw.ID{Kind: "x/#", A: 7}
	want := []draw.Op{
		{Kind: draw.OpClip, X: 100, Y: 50, W: 100, H: 50},
		{Kind: draw.OpRect, ID: id, X: 105, Y: 60, W: 15, H: 20, Style: draw.Style{Fill: draw.Comm, Width: 1, Radius: 2, Dash: 3}},
		{Kind: draw.OpCircle, ID: id, X: 125, Y: 80, W: 4, Style: draw.Style{Width: 1}},
		{Kind: draw.OpLine, ID: id, X: 105, Y: 60, W: 115, H: 70, Stroke: draw.Stroke{Color: draw.Ink, Width: 1, Dash: 3, Arrow: true}},
		{Kind: draw.OpPolygon, ID: id, Style: draw.Style{Fill: draw.Good, Width: 1}},
		{Kind: draw.OpClip, X: 110, Y: 50, W: 90, H: 20}, // cut to the picture's edge
		{Kind: draw.OpText, ID: id, X: 105, Y: 60, Text: "text", Font: draw.Font{Size: 10, Color: draw.Ink, Anchor: draw.End, Bold: true}},
		{Kind: draw.OpClip, X: 100, Y: 50, W: 100, H: 50},
		{Kind: draw.OpUnclip},
	}
	got := c.Ops()[1:]
	if len(got) != len(want) {
		t.Fatalf("%d operations, want %d", len(got), len(want))
	}
	for i := range got {
		op := got[i]
		if op.Part != 2 {
			t.Errorf("operation %d is of part %d, want 2", i, op.Part)
		}
		if op.Kind == draw.OpPolygon {
			corners := []draw.Point{{X: 101, Y: 52}, {X: 103, Y: 54}, {X: 105, Y: 56}}
			if at := c.Points(&op); !reflect.DeepEqual(at, corners) {
				t.Errorf("the polygon has corners %v, want %v", at, corners)
			}
			if op.ID != id || op.Style != want[i].Style {
				t.Errorf("the polygon is %+v, want %+v", op, want[i])
			}
			continue
		}
		want[i].Part = 2
		if !reflect.DeepEqual(op, want[i]) {
			t.Errorf("operation %d is\n%+v, want\n%+v", i, op, want[i])
		}
	}
}

func TestPicturesMakeNoGarbage(t *testing.T) {
	c := draw.NewCanvas(400, 300, 1)
	frame := func() {
		c.Reset()
		for part := uint8(1); part <= 2; part++ {
			fill(c.Picture(part, 200, 100, 0.5))
			c.Place(part, 100, 50, 0.5)
		}
	}
	frame()
	if n := testing.AllocsPerRun(20, frame); n > 0 {
		t.Errorf("%v allocations a frame, want none", n)
	}
}
