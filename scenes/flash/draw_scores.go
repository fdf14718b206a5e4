package flash

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// tileState is what has become of a tile of S in the shown head.
type tileState uint8

const (
	tileToDo tileState = iota
	tileNow
	tileDone
	tileSkipped
)

// tile finds the state of a tile in the present pass.
func (fr *frame) tile(row, col int) tileState {
	m := &fr.m
	if col >= fr.colsSeen(row) {
		return tileSkipped
	}
	switch {
	case m.over:
		return tileDone
	case m.wave.kind == prepare:
		return tileToDo
	case m.wave.kind == derive && fr.algo == fa2:
		return fr.inWave(int64(col), row)
	case fr.algo == fa1:
		return fr.inRound(row, col)
	}
	position := row
	if fr.causal {
		position = fr.tr - 1 - row
	}
	return fr.inWave(int64(position), col)
}

// inRound is the state of a tile in FlashAttention-1's loops.
func (fr *frame) inRound(row, col int) tileState {
	m := &fr.m
	now := m.inner(m.done)
	switch {
	case col < m.seg.outer || col == m.seg.outer && row < now:
		return tileDone
	case col == m.seg.outer && row == now:
		return tileNow
	}
	return tileToDo
}

// inWave is the state of a tile by the position of its thread block and its place
// in the loop.
func (fr *frame) inWave(position int64, inner int) tileState {
	m := &fr.m
	n, b := position*fr.copies()+fr.run.head(m), fr.blockNumber(m)
	now := m.inner(m.done)
	switch {
	case n < b || n < b+int64(m.wave.blocks) && inner < now:
		return tileDone
	case n < b+int64(m.wave.blocks) && inner == now:
		return tileNow
	}
	return tileToDo
}

// scores draws the N×N matrix: tiles that are computed and thrown away, or the
// matrices that standard attention stores.
func (fr *frame) scores() {
	if fr.algo == standard {
		fr.stored()
		return
	}
	b := fr.square
	if !fr.text(b.X+b.W/2, b.Y-20, 20, "N×N scores S: never stored", draw.Muted, draw.Middle, false, fr.note.W) {
		fr.text(b.X+b.W/2, b.Y-20, 20, "S: never stored", draw.Muted, draw.Middle, false, fr.note.W)
	}
	side := min(b.W/float64(fr.tc), b.H/float64(fr.tr))
	empty := draw.Style{Stroke: draw.Line, Width: 1.2, Dash: 4}
	if side < 18 {
		empty = draw.Style{Fill: draw.Panel}
	}
	grid := parts.Matrix{Box: b, Rows: fr.tr, Cols: fr.tc, ID: draw.ID{Kind: "scores/#/#"}, Gap: min(4, 0.12*side), Radius: min(3, 0.1*side), Empty: empty}
	grid.Draw(fr.Canvas, func(row, col int) draw.Color {
		switch fr.tile(row, col) {
		case tileDone:
			return draw.Comm.Tint(58)
		case tileNow:
			return draw.Comm
		}
		return draw.None // skipped tiles are hatched below
	})
	if fr.causal {
		fr.skipped(grid)
	}
	if !fr.m.over && fr.m.wave.kind != prepare && fr.m.done < fr.m.seg.length() {
		row, col := fr.place()
		t := grid.Tile(row, col)
		least := 5 / max(fr.Scale, 0.2)
		t = parts.Box{X: t.X - max(0, least-t.W)/2, Y: t.Y - max(0, least-t.H)/2, W: max(t.W, least), H: max(t.H, least)}
		t.X, t.Y = max(b.X, min(t.X, b.X+b.W-t.W)), max(b.Y, min(t.Y, b.Y+b.H-t.H))
		fr.Rect(draw.ID{Kind: "present"}, t.X, t.Y, t.W, t.H, draw.Style{Stroke: draw.Ink, Width: min(3, t.W/3), Radius: 3})
		fr.noteOf(row, col)
		return
	}
	n := fr.note
	fr.line(n.X+n.W/2, n.Y+22, 18, draw.Middle, draw.Muted, n.W, number(int64(fr.tr)), " × ", number(int64(fr.tc)), " tiles of ", number(int64(fr.bq)), "×", number(int64(fr.bk)))
}

