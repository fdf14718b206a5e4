package paged

import (
	"slices"

	"inflight/scenes/draw"
	"inflight/scenes/paged/serve"
	"inflight/scenes/parts"
)

// memory draws the blocks, or the slots of contiguous memory in the same places.
func (fr *frame) memory() {
	if !fr.heading(fr.grid.X, fr.grid.Y-26, fr.memTitle[0], fr.grid.W) {
		fr.heading(fr.grid.X, fr.grid.Y-26, fr.memTitle[1], fr.grid.W)
	}
	n := fr.config.Pool.Blocks
	switch {
	case n <= fewBlocks:
		aspect := 1.55
		if fr.Portrait() {
			aspect = 2.3
		}
		s := shapeFor(fr.grid, n, aspect)
		for b := range n {
			fr.block(s.block(fr.grid, b), b)
		}
		if fr.p.Allocator != pagedBlocks {
			fr.stretches(&s, true)
		} else {
			fr.wires(&s)
			fr.gridLegend(&s)
		}
	case fr.p.Allocator != pagedBlocks:
		s := shapeFor(fr.grid, n, 1)
		fr.Rect(draw.ID{}, fr.grid.X, fr.grid.Y, s.w*float64(s.cols), s.h*float64(s.rows), draw.Style{Fill: draw.Panel, Radius: 3})
		fr.stretches(&s, false)
	case n <= 1600:
		fr.tiles()
	default:
		fr.map_()
	}
}

// look is the colour of a block and how many of its slots are filled.
func (fr *frame) look(b int) (h serve.Holding, color draw.Color, filled float64) {
	h = fr.res.Trace.Block(b, fr.step)
	if h.Owner < 0 || h.Refs == 0 && !h.Hashed {
		return h, draw.None, 0
	}
	owner := &fr.res.Trace.Sequences[h.Owner]
	color, filled = fr.color(int(owner.Request)), float64(fr.p.Block)
	if h.Refs > 1 && fr.lights(b) {
		color = draw.RankColor(fr.lit)
	}
	table := owner.Table(fr.step)
	mine := int(h.Place) < len(table) && int(table[h.Place].Block) == b
	switch {
	case h.Refs == 0:
		return h, color.Tint(max(72, color.Percent())), filled
	case mine:
		held, sp := fr.held(h.Owner)
		if sp.State == serve.Ended { // kept for the rest of a static batch
			return h, color.Tint(max(60, color.Percent())), filled
		}
		filled = max(0, min(filled, held-float64(int(h.Place)*fr.p.Block)))
	case !h.Hashed:
		filled = fr.filledByOthers(owner, h)
	}
	return h, color, filled
}

// lights says that a block stands in a table of the request that is lit.
func (fr *frame) lights(b int) bool {
	for _, table := range fr.litTables[:fr.litCount] {
		for _, e := range table {
			if int(e.Block) == b {
				return true
			}
		}
	}
	return false
}

// tone is the colour of a block on the map, where how full it is does not show.
func (fr *frame) tone(b int) draw.Color {
	h := fr.res.Trace.Block(b, fr.step)
	if h.Owner < 0 || h.Refs == 0 && !h.Hashed {
		return draw.None
	}
	color := fr.color(int(fr.res.Trace.Sequences[h.Owner].Request))
	if h.Refs == 0 {
		return color.Tint(max(72, color.Percent()))
	}
	return color
}

// filledByOthers is how full a block is whose owner has left it to other samples.
func (fr *frame) filledByOthers(owner *serve.History, h serve.Holding) float64 {
	most := 0.0
	first := h.Owner - owner.Sample
	for k := range int32(len(fr.requests[owner.Request].Outputs)) {
		held, sp := fr.held(first + k)
		if sp.State == serve.Running {
			most = max(most, min(held-float64(int(h.Place)*fr.p.Block), float64(fr.p.Block)))
		}
	}
	return most
}

// block draws a block with its number, its tokens and how many share it.
func (fr *frame) block(box parts.Box, b int) {
	style := draw.Style{Fill: draw.Surface, Stroke: draw.Line, Width: 1.5, Radius: 6}
	id := draw.ID{Kind: "block/#", A: int32(b)}
	if fr.p.Allocator != pagedBlocks {
		fr.Rect(id, box.X, box.Y, box.W, box.H, style)
		fr.blockNumber(box, b*fr.p.Block, 0)
		return
	}
	h, color, filled := fr.look(b)
	if h.Refs == 0 && color != draw.None {
		style.Dash = 5
	}
	if fr.focus.block == b {
		style.Stroke, style.Width = draw.Ink, 2.5
	}
	fr.Rect(id, box.X, box.Y, box.W, box.H, style)
	taken := 0.0
	if h.Refs > 1 {
		taken = fr.badge(box, int(h.Refs))
	}
	fr.blockNumber(box, b, taken)
	if color != draw.None {
		if !fr.flat(box) {
			taken = 0
		}
		if box := fr.slotBox(box, taken); box.W > 8 {
			fr.slots(box, filled, color, color.Tint(max(84, color.Percent())))
		}
	}
}

