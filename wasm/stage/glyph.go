//go:build js || desktop

package stage

import (
	"math"
	"unicode/utf8"

	"inflight/scenes/draw"
	"inflight/scenes/draw/outline"
)

// glyphs are the characters drawn so far, each at a size and at a part of a
// pixel, so that the label of a moving packet moves with it.
type glyphs struct {
	atlas    *atlas
	fonts    [2]*outline.Font // regular, bold
	fallback Font             // for characters that those lack; may be nil
	known    map[uint64]glyph
	widths   map[rune]advance // beside ascii
	ascii    [utf8.RuneSelf]advance

	outline []outline.Segment
	raster  raster
	mask    mask
}

// Font has characters that the Go fonts lack.
type Font interface {
	// UnitsPerEm is the size of the font in its units.
	UnitsPerEm() int
	// Glyph appends the outline of a character and tells its advance, in units.
	// It is false when the font has no such character.
	Glyph(to []outline.Segment, r rune) (glyph []outline.Segment, advance int, ok bool)
}

// advance is how far a character takes the pen, in sizes, in each font.
type advance [2]float32

// glyph is a character's place in the atlas, and from the pen to its top left.
type glyph struct {
	x, y, w, h float32
	dx, dy     float32
}

func newGlyphs() *glyphs {
	g := &glyphs{
		atlas: newAtlas(), fonts: [...]*outline.Font{outline.Regular(), outline.Bold()},
		known: map[uint64]glyph{}, widths: map[rune]advance{},
	}
	for r := range g.ascii {
		g.ascii[r] = g.measure(rune(r))
	}
	return g
}

func (g *glyphs) measure(r rune) (a advance) {
	for bold, f := range g.fonts {
		units, em := f.Advance(r), outline.UnitsPerEm
		if !f.Has(r) && g.fallback != nil {
			units, em = g.outlined(r, bold)
		}
		a[bold] = float32(float64(units) / float64(em))
	}
	return a
}

// outlined leaves the outline of a character in g.outline, in units of which em
// are the size of the font.
func (g *glyphs) outlined(r rune, bold int) (advance, em int) {
	g.outline = g.outline[:0]
	f := g.fonts[bold]
	if !f.Has(r) && g.fallback != nil {
		if segments, advance, ok := g.fallback.Glyph(g.outline, r); ok {
			g.outline = segments
			return advance, g.fallback.UnitsPerEm()
		}
	}
	g.outline = f.Append(g.outline, r)
	return f.Advance(r), outline.UnitsPerEm
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
	_, em := g.outlined(r, bold)
	if len(g.outline) > 0 {
		topLeft := g.rasterize(quarters*64/perPixel, em, float32(offX), float32(offY))
		at, ok := g.atlas.place(g.mask.w, g.mask.h)
		if !ok {
			return glyph{}, false
		}
		g.atlas.put(at, &g.mask)
		it = glyph{
			x: float32(at.X), y: float32(at.Y), w: float32(g.mask.w), h: float32(g.mask.h),
			dx: float32(topLeft.X), dy: float32(topLeft.Y),
		}
	}
	g.known[k] = it
	return it, true
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
		r.batch.addBox(window{x0, y0, x0 + it.w, y0 + it.h}, it.x, it.y, it.x+it.w, it.y+it.h, &k)
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