// skipped hatches what the causal mask leaves out, above the diagonal.
func (fr *frame) skipped(grid parts.Matrix) {
	const most = 64 // steps of the stairs
	n := min(fr.tr, most)
	b := grid.Box
	for k := range n {
		first, end := k*fr.tr/n, (k+1)*fr.tr/n
		from := fr.colsSeen(end - 1)
		if from >= fr.tc {
			continue
		}
		x := b.X + b.W*float64(from)/float64(fr.tc)
		y, to := b.Y+b.H*float64(first)/float64(fr.tr), b.Y+b.H*float64(end)/float64(fr.tr)
		fr.Rect(draw.ID{Kind: "skipped/#", A: int32(first)}, x, y, b.X+b.W-x, to-y, draw.Style{Fill: draw.Idle, Hatch: draw.Line})
	}
}

// place is the tile that the first SM works on.
func (fr *frame) place() (row, col int) {
	m := &fr.m
	outer, inner := fr.outerBlock(), m.inner(m.done)
	if m.wave.kind == attend && fr.algo == fa2 {
		return outer, min(inner, fr.tc-1)
	}
	return min(inner, fr.tr-1), outer
}

func (fr *frame) noteOf(row, col int) {
	n := fr.note
	y := n.Y + 22
	if fr.line(n.X+n.W/2, y, 18, draw.Middle, draw.Muted, n.W, "row block ", number(int64(row)), ", column block ", number(int64(col))) {
		return
	}
	fr.line(n.X+n.W/2, y, 18, draw.Middle, draw.Muted, n.W, "row ", number(int64(row)), ", column ", number(int64(col)))
}

// annex draws the card of HBM that holds N×N matrices, under the other one.
func (fr *frame) annex() {
	b, x := fr.square, fr.hbm.X+fr.hbm.W-30
	fr.Rect(draw.ID{Kind: "hbm/squares"}, x, fr.hbm.Y, b.X+b.W+26-x, b.Y+b.H+26-fr.hbm.Y, draw.Style{Fill: draw.Panel, Radius: 14})
}

// stored draws the matrices that standard attention keeps in HBM.
func (fr *frame) stored() {
	b := fr.square
	list := squaresForward
	if fr.backwards() {
		list = squaresBack
	}
	gap := 14.0
	side := (b.H - gap*float64(len(list)-1)) / float64(len(list))
	fr.text(b.X+b.W/2, b.Y-20, 20, "N×N matrices in HBM", draw.Muted, draw.Middle, false, b.W)
	for i, s := range list {
		at := parts.Box{X: b.X + (b.W-side)/2 + 24, Y: b.Y + (side+gap)*float64(i), W: side, H: side}
		room := at.X - b.X + 10
		size := fr.Legible(22)
		fr.text(at.X-16, middle(at.Y+side/2, size), 22, s.label, draw.Ink, draw.End, true, room)
		rows := parts.Matrix{Box: at, Rows: fr.tr, Cols: 1, ID: draw.ID{Kind: s.kind}, Gap: 2, Radius: 2, Empty: draw.Style{Stroke: draw.Line, Width: 1.2, Dash: 4}}
		rows.Draw(fr.Canvas, func(row, _ int) draw.Color { return fr.slab(s, row) })
	}
}

// square is a matrix of standard attention, with the kernels that write it.
type square struct {
	tensor tensor
	label  string
	kind   string
	by     kernel // writes it first
}

var (
	squaresForward = []square{{tS, "S", "hbm/S/#", scores}, {tP, "P", "hbm/P/#", softmax}}
	squaresBack    = []square{{tP, "P", "hbm/P/#", softmax}, {tdP, "dP", "hbm/dP/#", gradP}, {tdS, "dS", "hbm/dS/#", gradS}}
)

// slab is the colour of a slab of rows: written, or on its way.
func (fr *frame) slab(s square, row int) draw.Color {
	m := &fr.m
	color := colors[s.tensor]
	if fr.onChip(s.tensor, row, row+1) {
		return color
	}
	if m.ran(s.by, row) {
		return color.Tint(45)
	}
	return draw.None
}
