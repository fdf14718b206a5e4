//go:build js || desktop

package stage

import "inflight/scenes/draw"

// ears cuts simple polygons into triangles, and keeps its memory from one to
// the next.
type ears struct {
	next, before []int
	turns        []bool // the corner turns inward
}

// cut appends to dst the triangles of a polygon, as places among its corners.
// It cuts one ear, a corner whose triangle holds no other corner, after the
// other: n² steps at most where many corners turn inward, n where none does.
func (e *ears) cut(dst [][3]int, polygon []draw.Point) [][3]int {
	n := len(polygon)
	if n < 3 {
		return dst
	}
	area := 0.0
	for i, p := range polygon {
		area += cross(draw.Point{}, p, polygon[(i+1)%n])
	}
	e.ring(n, area < 0)
	inward := 0
	for i := range n {
		e.turns[i] = cross(polygon[e.before[i]], polygon[i], polygon[e.next[i]]) < 0
		if e.turns[i] {
			inward++
		}
	}
	at, since := 0, 0 // since the last ear
	for left := n; left > 3; {
		// After a whole round without an ear, the outline crosses itself: any
		// corner goes, so that it ends.
		if since < left && (e.turns[at] || inward > 0 && e.holds(polygon, at)) {
			at = e.next[at]
			since++
			continue
		}
		a, c := e.before[at], e.next[at]
		dst = append(dst, [3]int{a, at, c})
		if e.turns[at] {
			inward--
		}
		e.next[a], e.before[c] = c, a
		left--
		since = 0
		for _, i := range [2]int{a, c} {
			turns := cross(polygon[e.before[i]], polygon[i], polygon[e.next[i]]) < 0
			if e.turns[i] && !turns {
				inward--
			} else if !e.turns[i] && turns {
				inward++
			}
			e.turns[i] = turns
		}
		at = c
	}
	return append(dst, [3]int{e.before[at], at, e.next[at]})
}

// ring links n corners, the other way round when backward.
func (e *ears) ring(n int, backward bool) {
	e.next, e.before, e.turns = e.next[:0], e.before[:0], e.turns[:0]
	for i := range n {
		e.next = append(e.next, (i+1)%n)
		e.before = append(e.before, (i+n-1)%n)
		e.turns = append(e.turns, false)
	}
	if backward {
		e.next, e.before = e.before, e.next
	}
}

// holds says that the triangle at a corner holds another corner, of which only
// those that turn inward can.
func (e *ears) holds(polygon []draw.Point, at int) bool {
	a, b, c := polygon[e.before[at]], polygon[at], polygon[e.next[at]]
	for i := e.next[e.next[at]]; i != e.before[at]; i = e.next[i] {
		p := polygon[i]
		if e.turns[i] && p != a && p != b && p != c && cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0 {
			return true
		}
	}
	return false
}

// cross is positive when a, b, c run clockwise on a target, whose y points down.
func cross(a, b, c draw.Point) float64 {
	return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
}
