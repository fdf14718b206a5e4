package draw

import (
	"math"
	"testing"
)

func TestInsetMovesEdgesInward(t *testing.T) {
	square := []Point{{0, 0}, {10, 0}, {10, 10}, {0, 10}}
	back := []Point{{0, 10}, {10, 10}, {10, 0}, {0, 0}}
	// An L: its inner corner (4,4) moves outward with both of its edges.
	corner := []Point{{0, 0}, {10, 0}, {10, 4}, {4, 4}, {4, 10}, {0, 10}}
	for _, c := range []struct {
		name          string
		polygon, want []Point
	}{
		{"square", square, []Point{{1, 1}, {9, 1}, {9, 9}, {1, 9}}},
		{"square the other way round", back, []Point{{1, 9}, {9, 9}, {9, 1}, {1, 1}}},
		{"L", corner, []Point{{1, 1}, {9, 1}, {9, 3}, {3, 3}, {3, 9}, {1, 9}}},
	} {
		got := Inset(nil, c.polygon, 1)
		if len(got) != len(c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if !near(got[i], c.want[i]) {
				t.Errorf("%s: corner %d: got %v, want %v", c.name, i, got[i], c.want[i])
			}
		}
	}
}

func TestArrowHasItsTipAtTheEnd(t *testing.T) {
	c := NewCanvas(100, 100, 1)
	c.Line(ID{}, 10, 50, 90, 50, Stroke{Color: Ink, Width: 3, Arrow: true})
	c.Line(ID{}, 10, 10, 10, 14, Stroke{Color: Ink, Width: 3, Arrow: true}) // shorter than a head
	c.Line(ID{}, 10, 10, 10, 10, Stroke{Color: Ink, Width: 3, Arrow: true})
	c.Line(ID{}, 10, 10, 20, 10, Stroke{Color: Ink, Width: 3})
	ops := c.Ops()

	shaft, head, ok := ops[0].Arrow()
	if !ok || !near(head[0], Point{90, 50}) || !near(shaft, Point{72, 50}) || !near(head[1], Point{72, 41.9}) || !near(head[2], Point{72, 58.1}) {
		t.Errorf("got shaft %v, head %v, %v; want a head of 18 by 16.2 with its tip at 90,50", shaft, head, ok)
	}
	if shaft, head, ok := ops[1].Arrow(); !ok || !near(shaft, Point{10, 10}) || !near(head[0], Point{10, 14}) {
		t.Errorf("short line: got shaft %v, head %v, %v; want a head of the whole line", shaft, head, ok)
	}
	for i := 2; i < 4; i++ {
		if _, _, ok := ops[i].Arrow(); ok {
			t.Errorf("line %d: got an arrow, want none", i)
		}
	}
}

func TestDashesCountTheirRoundEnds(t *testing.T) {
	if dash, gap := (Stroke{Width: 2, Dash: 6}).Dashes(); dash != 4 || gap != 8 {
		t.Errorf("got %g and %g, want 4 and 8: seen as 6 and 6", dash, gap)
	}
	if dash, gap := (Stroke{Width: 4, Dash: 3}).Dashes(); dash != 0 || gap != 6 {
		t.Errorf("got %g and %g, want dots 6 apart", dash, gap)
	}
}

func near(a, b Point) bool { return math.Abs(a.X-b.X) < 1e-9 && math.Abs(a.Y-b.Y) < 1e-9 }

func TestLookDropsStrokesThatCannotBeSeen(t *testing.T) {
	for _, c := range []struct {
		name        string
		w, h, width float64
		want        Style
	}{
		{"plain", 20, 10, 2, Style{Fill: Paper, Stroke: Ink, Width: 2}},
		{"no width", 20, 10, 0, Style{Fill: Paper}},
		{"thicker than the shape", 20, 3, 2, Style{Fill: Ink}},
	} {
		op := Op{Kind: OpRect, W: c.w, H: c.h, Style: Style{Fill: Paper, Stroke: Ink, Width: c.width}}
		if got := op.Look(); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}
