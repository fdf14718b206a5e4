package collective

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

const (
	corridor = 104. // between the two rows of nodes, where the NICs meet
	gutter   = 24.  // between the edge of a node with the NICs and its GPUs
	nodeGPU  = 72.  // height of a GPU's box in a node
)

// placeNodes stands the nodes in two rows, with their NICs toward the corridor
// between them.
func (f *film) placeNodes(l *layout) {
	perRow := (f.nodes + 1) / 2
	pitch := l.net.W / float64(perRow)
	height := (l.net.H - corridor) / 2
	l.fabric = l.net.Y + l.net.H/2
	for node := range f.nodes {
		b := parts.Box{X: l.net.X + pitch*float64(node%perRow), Y: l.net.Y, W: pitch - 12, H: height}
		edge, inner := b.Y+b.H, parts.Box{X: b.X + 10, Y: b.Y + 12, W: b.W - 20, H: b.H - 12 - gutter}
		if node >= perRow {
			b.Y += height + corridor
			edge, inner.Y = b.Y, b.Y+gutter
		}
		l.nodes = append(l.nodes, b)
		for k := range f.nics {
			l.jacks = append(l.jacks, draw.Point{X: b.X + b.W*(float64(k)+0.5)/float64(f.nics), Y: edge})
		}
		l.gpus = append(l.gpus, raceTrack(inner, f.g)...)
	}
}

// raceTrack stands boxes in two rows, so that neighbours of a ring stand side by
// side: the first half from left to right, the second below it and back. Up to
// two stand in one row.
func raceTrack(area parts.Box, n int) []parts.Box {
	cols, rows := (n+1)/2, 2
	if n <= 2 {
		cols, rows = n, 1
	}
	pitch := area.W / float64(cols)
	w, h := min(132, pitch-22), nodeGPU
	if rows == 1 {
		h = min(1.35*nodeGPU, area.H)
	}
	var boxes []parts.Box
	for i := range n {
		col, y := i, area.Y
		switch {
		case rows == 1:
			y = area.Y + (area.H-h)/2
		case i >= cols:
			col, y = 2*cols-1-i, area.Y+area.H-h
		}
		x := area.X + pitch*(float64(col)+0.5)
		boxes = append(boxes, parts.Box{X: x - w/2, Y: y, W: w, H: h})
	}
	return boxes
}

// toNIC adds the way from a GPU to its NIC: straight down from a box next to the
// edge, round the box in between from the others, then along the edge.
func (f *film) toNIC(l *layout, w *way, gpu int) {
	box, nic := l.gpus[gpu], l.jacks[f.node(gpu)*f.nics+f.nicOf(gpu)]
	below := 1. // the corridor is
	if f.node(gpu) >= (f.nodes+1)/2 {
		below = -1
	}
	y := nic.Y - below*gutter*0.6
	x, from := box.X+box.W/2, box.Y+box.H
	if below < 0 {
		from = box.Y
	}
	if far := (nic.Y - from) * below; far > gutter+1 && f.g > 2 {
		x = box.X - 9
		w.add(draw.Point{X: box.X, Y: box.Y + box.H/2})
		w.add(draw.Point{X: x, Y: box.Y + box.H/2})
	} else {
		w.add(draw.Point{X: x, Y: from})
	}
	w.add(draw.Point{X: x, Y: y})
	w.add(draw.Point{X: nic.X, Y: y})
	w.add(nic)
}

// crossing goes by the NICs and the wire between them. Parts lie side by side on
// the wire.
func (f *film) crossing(l *layout, p *part, from, to int) way {
	var w, back way
	f.toNIC(l, &w, from)
	f.toNIC(l, &back, to)
	y := l.fabric + f.besides(p)
	w.add(draw.Point{X: w.points[w.n-1].X, Y: y})
	w.add(draw.Point{X: back.points[back.n-1].X, Y: y})
	for i := back.n - 1; i >= 0; i-- {
		w.add(back.points[i])
	}
	return w
}

// throughSwitch goes by the bar between the two rows of a node.
func (f *film) throughSwitch(l *layout, p *part, from, to int) way {
	var w way
	a, b := l.gpus[from], l.gpus[to]
	y := f.switchY(l, f.node(from)) + f.besides(p)
	end := func(box parts.Box) draw.Point {
		if box.Y+box.H/2 < y {
			return draw.Point{X: box.X + box.W/2, Y: box.Y + box.H}
		}
		return draw.Point{X: box.X + box.W/2, Y: box.Y}
	}
	first, last := end(a), end(b)
	w.add(first)
	w.add(draw.Point{X: first.X, Y: y})
	w.add(draw.Point{X: last.X, Y: y})
	w.add(last)
	return w
}

// switchY is the middle between the two rows of a node's GPUs.
func (f *film) switchY(l *layout, node int) float64 {
	first, last := l.gpus[node*f.g], l.gpus[node*f.g+f.g-1]
	return (first.Y + last.Y + last.H) / 2
}

// switched says that the GPUs of a node are drawn around a switch.
func (j job) switched() bool {
	return j.nodes > 1 && j.g > 2 && j.algo != ringAlgo && j.algo != ringBoth
}

// besides is how far a part's packets lie from the middle of a wire.
func (j job) besides(p *part) float64 {
	tracks := j.channels * j.ways()
	if j.algo == direct || j.algo == halving || tracks == 1 {
		return 0
	}
	width := min(float64(tracks-1)*trackWidth, maxTracks)
	return width * (float64(p.channel*j.ways()+p.dir)/float64(tracks-1) - 0.5)
}

const (
	trackWidth = 12. // from the packets of one part to those of the next
	maxTracks  = 50. // from the first to the last
)
