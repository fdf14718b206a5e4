//go:build js || desktop

package stage

import (
	"fmt"
	"image"
	"math"
	"slices"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"inflight/scenes/draw"
)

// glyphs are the characters drawn so far, each at a size and at a part of a
// pixel, so that the label of a moving packet moves with it.
type glyphs struct {
	atlas    *atlas
	fonts    [2]*sfnt.Font // regular, bold
	fallback *sfnt.Font    // for characters that those lack; may be nil
	known    map[uint64]glyph
	widths   map[rune]advance // beside ascii
	ascii    [utf8.RuneSelf]advance

	buffer sfnt.Buffer
	raster vector.Rasterizer
	mask   image.Alpha
}

// advance is how far a character takes the pen, in sizes, in each font.
type advance [2]float32

// glyph is a character's place in the atlas, and from the pen to its top left.
type glyph struct {
	x, y, w, h float32
	dx, dy     float32
}

func newGlyphs() (*glyphs, error) {
	g := &glyphs{atlas: newAtlas(), known: map[uint64]glyph{}, widths: map[rune]advance{}}
	for i := range g.fonts {
		f, err := sfnt.Parse(draw.FontData(i == 1))
		if err != nil {
			return nil, fmt.Errorf("font of the pictures: %w", err)
		}
		g.fonts[i] = f
	}
	for r := range g.ascii {
		g.ascii[r] = g.measure(rune(r))
	}
	return g, nil
}

// at is the font that has a character, and the character's place in it.
func (g *glyphs) at(r rune, bold int) (*sfnt.Font, sfnt.GlyphIndex) {
	i, err := g.fonts[bold].GlyphIndex(&g.buffer, r)
	if err == nil && i != 0 || g.fallback == nil {
		return g.fonts[bold], i
	}
	if j, err := g.fallback.GlyphIndex(&g.buffer, r); err == nil && j != 0 {
		return g.fallback, j
	}
	return g.fonts[bold], i
}

func (g *glyphs) measure(r rune) (a advance) {
	for bold := range a {
		f, i := g.at(r, bold)
		if f != g.fallback {
			a[bold] = float32(draw.TextWidth(string(r), 1, bold == 1))
			continue
		}
		em := fixed.I(int(f.UnitsPerEm()))
		if w, err := f.GlyphAdvance(&g.buffer, i, em, font.HintingNone); err == nil {
			a[bold] = float32(w) / float32(em)
		}
	}
	return a
}

func (g *glyphs) advance(r rune, bold int) float64 {
	if 0 <= r && r < utf8.RuneSelf {
		return float64(g.ascii[r][bold])
	}
	a, ok := g.widths[r]
	if !ok {
		a = g.measure(r)
		g.widths[r] = a
	}
	return float64(a[bold])
}

func (g *glyphs) width(s string, bold int) float64 {
	w := 0.0
	for _, r := range s {
		w += g.advance(r, bold)
	}
	return w
}

// Sizes are held in quarters of a pixel.
const perPixel = 4

// phases is into how many places a pixel is divided, each way. Large letters
// need fewer.
func phases(quarters int) float64 {
	if quarters < 24*perPixel {
		return 4
	}
	return 2
}

// key names a glyph: 21 bits of character, 1 of weight, 2 + 2 of place within a
// pixel, the rest size.
func key(r rune, bold, phaseX, phaseY, quarters int) uint64 {
	return uint64(r) | uint64(bold)<<21 | uint64(phaseX)<<22 | uint64(phaseY)<<24 | uint64(quarters)<<26
}

// load draws a character into the atlas. It is false when the atlas is full.
func (g *glyphs) load(k uint64, r rune, bold, quarters int, offX, offY float64) (glyph, bool) {
	var it glyph
	f, i := g.at(r, bold)
	outline, err := f.LoadGlyph(&g.buffer, i, fixed.Int26_6(quarters*64/perPixel), nil)
	if err == nil && len(outline) > 0 {
		g.rasterize(outline, float32(offX), float32(offY))
		at, ok := g.atlas.place(g.mask.Rect.Dx(), g.mask.Rect.Dy())
		if !ok {
			return glyph{}, false
		}
		g.atlas.put(at, &g.mask)
		topLeft := outline.Bounds().Min
		it = glyph{
			x: float32(at.X), y: float32(at.Y), w: float32(g.mask.Rect.Dx()), h: float32(g.mask.Rect.Dy()),
			dx: float32(topLeft.X.Floor() - margin), dy: float32(topLeft.Y.Floor() - margin),
		}
	}
	g.known[k] = it
	return it, true
}

