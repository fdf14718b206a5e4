package collective

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// network draws each GPU as a box with its stack, the wires, and what travels on
// them.
func (fr *frame) network() {
	fr.wires()
	fr.boxes()
	fr.travellers()
	fr.heading()
}

// wires draws what data can travel on: links of a ring, edges of trees, the
// switch and the NICs of nodes; of one switch without nodes the ways in use.
func (fr *frame) wires() {
	l := fr.layout
	for i := range l.nodes {
		b := l.nodes[i]
		fr.Rect(draw.ID{Kind: "node/#", A: int32(i)}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Panel, Stroke: draw.Line, Width: 1.5, Radius: 16})
	}
	switch {
	case l.rise > 0:
		fr.treeWires()
		fr.treeNames()
	case fr.algo == ringAlgo || fr.algo == ringBoth:
		fr.ringWires()
	case fr.switched():
		fr.switchWires()
	case len(l.nodes) == 0 || fr.algo != tree:
		fr.waysInUse()
	}
	if len(l.nodes) > 0 {
		fr.fabricWires()
	}
}

// ringWires draws the links between neighbours, each way; a band where several
// channels share it.
func (fr *frame) ringWires() {
	for gpu := range fr.n {
		for d := range fr.directions() {
			if fr.channels > 1 && d > 0 {
				break // one band holds both ways
			}
			next := gpu/fr.g*fr.g + (gpu+1)%fr.g
			if next == gpu {
				continue
			}
			from, to := gpu, next
			if d == 1 {
				from, to = next, gpu
			}
			if fr.channels == 1 {
				fr.ringLink(d, from, to)
				continue
			}
			a, b := fr.gpus[from], fr.gpus[to]
			w := straight(middleOf(a), middleOf(b), 0)
			fr.wire(w, draw.Line.Tint(35), fr.bandWidth())
		}
	}
}

// ringLink draws one way of a link, darker where the focus is on it.
func (fr *frame) ringLink(dir, from, to int) {
	w := fr.wayOf(fr.layout, &fr.parts[dir], from, to)
	color := draw.Line
	if fr.focus.from == from && fr.focus.to == to {
		color = draw.Muted
	}
	id := draw.ID{Kind: "link/#/#", A: int32(from), B: int32(to)}
	if dir == 1 && fr.n == 2 { // the second pair of links between the same two
		id.Kind = "link/#/#/left"
	}
	fr.Line(id, w.points[0].X, w.points[0].Y, w.points[1].X, w.points[1].Y, draw.Stroke{Color: color, Width: 8})
}

// bandWidth is that of a wire with all parts side by side.
func (fr *frame) bandWidth() float64 {
	return min(float64(fr.channels*fr.ways()-1)*trackWidth, maxTracks) + trackWidth
}

// switchWires draws the switch of each node and the ports to it.
func (fr *frame) switchWires() {
	l := fr.layout
	for node := range l.nodes {
		y := fr.switchY(l, node)
		left, right := l.nodes[node].X+l.nodes[node].W, l.nodes[node].X
		for gpu := node * fr.g; gpu < (node+1)*fr.g; gpu++ {
			b := l.gpus[gpu]
			x := b.X + b.W/2
			left, right = min(left, x), max(right, x)
			fr.Line(draw.ID{}, x, b.Y+b.H/2, x, y, draw.Stroke{Color: draw.Line, Width: 6})
		}
		fr.Line(draw.ID{Kind: "switch/#", A: int32(node)}, left, y, right, y, draw.Stroke{Color: draw.Line, Width: 10})
	}
}

// treeWires draws both trees of a row: the first above the GPUs, the second
// below them.
func (fr *frame) treeWires() {
	for t := range 2 {
		b := &fr.shapes[t]
		for _, v := range b.order[1:] {
			w := straight(fr.knot(fr.layout, t, v), fr.knot(fr.layout, t, b.up[v]), 0)
			if fr.op == allReduce { // a band for both ways
				fr.wire(w, draw.Line.Tint(35), 28)
			} else {
				fr.wire(w, draw.Line, 8)
			}
		}
		for gpu := range fr.n {
			knot := fr.knot(fr.layout, t, gpu)
			edge := fr.gpus[gpu].Y
			if t == 1 {
				edge += fr.gpus[gpu].H
			}
			fr.Line(draw.ID{}, knot.X, edge, knot.X, knot.Y, draw.Stroke{Color: draw.Line, Width: 2})
			if fr.heights[t][gpu] > 0 {
				fr.Circle(draw.ID{}, knot.X, knot.Y, 9, draw.Style{Fill: draw.Surface, Stroke: draw.Muted, Width: 2.5})
			}
		}
	}
}

// treeNames writes which tree is which, into the corners that they leave free.
func (fr *frame) treeNames() {
	net, size := fr.net, fr.Legible(18)
	font := draw.Font{Size: size, Color: draw.Muted, Bold: true}
	fr.Text(draw.ID{}, net.X, net.Y+net.H-4, "tree 1", font)
	font.Anchor = draw.End
	fr.Text(draw.ID{}, net.X+net.W, net.Y+draw.CapHeight(size), "tree 0", font)
}

