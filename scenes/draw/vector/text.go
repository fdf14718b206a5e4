package vector

import (
	"github.com/tdewolff/canvas"

	"inflight/scenes/draw"
)

// pointsPerMM turns a size in the library's millimetres into its points.
const pointsPerMM = 72 / 25.4

// text writes a text as text where the renderer can and no clip cuts it, and as
// the outlines of its letters elsewhere.
func (p *painter) text(op *draw.Op) {
	f := op.Font
	face := p.font(f.Bold).Face(f.Size*pointsPerMM, p.color(f.Color).Color)
	width := draw.TextWidth(op.Text, f.Size, f.Bold)
	x := op.X
	switch f.Anchor {
	case draw.Middle:
		x -= width / 2
	case draw.End:
		x -= width
	}
	if p.realText && p.shows(x, op.Y-draw.Ascent(f.Size), x+width, op.Y+draw.Descent(f.Size)) {
		at := canvas.Identity.Scale(p.scale, p.scale).Translate(x, p.height-op.Y)
		p.out.RenderText(canvas.NewTextLine(face, op.Text, canvas.Left), at)
		return
	}
	letters, _, err := face.ToPath(op.Text)
	if err != nil {
		return // a glyph that the font within the program lacks
	}
	p.fill(letters.Transform(canvas.Identity.Translate(x, op.Y).Scale(1, -1)), f.Color)
}

// shows says that a rectangle lies wholly within the clip.
func (p *painter) shows(x0, y0, x1, y1 float64) bool {
	for _, h := range p.clip {
		if h.outside(canvas.Point{X: x0, Y: y0}) > 0 || h.outside(canvas.Point{X: x1, Y: y1}) > 0 {
			return false
		}
	}
	return true
}

// font is the font, read when the first text asks for it.
func (p *painter) font(bold bool) *canvas.Font {
	i, style := 0, canvas.FontRegular
	if bold {
		i, style = 1, canvas.FontBold
	}
	if p.fonts[i] == nil {
		f, err := canvas.LoadFont(draw.FontData(bold), 0, style)
		if err != nil {
			panic("vector: the font within the program: " + err.Error())
		}
		p.fonts[i] = f
	}
	return p.fonts[i]
}
