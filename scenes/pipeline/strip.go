package pipeline

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// strip draws a cell for each rank with what it computes, and its memory below.
func (fr *frame) strip() {
	for r, b := range fr.boxes {
		i, running := fr.now(r, fr.at)
		switch {
		case !running:
			fr.Rect(draw.ID{Kind: "rank/#", A: int32(r)}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Idle, Hatch: draw.Line, Radius: min(6, 0.2*b.W)})
		case fr.order[r][i].kind == pair:
			o := fr.order[r][i]
			fr.cell(r, parts.Box{X: b.X, Y: b.Y, W: b.W, H: b.H/2 - 1}, forward, o.mb)
			fr.cell(-1, parts.Box{X: b.X, Y: b.Y + b.H/2 + 1, W: b.W, H: b.H/2 - 1}, backward, o.withMB)
		default:
			o := fr.order[r][i]
			fr.cell(r, b, o.kind, o.mb)
		}
		if fr.focus.rank == r {
			fr.Rect(draw.ID{}, b.X-3, b.Y-3, b.W+6, b.H+6, draw.Style{Stroke: draw.Ink, Width: 2.5, Radius: 6})
		}
		fr.column(r)
	}
	m := fr.memory
	size := fr.Legible(16)
	fr.text(m.X-14, fr.boxes[0].Y+fr.boxes[0].H/2+draw.CapHeight(size)/2, 16, "now", draw.Muted, draw.End, true, fr.label-14)
	fr.text(m.X-14, m.Y+m.H, 16, "memory", draw.Muted, draw.End, true, fr.label-14)
	y := m.Y + m.H*(1-float64(fr.gpu.HBM)/fr.full)
	fr.Line(draw.ID{Kind: "capacity"}, m.X, y, m.X+m.W, y, draw.Stroke{Color: draw.Alert, Width: 2.5, Dash: 6})
	fr.text(m.X-14, min(y+draw.CapHeight(size)/2, m.Y+m.H-1.4*size), 16, fr.capacity, draw.Alert, draw.End, true, fr.label-14)
	fr.numbers()
}

func (fr *frame) cell(r int, b parts.Box, k kind, mb int16) {
	id := draw.ID{}
	if r >= 0 {
		id = draw.ID{Kind: "rank/#", A: int32(r)}
	}
	fr.Rect(id, b.X, b.Y, b.W, b.H, draw.Style{Fill: kindColors[k], Radius: min(6, 0.2*b.W)})
	want := min(20, 0.5*b.H)
	size := fr.Legible(want)
	if draw.CapHeight(size) > b.H-4 {
		return
	}
	y := b.Y + b.H/2 + draw.CapHeight(size)/2
	if !fr.text(b.X+b.W/2, y, want, fr.labels[k][mb], draw.TextOn(kindColors[k]), draw.Middle, true, b.W-3) {
		fr.text(b.X+b.W/2, y, want, fr.labels[k][0][:1], draw.TextOn(kindColors[k]), draw.Middle, true, b.W-3)
	}
}

// column is the memory of a rank, piled from the bottom.
func (fr *frame) column(r int) {
	b, m := fr.boxes[r], fr.memory
	_, kinds := fr.bytesNow(r)
	fr.pile(parts.Box{X: b.X, Y: m.Y, W: b.W, H: m.H}, kinds, true)
	y := m.Y + m.H*(1-fr.byRank[r].most/fr.full) // the peak
	fr.Line(draw.ID{}, b.X, y, b.X+b.W, y, draw.Stroke{Color: draw.Ink, Width: 2})
}

const numberSize = 15 // of the ranks' numbers

// numbersAt is the baseline of the ranks' numbers, below their memory.
func (fr *frame) numbersAt() float64 {
	return fr.memory.Y + fr.memory.H + 8 + draw.CapHeight(fr.Legible(numberSize))
}

// numbers writes those of the ranks, as many as there is room for.
func (fr *frame) numbers() {
	size, y := fr.Legible(numberSize), fr.numbersAt()
	pitch := fr.memory.W / float64(fr.ranks)
	stride := 1
	for pitch*float64(stride) < 2.2*size && stride < fr.ranks {
		stride *= 2
	}
	for r := 0; r < fr.ranks; r += stride {
		b := fr.boxes[r]
		fr.Text(draw.ID{}, b.X+b.W/2, y, draw.Itoa(r), draw.Font{Size: size, Color: draw.Muted, Anchor: draw.Middle})
	}
}
