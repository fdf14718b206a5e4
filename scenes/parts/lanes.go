package parts

import (
	"strings"

	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// Lanes is a chart of what is done when: a row for each stream or link, time
// from left to right. A scene draws it in this order:
//
//	for i := range lanes.Rows {
//		row := lanes.Row(c, i, "GPU 3")
//		row.Span(parts.Span{…})      // by start; any number
//		row.End()
//	}
//	lanes.Cursor(c, marks)
//
// Spans that reach beyond the window are cut off. Those that would be thinner
// than a CSS pixel merge into bars that show how much of the time is taken, and
// by which colours.
type Lanes struct {
	Box      Box     // of the rows, the labels on their left included
	Labels   float64 // width of the labels
	Rows     int
	Gap      float64 // between rows; it shrinks with them
	From, To sim.Time
	Now      sim.Time
	NowLabel string
	Idle     Ground // what rows are laid on
}

// Ground is what shows where a lane has nothing to do.
type Ground uint8

const (
	Hatched Ground = iota // idle time matters: a bubble
	Plain                 // idle time is shown, and no more
	Bare                  // nothing
)

// Span is a stretch of time on a lane.
type Span struct {
	ID       draw.ID
	From, To sim.Time
	Color    draw.Color // as of the past; a span still to start is tinted
	Label    string
	Border   draw.Color // None is none
	Hatch    draw.Color // for what is waste: exposed communication, recomputation
}

func (l Lanes) view() window {
	return window{l.From, l.To, l.Box.X + l.Labels, max(l.Box.W-l.Labels, 0)}
}

// At is the place of an instant: a scene's own marks line up with the lanes.
func (l Lanes) At(t sim.Time) float64 { return l.view().at(t) }

// Lane is the box of row i, without its label.
func (l Lanes) Lane(i int) Box {
	pitch := l.Box.H / float64(max(l.Rows, 1))
	gap := min(l.Gap, 0.3*pitch)
	v := l.view()
	return Box{v.x, l.Box.Y + pitch*float64(i) + gap/2, v.w, pitch - gap}
}

// Row draws the ground and the label of row i and returns what draws its spans.
// Where rows are too low for a label each, every second, fifth, tenth … has one.
func (l Lanes) Row(c *draw.Canvas, i int, label string) Row {
	b := l.Lane(i)
	switch l.Idle {
	case Hatched:
		c.Rect(draw.ID{}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Idle, Hatch: draw.Line, Radius: 2})
	case Plain:
		c.Rect(draw.ID{}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Idle, Radius: 3})
	}
	size := max(c.Legible(1e-9), min(18, 0.8*l.Box.H/float64(max(l.Rows, 1))))
	if i%l.stride(size) == 0 {
		text := draw.Fit(shorter(label, size, l.Labels-14), size, true, l.Labels-14)
		c.Text(draw.ID{}, b.X-14, middle(b.Y+b.H/2, size), text, draw.Font{Size: size, Color: draw.Muted, Anchor: draw.End, Bold: true})
	}
	px := pixel(c)
	return Row{canvas: c, view: l.view(), box: b, now: l.Now, pixel: px, right: b.X, bin: -1}
}

// shorter is the number at the end of a label that does not fit: of "stage 3" the
// beginning would tell nothing.
func shorter(label string, size, room float64) string {
	number := strings.LastIndexByte(label, ' ') + 1
	if draw.TextWidth(label, size, true) <= room || number == len(label) || label[number] < '0' || label[number] > '9' {
		return label
	}
	return label[number:]
}

// stride is how many rows share one label.
func (l Lanes) stride(size float64) int {
	pitch := l.Box.H / float64(max(l.Rows, 1))
	for n := 1; n < l.Rows; n *= 10 {
		for _, m := range [...]int{1, 2, 5} {
			if pitch*float64(m*n) >= 1.1*size {
				return m * n
			}
		}
	}
	return max(l.Rows, 1)
}

// Row draws the spans of one lane, by start.
type Row struct {
	canvas *draw.Canvas
	view   window
	box    Box
	now    sim.Time
	pixel  float64 // a CSS pixel in units
	right  float64 // where the last span ended
	bin    int     // that is being filled; -1 is none
	cover  cover
	bar    bar
}

// Span draws a span, or adds it to a bar if it is too thin.
func (r *Row) Span(s Span) {
	if s.To < r.view.from || s.From > r.view.to || r.view.to <= r.view.from {
		return
	}
	x0, x1 := r.view.at(s.From), r.view.at(s.To)
	color := s.Color
	if s.From > r.now {
		color = ahead(color)
	}
	if x1-x0 < r.pixel {
		r.thin(x0, x1, color)
		return
	}
	r.flush(x0)
	r.bar.end(r.canvas, r.box)
	r.right = max(r.right, x1)
	r.wide(s, x0, x1, color)
}

// wide draws a span that can be seen, and its label if there is room.
func (r *Row) wide(s Span, x0, x1 float64, color draw.Color) {
	b := r.box
	gap := min(2, 0.15*(x1-x0))
	style := draw.Style{Fill: color, Hatch: s.Hatch, Radius: min(5, 0.18*b.H, 0.2*(x1-x0))}
	if s.Hatch != draw.None && s.From > r.now {
		style.Hatch = ahead(s.Hatch)
	}
	if s.Border != draw.None {
		style.Stroke, style.Width = s.Border, min(2, 0.2*(x1-x0))
	}
	inset := min(1, 0.06*b.H)
	r.canvas.Rect(s.ID, x0+gap/2, b.Y+inset, x1-x0-gap, b.H-2*inset, style)
	if s.Label == "" {
		return
	}
	size, ok := legible(r.canvas, min(22, 0.42*b.H), 0.8*b.H)
	if ok && draw.TextWidth(s.Label, size, true) <= x1-x0-gap-4*r.pixel {
		r.canvas.Text(draw.ID{}, (x0+x1)/2, middle(b.Y+b.H/2, size), s.Label,
			draw.Font{Size: size, Color: draw.TextOn(color), Anchor: draw.Middle, Bold: true})
	}
}

// End draws what is still being merged.
func (r *Row) End() {
	r.flush(r.view.x + r.view.w)
	r.bar.end(r.canvas, r.box)
}
