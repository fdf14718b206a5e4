package pipeline

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// box draws a rank: what it computes and how far it is, the chunks whose
// activations it holds, its memory.
func (fr *frame) box(r int) {
	b := fr.boxes[r]
	style := draw.Style{Fill: draw.Surface, Stroke: draw.Line, Width: 2, Radius: 12}
	if fr.focus.rank == r {
		style.Stroke, style.Width = draw.Ink, 3
	}
	fr.Rect(draw.ID{Kind: "rank/#", A: int32(r)}, b.X, b.Y, b.W, b.H, style)
	pad := min(16, 0.09*b.W)
	in := parts.Box{X: b.X + pad, Y: b.Y, W: b.W - 2*pad, H: b.H}
	size := fr.Legible(20)
	y := b.Y + 12 + draw.CapHeight(size)
	title := draw.TextWidth(fr.names[r], size, true)
	fr.text(in.X, y, 20, fr.names[r], draw.Ink, draw.Start, true, in.W)
	fr.text(in.X+in.W, y, 16, fr.holds[r], draw.Muted, draw.End, false, in.W-title-10)
	rest := b.Y + b.H - y - 10
	fr.op(r, parts.Box{X: in.X, Y: y + 12, W: in.W, H: 0.36 * rest})
	fr.chips(r, parts.Box{X: in.X, Y: y + 12 + 0.44*rest, W: in.W, H: 0.14 * rest})
	fr.memoryBar(r, parts.Box{X: in.X, Y: y + 12 + 0.62*rest, W: in.W, H: 0.30 * rest})
}

// op draws what a rank computes, with a line for how much of it is done.
func (fr *frame) op(r int, b parts.Box) {
	line := max(5, 0.14*b.H)
	i, running := fr.now(r, fr.at)
	block := parts.Box{X: b.X, Y: b.Y, W: b.W, H: b.H - line - 4}
	if !running {
		fr.Rect(draw.ID{}, block.X, block.Y, block.W, block.H, draw.Style{Fill: draw.Idle, Hatch: draw.Line, Radius: 7})
		fr.Rect(draw.ID{}, b.X, b.Y+b.H-line, b.W, line, draw.Style{Fill: draw.Idle, Radius: line / 2})
		return
	}
	o := fr.order[r][i]
	color := kindColors[forward]
	if o.kind == pair {
		half := parts.Box{X: block.X, Y: block.Y, W: block.W/2 - 2, H: block.H}
		fr.block(half, forward, fr.labels[forward][o.mb])
		half.X += block.W/2 + 2
		fr.block(half, backward, fr.labels[backward][o.withMB])
		fr.Rect(draw.ID{}, block.X-2, block.Y-2, block.W+4, block.H+4, draw.Style{Stroke: draw.Ink, Width: 2, Radius: 9})
	} else {
		color = kindColors[o.kind]
		label := fr.labels[o.kind][o.mb]
		if fr.opLabels != nil {
			label = fr.opLabels[r][i]
		}
		fr.block(block, o.kind, label)
	}
	done := fr.tl.Progress(fr.tasks.first[r]+sim.Ref(i), fr.at)
	fr.Rect(draw.ID{}, b.X, b.Y+b.H-line, b.W, line, draw.Style{Fill: draw.Idle, Radius: line / 2})
	fr.Rect(draw.ID{}, b.X, b.Y+b.H-line, b.W*done, line, draw.Style{Fill: color, Radius: min(line/2, b.W*done/2)})
}

// block is a micro-batch being computed.
func (fr *frame) block(b parts.Box, k kind, label string) {
	fr.Rect(draw.ID{}, b.X, b.Y, b.W, b.H, draw.Style{Fill: kindColors[k], Radius: 7})
	want := min(26, 0.6*b.H)
	size := fr.Legible(want)
	if draw.CapHeight(size) <= b.H-4 {
		fr.text(b.X+b.W/2, b.Y+b.H/2+draw.CapHeight(size)/2, want, label, draw.TextOn(kindColors[k]), draw.Middle, true, b.W-6)
	}
}

