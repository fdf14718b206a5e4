package flash

import (
	"sort"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// traffic draws the two ways between HBM and SRAM, and the tile that is on one of
// them, exactly while its bytes are.
func (fr *frame) traffic() {
	fr.load.Draw(fr.Canvas)
	fr.store.Draw(fr.Canvas)
	m := &fr.m
	p := m.shown
	if m.over || len(p.tiles) == 0 {
		return
	}
	i := sort.Search(len(p.memory), func(i int) bool { return fr.tl.Finish(p.memory[i]) > m.at })
	if i == len(p.memory) || fr.tl.Start(p.memory[i]) > m.at {
		return
	}
	ref := p.memory[i]
	t, index, write := fr.carried(p, ref)
	link := fr.load
	if write {
		link = fr.store
	}
	size := max(34, fr.Legible(20)*1.5)
	link = shorter(link, size/2+6)
	id := draw.ID(fr.tl.Span(ref).ID)
	id.Kind = packetKinds[t]
	link.Packet(fr.Canvas, parts.Packet{ID: id, Share: fr.tl.Progress(ref, m.at), Color: colors[t], Label: fr.name(t, index), Size: size})
	b := fr.link
	blocks := number(int64(m.wave.blocks))
	anchor, x := draw.Middle, b.X+b.W/2
	if fr.Portrait() {
		anchor, x = draw.Start, b.X
	}
	y := b.Y + b.H - 8
	if !fr.Portrait() && y-draw.CapHeight(fr.Legible(18)) < fr.store.Y1+size/2 {
		return // a tile on its way would cover it
	}
	if fr.algo == standard || m.wave.kind == prepare {
		fr.line(x, y, 18, anchor, draw.Muted, b.W, "a slab of all heads")
		return
	}
	if !fr.line(x, y, 18, anchor, draw.Muted, b.W, "one such tile for each of ", blocks, " thread blocks") {
		fr.line(x, y, 18, anchor, draw.Muted, b.W, "×", blocks, " thread blocks")
	}
}

// shorter is a link without its ends.
func shorter(l parts.Link, by float64) parts.Link {
	switch {
	case l.X2 > l.X1:
		l.X1, l.X2 = l.X1+by, l.X2-by
	case l.X2 < l.X1:
		l.X1, l.X2 = l.X1-by, l.X2+by
	case l.Y2 > l.Y1:
		l.Y1, l.Y2 = l.Y1+by/2, l.Y2-by
	default:
		l.Y1, l.Y2 = l.Y1-by/2, l.Y2+by
	}
	return l
}

var packetKinds = func() (kinds [numTensors]string) {
	for t, name := range tensorNames {
		kinds[t] = "packet/" + name + "/w#/o#/t#"
	}
	return kinds
}()

// carried is the tensor of a transfer, the number of its tile, -1 where it has
// none, and whether it goes to HBM.
func (fr *frame) carried(p *part, ref sim.Ref) (t tensor, index int, write bool) {
	s := &fr.waves[p.wave].segments[p.segment]
	own := fr.outerBlock()
	if fr.algo == standard {
		own = -1
	}
	if i := numberOf(p.head, ref); i >= 0 {
		return transferAt(s.head, i), own, false
	}
	if i := numberOf(p.tail, ref); i >= 0 {
		return transferAt(s.tail, i), own, true
	}
	k := sort.Search(len(p.tiles), func(k int) bool { return p.tiles[k].loads[0] > ref }) - 1
	for ; k >= 0; k-- {
		x := &p.tiles[k]
		if i := numberOf(x.loads, ref); i >= 0 {
			return transferAt(x.step.loads, i), x.inner, false
		}
		if i := numberOf(x.stores, ref); i >= 0 {
			return transferAt(x.step.stores, i), x.inner, true
		}
	}
	return 0, -1, false
}

func numberOf(refs []sim.Ref, ref sim.Ref) int {
	for i, r := range refs {
		if r == ref {
			return i
		}
	}
	return -1
}

// transferAt is the tensor that transfer i of some moves begins with.
func transferAt(moves []move, i int) tensor {
	for _, m := range moves {
		if m.rides {
			continue
		}
		if i == 0 {
			return m.tensor
		}
		i--
	}
	return 0
}

func algoName(algo string) string {
	switch algo {
	case fa1:
		return "FlashAttention-1"
	case fa2:
		return "FlashAttention-2"
	}
	return "standard"
}

const trafficTitle = "HBM traffic so far"

// racing draws the bytes that both algorithms have moved by now; where there is
// little room, those of the film's own.
func (fr *frame) racing() {
	b := fr.meters
	size := fr.Legible(18)
	title := b.Y + draw.CapHeight(fr.Legible(20))
	own := meter{name: algoName(fr.algo), value: fr.moved(fr.now), full: fr.read + fr.written, color: draw.Comm, dial: &fr.bytes}
	full := own.full
	y := title + 14
	h := (b.Y + b.H - y - 10) / 2
	if !fr.Portrait() && h < draw.CapHeight(size)+2 { // room for one row
		own.name = trafficTitle
		names, values := own.room(size)
		fr.meter(parts.Box{X: b.X, Y: b.Y + 4, W: b.W, H: draw.CapHeight(size)}, own, full, names, values)
		return
	}
	fr.text(b.X, title, 20, trafficTitle, draw.Ink, draw.Start, true, b.W)
	names, values := own.room(size)
	var other meter
	if fr.race != nil {
		other = meter{name: algoName(fr.race.algo), value: fr.race.moved(fr.now), full: fr.race.read + fr.race.written, color: draw.Optimizer, dial: &fr.raceBytes}
		full = max(full, other.full)
		n, v := other.room(size)
		names, values = max(names, n), max(values, v)
	}
	fr.meter(parts.Box{X: b.X, Y: y, W: b.W, H: h}, own, full, names, values)
	if fr.race != nil {
		fr.meter(parts.Box{X: b.X, Y: y + h + 10, W: b.W, H: h}, other, full, names, values)
	}
}

// meter is how much of its bytes an algorithm has moved.
type meter struct {
	name        string
	value, full float64
	color       draw.Color
	dial        *parts.Dial
}

// room is how wide a meter's name and its longest value are.
func (m *meter) room(size float64) (name, value float64) {
	return draw.TextWidth(m.name, size, false), draw.TextWidth(m.dial.At(m.full), size, false)
}

// meter draws a bar with its name before it and its value behind it; in a narrow
// picture both stand above it.
func (fr *frame) meter(b parts.Box, m meter, full, names, values float64) {
	const gap = 14
	size := fr.Legible(18)
	text := m.dial.At(m.value)
	bar := parts.Box{X: b.X + names + gap, Y: b.Y, W: b.W - names - values - 2*gap, H: b.H}
	if fr.Portrait() {
		h := draw.CapHeight(size)
		fr.text(b.X, b.Y+h, 18, m.name, draw.Muted, draw.Start, false, b.W-values)
		fr.text(b.X+b.W, b.Y+h, 18, text, draw.Ink, draw.End, false, b.W)
		bar = parts.Box{X: b.X, Y: b.Y + h + 8, W: b.W, H: max(6, b.H-h-8)}
	} else {
		y := middle(b.Y+b.H/2, size)
		fr.text(bar.X-gap, y, 18, m.name, draw.Muted, draw.End, false, names+1)
		fr.text(bar.X+bar.W+gap, y, 18, text, draw.Ink, draw.Start, false, values+gap)
	}
	fr.Rect(draw.ID{}, bar.X, bar.Y, bar.W, bar.H, draw.Style{Fill: draw.Panel, Radius: 5})
	if w := bar.W * min(1, m.value/full); w > 0 {
		fr.Rect(draw.ID{Kind: "moved/#", A: int32(m.color.Role())}, bar.X, bar.Y, w, bar.H, draw.Style{Fill: m.color, Radius: min(5, w/2)})
	}
}

// busy is how much of a part its units work, for parts that run as one task.
type busy struct{ memory, matrix, exp float64 }

// addUp finds how busy the units are in parts that run as one task.
func (f *film) addUp() []busy {
	list := make([]busy, len(f.parts))
	for i := range f.parts {
		p := &f.parts[i]
		if len(p.tiles) > 0 || p.end == p.start {
			continue
		}
		w := &f.waves[p.wave]
		segments := w.segments[p.segment : p.segment+1]
		times := 1.0
		if p.repeats > 0 {
			segments, times = w.segments, float64(p.repeats)
		}
		seconds := (p.end - p.start).Seconds()
		var matrix, exps float64
		for k := range segments {
			for x := range segments[k].steps {
				st := &segments[k].steps[x]
				units := 1.0
				if st.spread {
					units = float64(f.sms)
				}
				matrix += float64(st.first+st.second) * float64(st.count) / units
				exps += float64(st.exps) * float64(st.count) / units
			}
		}
		list[i] = busy{
			memory: min(1, p.bytes/float64(f.bandwidth)/seconds),
			matrix: min(1, times*matrix/f.matrix/seconds),
			exp:    min(1, times*exps/f.exp/seconds),
		}
	}
	return list
}

var unitRows = [...]string{"HBM", "matrix", "exp"}

// units draws what memory, matrix units and exponentials do over time.
func (fr *frame) units(v scenes.View) {
	from, to := v.Window(fr.tl.End())
	lanes := parts.Lanes{
		Box: fr.lanes, Labels: fr.labels, Rows: len(unitRows), Gap: 6, From: from, To: to,
		Now: fr.now, NowLabel: fr.clock.At(fr.now.Seconds()), Idle: parts.Plain,
	}
	all := fr.tl.Lanes()
	for i := range unitRows {
		row := lanes.Row(fr.Canvas, i, unitRows[i])
		fr.unitRow(&row, all[i], i, from, to)
		row.End()
	}
	lanes.Cursor(fr.Canvas, fr.marks)
	parts.Axis{X: fr.lanes.X + fr.labels, Y: fr.axis, W: fr.lanes.W - fr.labels, From: from, To: to}.Draw(fr.Canvas)
}

// unitRow draws the tasks of a unit, part by part: by their spans, or by the share
// of the time that they take.
func (fr *frame) unitRow(row *parts.Row, lane sim.Lane, unit int, from, to sim.Time) {
	first := sort.Search(len(fr.parts), func(i int) bool { return fr.parts[i].end > from })
	for i := first; i < len(fr.parts) && fr.parts[i].start < to; i++ {
		p := &fr.parts[i]
		if len(p.tiles) == 0 {
			b := fr.film.lumps[i]
			share, color := b.memory, draw.Optimizer
			switch unit {
			case 1:
				share, color = b.matrix, draw.Comm
			case 2:
				share, color = b.exp, draw.Activation
			}
			if p.end > p.start {
				fr.mix(row, p, share, color)
			}
			continue
		}
		fr.spans(row, p, lane, unit, max(from, p.start), min(to, p.end))
	}
}

// mix draws a part as a share of its time, past and future apart.
func (fr *frame) mix(row *parts.Row, p *part, share float64, color draw.Color) {
	list := [1]parts.Taken{{Color: color, Share: share}}
	now := max(p.start, min(fr.now, p.end))
	if now > p.start {
		row.Mix(p.start, now, list[:])
	}
	if p.end > now {
		list[0].Color = color.Tint(parts.Future)
		row.Mix(now, p.end, list[:])
	}
}

func (fr *frame) spans(row *parts.Row, p *part, lane sim.Lane, unit int, from, to sim.Time) {
	var buf [256]sim.Ref
	stretches := sim.Time(1 + len(p.tiles)*3/len(buf))
	for k := range stretches {
		left, right := from+(to-from)/stretches*k, from+(to-from)/stretches*(k+1)
		if k == stretches-1 {
			right = to
		}
		for _, ref := range fr.tl.In(buf[:0], lane, left, right) {
			start, end := fr.tl.Start(ref), fr.tl.Finish(ref)
			if k > 0 && start < left || start < p.start || end > p.end || end == start {
				continue // drawn in the stretch or part before
			}
			s := parts.Span{From: start, To: end, Color: draw.Comm}
			s.ID = draw.ID(fr.tl.Span(ref).ID)
			switch unit {
			case 0:
				t, index, write := fr.carriedAt(p, ref)
				s.Color, s.Label = colors[t], fr.name(t, index)
				if write {
					s.Hatch = draw.Surface
				}
			case 2:
				s.Color = draw.Activation
			}
			row.Span(s)
		}
	}
}

// carriedAt is carried for a part that need not be the present one.
func (fr *frame) carriedAt(p *part, ref sim.Ref) (tensor, int, bool) {
	t, index, write := fr.carried(p, ref)
	if p != fr.m.shown && (numberOf(p.head, ref) >= 0 || numberOf(p.tail, ref) >= 0) {
		index = -1
	}
	return t, index, write
}
