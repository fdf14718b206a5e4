package svg

import "inflight/scenes/draw"

// A poster has up to some thousand shapes and a few dozen looks. As an element
// each they cost a phone a good part of a second before it shows the page; so
// those of one look become one path, as far as that changes no picture.

// group is shapes of one look, in the order in which they came. A text is a group
// of its own.
type group struct {
	look  string // attributes; of a text the whole element
	path  []byte
	boxes []box
	whole box
	apart bool // one of them may not be overlapped by another
}

// join puts a shape in the last group of its look, unless it lies on a shape that
// came later. Where an overlap would show, as with a stroke that crosses a fill
// or with outlines that run round the other way, a shape is apart.
func (p *printer) join(look string, b box, apart bool, path func()) {
	g := p.last(look, b, apart)
	if g == nil {
		p.groups = append(p.groups, group{look: look, whole: b})
		g = &p.groups[len(p.groups)-1]
	}
	g.path = append(g.path, p.capture(path)...)
	g.boxes = append(g.boxes, b)
	g.whole = g.whole.with(b)
	g.apart = g.apart || apart
}

func (p *printer) last(look string, b box, apart bool) *group {
	for i := len(p.groups) - 1; i >= 0; i-- {
		g := &p.groups[i]
		if g.look == look && !g.apart && !apart {
			return g
		}
		if g.meets(b) {
			return nil
		}
		if g.look == look {
			return g
		}
	}
	return nil
}

// flush writes the groups.
func (p *printer) flush() {
	for i := range p.groups {
		g := &p.groups[i]
		if len(g.path) == 0 {
			p.add(g.look)
			continue
		}
		p.add(`<path d="`)
		p.out = append(p.out, g.path...)
		p.add(`"`)
		p.add(g.look)
		p.add("/>")
	}
	p.groups = p.groups[:0]
}

// capture returns what a function prints, until the next call of a printer's
// method.
func (p *printer) capture(print func()) []byte {
	start := len(p.out)
	print()
	end := len(p.out)
	p.out = p.out[:start]
	return p.out[start:end:end]
}

func (g *group) meets(b box) bool {
	if !g.whole.meets(b) {
		return false
	}
	for _, o := range g.boxes {
		if o.meets(b) {
			return true
		}
	}
	return false
}

func (b box) meets(o box) bool {
	return b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h
}

func (b box) with(o box) box {
	x, y := min(b.x, o.x), min(b.y, o.y)
	return box{x, y, max(b.x+b.w, o.x+o.w) - x, max(b.y+b.h, o.y+o.h) - y}
}

// around is the box of points with room on all sides.
func around(room float64, points ...draw.Point) box {
	b := box{x: points[0].X, y: points[0].Y}
	for _, q := range points[1:] {
		b = b.with(box{x: q.X, y: q.Y})
	}
	return box{b.x - room, b.y - room, b.w + 2*room, b.h + 2*room}
}

// bounds is the box of a closed shape or a text.
func (p *printer) bounds(op *draw.Op) box {
	switch op.Kind {
	case draw.OpCircle:
		return around(op.W, draw.Point{X: op.X, Y: op.Y})
	case draw.OpPolygon:
		return around(0, p.canvas.Points(op)...)
	case draw.OpText:
		size := op.Font.Size
		width := draw.TextWidth(op.Text, size, op.Font.Bold) // to either side, wherever its anchor is
		return box{op.X - width, op.Y - draw.Ascent(size), 2 * width, draw.Ascent(size) + draw.Descent(size)}
	}
	return box{op.X, op.Y, op.W, op.H}
}

// edge writes a closed shape as steps of a path.
func (p *printer) edge(op *draw.Op, radius, inset float64) {
	switch op.Kind {
	case draw.OpPolygon:
		p.polygon(op, inset)
	case draw.OpCircle:
		r := max(op.W-inset, 0)
		p.point("M", draw.Point{X: op.X - r, Y: op.Y})
		p.arc(r, 2*r, 0)
		p.arc(r, -2*r, 0)
		p.add("z")
	case draw.OpRect:
		w, h := max(op.W-2*inset, 0), max(op.H-2*inset, 0)
		r := min(radius-inset, w/2, h/2)
		if r*p.canvas.Scale < 1 { // less than a pixel
			r = 0
		}
		p.rect(op.X+inset, op.Y+inset, w, h, r)
	}
}

func (p *printer) rect(x, y, w, h, r float64) {
	p.point("M", draw.Point{X: x + r, Y: y})
	p.step("h", w-2*r)
	if r == 0 {
		p.step("v", h)
		p.step("h", -w)
		p.add("z")
		return
	}
	p.arc(r, r, r)
	p.step("v", h-2*r)
	p.arc(r, -r, r)
	p.step("h", 2*r-w)
	p.arc(r, -r, -r)
	p.step("v", 2*r-h)
	p.arc(r, r, -r)
	p.add("z")
}

func (p *printer) step(name string, by float64) {
	p.add(name)
	p.number(by)
}

// arc writes an arc that turns clockwise.
func (p *printer) arc(r, dx, dy float64) {
	p.step("a", r)
	p.add(" ")
	p.number(r)
	p.add(" 0 0 1 ")
	p.number(dx)
	p.add(" ")
	p.number(dy)
}
