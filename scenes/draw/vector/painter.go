package vector

import (
	"image/color"
	"math"

	"github.com/tdewolff/canvas"

	"inflight/scenes/draw"
)

// tolerance is how far a flattened curve may lie from the true one, in units.
const tolerance = 0.02

// painter paints a canvas's ops with a renderer of the vector library, whose y
// points up. Paths keep the canvas's y and are flipped on the way out.
type painter struct {
	out      canvas.Renderer
	canvas   *draw.Canvas
	palette  *draw.Palette
	height   float64       // of the page, in units
	flip     canvas.Matrix // from units to the page
	scale    float64       // of the page's units
	realText bool
	clip     []halfPlane // what is left of the page, or nil for all of it
	fonts    [2]*canvas.Font
	corners  []draw.Point
}

func newPainter(out canvas.Renderer, c *draw.Canvas, p *draw.Palette, height, scale float64) *painter {
	return &painter{
		out: out, canvas: c, palette: p, height: height, scale: scale,
		flip: canvas.Matrix{{scale, 0, 0}, {0, -scale, height * scale}},
	}
}

func (p *painter) paint() {
	page := canvas.Rectangle(p.canvas.Width, p.height)
	p.fill(page, draw.Paper)
	ops := p.canvas.Ops()
	for i := range ops {
		p.op(&ops[i])
	}
}

// farthest is how far from the origin a shape may reach. Beyond it a dashed line
// would take forever, and nobody sees it.
const farthest = 1e5

func (p *painter) op(op *draw.Op) {
	for _, v := range [...]float64{op.X, op.Y, op.W, op.H} {
		if !(math.Abs(v) <= farthest) { // nor is it a NaN
			return
		}
	}
	switch op.Kind {
	case draw.OpRect, draw.OpCircle, draw.OpPolygon:
		p.shape(op)
	case draw.OpLine:
		p.line(op)
	case draw.OpText:
		p.text(op)
	case draw.OpClip:
		p.clip = within(op.X, op.Y, op.W, op.H)
	case draw.OpUnclip:
		p.clip = nil
	}
}

func (p *painter) shape(op *draw.Op) {
	s := op.Look()
	inset := 0.0
	if s.Stroke != draw.None {
		inset = s.Width / 2
	}
	edge := p.outline(op, s, inset)
	if s.Fill != draw.None {
		p.fill(edge, s.Fill)
	}
	if s.Hatch != draw.None {
		p.fill(hatch(edge), s.Hatch)
	}
	if s.Stroke != draw.None {
		style := canvas.Style{StrokeWidth: s.Width, StrokeCapper: canvas.ButtCap, StrokeJoiner: canvas.MiterJoin}
		if s.Dash > 0 {
			style.Dashes = []float64{s.Dash, s.Dash}
		}
		p.stroke(edge, s.Stroke, style)
	}
}

// outline is the edge of a closed shape, moved inward.
func (p *painter) outline(op *draw.Op, s draw.Style, inset float64) *canvas.Path {
	switch op.Kind {
	case draw.OpCircle:
		return canvas.Circle(op.W-inset).Translate(op.X, op.Y)
	case draw.OpPolygon:
		points := p.canvas.Points(op)
		if inset > 0 {
			p.corners = draw.Inset(p.corners[:0], points, inset)
			points = p.corners
		}
		return polygon(points)
	}
	w, h := op.W-2*inset, op.H-2*inset
	return canvas.RoundedRectangle(w, h, max(s.Radius-inset, 0)).Translate(op.X+inset, op.Y+inset)
}

func (p *painter) line(op *draw.Op) {
	s := op.Stroke
	if s.Color == draw.None || !(s.Width > 0) {
		return
	}
	end := draw.Point{X: op.W, Y: op.H}
	shaft, head, arrow := op.Arrow()
	if arrow {
		end = shaft
	}
	if end == (draw.Point{X: op.X, Y: op.Y}) { // its round ends are all of it
		if !arrow {
			p.fill(canvas.Circle(s.Width/2).Translate(op.X, op.Y), s.Color)
		}
	} else {
		path := &canvas.Path{}
		path.MoveTo(op.X, op.Y)
		path.LineTo(end.X, end.Y)
		style := canvas.Style{StrokeWidth: s.Width, StrokeCapper: canvas.RoundCap, StrokeJoiner: canvas.RoundJoin}
		if s.Dash > 0 {
			dash, gap := s.Dashes()
			style.Dashes = []float64{max(dash, 0.001), gap} // of length 0 the library draws none
		}
		p.stroke(path, s.Color, style)
	}
	if arrow {
		p.fill(polygon(head[:]), s.Color)
	}
}

// fill fills a path, cut to the clip.
func (p *painter) fill(path *canvas.Path, c draw.Color) {
	if p.clip != nil {
		path = cut(path, p.clip)
	}
	if path.Empty() {
		return
	}
	p.out.RenderPath(path, canvas.Style{Fill: p.color(c)}, p.flip)
}

// stroke strokes a path, with dashes in units. Within a clip it fills what the
// pen covers instead.
func (p *painter) stroke(path *canvas.Path, c draw.Color, s canvas.Style) {
	if p.clip == nil {
		s.Stroke = p.color(c)
		for i := range s.Dashes { // the library measures them in widths of the stroke
			s.Dashes[i] /= s.StrokeWidth
		}
		p.out.RenderPath(path, s, p.flip)
		return
	}
	if len(s.Dashes) > 0 {
		path = path.Dash(0, s.Dashes...)
	}
	p.fill(path.Stroke(s.StrokeWidth, s.StrokeCapper, s.StrokeJoiner, tolerance), c)
}

func (p *painter) color(c draw.Color) canvas.Paint {
	rgb := p.palette.RGB(c)
	return canvas.Paint{Color: color.RGBA{rgb.R, rgb.G, rgb.B, 255}}
}

func polygon(points []draw.Point) *canvas.Path {
	path := &canvas.Path{}
	for i, q := range points {
		if !(max(math.Abs(q.X), math.Abs(q.Y)) <= farthest) {
			return &canvas.Path{}
		}
		if i == 0 {
			path.MoveTo(q.X, q.Y)
		} else {
			path.LineTo(q.X, q.Y)
		}
	}
	path.Close()
	return path
}
