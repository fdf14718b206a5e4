package parts

import "inflight/scenes/draw"

// Link is a connection between two points, along which packets travel.
type Link struct {
	ID             draw.ID
	X1, Y1, X2, Y2 float64
	Width          float64    // 0 is 8
	Color          draw.Color // None is Line
	Arrow          bool
}

// Draw draws the connection. Boxes at its ends are drawn after it.
func (l Link) Draw(c *draw.Canvas) {
	s := draw.Stroke{Color: l.Color, Width: l.Width, Arrow: l.Arrow}
	if s.Width == 0 {
		s.Width = 8
	}
	if s.Color == draw.None {
		s.Color = draw.Line
	}
	c.Line(l.ID, l.X1, l.Y1, l.X2, l.Y2, s)
}

// Packet is data on its way.
type Packet struct {
	ID    draw.ID
	Share float64 // of the way, 0 to 1
	Color draw.Color
	Label string  // a number or letter
	Size  float64 // 0 is 30
	Round bool    // a circle, else a square with round corners
}

// Packet draws a packet on the link. It grows as wide as its label needs.
func (l Link) Packet(c *draw.Canvas, p Packet) {
	share := max(0, min(p.Share, 1))
	x, y := l.X1+(l.X2-l.X1)*share, l.Y1+(l.Y2-l.Y1)*share
	h := p.Size
	if h == 0 {
		h = 30
	}
	const rim = 3
	style := draw.Style{Fill: p.Color, Stroke: draw.Surface, Width: rim, Radius: 0.28 * h}
	size, ok := legible(c, 0.6*h, h-2*rim-2)
	w := h
	if ok {
		w = max(h, draw.TextWidth(p.Label, size, true)+0.4*h)
	}
	if p.Round && w == h {
		c.Circle(p.ID, x, y, h/2, style)
	} else {
		if p.Round {
			style.Radius = h / 2
		}
		c.Rect(p.ID, x-w/2, y-h/2, w, h, style)
	}
	if ok {
		c.Text(draw.ID{}, x, middle(y, size), p.Label, draw.Font{Size: size, Color: draw.TextOn(p.Color), Anchor: draw.Middle, Bold: true})
	}
}
