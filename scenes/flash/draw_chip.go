package flash

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// chip draws the SRAM of an SM: the tiles that stand in it, the tile of S that is
// computed, and what each row has so far.
func (fr *frame) chip() {
	b := fr.sram
	fr.Rect(draw.ID{Kind: "sram"}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Surface, Stroke: draw.Ink, Width: 2, Radius: 14})
	const pad = 22
	size := fr.Legible(21)
	top := b.Y + pad + draw.CapHeight(size)
	fr.text(b.X+pad, top, 21, fr.sramTitle, draw.Ink, draw.Start, true, b.W-2*pad)
	if fr.algo != standard && fr.m.wave.kind != prepare {
		rest := b.W - 3*pad - draw.TextWidth(fr.sramTitle, size, true)
		if !fr.line(b.X+b.W-pad, top, 18, draw.End, draw.Muted, rest, "wave ", number(int64(fr.m.index+1)), fr.ofWaves) {
			fr.line(b.X+b.W-pad, top, 18, draw.End, draw.Muted, rest, "wave ", number(int64(fr.m.index+1)))
		}
	}
	inner := parts.Box{X: b.X + pad, Y: top + 16, W: b.W - 2*pad, H: b.Y + b.H - pad - top - 16}
	if !fr.numbers() {
		above := inner
		above.H -= 60
		fr.slots(above)
		if fr.algo == standard {
			fr.products(parts.Box{X: inner.X, Y: inner.Y + inner.H - 46, W: inner.W, H: 46})
		}
		return
	}
	if b.H < 400 { // side by side
		left := inner
		left.W = 0.42*inner.W - 12
		fr.slots(left)
		inner.X, inner.W = left.X+left.W+24, inner.W-left.W-24
		fr.products(inner)
		return
	}
	above := inner
	above.H = 0.40 * inner.H
	fr.slots(above)
	fr.products(parts.Box{X: inner.X, Y: above.Y + above.H + 14, W: inner.W, H: inner.H - above.H - 14})
}

// numbers says that the small matrices show what the present kernel does.
func (fr *frame) numbers() bool {
	k := fr.m.wave.kind
	return fr.algo != standard && k != prepare || k >= scores && k <= output
}

// slots draws the buffers for tiles, and how much of the SRAM they take.
func (fr *frame) slots(b parts.Box) {
	s := fr.m.seg
	size := fr.Legible(18)
	if fr.algo != standard && fr.m.wave.kind != prepare {
		foot := draw.CapHeight(size) + 30
		fr.usage(parts.Box{X: b.X, Y: b.Y + b.H - foot, W: b.W, H: foot})
		b.H -= foot + 8
	}
	n := 0
	each := func(moves []move, draw func(i, at int, t tensor)) {
		i := 0
		for k := range moves {
			if !moves[k].rides {
				draw(i, n, moves[k].tensor)
				i, n = i+1, n+1
			}
		}
	}
	count := transfersOf(s.head) + transfersOf(s.steps[0].loads)
	if fr.algo == standard {
		count += transfersOf(s.steps[0].stores)
	}
	gap := min(16, 0.1*b.W/float64(count))
	w := (b.W - gap*float64(count-1)) / float64(count)
	box := func(at int) parts.Box { return parts.Box{X: b.X + (w+gap)*float64(at), Y: b.Y, W: w, H: b.H} }
	each(s.head, func(i, at int, t tensor) { fr.kept(box(at), i, t) })
	each(s.steps[0].loads, func(i, at int, t tensor) { fr.pair(box(at), i, t) })
	if fr.algo == standard {
		each(s.steps[0].stores, func(i, at int, t tensor) { fr.leaving(box(at), i, t) })
	}
}

// slotHeight is that of one of two buffers.
func (fr *frame) slotHeight(h float64) float64 { return (h - 10) / 2 }

func transfersOf(moves []move) int {
	n := 0
	for _, m := range moves {
		if !m.rides {
			n++
		}
	}
	return n
}

// kept draws a tile that stays for the whole segment.
func (fr *frame) kept(b parts.Box, i int, t tensor) {
	p := fr.m.shown
	share := 1.0
	if i < len(p.head) {
		share = fr.tl.Progress(p.head[i], fr.m.at)
		if fr.tl.Start(p.head[i]) > fr.m.at {
			share = 0
		}
	}
	if fr.m.over {
		share = 0
	}
	index := fr.outerBlock()
	if fr.algo == standard {
		index = -1
	}
	fr.slot(b, draw.ID{Kind: "slot/own/#", A: int32(t)}, t, index, share)
}

// pair draws the one or two buffers of a tensor that comes tile by tile.
func (fr *frame) pair(b parts.Box, i int, t tensor) {
	m := &fr.m
	h := fr.slotHeight(b.H)
	buffers := 1
	if m.seg.second {
		buffers = 2
	}
	for s := range buffers {
		box := parts.Box{X: b.X, Y: b.Y + (h+10)*float64(s), W: b.W, H: h}
		id := draw.ID{Kind: "slot/#/#", A: int32(t), B: int32(s)}
		k, share := fr.inBuffer(i, s, buffers)
		if share <= 0 {
			fr.slot(box, id, t, -1, 0)
			continue
		}
		fr.slot(box, id, t, m.inner(k), share)
	}
}

