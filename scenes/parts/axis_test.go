package parts

import (
	"slices"
	"strings"
	"testing"

	"inflight/scenes/draw"
	"inflight/scenes/draw/drawtest"
	"inflight/scenes/sim"
)

func TestAxis(t *testing.T) {
	c := draw.NewCanvas(1000, 500, 1)
	for i, to := range axisEnds {
		Axis{X: 40, Y: 30 + 60*float64(i), W: 920, To: to}.Draw(c)
	}
	drawtest.Golden(t, "axis", c)
}

var axisEnds = []sim.Time{3, 91806400000, 443 * sim.Millisecond, 1361 * sim.Millisecond, 7 * sim.Second, 90000 * sim.Second, 1234567, sim.Never - 1}

func TestAxisNumbers(t *testing.T) {
	for _, a := range []struct {
		from, to sim.Time
		width    float64
		want     string
	}{
		{0, 33 * sim.Millisecond, 400, "0 5 10 15 20 25 30 ms"},
		{0, 1361 * sim.Millisecond, 400, "0 200 400 600 800 1000 1200 ms"},
		{11500 * sim.Microsecond, 13 * sim.Millisecond, 400, "11.6 11.8 12.0 12.2 12.4 12.6 12.8 ms"},
		{0, 2, 400, "0 1 ps"},
		{0, 33 * sim.Millisecond, 30, "0 ms"},
	} {
		c := draw.NewCanvas(1000, 100, 1)
		Axis{X: 20, Y: 20, W: a.width, From: a.from, To: a.to}.Draw(c)
		if got := strings.Join(texts(c), " "); got != a.want {
			t.Errorf("%v to %v on %g: got %q, want %q", a.from, a.to, a.width, got, a.want)
		}
	}
}

func TestAxisWithoutRoomOrTimeDrawsNothing(t *testing.T) {
	c := draw.NewCanvas(100, 100, 1)
	Axis{X: 20, Y: 20, W: 0, To: 5}.Draw(c)
	Axis{X: 20, Y: 20, W: 50, From: 5, To: 5}.Draw(c)
	if n := len(c.Ops()); n != 0 {
		t.Errorf("got %d shapes, want none", n)
	}
}

// Numbers never meet, whatever the window.
func TestAxisNumbersStandApart(t *testing.T) {
	for _, to := range axisEnds {
		for _, from := range []sim.Time{0, to / 3, to - to/1000} {
			c := draw.NewCanvas(1000, 100, 0.6)
			Axis{X: 40, Y: 30, W: 700, From: from, To: to}.Draw(c)
			right := 0.0
			for _, op := range c.Ops() {
				if op.Kind != draw.OpText {
					continue
				}
				w := draw.TextWidth(op.Text, op.Font.Size, false)
				left := op.X - w/2
				if op.Font.Anchor == draw.End {
					left = op.X - w
				}
				if left < right {
					t.Errorf("%v to %v: %q begins at %g, before %g", from, to, op.Text, left, right)
				}
				right = left + w
			}
		}
	}
}

func texts(c *draw.Canvas) []string {
	var all []string
	for _, op := range c.Ops() {
		if op.Kind == draw.OpText {
			all = append(all, op.Text)
		}
	}
	return slices.Clip(all)
}
