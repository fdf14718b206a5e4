//go:build js || desktop

package stage

import (
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
		body.ink.size(within, within, 0, body.width)
		r.strips(&body.ink, body.inset, body.width)
		body.ink.size(within, within, 0, 0)
		r.inside(&body.ink)
	}
	switch {
	case edge.drawn && s.Dash > 0:
		r.dashes(&edge.ink, edge.width, s.Dash*r.scale)
	case edge.drawn:
		edge.ink.size(within, within, 0, edge.width)
		r.strips(&edge.ink, 0, edge.width)
	}
}

// strips lays a strip along each edge of the outline moved inward, from outside
// it to where the stroke has ended, and leaves its inner side in r.inner.
func (r *Renderer) strips(k *ink, inset, width float64) {
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

// inside fills what the strips enclose.
func (r *Renderer) inside(k *ink) {
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