// fabricWires draws the NICs and the wire between them.
func (fr *frame) fabricWires() {
	l := fr.layout
	left, right := l.jacks[0].X, l.jacks[0].X
	for gpu := range l.gpus {
		var w way
		fr.toNIC(l, &w, gpu)
		fr.wire(w, draw.Line, 2)
	}
	for _, nic := range l.jacks {
		left, right = min(left, nic.X), max(right, nic.X)
		fr.Line(draw.ID{}, nic.X, nic.Y, nic.X, l.fabric, draw.Stroke{Color: draw.Line, Width: 6})
	}
	left, right = max(l.net.X, left-44), min(l.net.X+l.net.W, right+44)
	fr.Line(draw.ID{Kind: "fabric"}, left, l.fabric, right, l.fabric, draw.Stroke{Color: draw.Line.Tint(35), Width: max(10, fr.bandWidth())})
	fr.fabricName()
	for i, nic := range l.jacks {
		fr.Rect(draw.ID{Kind: "nic/#/#", A: int32(i / fr.nics), B: int32(i % fr.nics)}, nic.X-17, nic.Y-9, 34, 18,
			draw.Style{Fill: draw.Surface, Stroke: draw.Muted, Width: 2, Radius: 4})
	}
}

// fabricName names the wire between the nodes where there is room for it.
func (fr *frame) fabricName() {
	size, band := fr.Legible(16), max(10, fr.bandWidth())
	const name = "network"
	jacks := fr.jacks
	x, y := jacks[0].X+12, fr.fabric+draw.CapHeight(size)/2
	if band < 1.2*size { // above it, between two NICs
		room := fr.net.X + fr.net.W - x
		if len(jacks) > 1 && jacks[1].X > x {
			room = jacks[1].X - x - 12
		}
		if corridor/2-9-band/2 < 1.1*size || draw.TextWidth(name, size, false) > room {
			return
		}
		y = fr.fabric - band/2 - 0.3*size
	}
	fr.Text(draw.ID{}, x, y, name, draw.Font{Size: size, Color: draw.Muted})
}

// waysInUse draws a line for each pair that exchanges data now.
func (fr *frame) waysInUse() {
	width := 6.0
	if fr.algo == direct {
		width = 1.5
	}
	fr.underWay(func(ref sim.Ref, x *send) {
		if fr.node(int(x.from)) == fr.node(int(x.to)) {
			fr.wire(fr.wayOf(fr.layout, &fr.parts[x.part], int(x.from), int(x.to)), draw.Line, width)
		}
	})
}

func (fr *frame) wire(w way, color draw.Color, width float64) {
	for i := 1; i < w.n; i++ {
		a, b := w.points[i-1], w.points[i]
		fr.Line(draw.ID{}, a.X, a.Y, b.X, b.Y, draw.Stroke{Color: color, Width: width})
	}
}

// underWay goes through the transfers that run at the instant.
func (fr *frame) underWay(visit func(ref sim.Ref, x *send)) {
	var buf [128]sim.Ref
	for _, lane := range fr.lanesOf {
		for _, ref := range fr.tl.In(buf[:0], lane, fr.at, fr.at+1) {
			if int(ref) < len(fr.sends) && fr.tl.Finish(ref) > fr.at {
				visit(ref, &fr.sends[ref])
			}
		}
	}
}

// boxes draws the GPUs with their stacks.
func (fr *frame) boxes() {
	for gpu := range fr.gpus {
		fr.box(gpu)
	}
	fr.underWay(func(ref sim.Ref, x *send) { fr.filling(ref, x) })
}

func (fr *frame) box(gpu int) {
	b := fr.gpus[gpu]
	style := draw.Style{Fill: draw.Surface, Stroke: draw.Line, Width: 2, Radius: 10}
	if fr.focus.gpu == gpu {
		style.Stroke, style.Width = draw.Ink, 3
	}
	fr.Rect(draw.ID{Kind: "gpu/#", A: int32(gpu)}, b.X, b.Y, b.W, b.H, style)
	size := fr.Legible(17)
	name := fr.gpuNames[gpu]
	if draw.TextWidth(fr.gpuNames[fr.n-1], size, true) > b.W-16 { // all alike
		name = draw.Itoa(gpu)
	}
	fr.Text(draw.ID{}, b.X+10, b.Y+7+draw.CapHeight(size), name, draw.Font{Size: size, Color: draw.Muted, Bold: true})
	for column := range fr.columns() {
		fr.cell(gpu, column)
	}
}

// cellBox is where a column stands in a GPU's box.
func (fr *frame) cellBox(gpu, column int) parts.Box {
	b := fr.gpus[gpu]
	top := b.Y + 15 + draw.CapHeight(fr.Legible(17))
	n := fr.columns()
	pitch := (b.W - 18) / float64(n)
	width := min(pitch-min(3, 0.2*pitch), 100)
	x := b.X + 9 + pitch*float64(column)
	if fr.ways() == 2 && fr.pipelined() && column >= n/2 {
		x += min(3, 0.3*pitch) // the two ways, or trees, stand apart
	}
	return parts.Box{X: x, Y: top, W: width, H: b.Y + b.H - 9 - top}
}

