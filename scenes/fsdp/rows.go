package fsdp

import (
	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// row is a stream in the chart.
type row struct {
	name   string
	stream *stream   // nil of compute
	spans  []stretch // of its collectives
}

// workColors are those of what compute does.
var workColors = [...]draw.Color{draw.Forward, draw.Forward, draw.Backward, draw.Optimizer}

// layRows puts compute after the stream that feeds it and before those that it
// feeds.
func (f *film) layRows() []row {
	var rows []row
	add := func(streams ...*stream) {
		for _, st := range streams {
			if len(st.tasks) > 0 {
				rows = append(rows, row{name: st.name, stream: st, spans: st.spans(f.tl)})
			}
		}
	}
	if f.sharded() {
		add(f.gather)
	}
	rows = append(rows, row{name: "compute"})
	add(f.reduce, f.across)
	if !f.sharded() { // the new parameters
		add(f.gather)
	}
	return rows
}

// maxRowHeight is that of a row where there are few.
const maxRowHeight = 62

// laneBox is where the streams stand, in the middle of their room.
func (fr *frame) laneBox() parts.Box {
	box := fr.layout.lanes
	if h := float64(len(fr.rows)) * maxRowHeight; h < box.H {
		box.Y, box.H = box.Y+(box.H-h)/2, h
	}
	return box
}

// chart draws the streams over time.
func (fr *frame) chart(v scenes.View) {
	l := fr.layout
	from, to := v.Window(fr.tl.End())
	box := fr.laneBox()
	names := fr.rowNames(fr.Canvas)
	lanes := parts.Lanes{
		Box: box, Labels: names, Rows: len(fr.rows), Gap: 8, From: from, To: to,
		Now: fr.at, NowLabel: fr.clock.At(fr.at.Seconds()), Idle: parts.Plain,
	}
	for i := range fr.rows {
		r := &fr.rows[i]
		row := lanes.Row(fr.Canvas, i, r.name)
		if r.stream == nil {
			fr.computeRow(&row)
		} else {
			fr.streamRow(&row, r)
		}
		row.End()
	}
	lanes.Cursor(fr.Canvas, fr.marks)
	parts.Axis{X: l.lanes.X + names, Y: l.axis, W: l.lanes.W - names, From: from, To: to}.Draw(fr.Canvas)
}

// rowNames is the width of the names of the streams.
func (f *film) rowNames(c *draw.Canvas) float64 {
	names := 0.0
	for i := range f.rows {
		names = max(names, draw.TextWidth(f.rows[i].name, c.Legible(18), true)+18)
	}
	return names
}

// TimeAxis is where the streams stand from left to right.
func (f *film) TimeAxis(c *draw.Canvas) (x, width float64) {
	l := &wide
	if c.Portrait() {
		l = &high
	}
	names := f.rowNames(c)
	return l.lanes.X + names, l.lanes.W - names
}

// computeRow draws work and, hatched, the waits between.
func (fr *frame) computeRow(row *parts.Row) {
	k := 0
	wait := func(before sim.Time) {
		for ; k < len(fr.idle) && fr.idle[k].from < before; k++ {
			row.Span(parts.Span{
				ID: draw.ID{Kind: "wait/#", A: int32(k)}, From: fr.idle[k].from, To: fr.idle[k].to,
				Color: waiting.Fill, Hatch: waiting.Hatch, Border: waiting.Stroke,
			})
		}
	}
	for i := 0; i < len(fr.works); i++ {
		w := &fr.works[i]
		from, to := fr.tl.Start(w.ref), fr.tl.Finish(w.ref)
		for ; i+1 < len(fr.works) && fr.follows(i); i++ { // the tensors of a unit
			to = fr.tl.Finish(fr.works[i+1].ref)
		}
		wait(from)
		s := parts.Span{ID: draw.ID(fr.tl.Span(w.ref).ID), From: from, To: to, Color: workColors[w.doing]}
		if w.piece >= 0 {
			s.Label = fr.letters[w.doing][w.piece]
			if w.piece == fr.focus {
				s.Border = draw.Ink
			}
		} else {
			s.Label = "step"
		}
		if w.doing == recompute {
			s.Hatch, s.Label = draw.Paper, ""
		}
		row.Span(s)
	}
	wait(sim.Never)
}

// follows says that the next task goes on with the same unit without a pause.
func (fr *frame) follows(i int) bool {
	a, b := &fr.works[i], &fr.works[i+1]
	return a.doing == backward && b.doing == backward && a.piece == b.piece && fr.tl.Start(b.ref) == fr.tl.Finish(a.ref)
}

// streamRow draws collectives; hatched where compute waits meanwhile.
func (fr *frame) streamRow(chart *parts.Row, r *row) {
	k := 0
	for i := range r.spans {
		m, at := &r.stream.tasks[i], r.spans[i]
		s := parts.Span{ID: draw.ID(fr.tl.Span(m.first()).ID), Color: draw.Comm}
		if m.piece >= 0 && m.piece == fr.focus {
			s.Border = draw.Ink
		}
		for ; k < len(fr.idle) && fr.idle[k].to <= at.from; k++ {
		}
		for from := at.from; from < at.to; {
			s.From, s.To, s.Hatch, s.Label = from, at.to, draw.None, ""
			switch {
			case k == len(fr.idle) || fr.idle[k].from >= at.to: // hidden to its end
			case fr.idle[k].from > from:
				s.To = fr.idle[k].from
			default:
				s.To, s.Hatch = min(at.to, fr.idle[k].to), draw.Paper
				if fr.idle[k].to <= at.to {
					k++
				}
			}
			if s.Hatch == draw.None && m.piece >= 0 {
				s.Label = fr.short[m.piece]
			} else if s.Hatch == draw.None {
				s.Label = draw.Itoa(m.bucket + 1)
			}
			chart.Span(s)
			from = s.To
		}
	}
}
