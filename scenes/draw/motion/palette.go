package motion

import (
	"image"
	"slices"

	"inflight/scenes/draw"
)

// MaxColors is how many colours a GIF may have here: the last of 256 means that a
// pixel stays as it was.
const MaxColors = 255

// mostFlat is how many of them may be colours of shapes; the rest is for edges.
const mostFlat = 191

// Colors collects the colours of a film. Those of its shapes are kept as they are,
// so that areas are flat; between them, for smooth edges, stand the mixtures that
// frames have most of.
type Colors struct {
	palette *draw.Palette
	flat    map[draw.RGB]int // uses
	mixed   [4096]mixture    // by the upper four bits of each part
}

type mixture struct{ n, r, g, b int }

// NewColors collects for a theme.
func NewColors(p *draw.Palette) *Colors {
	return &Colors{palette: p, flat: map[draw.RGB]int{p.RGB(draw.Paper): 1 << 40}}
}

// Shapes adds the colours that a frame is drawn with.
func (c *Colors) Shapes(frame *draw.Canvas) {
	ops := frame.Ops()
	for i := range ops {
		op := &ops[i]
		for _, color := range [...]draw.Color{op.Style.Fill, op.Style.Stroke, op.Style.Hatch, op.Stroke.Color, op.Font.Color} {
			if color != draw.None {
				c.flat[c.palette.RGB(color)]++
			}
		}
	}
}

// Mixtures adds what else a frame shows, after all shapes have been added.
func (c *Colors) Mixtures(frame *image.RGBA) {
	for i := 0; i+3 < len(frame.Pix); i += 4 {
		rgb := draw.RGB{R: frame.Pix[i], G: frame.Pix[i+1], B: frame.Pix[i+2]}
		if c.flat[rgb] > 0 {
			continue
		}
		m := &c.mixed[int(rgb.R>>4)<<8|int(rgb.G>>4)<<4|int(rgb.B>>4)]
		m.n++
		m.r += int(rgb.R)
		m.g += int(rgb.G)
		m.b += int(rgb.B)
	}
}

// Palette is the colours, at most MaxColors.
func (c *Colors) Palette() []draw.RGB {
	var all []draw.RGB
	for rgb := range c.flat {
		all = append(all, rgb)
	}
	slices.SortFunc(all, func(a, b draw.RGB) int {
		if d := c.flat[b] - c.flat[a]; d != 0 {
			return d
		}
		return order(a) - order(b)
	})
	all = all[:min(len(all), mostFlat)]
	mixed := slices.Clone(c.mixed[:])
	slices.SortStableFunc(mixed, func(a, b mixture) int { return b.n - a.n })
	for _, m := range mixed {
		if m.n == 0 || len(all) == MaxColors {
			break
		}
		all = append(all, draw.RGB{R: uint8(m.r / m.n), G: uint8(m.g / m.n), B: uint8(m.b / m.n)})
	}
	return all
}

func order(c draw.RGB) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }

// nearest is the index of the colour of a palette that is nearest to another, by
// what the eye makes of red, green and blue.
func nearest(palette []draw.RGB, c draw.RGB) int {
	best, least := 0, 1<<62
	for i, p := range palette {
		r, g, b := int(p.R)-int(c.R), int(p.G)-int(c.G), int(p.B)-int(c.B)
		if d := 2*r*r + 4*g*g + 3*b*b; d < least {
			best, least = i, d
		}
	}
	return best
}
