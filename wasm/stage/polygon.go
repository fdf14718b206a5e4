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
	body, edge := r.passes(s)
	if body.drawn {
		r.strips(body.ink.with(within, within, 0, float32(body.width)), body.inset, body.width)
		r.middle(body.ink.with(within, within, 0, 0))
	}
	switch {
	case edge.drawn && s.Dash > 0:
		r.dashes(edge.ink, edge.width, s.Dash*r.scale)
	case edge.drawn:
		r.strips(edge.ink.with(within, within, 0, float32(edge.width)), 0, edge.width)
	}
}

// strips lays a strip along each edge of the outline moved inward, from outside
// it to where the stroke has ended, and leaves its inner side in r.inner.
func (r *Renderer) strips(k ink, inset, width float64) {
	depth := width + feather
	r.outer = draw.Inset(r.outer[:0], r.outline, inset-feather)
	r.inner = draw.Inset(r.inner[:0], r.outline, inset+depth)
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

// dashes draws the stroke of the outline as dashes with flat ends.
func (r *Renderer) dashes(k ink, width, dash float64) {
	k.kind = kindBox
	half := width / 2
	r.inner = draw.Inset(r.inner[:0], r.outline, half)
	n := len(r.inner)
	walked := 0.0
	for i, p := range r.inner {
		q := r.inner[(i+1)%n]
		long := math.Hypot(q.X-p.X, q.Y-p.Y)
		// A dash that goes round a corner reaches to the tip of the stroke.
		before, after := half*miter(r.inner[(i+n-1)%n], p, q), half*miter(p, q, r.inner[(i+2)%n])
		// The first dash may have begun on the edge before.
		for at := -math.Mod(walked, 2*dash); at < long; at += 2 * dash {
			from, to := at, at+dash
			if to <= 0 {
				continue
			}
			if from < 0 {
				from = -before
			}
			if to > long {
				to = long + after
			}
			r.dash(p, q, long, from, to, half, k)
		}
		walked += long
	}
}

// dash draws a part of an edge with flat ends.
func (r *Renderer) dash(p, q draw.Point, long, from, to, half float64, k ink) {
	dx, dy := (q.X-p.X)/long, (q.Y-p.Y)/long
	middle := (from + to) / 2
	reach := (to - from) / 2
	r.turned(p.X+dx*middle, p.Y+dy*middle, dx, dy, -reach-feather, reach+feather, half+feather,
		k.with(float32(reach), float32(half), 0, 0))
}

// miter is the tangent of half the angle by which the way turns at b, held to
// that of a sharp corner.
func miter(a, b, c draw.Point) float64 {
	x1, y1, x2, y2 := b.X-a.X, b.Y-a.Y, c.X-b.X, c.Y-b.Y
	along := x1*x2 + y1*y2
	across := math.Abs(x1*y2 - y1*x2)
	whole := math.Sqrt(along*along + across*across)
	if !(whole+along > 0) {
		return 0
	}
	return min(across/(whole+along), 4)
}
