//go:build js || desktop

package stage

import (
	_ "embed"
	"fmt"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes/draw"
)

//go:embed shape.kage
var shapeShader []byte

// Renderer draws display lists with Ebitengine: every shape through one shader,
// all in one batch of triangles. It allocates nothing once it has seen what it
// draws. It is used from Ebitengine's loop only.
type Renderer struct {
	shader  *ebiten.Shader
	options ebiten.DrawTrianglesShaderOptions
	stripes []float32 // the uniform of shape.kage
	glyphs  *glyphs
	batch   batch

	target  ebiten.FinalScreen
	palette *draw.Palette
	colors  [draw.NumRoles << 8]knownColor
	scale   float64 // device pixels per unit …
	x, y    float64 // … and the origin, of the layer that is being drawn
	calls   int

	look draw.Style // of the shape that is being drawn
	// Of the polygon that is being drawn.
	outline, outer, middle, inner []draw.Point
	ears                          ears
	triangles                     [][3]int
}

// Layer is a display list at a place on the target.
type Layer struct {
	Canvas *draw.Canvas
	X, Y   float64 // of its top left, in device pixels
	Scale  float64 // device pixels per unit
}

// NewRenderer compiles the shader and reads the fonts.
func NewRenderer() (*Renderer, error) {
	shader, err := ebiten.NewShader(shapeShader)
	if err != nil {
		return nil, fmt.Errorf("shape.kage: %w", err)
	}
	r := &Renderer{shader: shader, glyphs: newGlyphs(), stripes: make([]float32, 2)}
	r.options.Uniforms = map[string]any{"Stripes": r.stripes}
	r.batch.flush = r.flush
	return r, nil
}

// SetFallback gives a font for characters that the Go fonts lack.
func (r *Renderer) SetFallback(f Font) {
	r.glyphs.fallback = f
	clear(r.glyphs.known)
	clear(r.glyphs.widths)
}

// TextWidth is how far a text advances, in the unit of size. It differs from
// draw.TextWidth in characters of the fallback font only.
func (r *Renderer) TextWidth(s string, size float64, bold bool) float64 {
	if bold {
		return r.glyphs.width(s, 1) * size
	}
	return r.glyphs.width(s, 0) * size
}

// Draw covers the target, the screen or an image, with paper and draws the layers,
// each within its own bounds. It returns the number of draw calls.
func (r *Renderer) Draw(target ebiten.FinalScreen, p *draw.Palette, layers ...Layer) int {
	if p != r.palette {
		clear(r.colors[:])
	}
	r.target, r.palette, r.calls = target, p, 0
	r.glyphs.atlas.fresh = false
	size := target.Bounds().Size()
	whole := window{0, 0, float32(size.X), float32(size.Y)}
	if len(layers) > 0 {
		r.enter(&layers[0]) // so that the paper goes out with it
	}
	r.cover(whole)
	for i := range layers {
		r.layer(&layers[i], whole)
	}
	r.batch.flush()
	return r.calls
}

// cover draws the paper.
func (r *Renderer) cover(whole window) {
	paper := r.rgb(draw.Paper)
	k := inks(paper, paper, kindBox)
	k.size(within, within, 0, 0)
	r.batch.clip = whole
	r.batch.addBox(whole, 0, 0, 0, 0, &k)
}

func (r *Renderer) layer(l *Layer, whole window) {
	r.enter(l)
	c := l.Canvas
	bounds := whole.and(r.window(0, 0, c.Width, c.Height))
	r.batch.clip = bounds
	ops := c.Ops()
	for i := range ops {
		op := &ops[i]
		look := &op.Style
		if look.Stroke != draw.None {
			r.look = op.Look()
			look = &r.look
		}
		switch op.Kind {
		case draw.OpRect:
			x, y := r.place(op.X+op.W/2, op.Y+op.H/2)
			r.box(x, y, op.W/2*r.scale, op.H/2*r.scale, look.Radius*r.scale, look)
		case draw.OpCircle:
			x, y := r.place(op.X, op.Y)
			radius := op.W * r.scale
			r.box(x, y, radius, radius, radius, look)
		case draw.OpLine:
			r.line(op)
		case draw.OpPolygon:
			r.polygon(c.Points(op), look)
		case draw.OpText:
			r.text(op)
		case draw.OpClip:
			r.batch.clip = bounds.and(r.window(op.X, op.Y, op.W, op.H))
		case draw.OpUnclip:
			r.batch.clip = bounds
		}
	}
}

// enter goes over to the coordinates of a layer, and tells the shader how wide its
// stripes are.
func (r *Renderer) enter(l *Layer) {
	r.x, r.y, r.scale = l.X, l.Y, l.Scale
	r.batch.origin = float32(r.x + r.y)
	now := [2]float32{float32(draw.HatchPitch * r.scale), float32(draw.HatchWidth * r.scale)}
	if [2]float32(r.stripes) == now {
		return
	}
	r.batch.flush()
	copy(r.stripes, now[:])
}

// place is where a point of the layer lies on the target.
func (r *Renderer) place(x, y float64) (float64, float64) {
	return r.x + x*r.scale, r.y + y*r.scale
}

func (r *Renderer) window(x, y, w, h float64) window {
	x0, y0 := r.place(x, y)
	x1, y1 := r.place(x+w, y+h)
	return window{float32(x0), float32(y0), float32(x1), float32(y1)}
}

// rgb is the value of a colour in the palette in force.
func (r *Renderer) rgb(c draw.Color) draw.RGB {
	if int(c) >= len(r.colors) {
		return r.palette.RGB(c)
	}
	known := &r.colors[c]
	if !known.known {
		*known = knownColor{r.palette.RGB(c), true}
	}
	return known.rgb
}

// knownColor is a colour that has been mixed.
type knownColor struct {
	rgb   draw.RGB
	known bool
}

// flush draws what the batch holds.
func (r *Renderer) flush() {
	if len(r.batch.indices) == 0 {
		return
	}
	r.glyphs.atlas.sync()
	r.options.Images[0] = r.glyphs.atlas.image
	r.target.DrawTrianglesShader(r.batch.vertices, r.batch.indices, r.shader, &r.options)
	r.batch.empty()
	r.calls++
}
