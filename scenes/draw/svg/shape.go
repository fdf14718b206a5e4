package svg

import (
	"strings"

	"inflight/scenes/draw"
)

func (p *printer) op(op *draw.Op) {
	switch op.Kind {
	case draw.OpRect, draw.OpCircle, draw.OpPolygon:
		p.shape(op)
	case draw.OpLine:
		p.line(op)
	case draw.OpText:
		p.text(op)
	case draw.OpClip:
		p.endClip()
		p.clip(box{op.X, op.Y, op.W, op.H})
	case draw.OpUnclip:
		p.endClip()
	}
}

// shape writes a closed shape: one element, or two where stripes lie over a
// fill. The stroke goes on the upper one.
func (p *printer) shape(op *draw.Op) {
	s := op.Look()
	hatched := s.Hatch != draw.None
	if !hatched || s.Fill != draw.None {
		p.coat(op, s, true, func() {
			p.fill(s.Fill)
			if !hatched {
				p.stroke(s)
			}
		})
	}
	if hatched {
		p.coat(op, s, s.Fill == draw.None, func() {
			p.add(` fill="url(#`)
			p.pattern(s.Hatch)
			p.add(`)"`)
			p.stroke(s)
		})
	}
}

// coat writes the outline of a shape with the attributes of one paint. With a
// stroke, which SVG lays on both sides of an edge, the edge moves inward by half
// its width.
func (p *printer) coat(op *draw.Op, s draw.Style, named bool, paint func()) {
	inset := s.Width / 2
	if s.Stroke == draw.None {
		inset = 0
	}
	p.mark(p.bounds(op), s.Stroke != draw.None || op.Kind == draw.OpPolygon,
		func() { p.outline(op, s.Radius, inset, named) },
		func() { p.edge(op, s.Radius, inset) }, paint)
}

// mark writes a shape with its paint: as an element that open begins, or where
// those of one look are merged, as steps of a path. For apart see join.
func (p *printer) mark(b box, apart bool, open, path, paint func()) {
	if p.options.Merged {
		p.join(string(p.capture(paint)), b, apart, path)
		return
	}
	open()
	paint()
	p.add("/>")
}

// outline opens the element of a shape.
func (p *printer) outline(op *draw.Op, radius, inset float64, named bool) {
	name := func(tag string) {
		p.add(tag)
		if named {
			p.id(op)
		}
	}
	switch op.Kind {
	case draw.OpRect:
		name("<rect")
		w, h := op.W-2*inset, op.H-2*inset
		p.num("x", op.X+inset)
		p.num("y", op.Y+inset)
		p.num("width", max(w, 0))
		p.num("height", max(h, 0))
		if r := min(radius-inset, w/2, h/2); r > 0 {
			p.num("rx", r)
		}
	case draw.OpCircle:
		name("<circle")
		p.num("cx", op.X)
		p.num("cy", op.Y)
		p.num("r", max(op.W-inset, 0))
	case draw.OpPolygon:
		name("<path")
		p.add(` d="`)
		p.polygon(op, inset)
		p.add(`"`)
	}
}

// polygon writes the corners of a polygon.
func (p *printer) polygon(op *draw.Op, inset float64) {
	points := p.canvas.Points(op)
	if inset > 0 {
		p.corners = draw.Inset(p.corners[:0], points, inset)
		points = p.corners
	}
	p.path(points)
}

// path writes a closed path.
func (p *printer) path(points []draw.Point) {
	for i, q := range points {
		if i == 0 {
			p.point("M", q)
		} else {
			p.point("L", q)
		}
	}
	p.add("z")
}

// point writes a step of a path.
func (p *printer) point(step string, q draw.Point) {
	p.add(step)
	p.number(q.X)
	p.add(" ")
	p.number(q.Y)
}

func (p *printer) fill(c draw.Color) {
	if c == draw.None {
		p.add(` fill="none"`)
		return
	}
	p.paint("fill", c)
}

func (p *printer) stroke(s draw.Style) {
	if s.Stroke == draw.None {
		return
	}
	p.paint("stroke", s.Stroke)
	p.num("stroke-width", s.Width)
	if s.Dash > 0 {
		p.num("stroke-dasharray", s.Dash)
	}
}

// line writes a line and, of an arrow, the head behind it.
func (p *printer) line(op *draw.Op) {
	s := op.Stroke
	if s.Color == draw.None || !(s.Width > 0) {
		return
	}
	start, end := draw.Point{X: op.X, Y: op.Y}, draw.Point{X: op.W, Y: op.H}
	shaft, head, arrow := op.Arrow()
	if arrow {
		end = shaft
	}
	p.mark(around(s.Width/2, start, end), false, func() {
		p.add("<line")
		p.id(op)
		p.num("x1", start.X)
		p.num("y1", start.Y)
		p.num("x2", end.X)
		p.num("y2", end.Y)
	}, func() {
		p.point("M", start)
		p.point("L", end)
	}, func() { p.strokeLine(s) })
	if !arrow {
		return
	}
	tip := func() { p.path(head[:]) }
	p.mark(around(0, head[:]...), true, func() {
		p.add(`<path d="`)
		tip()
		p.add(`"`)
	}, tip, func() { p.paint("fill", s.Color) })
}

func (p *printer) strokeLine(s draw.Stroke) {
	p.paint("stroke", s.Color)
	p.num("stroke-width", s.Width)
	p.add(` stroke-linecap="round"`)
	if s.Dash > 0 {
		dash, gap := s.Dashes()
		p.add(` stroke-dasharray="`)
		p.number(dash)
		p.add(" ")
		p.number(gap)
		p.add(`"`)
	}
}

func (p *printer) text(op *draw.Op) {
	write := p.write
	if p.options.Outlines {
		write = p.letters
	}
	if !p.options.Merged {
		write(op)
		return
	}
	b := p.bounds(op)
	p.groups = append(p.groups, group{look: string(p.capture(func() { write(op) })), boxes: []box{b}, whole: b})
}

// write writes a text as text. Spaces at its ends, which programs that make SVG
// smaller drop, become part of its place.
func (p *printer) write(op *draw.Op) {
	f := op.Font
	space := draw.TextWidth(" ", f.Size, f.Bold)
	text := strings.TrimLeft(op.Text, " ")
	before := space * float64(len(op.Text)-len(text))
	after := -space * float64(len(text)-len(strings.TrimRight(text, " ")))
	text = strings.TrimRight(text, " ")
	x, anchor := op.X+before, ""
	switch f.Anchor {
	case draw.Middle:
		x, anchor = op.X+(before+after)/2, ` text-anchor="middle"`
	case draw.End:
		x, anchor = op.X+after, ` text-anchor="end"`
	}
	p.add("<text")
	p.id(op)
	p.num("x", x)
	p.num("y", op.Y)
	p.num("font-size", f.Size)
	p.paint("fill", f.Color)
	p.add(anchor)
	if f.Bold {
		p.add(` font-weight="700"`)
	}
	if strings.Contains(text, "  ") {
		p.add(` xml:space="preserve"`)
	}
	p.add(">")
	p.out = escape(p.out, text)
	p.add("</text>")
}
