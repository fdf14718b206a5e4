//go:build js || desktop

package stage

import (
	"math"

	"inflight/scenes/draw"
)

// dashedLine draws the dashes of a line, with round ends that reach beyond on
// and off.
func (r *Renderer) dashedLine(x1, y1, x2, y2, half, on, off float64, k *ink) {
	long := math.Hypot(x2-x1, y2-y1)
	dx, dy := (x2-x1)/long, (y2-y1)/long
	if !(long > 0) || tooMany(long, on+off) {
		r.along(x1, y1, x2, y2, half, k)
		return
	}
	for at := 0.0; at < long; at += on + off {
		end := min(at+on, long)
		r.along(x1+dx*at, y1+dy*at, x1+dx*end, y1+dy*end, half, k)
	}
}

// tooMany says that dashes are too small to be told apart, or too many to draw.
func tooMany(long, period float64) bool { return !(period > 0.1) || long > 10_000*period }

// dashedBox draws the stroke of a box as dashes with flat ends, clockwise from
// the end of the top left corner, or from the right for a circle. Each dash is
// a part of the whole stroke, which k draws.
func (r *Renderer) dashedBox(x, y, halfW, halfH, radius, width, dash float64, k *ink) {
	middle := radius - width/2
	switch {
	case tooMany(halfW+halfH, dash):
		r.quad(x, y, halfW, halfH, k)
		return
	case middle <= 0: // nothing is round
		r.outline = append(r.outline[:0], draw.Point{X: x - halfW, Y: y - halfH}, draw.Point{X: x + halfW, Y: y - halfH},
			draw.Point{X: x + halfW, Y: y + halfH}, draw.Point{X: x - halfW, Y: y + halfH})
		r.dashes(k, width, dash)
		return
	}
	m := rim{
		renderer: r, ink: k, x: x, y: y, way: draw.Point{X: 1}, out: draw.Point{Y: -1}, along: halfW - radius, across: halfH - radius,
		inner: radius - width - feather, outer: radius + feather, arc: middle * math.Pi / 2, dash: dash,
	}
	if m.along <= 0 && m.across <= 0 {
		m.turn()
	}
	for range 4 {
		m.walk(2*m.along, m.straight)
		m.walk(m.arc, m.bent)
		m.turn()
	}
}

// rim is the stroke of a rounded box on the way round it: along a side, and
// round the corner at its end.
type rim struct {
	renderer      *Renderer
	ink           *ink
	x, y          float64    // centre of the box
	way, out      draw.Point // directions: along the side, and outward
	along, across float64    // from there to the centre of the corner
	inner, outer  float64    // from the centre of a corner to both edges of the stroke
	arc           float64    // length of a corner
	dash, walked  float64
}

// turn goes on to the next side.
func (m *rim) turn() {
	m.out = m.way
	m.way = draw.Point{X: -m.way.Y, Y: m.way.X}
	m.along, m.across = m.across, m.along
}

// walk goes a length, and draws the dashes on it from where to where.
func (m *rim) walk(long float64, piece func(from, to float64)) {
	for at := -math.Mod(m.walked, 2*m.dash); at < long; at += 2 * m.dash {
		if from, to := max(at, 0), min(at+m.dash, long); from < to {
			piece(from, to)
		}
	}
	m.walked += long
}

func (m *rim) straight(from, to float64) {
	m.piece(from-m.along, m.across+m.outer, to-m.along, m.across+m.outer, to-m.along, m.across+m.inner, from-m.along, m.across+m.inner)
}

func (m *rim) bent(from, to float64) {
	a, b := from/m.arc*math.Pi/2, to/m.arc*math.Pi/2
	outer := m.outer / math.Cos((b-a)/2) // so that the chord lies outside the arc
	inner := max(m.inner, 0)
	m.piece(
		m.along+outer*math.Sin(a), m.across+outer*math.Cos(a), m.along+outer*math.Sin(b), m.across+outer*math.Cos(b),
		m.along+inner*math.Sin(b), m.across+inner*math.Cos(b), m.along+inner*math.Sin(a), m.across+inner*math.Cos(a))
}

// piece draws a part of the stroke between four places, each given along and
// across the side.
func (m *rim) piece(places ...float64) {
	var corners [4]corner
	for i := range corners {
		along, across := places[2*i], places[2*i+1]
		u, v := along*m.way.X+across*m.out.X, along*m.way.Y+across*m.out.Y
		corners[i] = corner{float32(m.x + u), float32(m.y + v), float32(u), float32(v)}
	}
	m.renderer.batch.add(corners[:], m.ink)
}

// dashes draws the stroke of the outline as dashes with flat ends.
func (r *Renderer) dashes(k *ink, width, dash float64) {
	r.outer = draw.Inset(r.outer[:0], r.outline, -feather)
	r.inner = draw.Inset(r.inner[:0], r.outline, width+feather)
	r.middle = draw.Inset(r.middle[:0], r.outline, width/2)
	n := len(r.middle)
	edge := func(i int) float64 {
		p, q := r.middle[i], r.middle[(i+1)%n]
		return math.Hypot(q.X-p.X, q.Y-p.Y)
	}
	whole := 0.0
	for i := range n {
		whole += edge(i)
	}
	if tooMany(whole, dash) {
		k.size(within, within, 0, width)
		r.strips(k, 0, width)
		return
	}
	// The first dash goes on from the last, if that is cut off by the end.
	begin := 0.0
	if last := math.Mod(whole, 2*dash); 0 < last && last < dash {
		begin = -1e-9
	}
	for i := range n {
		long := edge(i)
		at := begin
		for ; at < long; at += 2 * dash {
			if at+dash > 0 {
				r.dash(i, (i+1)%n, long, at, at+dash, width/2, k)
			}
		}
		begin = at - long - 2*dash // the last dash may reach round the corner
	}
}

// dash draws what one edge, from corner i to corner j, has of a dash. Where the
// dash goes round a corner it ends at the line between the corner's two tips.
func (r *Renderer) dash(i, j int, long, from, to, half float64, k *ink) {
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
	k.kind = kindBox
	k.size((to-from)/2, half, 0, 0)
	r.batch.add(corners[:], k)
}
