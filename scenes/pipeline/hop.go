package pipeline

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// wiresBetween draws the ways between ranks.
func (fr *frame) wiresBetween() {
	width := 5.
	if fr.ranks > fewRanks {
		width = 2
	}
	for i := range fr.wires {
		w := &fr.wires[i]
		for k := 1; k < w.n; k++ {
			a, b := w.points[k-1], w.points[k]
			fr.Line(draw.ID{}, a.X, a.Y, b.X, b.Y, draw.Stroke{Color: draw.Line, Width: width})
		}
	}
}

// mostWaiting is how many results are drawn that wait at the door of a rank.
const mostWaiting = 3

// packets draws the results on their way, and those that have come and wait.
func (fr *frame) packets() {
	size := 34.
	switch {
	case fr.ranks > fewRanks:
		size = min(14, 0.8*fr.boxes[0].W)
	case fr.boxes[0].W < 160:
		size = 26
	}
	for i := range fr.tasks.hops {
		fr.packetsOf(i, size)
	}
}

// packetsOf draws those of one way: behind it those that wait for the link, at its
// end those that wait for their rank. Of the hops that have begun it looks at the
// last few: what waits has come lately, or waits behind what has.
func (fr *frame) packetsOf(i int, size float64) {
	h, w := &fr.tasks.hops[i], &fr.wires[i]
	waiting := 0
	last := fr.hopsBegun(h)
	for k := max(0, last-64); k < last; k++ {
		ref := h.refs[k]
		if fr.tl.Start(h.needs[k]) <= fr.at {
			continue
		}
		share, back := 1., 0.
		if fr.tl.Finish(ref) > fr.at {
			share = fr.tl.Progress(ref, fr.at)
		} else {
			if waiting == mostWaiting {
				continue
			}
			back = (float64(waiting)*1.1 + 0.5) * size
			waiting++
		}
		fr.packet(h, k, w.at(share, back), size)
	}
	for k := last; k < min(last+mostWaiting, len(h.refs)) && fr.tl.Finish(fr.tl.Needs(h.refs[k])[0]) <= fr.at; k++ {
		fr.packet(h, k, w.at(0, -(float64(last+mostWaiting-1-k)*1.1+0.5)*size), size)
	}
}

func (fr *frame) packet(h *hopTasks, k int, at draw.Point, size float64) {
	id := fr.tl.Span(h.refs[k]).ID
	color := draw.Forward
	if id.Kind == gradKind {
		color = draw.Backward
	}
	label := draw.Itoa(int(id.B))
	if fr.ranks > fewRanks {
		label = ""
	}
	if fr.focus.mb >= 0 && fr.focus.mb != int(id.B) {
		color = color.Tint(60)
	}
	place := draw.ID{Kind: "packet/#/#", A: id.A, B: id.B}
	if size < 12 { // too small for a rim
		fr.Circle(place, at.X, at.Y, size/2, draw.Style{Fill: color})
		return
	}
	l := parts.Link{X1: at.X, Y1: at.Y, X2: at.X, Y2: at.Y}
	l.Packet(fr.Canvas, parts.Packet{ID: place, Color: color, Label: label, Size: size, Round: true})
}

// hopsBegun is how many hops of a way have begun.
func (fr *frame) hopsBegun(h *hopTasks) int {
	lo, hi := 0, len(h.refs)
	for lo < hi {
		if mid := (lo + hi) / 2; fr.tl.Start(h.refs[mid]) <= fr.at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