// cell draws a chunk: as high as its share of contributions.
func (fr *frame) cell(gpu, column int) {
	t := fr.cellBox(gpu, column)
	color := fr.focus.color(draw.RankColor(column), column)
	radius := min(3, 0.3*t.W)
	id := draw.ID{Kind: "chunk/#/gpu#", A: int32(column), B: int32(gpu)}
	level := fr.level(gpu, column, fr.at)
	if level < 1 {
		fr.Rect(id, t.X, t.Y, t.W, t.H, draw.Style{Fill: draw.RankColor(column).Tint(max(82, color.Percent())), Radius: radius})
		id = draw.ID{}
	}
	if level > 0 {
		h := max(t.H*level, 2)
		fr.Rect(id, t.X, t.Y+t.H-h, t.W, h, draw.Style{Fill: color, Radius: min(radius, h/2)})
	}
}

// filling draws the part of a chunk that is arriving, paler, on top of what is
// there.
func (fr *frame) filling(ref sim.Ref, x *send) {
	share := fr.tl.Progress(ref, fr.at)
	if share <= 0 {
		return
	}
	p := &fr.parts[x.part]
	for i := range int(x.chunks) {
		column, ok := fr.column(p, int(x.to), (int(x.chunk)+i)%p.chunks)
		if !ok {
			continue
		}
		level, next := fr.stacks.next(int(x.to), column, fr.at)
		if next <= level {
			continue
		}
		t := fr.cellBox(int(x.to), column)
		from, to := float64(level), float64(level)+float64(next-level)*share
		color := fr.focus.color(draw.RankColor(column).Tint(45), column)
		fr.Rect(draw.ID{}, t.X, t.Y+t.H*(1-to), t.W, t.H*(to-from), draw.Style{Fill: color})
	}
}

// travellers draws the packets: each at the share of its bytes that has moved.
func (fr *frame) travellers() {
	fr.underWay(func(ref sim.Ref, x *send) {
		p := &fr.parts[x.part]
		w := fr.wayOf(fr.layout, p, int(x.from), int(x.to)).within(fr.packetSize())
		at := w.at(fr.tl.Progress(ref, fr.at))
		id := fr.tl.Span(ref).ID
		chunk := fr.chunkOf(x)
		packet := parts.Packet{
			ID:    draw.ID{Kind: fr.packets[x.part], A: id.A, B: id.B, C: id.C},
			Color: fr.focus.color(draw.RankColor(chunk), chunk), Label: draw.Itoa(fr.labelOf(x, chunk)),
		}
		size := fr.packetSize()
		if size < 20 { // a dot
			fr.Circle(packet.ID, at.X, at.Y, size/2, draw.Style{Fill: packet.Color, Stroke: draw.Surface, Width: 2})
			return
		}
		packet.Size = size
		parts.Link{X1: at.X, Y1: at.Y, X2: at.X, Y2: at.Y}.Packet(fr.Canvas, packet)
	})
}

// packetSize is smaller the more travels at once.
func (f *film) packetSize() float64 {
	switch {
	case f.algo == direct && f.n > 8, f.channels*f.ways() > 4:
		return 12
	case f.algo == direct, f.channels > 1:
		return 16
	case f.n > 8, f.nodes > 1:
		return 26
	}
	return 32
}

// heading writes the phase and the step: inside a ring, else beside the picture,
// or above it where the picture is high.
func (fr *frame) heading() {
	l := fr.layout
	title := fr.titles[fr.spanIndex(fr.step)]
	if !fr.inCircle() {
		if fr.Portrait() {
			fr.headline(title)
		}
		return
	}
	x, y := l.net.X+l.net.W/2, l.net.Y+l.net.H/2
	if fr.n == 2 { // the links go through the middle
		y -= 90
	}
	fr.Text(draw.ID{}, x, y-6, title, draw.Font{Size: fr.Legible(30), Color: draw.Ink, Anchor: draw.Middle, Bold: true})
	fr.stepText(x, y+14+draw.CapHeight(fr.Legible(22)), 22, draw.Middle)
}

// headline is the heading in one line, above all else.
func (fr *frame) headline(title string) {
	size := fr.Legible(30)
	x, y := fr.net.X, 20+draw.CapHeight(size)
	fr.Text(draw.ID{}, x, y, title, draw.Font{Size: size, Color: draw.Ink, Bold: true})
	fr.stepText(x+draw.TextWidth(title, size, true)+0.7*size, y, 22, draw.Start)
}

// spanIndex is the place of a step's phase.
func (f *film) spanIndex(step int) int {
	for i, sp := range f.spans {
		if step < sp.first+sp.count {
			return i
		}
	}
	return len(f.spans) - 1
}
