package flash

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// column is a tensor of one head as it lies in HBM, tile by tile.
type column struct {
	tensor tensor
	label  string
	cols   bool // by column blocks, else by row blocks
	narrow bool
}

var (
	columnsForward = []column{{tQ, "Q", false, false}, {tK, "K", true, false}, {tV, "V", true, false}, {tO, "O", false, false}}
	columnsFA1     = append(columnsForward[:4:4], column{tl, "m ℓ", false, true})
	columnsFA2     = append(columnsForward[:4:4], column{tL, "L", false, true})
	columnsBack    = []column{
		{tQ, "Q", false, false}, {tK, "K", true, false}, {tV, "V", true, false}, {tO, "O", false, false},
		{tdO, "dO", false, false}, {tdQ, "dQ", false, false}, {tdK, "dK", true, false}, {tdV, "dV", true, false},
	}
)

// columns are what the present pass touches.
func (fr *frame) columns() []column {
	switch {
	case fr.backwards():
		return columnsBack
	case fr.algo == fa1:
		return columnsFA1
	case fr.algo == fa2:
		return columnsFA2
	}
	return columnsForward
}

// backwards says that the backward pass runs.
func (fr *frame) backwards() bool {
	k := fr.m.wave.kind
	return k == derive || k == prepare || k >= gradV
}

// memory draws the card of HBM with the tiles of one head.
func (fr *frame) memory() {
	b := fr.hbm
	fr.Rect(draw.ID{Kind: "hbm"}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Panel, Radius: 14})
	const pad = 22
	size := fr.Legible(21)
	top := b.Y + pad + draw.CapHeight(size)
	fr.text(b.X+pad, top, 21, fr.hbmTitle, draw.Ink, draw.Start, true, b.W-2*pad)
	rest := b.W - 3*pad - draw.TextWidth(fr.hbmTitle, size, true)
	if fr.copies() > 1 {
		fr.line(b.X+b.W-pad, top, 18, draw.End, draw.Muted, rest, "head ", number(fr.run.head(&fr.m)+1), fr.ofHeads)
	}
	list := fr.columns()
	units := 0.0
	for _, c := range list {
		units += columnWidth(c)
	}
	gap := min(34, 0.3*(b.W-2*pad)/units)
	w := (b.W - 2*pad - gap*float64(len(list)-1)) / units
	x := b.X + pad
	head := top + 18 + draw.CapHeight(size)
	for _, c := range list {
		cw := w * columnWidth(c)
		fr.text(x+cw/2, head, 21, c.label, draw.Ink, draw.Middle, true, cw+gap)
		fr.column(c, parts.Box{X: x, Y: head + 14, W: cw, H: b.Y + b.H - pad - head - 14})
		x += cw + gap
	}
}

func columnWidth(c column) float64 {
	if c.narrow {
		return 0.45
	}
	return 1
}

// maxCells is how many tiles of a column are drawn each by itself.
const maxCells = 40

// column draws the tiles of a tensor; where there are many, a cell stands for
// several.
func (fr *frame) column(c column, b parts.Box) {
	n := fr.tr
	if c.cols {
		n = fr.tc
	}
	if fr.algo == standard {
		n = fr.tr
	}
	cells := min(n, maxCells)
	h := b.H / float64(cells)
	gap := min(7, 0.15*h)
	size := fr.Legible(17)
	numbers := n == cells && h-gap > 1.5*draw.CapHeight(size)
	for k := range cells {
		i := k * n / cells
		end := (k + 1) * n / cells
		share, busy := fr.share(c, i), fr.onChip(c.tensor, i, end)
		color := colors[c.tensor].Tint(int(68 * (1 - share)))
		if busy && !written(c.tensor) {
			color = colors[c.tensor]
		}
		style := draw.Style{Fill: color, Radius: min(5, h/4), Hatch: hatch(c.tensor)}
		if style.Hatch != draw.None && color != colors[c.tensor] {
			style.Hatch = draw.Panel
		}
		if busy || fr.focused(hbmKinds[c.tensor], i) {
			style.Stroke, style.Width = draw.Ink, min(2, 0.2*h)
		}
		y := b.Y + h*float64(k) + gap/2
		fr.Rect(draw.ID{Kind: hbmKinds[c.tensor], A: int32(i)}, b.X, y, b.W, h-gap, style)
		if numbers && !c.narrow && style.Hatch == draw.None && (share == 0 || share == 1 || busy) {
			s := number(int64(i))
			if draw.TextWidth(s, size, false) < b.W-6 {
				fr.Text(draw.ID{}, b.X+b.W/2, middle(y+(h-gap)/2, size), s, draw.Font{Size: size, Color: draw.TextOn(color), Anchor: draw.Middle})
			}
		}
	}
}

