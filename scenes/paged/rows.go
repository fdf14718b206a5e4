package paged

import (
	"inflight/scenes/draw"
	"inflight/scenes/paged/serve"
	"inflight/scenes/parts"
)

// tabled says that rows have room for the tokens and the entries of each table.
func (f *film) tabled() bool {
	return f.p.Allocator == pagedBlocks && f.config.Pool.Blocks <= fewBlocks && f.table <= 14
}

// sequences draws those that run, each in its row.
func (fr *frame) sequences() {
	box := fr.rows
	title := "running: tokens and block tables"
	switch {
	case fr.p.Allocator != pagedBlocks:
		title = "running, each in one stretch"
	case !fr.tabled():
		title = "running, with their tokens"
	}
	fr.heading(box.X, box.Y-26, title, box.W)
	const more = " more run"
	hidden := 0
	fr.eachRow(func(at parts.Box, seq int32) {
		switch {
		case at.H == 0:
			hidden++
		case fr.tabled():
			fr.tableRow(at, seq)
		default:
			fr.barRow(at, seq)
		}
	})
	if hidden > 0 {
		size := fr.Legible(18)
		w := draw.TextWidth(draw.Itoa(hidden), size, false) + draw.TextWidth(more, size, false)
		if draw.TextWidth(title, fr.Legible(21), true)+size+w < box.W {
			fr.number(box.X+box.W-w, box.Y-26, 18, hidden, more, draw.Muted, w+1)
		}
	}
}

// eachRow goes through the sequences that run, each with the box of its row, which
// has no height where there is no room. A sequence keeps its row while it runs;
// where that would leave some without, rows close up, in order of arrival.
func (fr *frame) eachRow(do func(row parts.Box, seq int32)) {
	if fr.atOnce <= fr.capacity() {
		for i := range fr.periods {
			p := &fr.periods[i]
			if int(p.from) > fr.step {
				break
			}
			if int(p.to) > fr.step {
				do(fr.rowBox(int(p.row)), p.seq)
			}
		}
		return
	}
	row := 0
	for i := range fr.bySeq {
		if p := &fr.bySeq[i]; int(p.from) <= fr.step && int(p.to) > fr.step {
			do(fr.rowBox(row), p.seq)
			row++
		}
	}
}

// capacity is how many rows there is room for.
func (fr *frame) capacity() int {
	pitch, cols := fr.pitch()
	return int(fr.rows.H/pitch) * cols
}

// rowBox is where a row stands; it has no height where there is no room.
func (fr *frame) rowBox(row int) parts.Box {
	box := fr.rows
	pitch, cols := fr.pitch()
	each := int(box.H / pitch) // 0 in a very small picture
	if row >= each*cols {
		return parts.Box{}
	}
	col, row := row/each, row%each
	w := (box.W - 24*float64(cols-1)) / float64(cols)
	return parts.Box{X: box.X + (w+24)*float64(col), Y: box.Y + pitch*float64(row), W: w, H: pitch}
}

// pitch is the height of a row, and in how many columns they stand.
func (fr *frame) pitch() (height float64, cols int) {
	if fr.tabled() {
		size := fr.Legible(17)
		return max(fr.rows.H/float64(max(7, min(max(1, fr.atOnce), 10))), 1.5*size+24), 1
	}
	size := fr.Legible(17)
	least := 1.35 * size
	cols = 1
	if float64(max(1, fr.atOnce))*least > fr.rows.H {
		cols = 2
	}
	per := (max(1, fr.atOnce) + cols - 1) / cols
	return max(least, min(72, fr.rows.H/float64(max(per, 1)))), cols
}

// label is the name of a sequence with its tokens, in a column of its own.
func (fr *frame) label(box parts.Box, seq int32, held float64, beside bool) {
	h := &fr.res.Trace.Sequences[seq]
	color := draw.RankColor(int(h.Request))
	size := fr.Legible(22)
	y := box.Y + size
	if beside {
		size = fr.Legible(17)
		y = box.Y + box.H/2 + draw.CapHeight(size)/2
	}
	name := fr.names[h.Request]
	fr.Text(draw.ID{}, box.X, y, name, draw.Font{Size: size, Color: color, Bold: true})
	x := box.X + draw.TextWidth(name, size, true)
	if len(fr.requests[h.Request].Outputs) > 1 {
		small := fr.Legible(15)
		fr.Text(draw.ID{}, x+1, y, sampleNames[h.Sample], draw.Font{Size: small, Color: draw.Muted})
	}
	if !beside {
		fr.number(box.X, y+7+draw.CapHeight(fr.Legible(16)), 16, int(held), "", draw.Muted, 70)
	}
}