// inBuffer is the step whose tile stands in a buffer, and how much of it has come.
func (fr *frame) inBuffer(i, s, buffers int) (k int, share float64) {
	m := &fr.m
	p := m.shown
	if m.over {
		return 0, 0
	}
	last := m.begun - 1
	for last >= 0 && last%buffers != s {
		last--
	}
	if last < 0 {
		return 0, 0
	}
	if len(p.tiles) == 0 {
		return last, yes(last >= m.done)
	}
	t := &p.tiles[last]
	if fr.freed(t) <= m.at || fr.tl.Start(t.loads[i]) > m.at {
		return 0, 0
	}
	return last, fr.tl.Progress(t.loads[i], m.at)
}

// leaving draws what a kernel of standard attention makes and sends to HBM.
func (fr *frame) leaving(b parts.Box, i int, t tensor) {
	m := &fr.m
	p := m.shown
	h := fr.slotHeight(b.H)
	for s := range 2 {
		box := parts.Box{X: b.X, Y: b.Y + (h+10)*float64(s), W: b.W, H: h}
		id := draw.ID{Kind: "made/#/#", A: int32(t), B: int32(s)}
		k := m.begun - 1
		for k >= 0 && (k%2 != s || len(p.tiles) > 0 && fr.tl.Start(p.tiles[k].end) > m.at) {
			k--
		}
		if m.over || k < 0 || len(p.tiles) == 0 || fr.freed(&p.tiles[k]) <= m.at {
			fr.slot(box, id, t, -1, 0)
			continue
		}
		fr.slot(box, id, t, m.inner(k), fr.tl.Progress(p.tiles[k].end, m.at))
	}
}

// slot draws a buffer with a tile of which a share has come.
func (fr *frame) slot(b parts.Box, id draw.ID, t tensor, index int, share float64) {
	fr.Rect(id, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Panel, Stroke: draw.Line, Width: 1.5, Dash: 5, Radius: 7})
	size := fr.Legible(21)
	if share > 0 {
		fr.Rect(draw.ID{}, b.X, b.Y, b.W*share, b.H, draw.Style{Fill: colors[t], Hatch: hatch(t), Radius: min(7, b.W*share/2)})
	}
	color := draw.Muted
	if share >= 1 && hatch(t) == draw.None {
		color = draw.TextOn(colors[t])
	}
	name := tensorNames[t]
	if t == tPdrop {
		name = "P"
	}
	if share > 0 {
		name = fr.name(t, index)
	}
	if draw.CapHeight(size) > b.H-4 {
		return
	}
	w := draw.TextWidth(name, size, true)
	if w > b.W-4 {
		return
	}
	if share > 0 && hatch(t) != draw.None || share > 0 && share < 1 { // on a plate
		fr.Rect(draw.ID{}, b.X+b.W/2-w/2-6, b.Y+b.H/2-0.62*size, w+12, 1.24*size, draw.Style{Fill: draw.Surface, Radius: 5})
		color = draw.Ink
	}
	fr.Text(draw.ID{}, b.X+b.W/2, middle(b.Y+b.H/2, size), name, draw.Font{Size: size, Color: color, Anchor: draw.Middle, Bold: true})
}

// usage draws how much of the SRAM the buffers take.
func (fr *frame) usage(b parts.Box) {
	u := &fr.inUse[0]
	if fr.backwards() {
		u = &fr.inUse[1]
	}
	size := fr.Legible(18)
	if y := b.Y + draw.CapHeight(size) + 2; !fr.text(b.X, y, 18, u.text, draw.Muted, draw.Start, false, b.W) {
		fr.text(b.X, y, 18, u.short, draw.Muted, draw.Start, false, b.W)
	}
	y := b.Y + b.H - 14
	fr.Rect(draw.ID{}, b.X, y, b.W, 12, draw.Style{Fill: draw.Panel, Radius: 6})
	fr.Rect(draw.ID{Kind: "sram/used"}, b.X, y, b.W*min(1, u.share), 12, draw.Style{Fill: draw.Optimizer, Radius: 6})
}

// activity is what the units do at the present.
type activity struct {
	tile  *tile
	index int // of the step
	unit  int // 0 first product, 1 exponentials, 2 second product; -1 none
	share float64
}

// working finds what the units do.
func (fr *frame) working() activity {
	m := &fr.m
	if m.over || len(m.shown.tiles) == 0 || m.done >= len(m.shown.tiles) {
		return activity{unit: -1}
	}
	t := &m.shown.tiles[m.done]
	a := activity{tile: t, index: m.done, unit: -1}
	for u, r := range [...]sim.Ref{t.first, t.exp, t.second} {
		if r >= 0 && fr.tl.Start(r) <= m.at && m.at < fr.tl.Finish(r) {
			a.unit, a.share = u, fr.tl.Progress(r, m.at)
		}
	}
	return a
}
