// Package drawtest helps to test what draws on a canvas and what reads one.
package drawtest

import "inflight/scenes/draw"

// Sheet is a canvas with every primitive in every style and all colours: the
// contact sheet that the tests of the backends draw, to be looked at.
func Sheet() *draw.Canvas {
	c := draw.NewCanvas(1200, 760, 1)
	colors(c)
	shapes(c)
	lines(c)
	texts(c)
	clips(c)
	return c
}

// heading writes what a group of the sheet shows.
func heading(c *draw.Canvas, x, y float64, s string) {
	c.Text(draw.ID{}, x, y, s, draw.Font{Size: 18, Color: draw.Ink, Bold: true})
}

// colors draws each role and its tints, with the text that stands on them.
func colors(c *draw.Canvas) {
	heading(c, 30, 40, "colours and tints")
	for role := 1; role < draw.NumRoles; role++ {
		x, y := 30+float64((role-1)/9)*300, 58+float64((role-1)%9)*32
		full := draw.Color(role << 8)
		c.Text(draw.ID{}, x, y+18, draw.RoleName(role), draw.Font{Size: 14, Color: draw.Muted})
		for i, percent := range []int{0, 20, 40, 60, 72, 85} {
			fill := full.Tint(percent)
			x := x + 88 + float64(i)*32
			c.Rect(draw.ID{Kind: "swatch/#/#", A: int32(role), B: int32(percent)}, x, y, 29, 26, draw.Style{Fill: fill, Radius: 4})
			if percent != 20 {
				c.Text(draw.ID{}, x+14.5, y+18, draw.Itoa(percent), draw.Font{Size: 14, Color: draw.TextOn(fill), Anchor: draw.Middle, Bold: true})
			}
		}
	}
}

func shapes(c *draw.Canvas) {
	const y = 390.0
	heading(c, 30, y, "shapes")
	styles := []draw.Style{
		{Fill: draw.Forward, Radius: 8},
		{Fill: draw.Surface, Stroke: draw.Line, Width: 2, Radius: 12},
		{Stroke: draw.Muted, Width: 2, Dash: 5, Radius: 6},
		{Fill: draw.Idle, Hatch: draw.Line, Radius: 4},
		{Fill: draw.Alert.Tint(75), Stroke: draw.Alert, Width: 3, Hatch: draw.Alert.Tint(40)},
		{Hatch: draw.Comm, Stroke: draw.Comm, Width: 1.5},
	}
	for i, s := range styles {
		x := 30 + float64(i)*98
		c.Rect(draw.ID{Kind: "rect/#", A: int32(i)}, x, y+16, 84, 52, s)
		c.Circle(draw.ID{Kind: "circle/#", A: int32(i)}, x+26, y+106, 26, s)
		c.Polygon(draw.ID{Kind: "polygon/#", A: int32(i)}, s,
			draw.Point{X: x + 58, Y: y + 80}, draw.Point{X: x + 84, Y: y + 80}, draw.Point{X: x + 84, Y: y + 132},
			draw.Point{X: x + 71, Y: y + 106}, draw.Point{X: x + 58, Y: y + 132})
	}
}

func lines(c *draw.Canvas) {
	const x, y = 660.0, 390.0
	heading(c, x, y, "lines")
	strokes := []draw.Stroke{
		{Color: draw.Ink, Width: 1}, {Color: draw.Ink, Width: 2.5}, {Color: draw.Line, Width: 10},
		{Color: draw.Muted, Width: 2, Dash: 6}, {Color: draw.Forward, Width: 4, Dash: 3},
	}
	for i, s := range strokes {
		y := y + 24 + float64(i)*26
		c.Line(draw.ID{Kind: "line/#", A: int32(i)}, x, y, x+200, y, s)
		s.Arrow = true
		c.Line(draw.ID{Kind: "arrow/#", A: int32(i)}, x+250, y, x+480, y-14+7*float64(i), s)
	}
}

func texts(c *draw.Canvas) {
	const y = 570.0
	heading(c, 30, y, "text")
	c.Line(draw.ID{}, 330, y+12, 330, y+110, draw.Stroke{Color: draw.Line, Width: 1})
	for i, anchor := range []draw.Anchor{draw.Start, draw.Middle, draw.End} {
		c.Text(draw.ID{}, 330, y+36+float64(i)*32, "F5 · 7/8 → 12.5 GB", draw.Font{Size: 14 + 4*float64(i), Color: draw.Ink, Anchor: anchor})
	}
	c.Text(draw.ID{}, 30, y+140, `α + S/(N·B) ≤ ½ µs, 2·ψ·(N−1)/N ≈ ℓ × Σ², <a & "b" 'c'>`, draw.Font{Size: 18, Color: draw.Muted, Bold: true})
	for i, size := range []float64{11, 16, 24, 34} {
		s := "GPU " + draw.Itoa(int(size))
		y := y + 170
		x := []float64{30, 110, 210, 340}[i]
		c.Rect(draw.ID{}, x, y-draw.CapHeight(size), draw.TextWidth(s, size, true), draw.CapHeight(size), draw.Style{Fill: draw.Panel})
		c.Text(draw.ID{}, x, y, s, draw.Font{Size: size, Color: draw.Ink, Bold: true})
	}
}

// clips draws one picture in two windows, and one shape outside of both.
func clips(c *draw.Canvas) {
	const x, y = 660.0, 570.0
	heading(c, x, y, "clips")
	for i := range 2 {
		left := x + 220*float64(i)
		c.Clip(left, y+16, 180, 100)
		c.Circle(draw.ID{}, left+20, y+40, 60, draw.Style{Fill: draw.RankColor(2 * i)})
		c.Polygon(draw.ID{}, draw.Style{Fill: draw.RankColor(2*i + 1)},
			draw.Point{X: left + 60, Y: y + 140}, draw.Point{X: left + 130, Y: y}, draw.Point{X: left + 200, Y: y + 140})
		c.Rect(draw.ID{}, left+140, y+70, 80, 80, draw.Style{Fill: draw.Idle, Hatch: draw.Muted})
		c.Line(draw.ID{}, left-10, y+110, left+190, y+50, draw.Stroke{Color: draw.Ink, Width: 4, Dash: 10, Arrow: true})
		c.Text(draw.ID{}, left+90, y+22, "cut off at the top", draw.Font{Size: 16, Color: draw.Ink, Anchor: draw.Middle, Bold: true})
	}
	c.Unclip()
	c.Rect(draw.ID{}, x, y+150, 400, 14, draw.Style{Fill: draw.Comm, Radius: 7})
}
