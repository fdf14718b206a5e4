package parts

import (
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// Mark is an instant with a name, such as the beginning of a phase.
type Mark struct {
	At    sim.Time
	Label string
}

const markSize = 15

// Cursor draws the marks, dashed and with their labels above the rows, and over
// all the present. A label goes without where it would meet another one; the
// time of the present stays.
func (l Lanes) Cursor(c *draw.Canvas, marks []Mark) {
	v := l.view()
	top, bottom := l.Box.Y-cursorRise, l.Box.Y+l.Box.H+2
	size := c.Legible(markSize)
	takenFrom, takenTo := l.nowLabel(c, v)
	right := v.x - l.Labels
	for _, m := range marks {
		if !v.holds(m.At) {
			continue
		}
		x := v.at(m.At)
		c.Line(draw.ID{}, x, top+8, x, bottom, draw.Stroke{Color: draw.Muted, Width: 1.5, Dash: 5})
		half := draw.TextWidth(m.Label, size, false) / 2
		at := keepIn(x, half, v.x, v.x+v.w)
		meetsNow := at+half > takenFrom && at-half < takenTo
		if at-half < right || meetsNow {
			continue
		}
		c.Text(draw.ID{}, at, top, m.Label, draw.Font{Size: size, Color: draw.Muted, Anchor: draw.Middle})
		right = at + half + 0.6*size
	}
	cursor(c, v, l.Now, l.NowLabel, top, bottom)
}

// Top is the upper edge of the time of the present, over the rows.
func (l Lanes) Top(c *draw.Canvas) float64 {
	return l.Box.Y - cursorRise - labelRise - draw.CapHeight(c.Legible(cursorSize))
}

// nowLabel is the stretch of x that the time of the present takes.
func (l Lanes) nowLabel(c *draw.Canvas, v window) (from, to float64) {
	if l.NowLabel == "" || !v.holds(l.Now) {
		return 0, 0
	}
	size := c.Legible(cursorSize)
	half := draw.TextWidth(l.NowLabel, size, true) / 2
	x := keepIn(v.at(l.Now), half, v.x, v.x+v.w)
	return x - half - 0.5*size, x + half + 0.5*size
}
