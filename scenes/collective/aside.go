package collective

import (
	"strconv"

	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// swatch is an entry of the legend: a cell as full as level, or a packet.
type swatch struct {
	level  float64
	packet bool
	label  string
}

func (f *film) swatches() []swatch {
	way := swatch{packet: true, label: "on its way"}
	if !f.reduces() {
		return []swatch{{0, false, "not here yet"}, {1, false, "here"}, way}
	}
	half := (f.n + 1) / 2
	list := []swatch{{1 / float64(f.n), false, "own data"}}
	if half > 1 && half < f.n {
		list = append(list, swatch{float64(half) / float64(f.n), false, strconv.Itoa(half) + " of " + strconv.Itoa(f.n) + " summed"})
	}
	return append(list, swatch{1, false, "complete"}, way)
}

func (f *film) legendTitle() string {
	switch {
	case f.pipelined() && f.pieces > f.pieceColumns():
		return "pieces on a GPU"
	case f.pipelined():
		return "a piece on a GPU"
	case f.op == allToAll:
		return "a block on a GPU"
	}
	return "a chunk on a GPU"
}

// aside draws what a cell means, how much the busiest GPU has sent, and the
// setting.
func (fr *frame) aside() {
	s := fr.layout.side
	if fr.Portrait() {
		meter := parts.Bar{Box: parts.Box{X: s.X, Y: s.Y + 148, W: s.W, H: 22}}
		fr.legendRow(s.X, s.Y, s.W, meter.Top(fr.Canvas)-6)
		fr.meterAt(meter.Box)
		return
	}
	y := s.Y
	if fr.n > fewGPUs || !fr.inCircle() {
		y = fr.sideHeading(s.X, y)
	}
	size := fr.Legible(20)
	y += draw.CapHeight(size)
	fr.Text(draw.ID{}, s.X, y, fr.cellTitle, draw.Font{Size: size, Color: draw.Ink, Bold: true})
	y += 20
	bottom := s.Y + 404 // of the meter's track
	rows, skip := float64(len(fr.legend)), -1
	if rows > 3 && bottom-2.4*size-y < size*rows { // "32 of 64 summed" is the first to go
		rows, skip = rows-1, 1
	}
	pitch := min(74, (bottom-2.4*size-y)/rows)
	for i := range fr.legend {
		if i != skip {
			fr.swatch(s.X, y, min(60, pitch-10), i)
			y += pitch
		}
	}
	fr.meterAt(parts.Box{X: s.X, Y: bottom, W: s.W, H: 22})
	fr.settings(s.X, s.Y+s.H, s.W)
}

// sideHeading writes the phase and the step on top of the side and returns where
// it goes on.
func (fr *frame) sideHeading(x, y float64) float64 {
	size, small := fr.Legible(30), fr.Legible(22)
	y += draw.CapHeight(size)
	fr.Text(draw.ID{}, x, y, fr.titles[fr.spanIndex(fr.step)], draw.Font{Size: size, Color: draw.Ink, Bold: true})
	y += 14 + draw.CapHeight(small)
	fr.stepText(x, y, 22, draw.Start)
	return y + 30
}

// legendRow sets the legend in a row, where the picture is high; its texts end
// above bottom.
func (fr *frame) legendRow(x, y, w, bottom float64) {
	size := fr.Legible(20)
	fr.Text(draw.ID{}, x, y+draw.CapHeight(size), fr.cellTitle, draw.Font{Size: size, Color: draw.Ink, Bold: true})
	y += draw.CapHeight(size) + 16
	high := min(44, 2*(bottom-y)-draw.CapHeight(size))
	const gap = 34
	total := func(skip int) float64 {
		sum := 0.0
		for i, e := range fr.legend {
			if i != skip {
				sum += swatchWidth + draw.TextWidth(e.label, size, false)
			}
		}
		return sum
	}
	skip := -1
	if total(-1)+gap*float64(len(fr.legend)-1) > w { // "8192 of 16384 summed" is the first to go
		skip = 1
	}
	left := float64(len(fr.legend) - 1)
	if skip >= 0 {
		left--
	}
	apart := min(90, (w-total(skip))/max(1, left))
	for i, e := range fr.legend {
		if i != skip {
			fr.swatch(x, y, high, i)
			x += swatchWidth + draw.TextWidth(e.label, size, false) + apart
		}
	}
}

// swatchWidth is that of a swatch with the space before its text.
const swatchWidth = 34

// swatch draws an entry of the legend, h high.
func (fr *frame) swatch(x, y, h float64, i int) {
	e := fr.legend[i]
	id := draw.ID{Kind: "legend/#", A: int32(i)}
	const w = 20
	switch {
	case e.packet && fr.n > fewGPUs:
		fr.Rect(id, x, y+h/2-w/2, w, w, draw.Style{Fill: draw.Comm.Tint(30), Radius: 2})
	case e.packet:
		parts.Link{X1: x + w/2, Y1: y + h/2}.Packet(fr.Canvas, parts.Packet{ID: id, Color: draw.RankColor(0), Size: min(26, max(20, fr.packetSize())), Round: fr.packetSize() < 20})
	case fr.n > fewGPUs:
		style := draw.Style{Fill: shadeOf(e.level), Radius: 2}
		if e.level == 0 {
			style.Fill = draw.Panel
		}
		fr.Rect(id, x, y+h/2-w/2, w, w, style)
	default:
		fr.Rect(id, x, y, w, h, draw.Style{Fill: draw.RankColor(0).Tint(82), Radius: 3})
		if filled := h * e.level; filled > 0 {
			fr.Rect(draw.ID{}, x, y+h-filled, w, filled, draw.Style{Fill: draw.RankColor(0), Radius: min(3, filled/2)})
		}
	}
	size := fr.Legible(20)
	fr.Text(draw.ID{}, x+swatchWidth, y+h/2+draw.CapHeight(size)/2, e.label, draw.Font{Size: size, Color: draw.Muted})
}

// meterAt shows what the busiest GPU has sent, against the closed form.
func (fr *frame) meterAt(b parts.Box) {
	value := fr.sentAt(fr.at)
	parts.Bar{
		Box: b, ID: draw.ID{Kind: "sent"}, Value: value, Full: fr.sent * 8 / 7, Color: draw.Comm,
		Title: fr.sentBy, Text: fr.meter.At(value), Mark: fr.sent, MarkLabel: fr.formula,
	}.Draw(fr.Canvas)
}

// settings writes sizes and links in two columns that end at y.
func (fr *frame) settings(x, y, w float64) {
	size := fr.Legible(19)
	pitch := 1.5 * size
	room := int((y-fr.side.Y-404-22-2.75*fr.Legible(20))/pitch) + 1 // below the meter
	rows := max(0, min((len(fr.facts)+1)/2, room))
	y -= pitch * float64(rows-1)
	for i, f := range fr.facts[:min(len(fr.facts), 2*rows)] {
		cx, cy := x+w/2*float64(i%2), y+pitch*float64(i/2)
		gap := draw.TextWidth("B′  ", size, true)
		if draw.TextWidth(f.value, size, false) > w/2-gap {
			continue
		}
		fr.Text(draw.ID{}, cx, cy, f.symbol, draw.Font{Size: size, Color: draw.Ink, Bold: true})
		fr.text(cx+gap, cy, 19, f.value, draw.Muted, draw.Start, false, w/2-gap)
	}
}
