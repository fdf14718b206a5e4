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
	if edge.drawn {
		r.quad(x, y, halfW, halfH, edge.ink.with(float32(halfW), float32(halfH), float32(radius), float32(edge.width)))
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
		kind := float32(kindHollow)
		if dashed {
			kind = float32(-s.Dash * r.scale)
		}
		edge = pass{drawn: true, ink: inks(stroke, stroke, kind), width: width}
	}
	return body, edge
}

// line draws an OpLine.
func (r *Renderer) line(op *draw.Op) {
	if op.Stroke.Color == draw.None || !(op.Stroke.Width > 0) {
		return
	}
	color := r.rgb(op.Stroke.Color)
	end := draw.Point{X: op.W, Y: op.H}
	if shaft, tips, ok := op.Arrow(); ok {
		end = shaft
		r.head(shaft, tips, color)
	}
	x1, y1 := r.place(op.X, op.Y)
	x2, y2 := r.place(end.X, end.Y)
	long := math.Hypot(x2-x1, y2-y1)
	half := op.Stroke.Width * r.scale / 2
	k := inks(color, color, kindBox).with(float32(long/2+half), float32(half), float32(half), 0)
	if op.Stroke.Dash > 0 && long > 0 {
		k = inks(color, color, kindDashed).with(float32(long/2), float32(half), float32(op.Stroke.Dash*r.scale), 0)
	}
	r.along(x1, y1, x2, y2, half, half, half, k)
}

// head draws an arrow head with its base at a point and its tip at tips[0].
func (r *Renderer) head(base draw.Point, tips [3]draw.Point, color draw.RGB) {
	x1, y1 := r.place(base.X, base.Y)
	x2, y2 := r.place(tips[0].X, tips[0].Y)
	half := math.Hypot(tips[1].X-tips[2].X, tips[1].Y-tips[2].Y) / 2 * r.scale
	long := math.Hypot(x2-x1, y2-y1)
	if !(long > 0) || !(half > 0) {
		return
	}
	k := inks(color, color, kindHead).with(float32(long), float32(half), 0, 0)
	dx, dy := (x2-x1)/long, (y2-y1)/long
	r.turned(x1, y1, dx, dy, -feather, long+feather, half+feather, k)
}

// along puts a quad round the line between two points, longer by before and
// after and half wide on each side; its own frame has x along the line and 0 in
// the middle.
func (r *Renderer) along(x1, y1, x2, y2, before, after, half float64, k ink) {
	dx, dy := x2-x1, y2-y1
	long := math.Hypot(dx, dy)
	if long > 0 {
		dx, dy = dx/long, dy/long
	} else {
		dx, dy = 1, 0
	}
	r.turned((x1+x2)/2, (y1+y2)/2, dx, dy, -long/2-before-feather, long/2+after+feather, half+feather, k)
}

// turned puts a quad from u0 to u1 along a direction, half wide on each side.
func (r *Renderer) turned(x, y, dx, dy, u0, u1, half float64, k ink) {
	at := func(u, v float64) corner {
		return corner{float32(x + dx*u - dy*v), float32(y + dy*u + dx*v), float32(u), float32(v)}
	}
	corners := [4]corner{at(u0, -half), at(u1, -half), at(u1, half), at(u0, half)}
	r.batch.add(corners[:], k)
}
