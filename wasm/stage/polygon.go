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
		r.inside(body.ink.with(within, within, 0, 0))
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

// inside fills what the strips enclose.
func (r *Renderer) inside(k ink) {
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
	r.outer = draw.Inset(r.outer[:0], r.outline, -feather)
	r.inner = draw.Inset(r.inner[:0], r.outline, width+feather)
	r.middle = draw.Inset(r.middle[:0], r.outline, width/2)
	n := len(r.middle)
	walked := 0.0
	for i, p := range r.middle {
		q := r.middle[(i+1)%n]
		long := math.Hypot(q.X-p.X, q.Y-p.Y)
		if !(long > 0) {
			continue
		}
		// The first dash may have begun on the edge before.
		for at := -math.Mod(walked, 2*dash); at < long; at += 2 * dash {
			if at+dash > 0 {
				r.dash(i, (i+1)%n, long, at, at+dash, width/2, k)
			}
		}
		walked += long
	}
}

// dash draws what one edge, from corner i to corner j, has of a dash. Where the
// dash goes round a corner it ends at the line between the corner's two tips.
func (r *Renderer) dash(i, j int, long, from, to, half float64, k ink) {
	p, q := r.middle[i], r.middle[j]
	dx, dy := (q.X-p.X)/long, (q.Y-p.Y)/long
	into := func(c draw.Point) draw.Point {
		x, y := c.X-p.X, c.Y-p.Y
		return draw.Point{X: x*dx + y*dy, Y: y*dx - x*dy}
	}
	// Places along the edge from p, and across.
	local := [4]draw.Point{into(r.outer[i]), into(r.outer[j]), into(r.inner[j]), into(r.inner[i])}
	across := math.Copysign(half+feather, local[0].Y)
	if from >= 0 {
		local[0], local[3] = draw.Point{X: from - feather, Y: across}, draw.Point{X: from - feather, Y: -across}
	} else {
		from -= within
	}
	if to <= long {
		local[1], local[2] = draw.Point{X: to + feather, Y: across}, draw.Point{X: to + feather, Y: -across}
	} else {
		to += within
	}
	var corners [4]corner
	for c, l := range local {
		corners[c] = corner{
			x: float32(p.X + dx*l.X - dy*l.Y), y: float32(p.Y + dy*l.X + dx*l.Y),
			u: float32(l.X - (from+to)/2), v: float32(l.Y),
		}
	}
	r.batch.add(corners[:], k.with(float32((to-from)/2), float32(half), 0, 0))
}
