package svg

import (
	"inflight/scenes/draw"
	"inflight/scenes/draw/outline"
)

// letters writes a text as one shape, which looks the same where the Go fonts are
// not; the text stays as its label.
func (p *printer) letters(op *draw.Op) {
	f := op.Font
	font := outline.Regular()
	if f.Bold {
		font = outline.Bold()
	}
	x := op.X
	switch f.Anchor {
	case draw.Middle:
		x -= draw.TextWidth(op.Text, f.Size, f.Bold) / 2
	case draw.End:
		x -= draw.TextWidth(op.Text, f.Size, f.Bold)
	}
	p.add("<path")
	p.id(op)
	p.attr("aria-label", op.Text)
	p.paint("fill", f.Color)
	p.add(` d="`)
	scale := f.Size / outline.UnitsPerEm
	for _, r := range op.Text {
		p.letter(font, r, x, op.Y, scale)
		x += scale * float64(font.Advance(r))
	}
	p.add(`"/>`)
}

// letter writes the contours of a character with its pen at x, y.
func (p *printer) letter(font *outline.Font, r rune, x, y, scale float64) {
	p.segments = font.Append(p.segments[:0], r)
	for i := range p.segments {
		s := &p.segments[i]
		if s.Op == outline.Move && i > 0 {
			p.add("z")
		}
		p.add([...]string{outline.Move: "M", outline.Line: "L", outline.Quad: "Q", outline.Cube: "C"}[s.Op])
		for j, q := range s.Own() {
			if j > 0 {
				p.add(" ")
			}
			p.number(x + scale*float64(q.X))
			p.add(" ")
			p.number(y + scale*float64(q.Y))
		}
	}
	if len(p.segments) > 0 {
		p.add("z")
	}
}
