//go:build js || desktop

package stage

import (
	"math"
	"slices"
)

// raster finds how much of each pixel lies within contours. The package for that
// in golang.org/x/image brings along image/draw, much of the stage's size.
//
// A line that goes down through a pixel covers, in that row, all to the right of
// it: in its own pixel a part, in those after it the height that it goes. So each
// piece of a line changes two pixels of areas, and the sum from the left of a row
// is the coverage. Lines that go up take away.
type raster struct {
	w, h           int
	areas          []float32
	startX, startY float32 // of the contour
	x, y           float32 // where the pen is
}

// mask is the coverage of pixels, one byte each.
type mask struct {
	w, h int
	pix  []byte
}

// reset begins anew. Contours must stay a pixel away from the right.
func (r *raster) reset(w, h int) {
	r.w, r.h = w, h
	r.areas = slices.Grow(r.areas[:0], w*h)[:w*h]
	clear(r.areas)
	r.move(0, 0)
}

func (r *raster) move(x, y float32) { r.startX, r.startY, r.x, r.y = x, y, x, y }

func (r *raster) close() { r.line(r.startX, r.startY) }

func (r *raster) line(x, y float32) {
	x0, y0, x1, y1, down := r.x, r.y, x, y, float32(1)
	r.x, r.y = x, y
	if y0 > y1 {
		x0, y0, x1, y1, down = x1, y1, x0, y0, -1
	}
	if y0 == y1 {
		return
	}
	slope := (x1 - x0) / (y1 - y0)
	for row := floor(y0); row < y1; row++ {
		top, bottom := max(y0, row), min(y1, row+1)
		left, right := x0+(top-y0)*slope, x0+(bottom-y0)*slope
		if left > right {
			left, right = right, left
		}
		r.cross(r.areas[int(row)*r.w:], left, right, down*(bottom-top))
	}
}

// cross takes a piece of a line through a row, so high, from left to right.
func (r *raster) cross(row []float32, left, right, height float32) {
	column := floor(left)
	if right <= column+1 {
		add(row, column, (left+right)/2, height)
		return
	}
	for slope := height / (right - left); column < right; column++ {
		from, to := max(left, column), min(right, column+1)
		add(row, column, (from+to)/2, slope*(to-from))
	}
}

// add takes a piece within a pixel, of which the middle is at x.
func add(row []float32, column, x, height float32) {
	beside := height * (x - column)
	row[int(column)] += height - beside
	row[int(column)+1] += beside
}

// flat is how far lines may be off a curve, in pixels.
const flat = 1.0 / 64

// quad goes along a curve of one control point. It is off its chord by at most
// an eighth of its second derivative.
func (r *raster) quad(bx, by, cx, cy float32) {
	ax, ay := r.x, r.y
	n := pieces(bend(ax, ay, bx, by, cx, cy) / 4)
	for i := 1; i < n; i++ {
		t := float32(i) / float32(n)
		u := 1 - t
		r.line(u*u*ax+2*u*t*bx+t*t*cx, u*u*ay+2*u*t*by+t*t*cy)
	}
	r.line(cx, cy)
}

// cube goes along a curve of two control points.
func (r *raster) cube(bx, by, cx, cy, dx, dy float32) {
	ax, ay := r.x, r.y
	n := pieces(max(bend(ax, ay, bx, by, cx, cy), bend(bx, by, cx, cy, dx, dy)) * 3 / 4)
	for i := 1; i < n; i++ {
		t := float32(i) / float32(n)
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		r.line(a*ax+b*bx+c*cx+d*dx, a*ay+b*by+c*cy+d*dy)
	}
	r.line(dx, dy)
}

// bend is how far the middle point is from halfway between the others, doubled.
func bend(ax, ay, bx, by, cx, cy float32) float32 {
	x, y := ax-2*bx+cx, ay-2*by+cy
	return float32(math.Sqrt(float64(x*x + y*y)))
}

// pieces is into how many lines a curve is cut that is off its chord by so much.
func pieces(off float32) int { return 1 + int(math.Sqrt(float64(off/flat))) }

// cover writes the coverage.
func (r *raster) cover(m *mask) {
	m.w, m.h = r.w, r.h
	m.pix = slices.Grow(m.pix[:0], r.w*r.h)[:r.w*r.h]
	for y := range r.h {
		sum := float32(0)
		for x := y * r.w; x < (y+1)*r.w; x++ {
			sum += r.areas[x]
			m.pix[x] = byte(min(max(sum, -sum), 1)*255 + 0.5)
		}
	}
}

func floor(x float32) float32 { return float32(math.Floor(float64(x))) }
