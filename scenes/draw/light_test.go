package draw

import "testing"

func TestLightPalesAllOtherMeanings(t *testing.T) {
	c := NewCanvas(LandscapeWidth, LandscapeHeight, 1)
	fill := func() {
		c.Reset()
		c.Rect(ID{}, 0, 0, 10, 10, Style{Fill: Forward, Stroke: Ink, Width: 1})
		c.Text(ID{}, 5, 5, "F", Font{Size: 11, Color: OnColor})
		c.Rect(ID{}, 0, 0, 10, 10, Style{Fill: Backward, Hatch: Comm})
		c.Text(ID{}, 5, 5, "B", Font{Size: 11, Color: OnColor})
		c.Rect(ID{}, 0, 0, 10, 10, Style{Fill: Idle.Tint(90)})
		c.Line(ID{}, 0, 0, 9, 9, Stroke{Color: Comm, Width: 1})
	}
	fill()
	c.Light("forward")
	ops := c.Ops()
	if got := ops[0].Style; got.Fill != Forward || got.Stroke != Ink {
		t.Errorf("what is in the light: got %v, want it as it was", got)
	}
	if ops[1].Font.Color != OnColor || ops[3].Font.Color != Muted {
		t.Errorf("texts: got %v and %v, want on-color and muted", ops[1].Font.Color, ops[3].Font.Color)
	}
	if got := ops[2].Style; got.Fill != Backward.Tint(pale) || got.Hatch != Comm.Tint(pale) {
		t.Errorf("another: got %v, want it pale", got)
	}
	if got := ops[4].Style.Fill; got != Idle.Tint(90) {
		t.Errorf("what was paler: got %v, want it as it was", got)
	}
	if got := ops[5].Stroke.Color; got != Comm.Tint(pale) {
		t.Errorf("a line: got %v, want it pale", got)
	}
	for _, name := range []string{"", "none", "ink", "alert", "no-such"} {
		fill()
		c.Light(name)
		if got := c.Ops()[2].Style.Fill; got != Backward {
			t.Errorf("%q: got %v, want nothing paled", name, got)
		}
	}
}
