package fsdp

import (
	"sort"
	"strings"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// The bands of the memory chart, from the bottom up.
var bands = [...]struct {
	kind  kind
	label string
	color draw.Color
}{
	{params, "parameters", draw.Param},
	{optimizer, "optimizer", draw.Optimizer},
	{grads, "gradients", draw.Grad},
	{gathered, "gathered", draw.Param.Tint(45)},
	{wholeGrads, "whole grads", draw.Grad.Tint(45)},
	{activations, "activations", draw.Activation},
}

func (f *film) layMemory() {
	for _, b := range bands {
		points := f.tl.Points(f.mem.byKind[b.kind])
		if _, most := peakOf(points); most > 0 {
			f.series = append(f.series, parts.Series{
				ID: draw.ID{Kind: "memory/" + kindNames[b.kind]}, Label: b.label, Color: b.color, Points: points,
			})
		}
	}
	peak := unit.Format(f.peak, unit.Byte)
	f.peakText = []string{"peak " + peak}
	if f.device.HBM > 0 {
		f.capacity = unit.Format(float64(f.device.HBM), unit.Byte)
		number, name, _ := strings.Cut(peak, " ")
		if strings.HasSuffix(f.capacity, " "+name) {
			peak = number
		}
		f.peakText = []string{"peak " + peak + " of " + f.capacity, peak + " of " + f.capacity, f.peakText[0]}
	}
}

// aside draws the memory of GPU 0 under its capacity, what it has sent and how
// long compute has waited.
func (fr *frame) aside(v scenes.View) {
	b := fr.memory
	size := fr.Legible(20)
	y := b.Y - 14
	color := draw.Muted
	if fr.capacity != "" && fr.peak > float64(fr.device.HBM) {
		color = draw.Alert
	}
	w := fr.text(b.X, y, 20, "memory of GPU 0", draw.Ink, draw.Start, true, b.W)
	for _, text := range fr.peakText {
		if fr.text(b.X+b.W, y, 20, text, color, draw.End, color == draw.Alert, b.W-w-0.6*size) > 0 {
			break
		}
	}
	small := fr.Legible(16)
	labels := 0.0
	for i := range fr.series {
		labels = max(labels, draw.TextWidth(fr.series[i].Label, small, false))
	}
	from, to := v.Window(fr.tl.End())
	chart := parts.Area{
		Box: b, From: from, To: to, Now: fr.at, Series: fr.series, Labels: labels + 1.2*small + 12,
		Capacity: float64(fr.device.HBM), Full: 1.06 * max(fr.peak, float64(fr.device.HBM)),
	}
	chart.Draw(fr.Canvas)
	if chart.Capacity > 0 && !fr.Portrait() {
		y := b.Y + 2 + (b.H-4)*(1-chart.Capacity/chart.Full)
		fr.text(b.X-6, y+draw.CapHeight(small)/2, 16, fr.capacity, draw.Alert, draw.End, true, 48)
	}

	formula, setting := fr.formula, fr.setting
	if under, over := fr.noteY(fr.sentBar), fr.waitedBar.Y-0.7*size-draw.CapHeight(size); !fr.Portrait() && under+8 > over {
		formula, setting = "", "" // no room between the meters
	}
	if lanes := (parts.Lanes{Box: fr.laneBox()}); fr.Portrait() && fr.noteY(fr.waitedBar)+2 > lanes.Top(fr.Canvas) {
		setting = "" // the time of the present stands there
	}
	fr.meter(fr.sentBar, "sent", draw.Style{Fill: draw.Comm}, fr.sentAt(fr.at), fr.bytes, &fr.sentDial, formula)
	waited, all := fr.waitedAt(fr.at).Seconds(), length(fr.idle).Seconds()
	fr.meter(fr.waitedBar, "compute waited", waiting, waited, all, &fr.waitedDial, setting)
}

// waiting is how exposed communication looks.
var waiting = draw.Style{Fill: draw.Alert.Tint(78), Hatch: draw.Alert, Stroke: draw.Alert, Width: 2}

// noteY is the baseline of the note below a meter.
func (fr *frame) noteY(b parts.Box) float64 {
	size := fr.Legible(20)
	return b.Y + b.H + 0.5*size + draw.CapHeight(size)
}

// meter draws how much of a total there is: the name and the amount above, a note
// below. Where both have no room, the name stands alone.
func (fr *frame) meter(b parts.Box, name string, style draw.Style, value, full float64, dial *parts.Dial, note string) {
	fr.Rect(draw.ID{}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Panel, Radius: 6})
	if full > 0 && value > 0 {
		w := b.W * min(value/full, 1)
		style.Radius = min(6, w/2)
		fr.Rect(draw.ID{Kind: name}, b.X, b.Y, w, b.H, style)
	}
	size := fr.Legible(20)
	amount := dial.At(value)
	room := b.W - draw.TextWidth(amount, size, false) - 0.5*size
	short := name[strings.LastIndexByte(name, ' ')+1:]
	switch {
	case draw.TextWidth(short, size, true) > room:
		amount = ""
	case draw.TextWidth(name, size, true) > room:
		name = short
	}
	fr.text(b.X, b.Y-0.7*size, 20, name, draw.Ink, draw.Start, true, b.W)
	fr.text(b.X+b.W, b.Y-0.7*size, 20, amount, draw.Ink, draw.End, false, b.W)
	fr.text(b.X, fr.noteY(b), 19, note, draw.Muted, draw.Start, false, b.W)
}

// ending is the sum of what had been sent when a transfer ended.
type ending struct {
	at  sim.Time
	sum float64
	ref sim.Ref
}

func (f *film) endings() []ending {
	var list []ending
	for _, st := range f.streams() {
		for i := range st.tasks {
			for _, r := range st.tasks[i].all() {
				list = append(list, ending{at: f.tl.Finish(r), ref: r})
			}
		}
	}
	sort.Slice(list, func(i, j int) bool {
		return list[i].at < list[j].at || list[i].at == list[j].at && list[i].ref < list[j].ref
	})
	sum := 0.0
	for i := range list {
		sum += float64(f.tl.Span(list[i].ref).Bytes)
		list[i].sum = sum
	}
	return list
}

// sentAt is how many bytes GPU 0 has sent, with those of transfers under way:
// at most two a stream, which end next.
func (f *film) sentAt(at sim.Time) float64 {
	i, j := 0, len(f.moved)
	for i < j {
		if mid := (i + j) / 2; f.moved[mid].at > at {
			j = mid
		} else {
			i = mid + 1
		}
	}
	sum := 0.0
	if i > 0 {
		sum = f.moved[i-1].sum
	}
	const most = 24 // a fast stream may end some before the slow ones end
	for _, e := range f.moved[i:min(i+most, len(f.moved))] {
		sum += float64(f.tl.Span(e.ref).Bytes) * f.tl.Progress(e.ref, at)
	}
	return sum
}

// waitedAt is how long compute has waited up to an instant.
func (f *film) waitedAt(at sim.Time) sim.Time {
	total := sim.Time(0)
	for _, s := range f.idle {
		if s.from >= at {
			break
		}
		total += min(s.to, at) - s.from
	}
	return total
}
