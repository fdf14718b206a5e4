//go:build js || desktop

package stage

import (
	"math"

	"inflight/scenes/draw"
)

// feather is how far beyond its edge a shape may still cover part of a pixel.
const feather = 0.5625

// quad puts an axis-aligned quad round a centre, with a frame of its own.
func (r *Renderer) quad(x, y, halfW, halfH float64, k ink) {
	x0, y0, x1, y1 := float32(x-halfW-feather), float32(y-halfH-feather), float32(x+halfW+feather), float32(y+halfH+feather)
	u, v := float32(halfW+feather), float32(halfH+feather)
	corners := [4]corner{{x0, y0, -u, -v}, {x1, y0, u, -v}, {x1, y1, u, v}, {x0, y1, -u, v}}
	r.batch.add(corners[:], k)
}

// box draws a rounded box of a style. Lengths are device pixels.
func (r *Renderer) box(x, y, halfW, halfH, radius float64, s *draw.Style) {
	radius = min(radius, halfW, halfH)
	body, edge := r.passes(s)
	if body.drawn {
		in := body.inset
		r.quad(x, y, halfW-in, halfH-in, body.ink.with(
			float32(halfW-in), float32(halfH-in), float32(max(radius-in, 0)), float32(body.width)))
	}
	switch k := edge.ink.with(float32(halfW), float32(halfH), float32(radius), float32(edge.width)); {
	case edge.drawn && s.Dash > 0:
		r.dashedBox(x, y, halfW, halfH, radius, edge.width, s.Dash*r.scale, k)
	case edge.drawn:
		r.quad(x, y, halfW, halfH, k)
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
	dashed := width > 0 && s.Dash > 0
	// Under a stroke of its own pass a shape ends at the middle of it, so that
	// no fringe of the fill shows outside.
	body = pass{drawn: true, inset: width / 2}
	switch {
	case s.Hatch != draw.None && s.Fill != draw.None:
		body.ink = inks(fill, hatch, kindHatch)
	case s.Hatch != draw.None:
		body.ink = inks(hatch, hatch, kindStripe)
	case s.Fill != draw.None && width > 0 && !dashed:
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
		r.dashedLine(x1, y1, x2, y2, half, on*r.scale, off*r.scale, k)
	} else {
		r.along(x1, y1, x2, y2, half, k)
	}
}

// along draws the line between two points, with round ends.
func (r *Renderer) along(x1, y1, x2, y2, half float64, k ink) {
	dx, dy := x2-x1, y2-y1
	long := math.Hypot(dx, dy)
	if long > 0 {
		dx, dy = dx/long, dy/long
	} else {
		dx, dy = 1, 0
	}
	reach := long/2 + half
	r.turned((x1+x2)/2, (y1+y2)/2, dx, dy, reach, half, k.with(float32(reach), float32(half), float32(half), 0))
}

// turned puts a quad round a centre, along a direction.
func (r *Renderer) turned(x, y, dx, dy, halfLong, half float64, k ink) {
	halfLong, half = halfLong+feather, half+feather
	at := func(u, v float64) corner {
		return corner{float32(x + dx*u - dy*v), float32(y + dy*u + dx*v), float32(u), float32(v)}
	}
	corners := [4]corner{at(-halfLong, -half), at(halfLong, -half), at(halfLong, half), at(-halfLong, half)}
	r.batch.add(corners[:], k)
}
