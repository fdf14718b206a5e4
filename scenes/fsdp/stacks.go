package fsdp

import (
	"strconv"

	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// The three stacks of shards: parameters, gradients, optimizer states. Rows are
// shards by the GPU that owns them, GPU 0 on top; columns are units.
const (
	paramStack = iota
	gradStack
	stateStack
	numStacks
)

var (
	stackTitles = [numStacks]string{"parameters", "gradients", "optimizer states"}
	stackKinds  = [numStacks]string{"params/#/#", "grads/#/#", "states/#/#"}
)

// mostTiles is about how many tiles a stack has, so that a frame keeps its budget.
const mostTiles = 1300

// How far colours are mixed toward the paper: of shards that belong to another
// GPU, of gradients of one GPU alone, and of memory that holds nothing yet.
const (
	guest  = 34
	partly = 60
	empty  = 84
)

func (f *film) layStacks() {
	n := f.shard.n
	f.bands = n
	if most := max(6, mostTiles/len(f.pieces)); n > most {
		f.bands = most
	}
	what := "shard "
	if f.Strategy == ddp {
		what = "chunk "
	}
	for i := range min(n, 16) {
		f.owners = append(f.owners, what+strconv.Itoa(i))
	}
	if n > len(f.owners) {
		f.owners = append(f.owners, what+strconv.Itoa(n-1))
	}
	f.entries = f.stackEntries()
}

// stackEntries say what tiles mean.
func (f *film) stackEntries() []parts.Entry {
	own, other := draw.RankColor(0), draw.RankColor(3)
	none := parts.Entry{Color: own.Tint(empty), Label: "empty"}
	if f.shard.n == 1 {
		return []parts.Entry{{Color: own, Label: "here"}, none}
	}
	list := []parts.Entry{{Color: own, Label: "own"}}
	switch {
	case f.Strategy == ddp:
		list[0].Label = "here"
	case f.sharded():
		list = append(list, parts.Entry{Color: other.Tint(guest), Label: "gathered"})
	default:
		list = append(list, parts.Entry{Color: other.Tint(guest), Label: "copy"})
	}
	return append(list, parts.Entry{Color: other.Tint(partly), Label: "not summed"}, none)
}

// shardOf is the shard that a row stands for.
func (f *film) shardOf(row int) int {
	if f.bands == f.shard.n || row == 0 {
		return row
	}
	return row * (f.shard.n - 1) / (f.bands - 1)
}

// colorOf is the colour of a shard's owner.
func (f *film) colorOf(shard int) draw.Color {
	if n := f.shard.n; n > 8 {
		shard = shard * 8 / n
	}
	return draw.RankColor(shard)
}

// arrived says whether a shard has come round the ring: the left neighbour's
// first, that of the GPU on the right last.
func (f *film) arrived(shard int, share float64) bool {
	others := f.shard.n - 1
	return share >= 1 || float64(f.shard.n-shard) <= share*float64(others)
}

// param is the colour of a shard of a unit's parameters.
func (fr *frame) param(row, col int) draw.Color {
	c, shard := &fr.columns[col], fr.shardOf(row)
	own := fr.colorOf(shard)
	switch {
	case shard == 0, fr.Strategy == ddp:
		return own
	case fr.tracks[col].fresh != nil && fr.arrived(shard, c.fresh):
		return own
	case fr.arrived(shard, c.here):
		return own.Tint(guest)
	}
	return draw.None
}

// grad is the colour of a shard of a unit's gradient.
func (fr *frame) grad(row, col int) draw.Color {
	c, shard := &fr.columns[col], fr.shardOf(row)
	own := fr.colorOf(shard)
	buffer := draw.None // where whole gradients are freed
	if shard == 0 || fr.Strategy == ddp || fr.Strategy == zero1 {
		buffer = own.Tint(empty)
	}
	made := float64(fr.shard.n-shard) <= c.made*float64(fr.shard.n)
	switch {
	case fr.Strategy == ddp && fr.shard.n > 1 && float64(fr.shard.n-shard) <= c.summed*float64(fr.shard.n):
		return own
	case fr.shard.n == 1 && made, shard == 0 && c.summed >= 1-1e-9:
		return own
	case fr.Strategy != ddp && shard > 0 && fr.arrived(shard, c.summed): // handed on
		return buffer
	case made:
		return own.Tint(partly)
	}
	return buffer
}

// state is the colour of a shard of a unit's optimizer states: the part that the
// step has come to is full.
func (fr *frame) state(row, col int) draw.Color {
	c, shard := &fr.columns[col], fr.shardOf(row)
	if shard > 0 && fr.Strategy != ddp {
		return draw.None
	}
	color := fr.colorOf(shard)
	if c.stepped < 0.5 {
		return color.Tint(guest)
	}
	return color
}

// stacks draws the three stacks one above the other, and what their tiles mean.
func (fr *frame) stacks() {
	b := fr.layout.shards
	title := fr.Legible(20)
	small := fr.Legible(15)
	fr.labelWidth = max(draw.TextWidth(fr.owners[0], small, true), min(draw.TextWidth(fr.owners[len(fr.owners)-1], small, false), 110)) + 12
	heading := draw.CapHeight(title) + 16
	foot := draw.CapHeight(small) + 14
	legend := 1.35 * max(fr.Legible(19), 19)
	strip := 0.0
	if !fr.sharded() {
		strip = 34
	}
	room := b.H - numStacks*heading - foot - legend - strip - 36
	shares := [numStacks]float64{0.4, 0.4, 0.2}
	legendX := b.X + fr.labelWidth
	if fr.Portrait() {
		legendX = b.X
	}
	y := b.Y
	for k := range numStacks {
		grid := parts.Box{X: b.X + fr.labelWidth, Y: y + heading, W: b.W - fr.labelWidth, H: room * shares[k]}
		fr.heading(k, b, y+draw.CapHeight(title), title)
		fr.grid(k, grid)
		y = grid.Y + grid.H + 12
		if k == gradStack && strip > 0 {
			fr.buckets(parts.Box{X: grid.X, Y: y - 8, W: grid.W, H: strip - 6})
			y += strip - 4
		}
		if k == stateStack {
			fr.unitNumbers(grid, foot)
			y += foot
		}
	}
	fr.legend(legendX, y+4, b.X+b.W-legendX)
}

// legend says what tiles mean, in one row: what has no room goes without.
func (fr *frame) legend(x, y, w float64) {
	size := fr.Legible(19)
	swatch := max(26, 1.35*size) // as parts.Legend has them
	width, n := -1.4*swatch, 0
	for ; n < len(fr.entries); n++ {
		width += 2.85*swatch + draw.TextWidth(fr.entries[n].Label, size, false)
		if width > w {
			break
		}
	}
	parts.Legend{X: x, Y: y, W: w, Entries: fr.entries[:n]}.Draw(fr.Canvas)
}

// heading names a stack, says how much of it stays on a GPU, and on the right
// what is happening to it.
func (fr *frame) heading(k int, b parts.Box, y, size float64) {
	x := b.X + fr.labelWidth
	x += fr.text(x, y, 20, stackTitles[k], draw.Ink, draw.Start, true, b.W)
	if k == paramStack && !fr.Portrait() {
		x += fr.text(x, y, 20, " on GPU 0", draw.Ink, draw.Start, true, b.W)
	}
	x += 0.6 * size
	x += fr.text(x, y, 20, fr.held[k], draw.Muted, draw.Start, false, b.W)
	right := b.X + b.W
	say := func(color draw.Color, texts ...string) {
		width := 0.0
		for _, s := range texts {
			width += draw.TextWidth(s, size, true)
		}
		if right-width < x+size {
			return
		}
		right -= width
		at := right
		for _, s := range texts {
			fr.Text(draw.ID{}, at, y, s, draw.Font{Size: size, Color: color, Bold: true})
			at += draw.TextWidth(s, size, true)
		}
		right -= size
	}
	switch k {
	case paramStack:
		switch {
		case fr.doing >= 0 && fr.works[fr.doing].piece >= 0:
			w := &fr.works[fr.doing]
			say(workColors[w.doing], taskNames[w.doing], " ", fr.unitNames[w.piece])
		case fr.doing < 0 && fr.at < fr.tl.End():
			say(draw.Alert, "compute waits")
		}
		if m := fr.gather.at(fr.tl, fr.at); m != nil {
			say(draw.Comm, "gather ", fr.unitNames[m.piece])
		}
	case gradStack:
		for _, st := range [...]*stream{fr.across, fr.reduce} {
			m := st.at(fr.tl, fr.at)
			switch {
			case m == nil:
			case m.bucket >= 0:
				say(draw.Comm, st.name, " bucket ", draw.Itoa(m.bucket+1))
			default:
				say(draw.Comm, st.name, " ", fr.unitNames[m.piece])
			}
		}
	case stateStack:
		if fr.doing >= 0 && fr.works[fr.doing].doing == updating {
			say(draw.Ink, "step")
		}
	}
}

// grid draws the tiles of a stack, the labels of its first and last row, and
// frames round the columns that something happens to.
func (fr *frame) grid(k int, b parts.Box) {
	own := max(b.H/float64(fr.bands), min(12, b.H/3))
	if fr.bands == 1 {
		own = b.H
	}
	top := parts.Matrix{
		Box: parts.Box{X: b.X, Y: b.Y, W: b.W, H: own}, Rows: 1, Cols: len(fr.pieces),
		ID: draw.ID{Kind: stackKinds[k]}, Gap: 2, Radius: 1.5, Empty: draw.Style{Fill: draw.Surface, Stroke: draw.Line, Width: 1},
	}
	rest := top
	rest.Box.Y, rest.Box.H, rest.Rows = b.Y+own, b.H-own, fr.bands-1
	if fr.bands > 1 && rest.Box.H/float64(fr.bands-1) < 7 { // low rows are bars without edges
		rest.Empty = draw.Style{Fill: draw.Idle}
		rest.Gap, rest.Radius = 1, 0
	}
	if k == stateStack && fr.Strategy != ddp && fr.bands > 16 {
		rest.Rows = 1 // nothing is there
	}
	below := func(row, col int) (int, int) { return row + 1, col }
	switch k {
	case paramStack:
		top.Draw(fr.Canvas, func(row, col int) draw.Color { return fr.param(row, col) })
		rest.Draw(fr.Canvas, func(row, col int) draw.Color { return fr.param(below(row, col)) })
	case gradStack:
		top.Draw(fr.Canvas, func(row, col int) draw.Color { return fr.grad(row, col) })
		rest.Draw(fr.Canvas, func(row, col int) draw.Color { return fr.grad(below(row, col)) })
	case stateStack:
		top.Draw(fr.Canvas, func(row, col int) draw.Color { return fr.state(row, col) })
		rest.Draw(fr.Canvas, func(row, col int) draw.Color { return fr.state(below(row, col)) })
	}
	fr.rowLabels(b, own)
	fr.frames(k, b)
}

// rowLabels names the owners of rows: all where there is room, else the first and
// the last.
func (fr *frame) rowLabels(b parts.Box, own float64) {
	size := fr.Legible(15)
	half := draw.CapHeight(size) / 2
	y := b.Y + max(own/2, half+1) + half
	fr.text(b.X-10, y, 15, fr.owners[0], draw.Ink, draw.End, true, fr.labelWidth-10)
	if fr.bands == 1 {
		return
	}
	pitch := (b.H - own) / float64(fr.bands-1)
	bottom := b.Y + b.H - max(pitch/2, half+1) + half
	if pitch >= 1.15*size && len(fr.owners) == fr.bands {
		for i := 1; i < fr.bands; i++ {
			fr.text(b.X-10, b.Y+own+pitch*(float64(i)-0.5)+half, 15, fr.owners[i], draw.Muted, draw.End, false, fr.labelWidth-10)
		}
	} else if last := fr.owners[len(fr.owners)-1]; bottom-2*half > y+0.3*size {
		if fr.text(b.X-10, bottom, 15, last, draw.Muted, draw.End, false, fr.labelWidth-10) == 0 {
			fr.text(b.X-10, bottom, 15, last[len("shard "):], draw.Muted, draw.End, false, fr.labelWidth-10)
		}
	}
}

// frames outlines columns: what computes, what is gathered, what is reduced,
// what a reader points at.
func (fr *frame) frames(k int, b parts.Box) {
	w := b.W / float64(len(fr.pieces))
	outline := func(col int, color draw.Color, width float64) {
		fr.Rect(draw.ID{}, b.X+w*float64(col)-2, b.Y-3, w+4, b.H+6, draw.Style{Stroke: color, Width: width, Radius: 3})
	}
	for i := range fr.pieces {
		c := &fr.columns[i]
		if k == paramStack && c.gathering || k == gradStack && c.reducing {
			outline(i, draw.Comm, 3)
		}
	}
	if k == paramStack && !fr.sharded() {
		if m := fr.gather.at(fr.tl, fr.at); m != nil {
			outline(m.piece, draw.Comm, 3)
		}
	}
	if fr.doing >= 0 && k != stateStack {
		w := &fr.works[fr.doing]
		if w.piece >= 0 && (k == paramStack || w.doing == backward) {
			outline(w.piece, workColors[w.doing], 4)
		}
	}
	if fr.focus >= 0 {
		outline(fr.focus, draw.Ink, 2)
	}
}

// unitNumbers writes the numbers of layers under the last stack, as many as fit.
func (fr *frame) unitNumbers(b parts.Box, h float64) {
	size := fr.Legible(15)
	w := b.W / float64(len(fr.pieces))
	stride := 1
	for _, s := range [...]int{1, 2, 4, 8, 16, 32, 64, 128} {
		if stride = s; w*float64(s) >= draw.TextWidth("000", size, false) {
			break
		}
	}
	font := draw.Font{Size: size, Color: draw.Muted, Anchor: draw.Middle}
	y := b.Y + b.H + h - 4
	for i := range fr.pieces {
		x := b.X + w*(float64(i)+0.5)
		if stride > 1 && fr.pieces[i].kind == layer { // E and H come first
			room := (w + draw.TextWidth("E", size, false) + draw.TextWidth(fr.short[i], size, false)) / 2
			if fr.pieces[i].layer%stride != 0 || x-b.X < room+4 || b.X+b.W-x < room+4 {
				continue
			}
		}
		fr.Text(draw.ID{}, x, y, fr.short[i], font)
	}
}

// buckets draws them in the row of units: filling from the end of the model,
// leaving, gone.
func (fr *frame) buckets(b parts.Box) {
	w := b.W / float64(len(fr.pieces))
	front := fr.front()
	fr.Rect(draw.ID{}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Panel, Radius: 3})
	px := 1 / fr.Scale
	for k := range fr.strip {
		s := &fr.strip[k]
		x0, x1 := b.X+w*s.from, b.X+w*s.to
		gap := min(1.5, 0.2*(x1-x0))
		if front >= s.to || x1-x0 < 0.25*px {
			continue
		}
		id := draw.ID{Kind: "bucket/#", A: int32(k)}
		left := fr.left(s, fr.at)
		switch {
		case left >= 1:
			fr.Rect(id, x0+gap/2, b.Y+b.H-4, x1-x0-gap, 4, draw.Style{Fill: draw.Good})
		case left > 0 || s.move != nil && s.move.span(fr.tl).from <= fr.at && front <= s.from:
			h := b.H * (1 - left)
			fr.Rect(id, x0+gap/2, b.Y+b.H-h, x1-x0-gap, h, draw.Style{Fill: draw.Comm, Radius: 1})
		default:
			from := max(x0, b.X+w*front)
			fr.Rect(id, from+gap/2, b.Y, max(0, x1-from-gap), b.H, draw.Style{Fill: draw.Grad, Radius: 1})
		}
	}
	size := fr.Legible(15)
	if draw.CapHeight(size) > b.H {
		return // the last row above has the room
	}
	fr.text(b.X-10, b.Y+b.H/2+draw.CapHeight(size)/2, 15, "buckets", draw.Muted, draw.End, false, fr.labelWidth-6)
}

// front is how far to the left gradients have been computed, in columns.
func (fr *frame) front() float64 {
	for i := range fr.pieces {
		if made := fr.columns[i].made; made > 0 {
			return float64(i) + 1 - made
		}
	}
	return float64(len(fr.pieces))
}
