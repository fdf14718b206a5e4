//go:build js || desktop

package stage

import (
	"math"

	"inflight/scenes/draw"
)

// within is a half width so large that a place near one edge of a box is far
// from all others: there the shader sees the edge of a polygon.
const within = 4096

// polygon draws an OpPolygon: a solid middle, and along each edge a strip in
// which the shader finds the edge and the stroke by their distance.
func (r *Renderer) polygon(points []draw.Point, s *draw.Style) {
	r.outline = r.outline[:0]
	for _, p := range points {
		x, y := r.place(p.X, p.Y)
		r.outline = append(r.outline, draw.Point{X: x, Y: y})
	}
	width := s.Width * r.scale
	if s.Stroke == draw.None {
		width = 0
	}
	body, edge := r.closed(s, width)
	if body.drawn {
		r.strips(body.ink.with(within, within, 0, body.width), float64(body.width))
		r.middle(body.ink.with(within, within, 0, 0))
	}
	switch {
	case edge.drawn && s.Dash > 0:
		r.dashes(edge.ink, width, s.Dash*r.scale)
	case edge.drawn:
		r.strips(edge.ink.with(within, within, 0, edge.width), width)
	}
}

// strips lays a strip along each edge of the outline, from outside it to where
// the stroke has ended, and leaves its inner side in r.inner.
func (r *Renderer) strips(k ink, width float64) {
	depth := width + feather
	r.outer = draw.Inset(r.outer[:0], r.outline, -feather)
	r.inner = draw.Inset(r.inner[:0], r.outline, depth)
	n := len(r.inner)
	for i := range n {
		j := (i + 1) % n
		a, b, c, d := r.outer[i], r.outer[j], r.inner[j], r.inner[i]
		corners := [4]corner{
			{float32(a.X), float32(a.Y), within + feather, 0}, {float32(b.X), float32(b.Y), within + feather, 0},
			{float32(c.X), float32(c.Y), float32(within - depth), 0}, {float32(d.X), float32(d.Y), float32(within - depth), 0},
		}
		r.batch.add(corners[:], k)
	}
}

// middle fills what the strips enclose.
func (r *Renderer) middle(k ink) {
	r.triangles = r.ears.cut(r.triangles[:0], r.inner)
	for _, t := range r.triangles {
		var corners [3]corner
		for i, at := range t {
			p := r.inner[at]
			corners[i] = corner{float32(p.X), float32(p.Y), 0, 0}
		}
		r.batch.add(corners[:], k)
	}
}

// dashes draws the stroke of the outline as dashes, each a line with round ends.
func (r *Renderer) dashes(k ink, width, dash float64) {
	k.kind = kindBox
	half := width / 2
	on, period := max(0, dash-width), 2*dash
	r.inner = draw.Inset(r.inner[:0], r.outline, half)
	walked := 0.0
	for i, p := range r.inner {
		q := r.inner[(i+1)%len(r.inner)]
		long := math.Hypot(q.X-p.X, q.Y-p.Y)
		if !(long > 0) {
			continue
		}
		dx, dy := (q.X-p.X)/long, (q.Y-p.Y)/long
		// The first dash may have begun on the edge before.
		for at := -math.Mod(walked, period); at <= long; at += period {
			from, to := max(at, 0), min(at+on, long)
			if from > to {
				continue
			}
			r.along(p.X+dx*from, p.Y+dy*from, p.X+dx*to, p.Y+dy*to, half, half, half,
				k.with(float32((to-from)/2+half), float32(half), float32(half), 0))
		}
		walked += long
	}
}