// margin is left free on each side: the part of a pixel, and the anti-aliasing.
const margin = 1

// rasterize leaves the coverage of an outline in g.mask.
func (g *glyphs) rasterize(outline sfnt.Segments, offX, offY float32) {
	bounds := outline.Bounds()
	left, top := bounds.Min.X.Floor()-margin, bounds.Min.Y.Floor()-margin
	w, h := bounds.Max.X.Ceil()+margin+1-left, bounds.Max.Y.Ceil()+margin+1-top
	offX -= float32(left)
	offY -= float32(top)
	at := func(p fixed.Point26_6) (x, y float32) { return float32(p.X)/64 + offX, float32(p.Y)/64 + offY }

	g.raster.Reset(w, h)
	for _, s := range outline {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			g.raster.ClosePath()
			g.raster.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			g.raster.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			g.raster.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			g.raster.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	g.raster.ClosePath()

	g.mask.Rect, g.mask.Stride = image.Rect(0, 0, w, h), w
	g.mask.Pix = slices.Grow(g.mask.Pix[:0], w*h)[:w*h]
	clear(g.mask.Pix)
	g.raster.Draw(&g.mask, g.mask.Rect, image.Opaque, image.Point{})
}

// text draws an OpText.
func (r *Renderer) text(op *draw.Op) {
	size := op.Font.Size * r.scale
	quarters := int(math.Round(size * perPixel))
	if quarters < 1 || quarters > maxAtlas*perPixel/4 || op.Font.Color == draw.None {
		return
	}
	bold := 0
	if op.Font.Bold {
		bold = 1
	}
	x, y := r.place(op.X, op.Y)
	switch op.Font.Anchor {
	case draw.Middle:
		x -= r.glyphs.width(op.Text, bold) * size / 2
	case draw.End:
		x -= r.glyphs.width(op.Text, bold) * size
	}
	color := r.rgb(op.Font.Color)
	k := inks(color, color, kindGlyph)
	parts := phases(quarters)
	pixelY, phaseY := split(y, parts)
	for _, c := range op.Text {
		pixelX, phaseX := split(x, parts)
		x += r.glyphs.advance(c, bold) * size
		name := key(c, bold, phaseX, phaseY, quarters)
		it, ok := r.glyphs.known[name]
		if !ok {
			it = r.load(name, c, bold, quarters, float64(phaseX)/parts, float64(phaseY)/parts)
		}
		if it.w == 0 {
			continue
		}
		x0, y0 := float32(pixelX)+it.dx, float32(pixelY)+it.dy
		corners := [4]corner{
			{x0, y0, it.x, it.y}, {x0 + it.w, y0, it.x + it.w, it.y},
			{x0 + it.w, y0 + it.h, it.x + it.w, it.y + it.h}, {x0, y0 + it.h, it.x, it.y + it.h},
		}
		r.batch.add(corners[:], k)
	}
}

// split rounds a coordinate to a part of a pixel.
func split(at, parts float64) (pixel, phase int) {
	n := int(math.Floor(at*parts + 0.5))
	p := int(parts)
	phase = ((n % p) + p) % p
	return (n - phase) / p, phase
}

// load draws a character into the atlas, after emptying it when it is full. A
// character larger than the atlas is left out.
func (r *Renderer) load(name uint64, c rune, bold, quarters int, offX, offY float64) glyph {
	for range 3 {
		it, ok := r.glyphs.load(name, c, bold, quarters, offX, offY)
		if ok {
			return it
		}
		r.batch.flush()
		r.glyphs.atlas.empty()
		clear(r.glyphs.known)
	}
	return glyph{}
}
