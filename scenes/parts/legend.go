package parts

import "inflight/scenes/draw"

// Legend says what colours mean. Its entries flow in rows.
type Legend struct {
	X, Y, W float64 // of the first row's upper left corner; entries wrap at W
	Entries []Entry
}

// Entry is a swatch with its meaning. Letter and hatch are those of the shapes,
// so that nothing depends on colour alone.
type Entry struct {
	Color  draw.Color
	Letter string     // on the swatch, such as F
	Hatch  draw.Color // over the swatch, for what is hatched
	Label  string
}

const (
	legendSize   = 19
	legendSwatch = 26
)

// Draw draws the legend and returns the height that it takes.
func (l Legend) Draw(c *draw.Canvas) (height float64) {
	f := l.flow(c)
	for i, e := range l.Entries {
		x, y := f.place(e)
		style := draw.Style{Fill: e.Color, Hatch: e.Hatch, Radius: 5}
		c.Rect(draw.ID{Kind: "legend/#", A: int32(i)}, x, y, f.swatch, f.swatch, style)
		if e.Letter != "" {
			c.Text(draw.ID{}, x+f.swatch/2, middle(y+f.swatch/2, f.size), e.Letter,
				draw.Font{Size: f.size, Color: draw.TextOn(e.Color), Anchor: draw.Middle, Bold: true})
		}
		c.Text(draw.ID{}, x+f.swatch+f.gap, middle(y+f.swatch/2, f.size), e.Label, draw.Font{Size: f.size, Color: draw.Muted})
	}
	return f.height()
}

// Height is the height that the legend takes, for a scene that shows fewer
// entries where there is less room.
func (l Legend) Height(c *draw.Canvas) float64 {
	f := l.flow(c)
	for _, e := range l.Entries {
		f.place(e)
	}
	return f.height()
}

// flow is where the next entry goes.
type flow struct {
	Legend
	size, swatch, gap float64
	x, y              float64
	any               bool
}

func (l Legend) flow(c *draw.Canvas) flow {
	size := c.Legible(legendSize)
	swatch := max(legendSwatch, 1.35*size)
	return flow{Legend: l, size: size, swatch: swatch, gap: 0.45 * swatch, x: l.X, y: l.Y}
}

// place is the upper left corner of an entry.
func (f *flow) place(e Entry) (x, y float64) {
	w := f.swatch + f.gap + draw.TextWidth(e.Label, f.size, false)
	if f.x > f.X && f.x+w > f.X+f.W {
		f.x, f.y = f.X, f.y+1.4*f.swatch
	}
	x, y, f.any = f.x, f.y, true
	f.x += w + 1.4*f.swatch
	return x, y
}

func (f *flow) height() float64 {
	if !f.any {
		return 0
	}
	return f.y + f.swatch - f.Y
}
