package collective

import (
	"math"

	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// way is the line along which a transfer is drawn.
type way struct {
	points [14]draw.Point
	n      int
}

func (w *way) add(p draw.Point) {
	w.points[w.n] = p
	w.n++
}

// at is the point at a share of the way.
func (w *way) at(share float64) draw.Point {
	total := 0.0
	for i := 1; i < w.n; i++ {
		total += distance(w.points[i-1], w.points[i])
	}
	left := total * max(0, min(share, 1))
	for i := 1; i < w.n; i++ {
		d := distance(w.points[i-1], w.points[i])
		if left <= d && d > 0 {
			return between(w.points[i-1], w.points[i], left/d)
		}
		left -= d
	}
	return w.points[w.n-1]
}

// within is a straight way between boxes without its ends, so that a packet of a
// size stands beside the boxes and not on them.
func (w way) within(size float64) way {
	if w.n != 2 {
		return w
	}
	a, b := w.points[0], w.points[1]
	if d := distance(a, b); d > 0 {
		cut := min(0.45*size/d, 0.3)
		w.points[0], w.points[1] = between(a, b, cut), between(b, a, cut)
	}
	return w
}

func distance(a, b draw.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

func between(a, b draw.Point, t float64) draw.Point {
	return draw.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + (b.Y-a.Y)*t}
}

func middleOf(b parts.Box) draw.Point { return draw.Point{X: b.X + b.W/2, Y: b.Y + b.H/2} }

// wayOf is the way between two GPUs. Opposite ways stand apart where both are in
// use.
func (f *film) wayOf(l *layout, p *part, from, to int) way {
	switch {
	case f.node(from) != f.node(to):
		return f.crossing(l, p, from, to)
	case l.rise > 0:
		return straight(f.knot(l, p.dir, from), f.knot(l, p.dir, to), f.apartBy())
	case f.switched():
		return f.throughSwitch(l, p, from, to)
	}
	by := f.apartBy()
	if f.channels > 1 {
		by = f.besides(p)
		if p.dir == 1 {
			by = -by // the way left looks the other way
		}
	}
	w := straight(middleOf(l.gpus[from]), middleOf(l.gpus[to]), by)
	a, b := w.points[0], w.points[1]
	w.points[0], w.points[1] = leaving(l.gpus[from], a, b), leaving(l.gpus[to], b, a)
	return w
}

// apartBy is how far a way is moved to its right to make room for the opposite
// one.
func (f *film) apartBy() float64 {
	switch {
	case f.n == 2 && f.algo != ringBoth:
		return 12
	case f.algo == ringAlgo, f.algo == tree && f.op != allReduce:
		return 0
	case f.algo == direct:
		return 7
	}
	return 12
}

// straight is a way of two points, moved to its right.
func straight(a, b draw.Point, by float64) way {
	var w way
	if d := distance(a, b); d > 0 {
		dx, dy := -(b.Y-a.Y)/d*by, (b.X-a.X)/d*by
		a, b = draw.Point{X: a.X + dx, Y: a.Y + dy}, draw.Point{X: b.X + dx, Y: b.Y + dy}
	}
	w.add(a)
	w.add(b)
	return w
}

// leaving is where a line from a point in a box to one outside crosses its edge.
func leaving(b parts.Box, from, to draw.Point) draw.Point {
	dx, dy := to.X-from.X, to.Y-from.Y
	t := 1.0
	if dx > 0 {
		t = min(t, (b.X+b.W-from.X)/dx)
	} else if dx < 0 {
		t = min(t, (b.X-from.X)/dx)
	}
	if dy > 0 {
		t = min(t, (b.Y+b.H-from.Y)/dy)
	} else if dy < 0 {
		t = min(t, (b.Y-from.Y)/dy)
	}
	return between(from, to, max(0, t))
}
