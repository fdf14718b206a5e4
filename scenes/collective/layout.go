package collective

import (
	"math"

	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// fewGPUs is up to how many GPUs each is drawn as a box; above that a map shows
// them all.
const fewGPUs = 16

// layout says where things stand in one of the two formats.
type layout struct {
	net   parts.Box // GPUs and wires, or the map
	side  parts.Box // what a cell means, and the meter
	lanes parts.Box // with their labels
	label float64   // width of the labels
	axis  float64   // y of the time axis

	gpus   []parts.Box
	nodes  []parts.Box
	jacks  []draw.Point // the NICs of each node, one after another
	fabric float64      // y of the wire that joins the NICs
	rise   float64      // from level to level of a double tree; 0 where there is none
}

var (
	wide = layout{
		net:   parts.Box{X: 40, Y: 24, W: 1040, H: 592},
		side:  parts.Box{X: 1136, Y: 40, W: 424, H: 576},
		lanes: parts.Box{X: 40, Y: 690, W: 1520, H: 160}, label: 124, axis: 856,
	}
	high = layout{
		net:   parts.Box{X: 20, Y: 20, W: 860, H: 590},
		side:  parts.Box{X: 30, Y: 632, W: 840, H: 220},
		lanes: parts.Box{X: 20, Y: 930, W: 860, H: 212}, label: 110, axis: 1148,
	}
)

// place puts the GPUs into a format.
func (f *film) place(l layout) layout {
	if f.n > fewGPUs {
		return l
	}
	if l.net.W < 1000 && !f.inCircle() { // the heading stands above
		l.net.Y, l.net.H = l.net.Y+56, l.net.H-56
	}
	switch {
	case f.nodes > 1:
		f.placeNodes(&l)
	case f.algo == tree:
		f.placeRow(&l)
	default:
		w, h := boxSize(f.n)
		l.gpus = onEllipse(l.net, f.n, w, h)
	}
	return l
}

// inCircle says that the GPUs stand around a free middle.
func (j job) inCircle() bool { return j.nodes == 1 && (j.algo == ringAlgo || j.algo == ringBoth) }

// boxSize is that of a GPU's box when so many stand in a circle.
func boxSize(n int) (w, h float64) {
	switch {
	case n <= 2:
		return 280, 210
	case n <= 4:
		return 200, 146
	case n <= 8:
		return 150, 106
	case n <= 12:
		return 120, 84
	}
	return 98, 68
}

// onEllipse stands boxes clockwise on an ellipse, as far from each other along
// it, the first on top; two stand side by side.
func onEllipse(area parts.Box, n int, w, h float64) []parts.Box {
	cx, cy := area.X+area.W/2, area.Y+area.H/2
	rx, ry := (area.W-w)/2, (area.H-h)/2
	const fine = 720 // points along the ellipse
	along := make([]float64, fine+1)
	at := func(i int) draw.Point {
		turn := 2 * math.Pi * float64(i) / fine
		if n == 2 {
			turn -= math.Pi / 2
		}
		return draw.Point{X: cx + rx*math.Sin(turn), Y: cy - ry*math.Cos(turn)}
	}
	for i := 1; i <= fine; i++ {
		along[i] = along[i-1] + distance(at(i-1), at(i))
	}
	var boxes []parts.Box
	for i, k := 0, 0; i < n; i++ {
		for along[k] < along[fine]*float64(i)/float64(n)-1e-6 {
			k++
		}
		p := at(k)
		boxes = append(boxes, parts.Box{X: p.X - w/2, Y: p.Y - h/2, W: w, H: h})
	}
	return boxes
}

// placeRow stands the GPUs of a double tree in a row: one tree above, one below.
func (f *film) placeRow(l *layout) {
	pitch := l.net.W / float64(f.n)
	w, h := min(150, pitch-6), 106.
	middle := l.net.Y + l.net.H/2
	levels := 1
	for 1<<levels < f.n {
		levels++
	}
	l.rise = (l.net.H - h - 30) / 2 / float64(levels)
	for i := range f.n {
		x := l.net.X + pitch*(float64(i)+0.5)
		l.gpus = append(l.gpus, parts.Box{X: x - w/2, Y: middle - h/2, W: w, H: h})
	}
}

// knot is where a GPU stands in one of the trees of a row: above its box or
// below it, a leaf at the box itself.
func (f *film) knot(l *layout, which, gpu int) draw.Point {
	b := l.gpus[gpu]
	rise := float64(f.heights[which][gpu]) * l.rise
	if which == 0 {
		return draw.Point{X: b.X + b.W/2, Y: b.Y - rise}
	}
	return draw.Point{X: b.X + b.W/2, Y: b.Y + b.H + rise}
}

// treeHeights are how high a rank stands above the leaves, in each tree.
func treeHeights(n int) [2][]int {
	var heights [2][]int
	for t, up := range twoTrees(n) {
		b := newBranches(up)
		h := make([]int, n)
		for i := len(b.order) - 1; i > 0; i-- {
			v := b.order[i]
			h[up[v]] = max(h[up[v]], h[v]+1)
		}
		heights[t] = h
	}
	return heights
}