// flat says that a block's number stands beside its tokens, not above.
func (fr *frame) flat(box parts.Box) bool { return box.H < 2.35*fr.Legible(16) }

// blockNumber stands in the corner, where a badge leaves room for it.
func (fr *frame) blockNumber(box parts.Box, n int, taken float64) {
	size := fr.Legible(16)
	y := box.Y + 6 + draw.CapHeight(size)
	if fr.flat(box) {
		y = box.Y + box.H/2 + draw.CapHeight(size)/2
	}
	fr.text(box.X+7, y, 16, draw.Itoa(n), draw.Muted, draw.Start, false, box.W-9-taken)
}

// slotBox is where the tokens of a block stand, below its number or beside it.
func (fr *frame) slotBox(box parts.Box, taken float64) parts.Box {
	size := fr.Legible(16)
	if fr.flat(box) {
		most := fr.config.Pool.Blocks - 1
		if fr.p.Allocator != pagedBlocks {
			most = (most + 1) * fr.p.Block
		}
		left := 12 + draw.TextWidth(draw.Itoa(most), size, false)
		return parts.Box{X: box.X + left, Y: box.Y + 6, W: max(0, box.W-left-6-taken), H: box.H - 11}
	}
	top := 10 + draw.CapHeight(size)
	return parts.Box{X: box.X + 8, Y: box.Y + top, W: box.W - 15, H: box.H - top - 7}
}

// badge says how many tables a block stands in, and returns how wide it is. In a
// narrow block it goes without ×.
func (fr *frame) badge(box parts.Box, n int) float64 {
	size := fr.Legible(14)
	times := draw.TextWidth("×", size, true)
	if box.W < 4.4*size {
		times = 0
	}
	w := times + draw.TextWidth(draw.Itoa(n), size, true) + 0.9*size
	h := 1.15 * size
	x, y := box.X+box.W-w-3, box.Y+2
	if fr.flat(box) {
		y = box.Y + box.H/2 - h/2
	}
	fr.Rect(draw.ID{}, x, y, w, h, draw.Style{Fill: draw.Ink, Radius: h / 2})
	font := draw.Font{Size: size, Color: draw.Paper, Bold: true}
	base := y + h/2 + draw.CapHeight(size)/2
	if times > 0 {
		fr.Text(draw.ID{}, x+0.45*size, base, "×", font)
	}
	fr.Text(draw.ID{}, x+0.45*size+times, base, draw.Itoa(n), font)
	return w + 3
}

// stretches draws contiguous memory: a part that is cut at the end of a line goes
// on in the next.
func (fr *frame) stretches(s *shape, cells bool) {
	for i := range fr.periods {
		p := &fr.periods[i]
		if int(p.from) > fr.step {
			break
		}
		h := &fr.res.Trace.Sequences[p.seq]
		table := h.Table(fr.step)
		if len(table) == 0 || !fr.lastPeriod(i) {
			continue
		}
		e := table[0]
		fr.stretch(p.seq, e, func(from, to float64, style draw.Style) {
			if cells {
				fr.cells(s, float64(e.Place)+from, float64(e.Place)+to, style)
			} else {
				fr.lines(s, float64(e.Place)+from, float64(e.Place)+to, style)
			}
		})
		if !cells {
			fr.lines(s, float64(e.Place), float64(e.Place)+0.12*float64(fr.p.Block), draw.Style{Fill: draw.Ink})
		}
	}
}

// lastPeriod says that no later period of the same sequence has begun.
func (fr *frame) lastPeriod(i int) bool {
	for k := i + 1; k < len(fr.periods) && int(fr.periods[k].from) <= fr.step; k++ {
		if fr.periods[k].seq == fr.periods[i].seq {
			return false
		}
	}
	return true
}

// cells draws slots in the boxes of blocks.
func (fr *frame) cells(s *shape, from, to float64, style draw.Style) {
	size := float64(fr.p.Block)
	for at := from; at < to; {
		b := int(at / size)
		end := min(to, float64(b+1)*size)
		box := fr.slotBox(s.block(fr.grid, b), 0)
		half := size / 2
		for at < end { // two lines of slots in a block
			line := int((at - float64(b)*size) / half)
			stop := min(end, float64(b)*size+half*float64(line+1))
			x := box.X + box.W*(at-float64(b)*size-half*float64(line))/half
			fr.Rect(draw.ID{}, x, box.Y+box.H/2*float64(line), box.W*(stop-at)/half, box.H/2-1.5, style)
			at = stop
		}
	}
}

// lines draws slots in lines of the whole grid.
func (fr *frame) lines(s *shape, from, to float64, style draw.Style) {
	line := float64(s.cols * fr.p.Block)
	for at := from; at < to; {
		row := float64(int(at / line))
		stop := min(to, (row+1)*line)
		width := s.w * float64(s.cols)
		fr.Rect(draw.ID{}, fr.grid.X+width*(at-row*line)/line, fr.grid.Y+s.h*row, width*(stop-at)/line, s.h-min(2, 0.15*s.h), style)
		at = stop
	}
}

