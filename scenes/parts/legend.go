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
	size := c.Legible(legendSize)
	swatch := max(legendSwatch, 1.35*size)
	gap, apart := 0.45*swatch, 1.4*swatch
	x, y := l.X, l.Y
	for i, e := range l.Entries {
		w := swatch + gap + draw.TextWidth(e.Label, size, false)
		if x > l.X && x+w > l.X+l.W {
			x, y = l.X, y+1.4*swatch
		}
		style := draw.Style{Fill: e.Color, Hatch: e.Hatch, Radius: 5}
		c.Rect(draw.ID{Kind: "legend/#", A: int32(i)}, x, y, swatch, swatch, style)
		if e.Letter != "" {
			c.Text(draw.ID{}, x+swatch/2, middle(y+swatch/2, size), e.Letter,
				draw.Font{Size: size, Color: draw.TextOn(e.Color), Anchor: draw.Middle, Bold: true})
		}
		c.Text(draw.ID{}, x+swatch+gap, middle(y+swatch/2, size), e.Label, draw.Font{Size: size, Color: draw.Muted})
		x += w + apart
	}
	if len(l.Entries) == 0 {
		return 0
	}
	return y + swatch - l.Y
}