// sampleNames tell the samples of a request apart.
var sampleNames = [16]string{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉", "₁₀", "₁₁", "₁₂", "₁₃", "₁₄", "₁₅"}

// tableRow draws a sequence block by block: its tokens, and below them the block
// that holds them.
func (fr *frame) tableRow(box parts.Box, seq int32) {
	held, _ := fr.held(seq)
	h := &fr.res.Trace.Sequences[seq]
	fr.Rect(draw.ID{Kind: "request/#/#", A: h.Request, B: h.Sample}, box.X, box.Y, box.W, box.H-4, draw.Style{Fill: draw.Paper})
	fr.label(box, seq, held, false)
	color := fr.color(int(h.Request))
	for i, e := range h.Table(fr.step) {
		box := fr.entryBox(box, i)
		cells := parts.Box{X: box.X, Y: box.Y - fr.cellHeight(box) - 3, W: box.W + 1, H: fr.cellHeight(box)}
		fr.slots(cells, held-float64(i*fr.p.Block), color, color.Tint(max(84, color.Percent())))
		style := draw.Style{Fill: color.Tint(max(70, color.Percent())), Radius: 4}
		if fr.res.Trace.Block(int(e.Block), fr.step).Refs > 1 {
			style.Stroke, style.Width = draw.Ink, 1.8
		}
		if int(e.Block) == fr.focus.block {
			style.Stroke, style.Width = draw.Ink, 4
		}
		fr.Rect(draw.ID{Kind: "table/#/#/#", A: h.Request, B: h.Sample, C: int32(i)}, box.X, box.Y, box.W, box.H, style)
		size := fr.Legible(17)
		fr.text(box.X+box.W/2, box.Y+box.H/2+draw.CapHeight(size)/2, 17, draw.Itoa(int(e.Block)), draw.Ink, draw.Middle, true, box.W-1)
	}
}

// entryBox is where an entry of a table stands in its row, below its tokens.
func (fr *frame) entryBox(row parts.Box, i int) parts.Box {
	const left = 66
	w := min(58, (row.W-left)/float64(max(fr.table, 8)))
	h := 1.35 * fr.Legible(17)
	box := parts.Box{X: row.X + left + w*float64(i), W: w - 7, H: h}
	box.Y = row.Y + 5 + fr.cellHeight(box)
	return box
}

// cellHeight is that of the tokens above an entry.
func (fr *frame) cellHeight(entry parts.Box) float64 {
	pitch, _ := fr.pitch()
	return min(entry.W*0.42, pitch-entry.H-14)
}

// barRow draws a sequence as a bar of its tokens, with what is given to it beyond
// them.
func (fr *frame) barRow(box parts.Box, seq int32) {
	held, _ := fr.held(seq)
	h := &fr.res.Trace.Sequences[seq]
	fr.label(box, seq, held, true)
	size := fr.Legible(17)
	left, right := 2.9*size, 3*size
	track := parts.Box{X: box.X + left, Y: box.Y + box.H/2 - min(0.31*box.H, 17), W: box.W - left - right, H: min(0.62*box.H, 34)}
	per := track.W / float64(fr.longest)
	color := fr.color(int(h.Request))
	id := draw.ID{Kind: "request/#/#", A: h.Request, B: h.Sample}
	fr.Rect(id, track.X, track.Y, track.W, track.H, draw.Style{Fill: draw.Panel, Radius: 3})
	if fr.p.Allocator == pagedBlocks {
		if n := len(h.Table(fr.step)); n > 0 {
			fr.Rect(draw.ID{}, track.X, track.Y, min(track.W, per*float64(n*fr.p.Block)), track.H, draw.Style{Fill: color.Tint(max(80, color.Percent())), Radius: 3})
		}
	} else {
		for _, e := range h.Table(fr.step) {
			fr.stretch(seq, e, func(from, to float64, style draw.Style) {
				fr.Rect(draw.ID{}, track.X+per*from, track.Y, per*(to-from), track.H, style)
			})
		}
	}
	fr.Rect(draw.ID{}, track.X, track.Y, max(1, per*held), track.H, draw.Style{Fill: color, Radius: 3})
	fr.number(track.X+track.W+8, box.Y+box.H/2+draw.CapHeight(size)/2, 17, int(held), "", draw.Muted, right-8)
}

// stretch goes through the parts of a contiguous stretch, from its first slot:
// tokens, room that the request will use, room that it will not, and what the
// allocator rounded up.
func (fr *frame) stretch(seq int32, e serve.Entry, part func(from, to float64, style draw.Style)) {
	h := &fr.res.Trace.Sequences[seq]
	r := &fr.requests[h.Request]
	held, sp := fr.held(seq)
	need := float64(r.Prompt + r.Outputs[h.Sample])
	asked := float64(fr.asked(r, int(h.Sample)))
	if sp.State == serve.Ended {
		held, need = 0, 0
	}
	more := 0
	if fr.lit >= 0 && fr.lit != int(h.Request) {
		more = 25
	}
	part(0, held, draw.Style{Fill: fr.color(int(h.Request))})
	part(held, need, draw.Style{Fill: reservedColor.Tint(55 + more)})
	part(need, asked, draw.Style{Fill: internalColor.Tint(45 + more), Hatch: draw.Paper})
	if size := float64(e.Block); size > asked {
		part(asked, size, draw.Style{Fill: externalColor.Tint(45 + more), Hatch: draw.Paper})
	}
}

// asked is how many slots the allocator was asked for.
func (f *film) asked(r *serve.Request, sample int) int {
	n := r.Outputs[sample]
	switch f.p.Allocator {
	case contiguousMax:
		return f.config.MaxTokens
	case contiguousPow2:
		power := 1
		for power < n {
			power *= 2
		}
		return max(r.Prompt+n, min(r.Prompt+power, f.config.MaxTokens))
	}
	return r.Prompt + n
}