// tiles draws each block as a tile that fills from below.
func (fr *frame) tiles() {
	n := fr.config.Pool.Blocks
	s := shapeFor(fr.grid, n, 1)
	s.gap = min(3, 0.14*min(s.w, s.h))
	for b := range n {
		box := s.block(fr.grid, b)
		h, color, filled := fr.look(b)
		id := draw.ID{Kind: "block/#", A: int32(b)}
		share := filled / float64(fr.p.Block)
		switch {
		case color == draw.None:
			fr.Rect(id, box.X, box.Y, box.W, box.H, draw.Style{Fill: draw.Panel, Radius: 2})
			continue
		case share < 1:
			fr.Rect(id, box.X, box.Y, box.W, box.H, draw.Style{Fill: color.Tint(max(80, color.Percent())), Radius: 2})
			fr.Rect(draw.ID{}, box.X, box.Y+box.H*(1-share), box.W, box.H*share, draw.Style{Fill: color})
		default:
			fr.Rect(id, box.X, box.Y, box.W, box.H, draw.Style{Fill: color, Radius: 2})
		}
		if h.Refs > 1 {
			fr.Circle(draw.ID{}, box.X+box.W/2, box.Y+box.H/2, 0.22*min(box.W, box.H), draw.Style{Fill: draw.Ink})
		}
		if fr.focus.block == b {
			fr.Rect(draw.ID{}, box.X-2, box.Y-2, box.W+4, box.H+4, draw.Style{Stroke: draw.Ink, Width: 2})
		}
	}
	fr.gridLegend(&s)
}

// map_ draws blocks too many for a tile each.
func (fr *frame) map_() {
	n := fr.config.Pool.Blocks
	s := shapeFor(fr.grid, n, 1)
	m := parts.Matrix{
		Box:  parts.Box{X: fr.grid.X, Y: fr.grid.Y, W: s.w * float64(s.cols), H: s.h * float64(s.rows)},
		Rows: s.rows, Cols: s.cols, Empty: draw.Style{Fill: draw.Panel},
	}
	m.Draw(fr.Canvas, func(row, col int) draw.Color {
		b := row*s.cols + col
		if b >= n {
			return draw.None
		}
		return fr.tone(b)
	})
}

// gridLegend says what blocks look like that are cached or shared.
func (fr *frame) gridLegend(s *shape) {
	size := fr.Legible(17)
	if fr.tallLegend() {
		return
	}
	x, y := fr.grid.X, fr.grid.Y+s.h*float64(s.rows)+0.5*size
	box := parts.Box{X: x, Y: y, W: 1.9 * size, H: 1.25 * size}
	if box.Y+box.H > fr.headTop(fr.layout.charts[0]) {
		return
	}
	few := fr.config.Pool.Blocks <= fewBlocks
	if few {
		fr.Rect(draw.ID{}, box.X, box.Y, box.W, box.H, draw.Style{Fill: draw.Surface, Stroke: draw.Muted, Width: 1.5, Radius: 5, Dash: 5})
	} else {
		box.W = box.H
		fr.Rect(draw.ID{}, box.X, box.Y, box.W, box.H, draw.Style{Fill: draw.Forward.Tint(72), Radius: 3})
	}
	base := y + box.H/2 + draw.CapHeight(size)/2
	const cached = "free, still cached"
	x += box.W + 0.5*size
	fr.text(x, base, 17, cached, draw.Muted, draw.Start, false, fr.grid.W)
	x += draw.TextWidth(cached, size, false)
	shared, key := []string{"in 2 tables", "shared"}, 3.4*size // to the end of the badge
	if !few {
		shared[0], key = "in several tables", 1.2*size+box.H
	}
	x += key
	room := fr.grid.X + fr.grid.W - x - 0.4*size
	i := slices.IndexFunc(shared, func(s string) bool { return draw.TextWidth(s, size, false) <= room })
	switch {
	case i < 0:
		return
	case few:
		fr.badge(parts.Box{X: x - 5*size, Y: y - 3, W: 5 * size, H: box.H}, 2)
	default:
		fr.Rect(draw.ID{}, x-box.H, box.Y, box.H, box.H, draw.Style{Fill: draw.Forward, Radius: 3})
		fr.Circle(draw.ID{}, x-box.H/2, box.Y+box.H/2, 0.22*box.H, draw.Style{Fill: draw.Ink})
	}
	fr.text(x+0.4*size, base, 17, shared[i], draw.Muted, draw.Start, false, room)
}

// wires lead from the tables of the request that is lit to its blocks.
func (fr *frame) wires(s *shape) {
	if fr.lit < 0 || !fr.tabled() {
		return
	}
	fr.eachRow(func(row parts.Box, seq int32) {
		h := &fr.res.Trace.Sequences[seq]
		if int(h.Request) != fr.lit || row.H == 0 {
			return
		}
		for k, e := range h.Table(fr.step) {
			from, to := fr.entryBox(row, k), s.block(fr.grid, int(e.Block))
			stroke := draw.Stroke{Color: draw.RankColor(fr.lit), Width: 1.8, Arrow: true}
			fr.Line(draw.ID{}, from.X+from.W/2, from.Y+from.H, to.X+2, to.Y+to.H/2, stroke)
		}
	})
}
