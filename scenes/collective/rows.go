package collective

import (
	"strconv"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// laneRow is a row of the chart of links.
type laneRow struct {
	lane  sim.Lane
	label string
	gpu   int // that sends
	to    int // that receives, where it is always the same, else -1
	tasks int
	rest  sim.Ref // that stands for the steps that did not run, or -1
}

// maxRows is how many links the chart shows; of more, some stand for all.
const maxRows = 32

// layRows chooses the lanes of the chart: those of the first channel, evenly
// picked where there are many.
func (f *film) layRows() {
	seen := map[sim.Lane]bool{}
	var all []laneRow
	for _, i := range f.rowSends() {
		x := f.sends[i]
		lane := f.tl.Span(sim.Ref(i)).Lane
		if !seen[lane] {
			seen[lane] = true
			all = append(all, f.rowOf(lane, x))
		}
	}
	most := maxRows
	if f.n > fewGPUs { // in all about as many spans as a frame can bear
		most = f.ways() * max(2, min(8, 4000/f.steps))
	}
	if len(all) <= most {
		f.rows = all
	} else {
		for i := range most { // with the first and the last, which crosses nodes
			f.rows = append(f.rows, all[i*(len(all)-1)/(most-1)])
		}
	}
	for i := range f.rows {
		r := &f.rows[i]
		tasks := f.tl.In(nil, r.lane, 0, sim.Never)
		r.tasks, r.rest = len(tasks), -1
		if last := tasks[len(tasks)-1]; int(last) >= len(f.sends) {
			r.rest = last
		}
	}
	f.rowsTitle = f.titleOfRows(len(all))
}

// rowSends are sends of the first channel in the order in which their lanes are
// shown: rings by GPU, both ways of one link together.
func (f *film) rowSends() []int {
	var order []int
	if f.algo == ringBoth && !f.pipelined() {
		right, left := f.parts[0], f.parts[1]
		for i := range f.stands {
			order = append(order, right.first+i)
			if f.runsAll() {
				order = append(order, left.first+mod(-i, f.n))
			} else {
				order = append(order, left.first+f.stands-1-i)
			}
		}
		return order
	}
	for _, p := range f.parts {
		if p.channel > 0 {
			break
		}
		end := p.end
		if f.algo == ringAlgo && !f.pipelined() { // the first step has all lanes
			end = p.first + f.stands
		}
		for i := p.first; i < end; i++ {
			order = append(order, i)
		}
	}
	return order
}

func (f *film) rowOf(lane sim.Lane, x send) laneRow {
	r := laneRow{lane: lane, gpu: int(x.from), to: int(x.to)}
	if f.algo == direct || f.algo == halving {
		r.label, r.to = "GPU "+strconv.Itoa(r.gpu), -1
	} else {
		r.label = strconv.Itoa(r.gpu) + "→" + strconv.Itoa(r.to)
	}
	return r
}

func (f *film) titleOfRows(lanes int) string {
	title := "links"
	switch {
	case f.algo == direct || f.algo == halving:
		title = "ports out"
	case f.algo == tree:
		title = "edges of the trees"
	}
	if f.channels > 1 {
		title += ", channel 0 of " + strconv.Itoa(f.channels)
	}
	switch {
	case !f.runsAll():
		title += ", " + strconv.Itoa(len(f.rows)) + " for " + strconv.Itoa(f.n) + " GPUs"
	case len(f.rows) < lanes:
		title += ", " + strconv.Itoa(len(f.rows)) + " of " + strconv.Itoa(lanes)
	}
	return title
}

// links draws what each link does over time.
func (fr *frame) links(v scenes.View) {
	l := fr.layout
	from, to := v.Window(fr.tl.End())
	box := l.lanes
	if h := float64(len(fr.rows)) * maxRowHeight; h < box.H { // few rows stand at the bottom
		box.Y, box.H = box.Y+box.H-h, h
	}
	lanes := parts.Lanes{
		Box: box, Labels: l.label, Rows: len(fr.rows), Gap: 4, From: from, To: to,
		Now: fr.at, NowLabel: fr.clock.At(fr.at.Seconds()), Idle: parts.Plain,
	}
	for i := range fr.rows {
		r := &fr.rows[i]
		row := lanes.Row(fr.Canvas, i, r.label)
		fr.row(&row, r, from, to, true)
		if fr.algo == direct && fr.g > 1 && fr.job.nodes > 1 { // over those between nodes
			fr.row(&row, r, from, to, false)
		}
		row.End()
		if r.rest >= 0 {
			fr.repeats(&lanes, i, r.rest)
		}
	}
	lanes.Cursor(fr.Canvas, fr.marks)
	parts.Axis{X: l.lanes.X + l.label, Y: l.axis, W: l.lanes.W - l.label, From: from, To: to}.Draw(fr.Canvas)
	fr.rowsHead(&lanes)
}

// row draws the spans of a lane. Direct shows one of each equal lot, the longer
// ones, between nodes, first.
func (fr *frame) row(row *parts.Row, r *laneRow, from, to sim.Time, first bool) {
	var buf [256]sim.Ref
	var before sim.Time = -1
	stretches := sim.Time(1 + r.tasks/len(buf)) // so many that each fits into buf, about
	for k := range stretches {
		left, right := from+(to-from)/stretches*k, from+(to-from)/stretches*(k+1)
		if k == stretches-1 {
			right = to
		}
		for _, ref := range fr.tl.In(buf[:0], r.lane, left, right) {
			if int(ref) >= len(fr.sends) {
				break // steps that did not run
			}
			start, end := fr.tl.Start(ref), fr.tl.Finish(ref)
			if k > 0 && start < left {
				continue // drawn in the stretch before
			}
			if fr.algo == direct {
				x := &fr.sends[ref]
				between := fr.node(int(x.from)) != fr.node(int(x.to)) || fr.g == 1 || fr.job.nodes == 1
				if end == before || between != first {
					continue // the same to another GPU
				}
				before = end
			}
			row.Span(fr.span(ref, start, end, r))
		}
	}
}

// repeats draws the steps of a lane that did not run: a bar as high as the share
// of a period in which the link is busy, as where spans are too thin to see.
func (fr *frame) repeats(lanes *parts.Lanes, i int, rest sim.Ref) {
	start, end := fr.tl.Start(rest), fr.tl.Finish(rest)
	last := fr.tl.Needs(rest)[0]
	busy := float64(fr.tl.Finish(last)-fr.tl.Start(last)) / float64(fr.period)
	b := lanes.Lane(i)
	now := max(start, min(fr.at, end))
	bar := func(from, to sim.Time, color draw.Color) {
		if x, until := lanes.At(from), lanes.At(to); until > x {
			fr.Rect(draw.ID{}, x, b.Y+b.H*(1-busy), until-x, b.H*busy, draw.Style{Fill: color})
		}
	}
	bar(start, now, draw.Comm)
	bar(now, end, draw.Comm.Tint(parts.Future))
}

// maxRowHeight is that of a row where there are few.
const maxRowHeight = 110

// rowsHead writes what the rows are, where the time of the cursor leaves room.
func (fr *frame) rowsHead(lanes *parts.Lanes) {
	size := fr.Legible(18)
	left := lanes.Box.X
	now := lanes.At(fr.at) - draw.TextWidth(lanes.NowLabel, fr.Legible(19), true)/2 - size
	room := min(now, left+lanes.Box.W) - left
	for _, m := range fr.marks {
		if m.At >= lanes.From && m.At <= lanes.To {
			label := draw.TextWidth(m.Label, fr.Legible(15), false)
			room = min(room, max(lanes.At(m.At)-label/2, lanes.At(lanes.From))-left-size/2)
		}
	}
	fr.text(left, lanes.Box.Y-24, 18, fr.rowsTitle, draw.Muted, draw.Start, true, room)
}

// span is a transfer as the chart shows it, in the colour of its chunk.
func (fr *frame) span(ref sim.Ref, start, end sim.Time, r *laneRow) parts.Span {
	x := &fr.sends[ref]
	chunk := fr.chunkOf(x)
	s := parts.Span{
		ID: draw.ID(fr.tl.Span(ref).ID), From: start, To: end,
		Color: fr.focus.color(fr.colorOf(chunk), chunk), Label: draw.Itoa(fr.labelOf(x, chunk)),
	}
	switch {
	case fr.n > wholeGPUs && !fr.pipelined():
		s.Color, s.Label = draw.Comm, ""
	case fr.algo == direct:
		s.Color, s.Label = draw.Comm, ""
		if fr.job.nodes > 1 && fr.node(int(x.from)) == fr.node(int(x.to)) {
			s.Color = draw.Forward
		}
	}
	switch {
	case fr.focus.holds(s.ID), fr.focus.onRow(r):
		s.Border = draw.Ink
	case fr.focus.gpu >= 0 || fr.focus.from >= 0:
		s.Color = s.Color.Tint(max(70, s.Color.Percent()))
	}
	return s
}

// colorOf is the colour of what a transfer carries. Blocks of halves and quarters
// would share one, if colours went by their number.
func (f *film) colorOf(chunk int) draw.Color {
	if f.algo == halving && f.n > fewGPUs {
		chunk = chunk * 8 / powerBelow(f.n)
	}
	return draw.RankColor(chunk)
}

// labelOf is the number that stands on a transfer: of a piece, its own.
func (f *film) labelOf(x *send, chunk int) int {
	if f.pipelined() {
		return int(x.chunk)
	}
	return chunk
}

// chunkOf is the column of the stack to which what a transfer carries belongs.
func (f *film) chunkOf(x *send) int {
	p := &f.parts[x.part]
	if f.op == allToAll {
		if p.order == nil && f.algo != direct {
			return int(x.chunk) / f.n
		}
		from, _ := f.origin(p, int(x.chunk))
		return from
	}
	if f.pipelined() {
		return p.dir*f.pieceColumns() + int(x.chunk)*f.pieceColumns()/f.pieces
	}
	return int(x.chunk)
}
