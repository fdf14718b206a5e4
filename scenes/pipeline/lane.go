package pipeline

import (
	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// lanesOver draws what ranks do over time, and the memory of one of them.
func (fr *frame) lanesOver(v scenes.View) {
	l := fr.layout
	from, to := v.Window(fr.tl.End())
	lanes := parts.Lanes{
		Box: l.lanes, Labels: l.label, Rows: fr.ranks, Gap: 8, From: from, To: to,
		Now: fr.at, NowLabel: fr.clock.at(fr.at.Seconds()), Idle: parts.Hatched,
	}
	dense := fr.dense != nil && fr.opsWithin(from, to) > denseOps
	for r := range fr.ranks {
		row := lanes.Row(fr.Canvas, r, fr.names[r])
		if dense {
			fr.denseRow(&row, r, from, to)
		} else {
			fr.row(&row, r, from, to)
		}
		row.End()
	}
	lanes.Cursor(fr.Canvas, nil)
	fr.figuresOver(&lanes)
	fr.memoryOver(from, to)
	parts.Axis{X: l.lanes.X + l.label, Y: l.axis, W: l.lanes.W - l.label, From: from, To: to}.Draw(fr.Canvas)
}

// TimeAxis is where the lanes stand from left to right.
func (f *film) TimeAxis(c *draw.Canvas) (x, width float64) {
	l := &f.wide
	if c.Portrait() {
		l = &f.high
	}
	return l.lanes.X + l.label, l.lanes.W - l.label
}

// opsWithin is how many ops of all ranks begin in a window.
func (f *film) opsWithin(from, to sim.Time) int {
	n := 0
	for r := range f.ranks {
		n += f.begun(r, to) - f.begun(r, from)
	}
	return n
}

// row draws the ops of a rank that touch a window.
func (fr *frame) row(row *parts.Row, r int, from, to sim.Time) {
	first := fr.tasks.first[r]
	size := max(fr.Legible(1e-9), min(22, 0.42*fr.layout.lanes.H/float64(fr.ranks)))
	wide := (fr.layout.lanes.W - fr.label) / float64(to-from) // units a picosecond
	for i := max(0, fr.begun(r, from)-1); i < len(fr.order[r]); i++ {
		ref := first + sim.Ref(i)
		start, end := fr.tl.Start(ref), fr.tl.Finish(ref)
		if start > to {
			break
		}
		o := fr.order[r][i]
		id := draw.ID{Kind: taskKinds[o.kind], A: int32(o.stage), B: int32(o.mb)}
		if o.kind != pair {
			s := fr.span(id, start, end, o.kind, o.mb, draw.None, r)
			if fr.opLabels != nil && draw.TextWidth(fr.opLabels[r][i], size, true) < float64(end-start)*wide-2-5/fr.Scale {
				s.Label = fr.opLabels[r][i]
			}
			row.Span(s)
			continue
		}
		// As in DualPipe's figure: both side by side in one frame.
		c, d := &fr.costs[o.stage], &fr.costs[o.with]
		mid := start + sim.Time(float64(end-start)*ratio(c.fps, c.fps+d.bps+d.wps))
		frame := draw.Ink
		if float64(end-start)*wide*fr.Scale < 16 { // would hide what it frames
			frame = draw.None
		}
		row.Span(fr.span(id, start, mid, forward, o.mb, frame, r))
		id.C, id.Kind = 1, "pair/s#/mb#/#"
		row.Span(fr.span(id, mid, end, backward, o.withMB, frame, r))
	}
}

func (fr *frame) span(id draw.ID, start, end sim.Time, k kind, mb int16, border draw.Color, r int) parts.Span {
	s := parts.Span{ID: id, From: start, To: end, Color: kindColors[k], Label: fr.labels[k][mb], Border: border}
	switch {
	case fr.focus.mb == int(mb):
		s.Border = draw.Ink
	case fr.focus.mb >= 0, fr.focus.rank >= 0 && fr.focus.rank != r:
		s.Color = s.Color.Tint(60)
	}
	return s
}

// figuresOver writes the bubbles above the lanes, where the ranks and the time of
// the present leave room.
func (fr *frame) figuresOver(lanes *parts.Lanes) {
	size := fr.Legible(21)
	x, w := fr.margin, fr.Width-2*fr.margin
	first := draw.TextWidth(fr.film.facts[0], size, true)
	bottom := lanes.Top(fr.Canvas) - 4
	y := min(fr.layout.facts, bottom)
	if y-draw.CapHeight(size) < fr.ranksEnd()+4 || !fr.text(x, y, 21, fr.film.facts[0], draw.Ink, draw.Start, true, w) {
		return
	}
	if second := draw.TextWidth(fr.film.facts[1], fr.Legible(19), false); first+second+40 <= w {
		fr.text(x+w, y, 19, fr.film.facts[1], draw.Muted, draw.End, false, w)
	} else if y+1.4*size <= bottom {
		fr.text(x, y+1.4*size, 19, fr.film.facts[1], draw.Muted, draw.Start, false, w)
	}
}

// ranksEnd is how far down the ranks reach, with what is written below them.
func (fr *frame) ranksEnd() float64 {
	if fr.ranks > fewRanks {
		return fr.numbersAt()
	}
	end := 0.0
	for _, b := range fr.boxes {
		end = max(end, b.Y+b.H)
	}
	for i := range fr.wires {
		for _, p := range fr.wires[i].points[:fr.wires[i].n] {
			end = max(end, p.Y)
		}
	}
	return end
}

// memoryOver is the memory of the fullest rank over time, or of the one in focus.
func (fr *frame) memoryOver(from, to sim.Time) {
	r := fr.fullest
	if fr.focus.rank >= 0 && fr.focus.rank < fr.ranks {
		r = fr.focus.rank
	}
	b := fr.area
	parts.Area{
		Box: b, From: from, To: to, Now: fr.at, Series: fr.bands[r][:],
		Full: 1.04 * fr.full, Capacity: float64(fr.gpu.HBM), CapacityLabel: fr.capacity,
	}.Draw(fr.Canvas)
	size := fr.Legible(16)
	y := b.Y + b.H/2
	fr.text(b.X-14, y-0.2*size, 16, "memory", draw.Muted, draw.End, false, fr.label-14)
	fr.text(b.X-14, y+1.1*size, 16, fr.names[r], draw.Muted, draw.End, true, fr.label-14)
}
