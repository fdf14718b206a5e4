package pipeline

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// fewRanks is up to how many ranks each is a box; more are a strip of columns.
const fewRanks = 8

// layout says where things stand in one of the two formats.
type layout struct {
	boxes  []parts.Box // of the ranks; in a strip their cells
	wires  []wire      // of the hops, in their order
	memory parts.Box   // in a strip, of the bars below the cells
	lanes  parts.Box   // with their labels
	label  float64     // width of the labels
	area   parts.Box   // memory over time, under the lanes
	axis   float64
	facts  float64 // baseline of the figures over the lanes
	legend float64
	margin float64
}

// place lays the scene out in a format.
func (f *film) place(portrait bool) layout {
	l := layout{margin: 40, label: 112, facts: 300}
	top, bottom := 350., 800.
	row, width, gap := 96., draw.LandscapeWidth-80., 20.
	if portrait {
		l = layout{margin: 20, label: 140, facts: 474}
		top, bottom, width, gap = 556, 1050, draw.PortraitWidth-40, 34
	}
	height := min(row*float64(f.ranks), (bottom-top)*0.72)
	l.lanes = parts.Box{X: l.margin, Y: top, W: width, H: height}
	if f.ranks > 10 {
		l.label += 22 // a second digit
	}
	left := l.margin + l.label
	l.area = parts.Box{X: left, Y: top + height + gap, W: width - l.label, H: bottom - top - height - gap}
	l.axis = bottom + 6
	l.legend = l.axis + 46
	switch {
	case f.ranks > fewRanks:
		f.placeStrip(&l, width, portrait)
	case portrait && f.ranks > 4:
		f.placeSnake(&l, width)
	default:
		f.placeRow(&l, width, portrait)
	}
	for _, h := range f.tasks.hops {
		l.wires = append(l.wires, f.wire(&l, h.from, h.to, portrait))
	}
	return l
}

func (f *film) placeRow(l *layout, width float64, portrait bool) {
	gap, high, widest := 76., 226., 360.
	if f.ranks > 4 {
		gap = 50
	}
	if portrait {
		gap, high = 40, 372
	}
	w := min(widest, (width-gap*float64(f.ranks-1))/float64(f.ranks))
	x := l.margin + (width-w*float64(f.ranks)-gap*float64(f.ranks-1))/2
	for range f.ranks {
		l.boxes = append(l.boxes, parts.Box{X: x, Y: 22, W: w, H: high})
		x += w + gap
	}
}

// placeSnake stands the boxes in two rows, the second from right to left, so that
// neighbours stay neighbours.
func (f *film) placeSnake(l *layout, width float64) {
	const gap, high, apart = 40., 184., 40.
	w := (width - 3*gap) / 4
	for r := range f.ranks {
		x, y := float64(r), 22.
		if r >= 4 {
			x, y = float64(7-r), 22+high+apart
		}
		l.boxes = append(l.boxes, parts.Box{X: l.margin + x*(w+gap), Y: y, W: w, H: high})
	}
}

// placeStrip stands a cell for each rank in a row, with its memory below it, over
// the whole width.
func (f *film) placeStrip(l *layout, width float64, portrait bool) {
	left := l.margin + l.label
	pitch := (width - l.label) / float64(f.ranks)
	y, h, bar := 44., 44., 116.
	if portrait {
		y, h, bar = 50, 60, 250
	}
	for r := range f.ranks {
		l.boxes = append(l.boxes, parts.Box{X: left + pitch*(float64(r)+0.14), Y: y, W: pitch * 0.72, H: h})
	}
	l.memory = parts.Box{X: left, Y: y + h + 34, W: width - l.label, H: bar}
}

// wire is the way of a hop, as a line of straight pieces.
type wire struct {
	points [4]draw.Point
	n      int
}

// wire joins two ranks, each direction on a line of its own.
func (f *film) wire(l *layout, from, to int, portrait bool) wire {
	a, b := l.boxes[from], l.boxes[to]
	side := 1. // down the ranks above, up the ranks below
	if from > to {
		side = -1
	}
	next := from-to == 1 || to-from == 1
	switch {
	case f.ranks > fewRanks && next:
		y := a.Y - 15
		if side < 0 {
			y = a.Y + a.H + 15
		}
		return lineOf(a.X+a.W/2, y, b.X+b.W/2, y)
	case f.ranks > fewRanks:
		y := a.Y - 30
		if side < 0 {
			y = a.Y + a.H + 27
		}
		return lineOf(a.X+a.W/2, y, b.X+b.W/2, y)
	case a.Y == b.Y && next:
		y := a.Y + a.H*0.36 - 15*side
		if a.X < b.X {
			return lineOf(a.X+a.W, y, b.X, y)
		}
		return lineOf(a.X, y, b.X+b.W, y)
	case a.X == b.X: // from one row of the snake to the other
		x := a.X + a.W/2 + 15*side
		if a.Y < b.Y {
			return lineOf(x, a.Y+a.H, x, b.Y)
		}
		return lineOf(x, a.Y, x, b.Y+b.H)
	}
	return f.around(a, b, side)
}

// around is the way between the first and the last rank, below the boxes.
func (f *film) around(a, b parts.Box, side float64) wire {
	x0, x1 := a.X+a.W/2+14*side, b.X+b.W/2+14*side
	y := max(a.Y+a.H, b.Y+b.H) + 14 + 5*side
	if a.Y == b.Y {
		return wire{[4]draw.Point{{X: x0, Y: a.Y + a.H}, {X: x0, Y: y}, {X: x1, Y: y}, {X: x1, Y: b.Y + b.H}}, 4}
	}
	upper, lower := a, b
	if a.Y > b.Y {
		upper, lower = b, a
	}
	x, y := upper.X+upper.W/2+14*side, lower.Y+lower.H*0.36+14*side
	way := [4]draw.Point{{X: x, Y: upper.Y + upper.H}, {X: x, Y: y}, {X: lower.X, Y: y}}
	if a.Y > b.Y {
		way[0], way[2] = way[2], way[0]
	}
	return wire{way, 3}
}

func lineOf(x0, y0, x1, y1 float64) wire {
	return wire{[4]draw.Point{{X: x0, Y: y0}, {X: x1, Y: y1}}, 2}
}

// at is the place a share of the way along, and a distance back from its end.
func (w *wire) at(share, back float64) draw.Point {
	left := w.length()*share - back
	for i := 1; i < w.n; i++ {
		a, b := w.points[i-1], w.points[i]
		d := span(a, b)
		if left <= d || i == w.n-1 {
			t := 0.0
			if d > 0 {
				t = max(0, min(left/d, 1))
			}
			return draw.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + (b.Y-a.Y)*t}
		}
		left -= d
	}
	return w.points[0]
}

func (w *wire) length() float64 {
	sum := 0.0
	for i := 1; i < w.n; i++ {
		sum += span(w.points[i-1], w.points[i])
	}
	return sum
}

// span is how far apart two points are of which one coordinate is the same.
func span(a, b draw.Point) float64 { return max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y) }