// written says that a tensor is a result: its tiles have their colour from when they
// are in HBM.
func written(t tensor) bool { return t == tO || t == tl || t == tL || t >= tdQ && t <= tdV }

// hbmKinds are the kinds of the tiles' IDs.
var hbmKinds = func() (kinds [numTensors]string) {
	for t, name := range tensorNames {
		kinds[t] = "hbm/" + name + "/#"
	}
	return kinds
}()

// share is how much of a tile of the shown head is written, 0 to 1. Inputs are
// tiles that nothing is written to.
func (fr *frame) share(c column, i int) float64 {
	m := &fr.m
	switch c.tensor {
	case tO, tl, tL:
		if fr.backwards() || fr.pass == backward {
			return 1
		}
		return fr.rowShare(i)
	case tdQ:
		return fr.gradShare(i, false)
	case tdK, tdV:
		if fr.algo == standard {
			return yes(m.over || c.tensor == tdV && m.wave.kind > gradV)
		}
		return fr.gradShare(i, true)
	}
	return 0
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// rowShare is how much of a row block of O has gone to HBM.
func (fr *frame) rowShare(i int) float64 {
	m := &fr.m
	if m.over {
		return 1
	}
	switch fr.algo {
	case standard:
		return yes(m.ran(output, i))
	case fa1:
		return float64(fr.absorbed(m, i)) / float64(fr.colsSeen(i))
	}
	p := i
	if fr.causal {
		p = fr.tr - 1 - i
	}
	return yes(fr.settled(int64(p)))
}

// settled says that the shown head's thread block at a position has stored its
// results.
func (fr *frame) settled(position int64) bool {
	m := &fr.m
	n, b := position*fr.copies()+fr.run.head(m), fr.blockNumber(m)
	switch {
	case m.over || n < b:
		return true
	case n >= b+int64(m.wave.blocks):
		return false
	}
	tail := m.shown.tail
	return len(tail) > 0 && fr.tl.Finish(tail[0]) <= m.at
}

// gradShare is how much of a row block of dQ, or of a column block of dK and dV,
// has gone to HBM.
func (fr *frame) gradShare(i int, cols bool) float64 {
	m := &fr.m
	if m.over {
		return 1
	}
	switch {
	case fr.algo == standard:
		return yes(m.ran(gradQ, i))
	case m.wave.kind != derive:
		return 0
	case cols && fr.algo == fa1:
		return yes(i < m.seg.outer)
	case cols:
		return yes(fr.settled(int64(i)))
	}
	met, all := 0, 0
	step := max(1, fr.tc/32)
	for k := 0; k < fr.tc; k += step {
		switch fr.tile(i, k) {
		case tileDone:
			met, all = met+1, all+1
		case tileToDo, tileNow:
			all++
		}
	}
	return float64(met) / float64(max(1, all))
}

// onChip says that one of the tiles from i to end-1 is in SRAM, or on its way.
func (fr *frame) onChip(t tensor, i, end int) bool {
	m := &fr.m
	p := m.shown
	if m.over {
		return false
	}
	own := fr.outerBlock()
	if isOwn := holds(m.seg.head, t) || holds(m.seg.tail, t); isOwn && fr.algo != standard {
		return own >= i && own < end && (len(p.head) == 0 || fr.tl.Start(p.head[0]) <= m.at)
	} else if isOwn {
		return false
	}
	slots := 1
	if m.seg.second {
		slots = 2
	}
	for k := max(0, m.begun-slots); k < m.begun; k++ {
		inner := m.inner(k)
		if inner < i || inner >= end || !holds(m.seg.steps[0].loads, t) && !holds(m.seg.steps[0].stores, t) {
			continue
		}
		if len(p.tiles) == 0 || fr.freed(&p.tiles[k]) > m.at {
			return true
		}
	}
	return false
}

// freed is when the SRAM of a step is free for another one.
func (fr *frame) freed(t *tile) sim.Time {
	at := fr.tl.Finish(t.end)
	for _, s := range t.stores {
		at = max(at, fr.tl.Finish(s))
	}
	return at
}

func holds(moves []move, t tensor) bool {
	for _, m := range moves {
		if m.tensor == t {
			return true
		}
	}
	return false
}

// outerBlock is the row block, or column block, that the first SM keeps.
func (fr *frame) outerBlock() int {
	m := &fr.m
	if fr.algo == fa1 {
		return m.seg.outer
	}
	if fr.algo == standard || m.wave.kind == prepare {
		return 0
	}
	pass := forward
	if m.wave.kind == derive {
		pass = backward
	}
	return fr.grid(pass).at(fr.position(m)).outer
}
