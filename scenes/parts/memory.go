package parts

import "inflight/scenes/draw"

// Part is an amount within a total.
type Part struct {
	ID    draw.ID
	Label string
	Value float64
	Color draw.Color
	Hatch draw.Color // over the part, for what is reserved or lost
}

// MemoryBar shows parts piled on each other, or side by side, against a
// capacity. Parts without room for a label go without.
type MemoryBar struct {
	Box           Box
	Parts         []Part
	Capacity      float64 // 0 is none
	CapacityLabel string
	Full          float64 // the value at the far end; 0 is the larger of capacity and sum
	Upright       bool    // piled from the bottom, else from the left
}

// Draw draws the bar: what goes beyond Full is cut off.
func (m MemoryBar) Draw(c *draw.Canvas) {
	full := m.full()
	c.Rect(draw.ID{}, m.Box.X, m.Box.Y, m.Box.W, m.Box.H, draw.Style{Fill: draw.Panel, Radius: 3})
	if !(full > 0) {
		return
	}
	below := 0.0
	for _, p := range m.Parts {
		if p.Value > 0 && below < full {
			m.part(c, p, below/full, min(below+p.Value, full)/full)
			below += p.Value
		}
	}
	if m.Capacity > 0 && m.Capacity <= full {
		m.capacity(c, m.Capacity/full)
	}
}

func (m MemoryBar) full() float64 {
	if m.Full > 0 {
		return m.Full
	}
	sum := 0.0
	for _, p := range m.Parts {
		sum += max(p.Value, 0)
	}
	return max(sum, m.Capacity)
}

// part draws a part from one share of the bar to another, a thin line of paper
// apart from its neighbours: colours alone need not tell them apart.
func (m MemoryBar) part(c *draw.Canvas, p Part, from, to float64) {
	b := Box{m.Box.X + m.Box.W*from, m.Box.Y, m.Box.W * (to - from), m.Box.H}
	if m.Upright {
		b = Box{m.Box.X, m.Box.Y + m.Box.H*(1-to), m.Box.W, m.Box.H * (to - from)}
	}
	const line = 1.5
	if m.Upright && b.H > 3*line {
		b.Y, b.H = b.Y+line, b.H-line
	} else if !m.Upright && b.W > 3*line {
		b.W -= line
	}
	c.Rect(p.ID, b.X, b.Y, b.W, b.H, draw.Style{Fill: p.Color, Hatch: p.Hatch, Radius: 2})
	if p.Hatch != draw.None {
		return // letters over stripes cannot be read
	}
	size, ok := legible(c, noteSize, b.H-6)
	if ok && draw.TextWidth(p.Label, size, true) <= b.W-8 {
		c.Text(draw.ID{}, b.X+b.W/2, middle(b.Y+b.H/2, size), p.Label,
			draw.Font{Size: size, Color: draw.TextOn(p.Color), Anchor: draw.Middle, Bold: true})
	}
}

func (m MemoryBar) capacity(c *draw.Canvas, share float64) {
	b := m.Box
	size := c.Legible(noteSize)
	font := draw.Font{Size: size, Color: draw.Alert, Bold: true}
	stroke := draw.Stroke{Color: draw.Alert, Width: 2.5, Dash: 6}
	if m.Upright {
		y := b.Y + b.H*(1-share)
		c.Line(draw.ID{Kind: "capacity"}, b.X-5, y, b.X+b.W+5, y, stroke)
		c.Text(draw.ID{}, b.X+b.W+12, middle(y, size), m.CapacityLabel, font)
		return
	}
	x := b.X + b.W*share
	c.Line(draw.ID{Kind: "capacity"}, x, b.Y-5, x, b.Y+b.H+5, stroke)
	font.Anchor = draw.Middle
	c.Text(draw.ID{}, keepIn(x, draw.TextWidth(m.CapacityLabel, size, true)/2, b.X, b.X+b.W), b.Y-12, m.CapacityLabel, font)
}
