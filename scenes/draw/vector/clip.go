package vector

import (
	"math"

	"github.com/tdewolff/canvas"

	"inflight/scenes/draw"
)

// halfPlane holds the points with x·X + y·Y <= limit.
type halfPlane struct{ x, y, limit float64 }

func (h halfPlane) outside(p canvas.Point) float64 { return h.x*p.X + h.y*p.Y - h.limit }

// within is the rectangle as what four half planes have in common.
func within(x, y, w, h float64) []halfPlane {
	return []halfPlane{{-1, 0, -x}, {0, -1, -y}, {1, 0, x + w}, {0, 1, y + h}}
}

// cut is the part of a filled path within half planes, its curves flattened.
// Each contour is cut by itself, edge by edge (Sutherland, Hodgman, CACM 17(1),
// 1974): what runs along a border encloses nothing, so every point inside keeps
// its winding number, for shapes with holes and text too.
func cut(path *canvas.Path, planes []halfPlane) *canvas.Path {
	out := &canvas.Path{}
	for _, contour := range path.Flatten(tolerance).Split() {
		corners := contour.Coords()
		for _, h := range planes {
			corners = cutContour(corners, h)
		}
		if len(corners) < 3 {
			continue
		}
		out.MoveTo(corners[0].X, corners[0].Y)
		for _, q := range corners[1:] {
			out.LineTo(q.X, q.Y)
		}
		out.Close()
	}
	return out
}

func cutContour(corners []canvas.Point, h halfPlane) []canvas.Point {
	var kept []canvas.Point
	for i, q := range corners {
		prev := corners[(i+len(corners)-1)%len(corners)]
		before, here := h.outside(prev), h.outside(q)
		if before <= 0 != (here <= 0) {
			t := before / (before - here)
			kept = append(kept, canvas.Point{X: prev.X + (q.X-prev.X)*t, Y: prev.Y + (q.Y-prev.Y)*t})
		}
		if here <= 0 {
			kept = append(kept, q)
		}
	}
	return kept
}

// hatch is the stripes of a filled path: see draw.HatchPitch.
func hatch(path *canvas.Path) *canvas.Path {
	out := &canvas.Path{}
	if path.Empty() {
		return out
	}
	const across = math.Sqrt2 / 2
	box := path.FastBounds()
	first := math.Floor((box.X0 + box.Y0) * across / draw.HatchPitch)
	last := math.Floor((box.X1 + box.Y1) * across / draw.HatchPitch)
	if !(last-first <= 10_000) { // no picture has more, and no number fewer
		return out
	}
	for i := first; i <= last; i++ {
		from := i * draw.HatchPitch
		stripe := []halfPlane{{-across, -across, -from}, {across, across, from + draw.HatchWidth}}
		out = out.Append(cut(path, stripe))
	}
	return out
}
