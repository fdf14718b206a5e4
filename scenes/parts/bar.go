package parts

import "inflight/scenes/draw"

// Bar is a meter: how much of a total there is. Title stands above it, Text
// below, a mark with its label at a value of interest.
type Bar struct {
	Box         Box // of the track
	ID          draw.ID
	Value, Full float64 // any unit; Full is the value at the right end
	Color       draw.Color
	Title, Text string
	Mark        float64 // 0 is none
	MarkLabel   string
}

const (
	titleSize = 20
	noteSize  = 17
	titleRise = 0.8 // of the title over the track, in its size
)

// Top is the upper edge of the title.
func (b Bar) Top(c *draw.Canvas) float64 {
	size := c.Legible(titleSize)
	return b.Box.Y - titleRise*size - draw.CapHeight(size)
}

// Draw draws the meter. A value beyond Full fills the track and shows an edge in
// the colour of alerts.
func (b Bar) Draw(c *draw.Canvas) {
	t := b.Box
	radius := min(6, t.H/2)
	c.Rect(draw.ID{}, t.X, t.Y, t.W, t.H, draw.Style{Fill: draw.Panel, Radius: radius})
	w := t.W * b.share(b.Value)
	c.Rect(b.ID, t.X, t.Y, w, t.H, draw.Style{Fill: b.Color, Radius: min(radius, w/2)})
	if b.Value > b.Full {
		c.Line(draw.ID{}, t.X+t.W, t.Y-3, t.X+t.W, t.Y+t.H+3, draw.Stroke{Color: draw.Alert, Width: 4})
	}
	size := c.Legible(titleSize)
	c.Text(draw.ID{}, t.X, t.Y-titleRise*size, b.Title, draw.Font{Size: size, Color: draw.Ink, Bold: true})
	c.Text(draw.ID{}, t.X, t.Y+t.H+0.6*size+draw.CapHeight(size), b.Text, draw.Font{Size: size, Color: draw.Muted})
	if b.Mark > 0 {
		b.mark(c, size)
	}
}

// mark draws the mark; its label goes without where it would meet the title.
func (b Bar) mark(c *draw.Canvas, title float64) {
	t := b.Box
	x := t.X + t.W*b.share(b.Mark)
	c.Line(draw.ID{}, x, t.Y-8, x, t.Y+t.H+8, draw.Stroke{Color: draw.Ink, Width: 2, Dash: 5})
	size := c.Legible(noteSize)
	half := draw.TextWidth(b.MarkLabel, size, false) / 2
	at := keepIn(x, half, t.X, t.X+t.W)
	if at-half > t.X+draw.TextWidth(b.Title, title, true)+size {
		c.Text(draw.ID{}, at, t.Y-14, b.MarkLabel, draw.Font{Size: size, Color: draw.Muted, Anchor: draw.Middle})
	}
}

// share is the share of the track that a value takes.
func (b Bar) share(v float64) float64 {
	if !(b.Full > 0) {
		return 0
	}
	return max(0, min(v/b.Full, 1))
}
