// Package parts draws what several scenes show: lane charts, meters, memory,
// links with packets, matrices of tiles, legends and time axes.
//
// A part draws from its fields alone and keeps nothing between frames. Text is
// never smaller than a reader can see: what has no room for it goes without.
// Colours lie in the past and the present; what is still to come is tinted.
package parts

import (
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// Box is a rectangle in scene units.
type Box struct{ X, Y, W, H float64 }

// Future is how far the colour of what is still to come is mixed toward the
// paper, in percent.
const Future = 72

// ahead is a colour as it looks on what is still to come.
func ahead(c draw.Color) draw.Color { return c.Tint(max(Future, c.Percent())) }

// pixel is a CSS pixel in scene units.
func pixel(c *draw.Canvas) float64 {
	if c.Scale > 0 {
		return 1 / c.Scale
	}
	return 1
}

// legible is the size of a text that is wanted at a size and has so much room
// in height; ok is false where it could not be read.
func legible(c *draw.Canvas, want, height float64) (size float64, ok bool) {
	size = max(c.Legible(1e-9), min(want, height/draw.CapHeight(1)))
	return size, draw.CapHeight(size) <= height
}

// middle is the baseline of a text that stands centred on y.
func middle(y, size float64) float64 { return y + draw.CapHeight(size)/2 }

// window maps instants to places: a stretch of time to a stretch of x.
type window struct {
	from, to sim.Time
	x, w     float64
}

// at is the place of an instant; what lies outside has the place of the border.
func (v window) at(t sim.Time) float64 {
	if v.to <= v.from {
		return v.x
	}
	t = max(v.from, min(t, v.to))
	return v.x + v.w*(float64(t-v.from)/float64(v.to-v.from))
}

// holds says that an instant lies within the window.
func (v window) holds(t sim.Time) bool { return v.from <= t && t <= v.to && v.from < v.to }

// cursor draws the present as a line over a chart, with the time above it.
func cursor(c *draw.Canvas, v window, now sim.Time, label string, top, bottom float64) {
	if !v.holds(now) {
		return
	}
	x := v.at(now)
	c.Line(draw.ID{Kind: "now"}, x, top, x, bottom, draw.Stroke{Color: draw.Ink, Width: 2.5})
	if label == "" {
		return
	}
	size := c.Legible(cursorSize)
	half := draw.TextWidth(label, size, true) / 2
	c.Text(draw.ID{}, keepIn(x, half, v.x, v.x+v.w), top-labelRise, label, draw.Font{Size: size, Color: draw.Ink, Anchor: draw.Middle, Bold: true})
}

const (
	cursorSize = 19 // of the time of the present
	cursorRise = 16 // of its line over the rows
	labelRise  = 8  // of the time over the line
)

// keepIn moves the middle of something so that both of its ends stay inside.
func keepIn(x, half, from, to float64) float64 {
	if to-from < 2*half {
		return (from + to) / 2
	}
	return max(from+half, min(x, to-half))
}
