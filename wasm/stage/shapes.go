//go:build js || desktop

package stage

import (
	"math"

	"inflight/scenes/draw"
)

// feather is how far beyond its edge a shape may still cover part of a pixel.
const feather = 0.5625

// quad puts an axis-aligned quad round a centre, with a frame of its own.
func (r *Renderer) quad(x, y, halfW, halfH float64, k *ink) {
	halfW, halfH = halfW+feather, halfH+feather
	u, v := float32(halfW), float32(halfH)
	r.batch.addBox(window{float32(x - halfW), float32(y - halfH), float32(x + halfW), float32(y + halfH)}, -u, -v, u, v, k)
}

// box draws a rounded box of a style. Lengths are device pixels.
func (r *Renderer) box(x, y, halfW, halfH, radius float64, s *draw.Style) {
	if radius > halfW {
		radius = halfW
	}
	if radius > halfH {
		radius = halfH
	}
	if s.Hatch == draw.None && s.Dash == 0 && s.Fill != draw.None { // most shapes
		fill := r.rgb(s.Fill)
		stroke, width := fill, 0.0 // a stroke without a width still tints the edge
		if s.Stroke != draw.None {
			stroke, width = r.rgb(s.Stroke), s.Width*r.scale
		}
		k := inks(fill, stroke, kindBox)
		k.size(halfW, halfH, radius, width)
		r.quad(x, y, halfW, halfH, &k)
		return
	}
	body, edge := r.passes(s)
	if body.drawn {
		in := body.inset
		body.ink.size(halfW-in, halfH-in, max(radius-in, 0), body.width)
		r.quad(x, y, halfW-in, halfH-in, &body.ink)
	}
	if edge.drawn {
		edge.ink.size(halfW, halfH, radius, edge.width)
		if s.Dash > 0 {
			r.dashedBox(x, y, halfW, halfH, radius, edge.width, s.Dash*r.scale, &edge.ink)
		} else {
			r.quad(x, y, halfW, halfH, &edge.ink)
		}
	}
}

// pass is one of the times that a closed shape is gone over.
type pass struct {
	drawn bool
	ink   ink
	width float64 // of the stroke that is drawn in this pass
	inset float64 // from the edge of the shape
}

// passes are those that a style needs: one where a fill and a solid stroke go
// together.
func (r *Renderer) passes(s *draw.Style) (body, edge pass) {
	fill, hatch, stroke := r.rgb(s.Fill), r.rgb(s.Hatch), r.rgb(s.Stroke)
	width := 0.0
	if s.Stroke != draw.None {
		width = s.Width * r.scale
	}
	solid := width > 0 && !(s.Dash > 0)
	// Under a stroke of its own pass a shape ends at the middle of it, so that
	// no fringe of the fill shows outside.
	body = pass{drawn: true, inset: width / 2}
	switch {
	case s.Hatch != draw.None && s.Fill != draw.None:
		body.ink = inks(fill, hatch, kindHatch)
	case s.Hatch != draw.None:
		body.ink = inks(hatch, hatch, kindStripe)
	case s.Fill != draw.None && solid:
		return pass{drawn: true, ink: inks(fill, stroke, kindBox), width: width}, edge
	case s.Fill != draw.None:
		body.ink = inks(fill, fill, kindBox)
	default:
		body.drawn = false
	}
	if width > 0 {
		edge = pass{drawn: true, ink: inks(stroke, stroke, kindHollow), width: width}
	}
	return body, edge
}

// line draws an OpLine.
func (r *Renderer) line(op *draw.Op) {
	if op.Stroke.Color == draw.None || !(op.Stroke.Width > 0) {
		return
	}
	end := draw.Point{X: op.W, Y: op.H}
	if shaft, head, ok := op.Arrow(); ok {
		end = shaft
		r.polygon(head[:], &draw.Style{Fill: op.Stroke.Color})
	}
	color := r.rgb(op.Stroke.Color)
	k := inks(color, color, kindBox)
	x1, y1 := r.place(op.X, op.Y)
	x2, y2 := r.place(end.X, end.Y)
	half := op.Stroke.Width * r.scale / 2
	if op.Stroke.Dash > 0 {
		on, off := op.Stroke.Dashes()
		r.dashedLine(x1, y1, x2, y2, half, on*r.scale, off*r.scale, &k)
	} else {
		r.along(x1, y1, x2, y2, half, &k)
	}
}

// along draws the line between two points, with round ends.
func (r *Renderer) along(x1, y1, x2, y2, half float64, k *ink) {
	dx, dy := x2-x1, y2-y1
	long := math.Sqrt(dx*dx + dy*dy)
	if long > 0 {
		dx, dy = dx/long, dy/long
	} else {
		dx, dy = 1, 0
	}
	reach := long/2 + half
	k.size(reach, half, half, 0)
	r.turned((x1+x2)/2, (y1+y2)/2, dx, dy, reach, half, k)
}

// turned puts a quad round a centre, along a direction.
func (r *Renderer) turned(x, y, dx, dy, halfLong, half float64, k *ink) {
	halfLong, half = halfLong+feather, half+feather
	ax, ay, bx, by := dx*halfLong, dy*halfLong, -dy*half, dx*half // half of it along, and across
	u, v := float32(halfLong), float32(half)
	corners := [4]corner{
		{float32(x - ax - bx), float32(y - ay - by), -u, -v}, {float32(x + ax - bx), float32(y + ay - by), u, -v},
		{float32(x + ax + bx), float32(y + ay + by), u, v}, {float32(x - ax + bx), float32(y - ay + by), -u, v},
	}
	r.batch.add(corners[:], k)
}
