package draw

import "math"

// What follows settles how a shape looks, so that all backends draw it alike.

// Hatch stripes are where (x+y)/√2 modulo HatchPitch is less than HatchWidth, in
// scene units of the canvas: the stripes of neighbours line up.
const (
	HatchPitch = 9.0
	HatchWidth = 2.0
)

// Look is the style of a closed shape without what cannot be seen: a stroke
// without a width is none, and one that leaves nothing of a rectangle or circle
// is its fill.
func (op *Op) Look() Style {
	s := op.Style
	if !(s.Width > 0) {
		s.Stroke = None
	}
	thick := op.Kind == OpRect && 2*s.Width >= min(op.W, op.H) || op.Kind == OpCircle && s.Width >= op.W
	if s.Stroke != None && thick {
		return Style{Fill: s.Stroke, Radius: s.Radius}
	}
	return s
}

// Dashes are the lengths that a stroker with round caps needs so that dashes
// and gaps, caps included, come out as long as Dash says. Dashes no longer than
// the width become dots.
func (s Stroke) Dashes() (dash, gap float64) {
	dash = max(0, s.Dash-s.Width)
	return dash, 2*s.Dash - dash
}

// Arrow is where the shaft of a line ends and the head begins: the head's tip,
// its left and its right corner. Without an arrow, and for a line without a
// length, ok is false.
func (op *Op) Arrow() (shaft Point, head [3]Point, ok bool) {
	dx, dy := op.W-op.X, op.H-op.Y
	length := math.Sqrt(dx*dx + dy*dy)
	if !op.Stroke.Arrow || !(length > 0) {
		return Point{}, head, false
	}
	dx, dy = dx/length, dy/length
	reach := min(5*op.Stroke.Width+3, length)
	half := 0.45 * reach
	base := Point{op.W - dx*reach, op.H - dy*reach}
	head = [3]Point{{op.W, op.H}, {base.X + dy*half, base.Y - dx*half}, {base.X - dy*half, base.Y + dx*half}}
	return base, head, true
}

// Inset appends to dst a polygon with its edges moved inward: the middle of a
// stroke that lies inside the edge. Corners stay sharp. The corners may run
// either way round; an edge without a length is left out.
func Inset(dst, polygon []Point, by float64) []Point {
	if signedArea(polygon) < 0 {
		by = -by
	}
	n := len(polygon)
	for i, p := range polygon {
		before, ok1 := direction(polygon[(i+n-1)%n], p)
		after, ok2 := direction(p, polygon[(i+1)%n])
		if !ok1 || !ok2 {
			continue
		}
		// The corner moves along the sum of the two inward normals; cos is
		// that of half the angle between them, held off zero at hairpins.
		nx, ny := -before.Y-after.Y, before.X+after.X
		square := max(1+before.X*after.X+before.Y*after.Y, 0.05)
		dst = append(dst, Point{p.X + nx*by/square, p.Y + ny*by/square})
	}
	return dst
}

// signedArea is positive when the corners run clockwise on a canvas, whose y
// points down.
func signedArea(polygon []Point) float64 {
	sum := 0.0
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		sum += p.X*q.Y - q.X*p.Y
	}
	return sum / 2
}

func direction(from, to Point) (Point, bool) {
	dx, dy := to.X-from.X, to.Y-from.Y
	length := math.Sqrt(dx*dx + dy*dy)
	if !(length > 0) {
		return Point{}, false
	}
	return Point{dx / length, dy / length}, true
}