// chips are the chunks whose activations a rank holds, one each, with their
// number; those that wait for their weight gradients only are in its colour.
func (fr *frame) chips(r int, b parts.Box) {
	live, owed := fr.held(r)
	size := fr.Legible(16)
	base := b.Y + b.H/2 + draw.CapHeight(size)/2
	number := draw.Itoa(live + owed)
	const words = "in flight"
	wide := draw.TextWidth(words, size, false)
	room := 1.4 * size
	if b.W > 2.6*wide {
		fr.Text(draw.ID{}, b.X+b.W, base, words, draw.Font{Size: size, Color: draw.Muted, Anchor: draw.End})
		fr.Text(draw.ID{}, b.X+b.W-wide-0.35*size, base, number, draw.Font{Size: size, Color: draw.Muted, Anchor: draw.End})
		room += wide
	} else {
		fr.Text(draw.ID{}, b.X+b.W, base, number, draw.Font{Size: size, Color: draw.Muted, Anchor: draw.End, Bold: true})
	}
	pitch := min(30, (b.W-room-6)/float64(fr.mostLive))
	gap := min(6, 0.2*pitch)
	if pitch < 4 {
		share := (b.W - room - 6) / float64(fr.mostLive)
		fr.Rect(draw.ID{}, b.X, b.Y, b.W-room-6, b.H, draw.Style{Fill: draw.Activation.Tint(parts.Future), Radius: 3})
		fr.Rect(draw.ID{}, b.X, b.Y, share*float64(live), b.H, draw.Style{Fill: draw.Activation, Radius: 3})
		fr.Rect(draw.ID{}, b.X+share*float64(live), b.Y, share*float64(owed), b.H, draw.Style{Fill: draw.WeightGrad, Radius: 3})
		return
	}
	for i := range fr.mostLive {
		color := draw.Activation.Tint(80)
		switch {
		case i < live:
			color = draw.Activation
		case i < live+owed:
			color = draw.WeightGrad
		}
		fr.Rect(draw.ID{}, b.X+pitch*float64(i), b.Y, pitch-gap, b.H, draw.Style{Fill: color, Radius: min(4, 0.25*pitch)})
	}
}

// memoryBar is what a GPU of a rank holds, against what it has.
func (fr *frame) memoryBar(r int, b parts.Box) {
	sum, kinds := fr.bytesNow(r)
	size := fr.Legible(16)
	high := draw.CapHeight(size)
	base := b.Y + high
	text := fr.used.at(sum)
	right := draw.TextWidth(text, size, true)
	color := draw.Ink
	if sum > float64(fr.gpu.HBM) {
		color = draw.Alert
	}
	if fr.text(b.X+b.W, base, 16, text, color, draw.End, true, b.W) {
		fr.text(b.X, base, 16, "memory", draw.Muted, draw.Start, false, b.W-right-10)
	}
	fr.pile(parts.Box{X: b.X, Y: base + 10, W: b.W, H: b.Y + b.H - base - 10}, kinds, false)
}

// pile draws what a GPU holds, kind by kind, from the left or from the bottom. It
// is parts.MemoryBar without labels, which would cost a frame an allocation a
// rank. A pile that lies shows the capacity.
func (fr *frame) pile(b parts.Box, kinds [4]float64, upright bool) {
	fr.Rect(draw.ID{}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Panel, Radius: 3})
	below := 0.0
	for k, v := range kinds {
		style := draw.Style{Fill: memoryColors[k], Radius: 2}
		if upright {
			h := b.H * v / fr.full
			fr.Rect(draw.ID{}, b.X, b.Y+b.H-below-h, b.W, max(h-1.5, min(h, 1)), style)
			below += h
		} else {
			w := b.W * v / fr.full
			fr.Rect(draw.ID{}, b.X+below, b.Y, max(w-1.5, min(w, 1)), b.H, style)
			below += w
		}
	}
	if !upright {
		x := b.X + b.W*float64(fr.gpu.HBM)/fr.full
		fr.Line(draw.ID{}, x, b.Y-5, x, b.Y+b.H+5, draw.Stroke{Color: draw.Alert, Width: 2.5, Dash: 6})
	}
}
