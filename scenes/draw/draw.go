// Package draw holds the display list: the one drawing surface of screen,
// poster, export and test. A scene fills a Canvas; a backend (draw/svg,
// draw/vector, wasm/stage) reads its Ops.
//
// Coordinates are scene units, origin top left. Colours are named by meaning
// and opaque; a Palette gives them their values in the light and dark theme. A
// backend first fills the whole canvas with Paper.
package draw

// The two formats that a scene lays itself out for.
const (
	LandscapeWidth, LandscapeHeight = 1600, 900
	PortraitWidth, PortraitHeight   = 900, 1200
)

// MinText is the least height of text on a reader's screen, in CSS pixels.
const MinText = 11

// ID names a shape: it becomes the id in SVG and what a pointer is over. Each #
// in Kind stands for the next of A, B, C. The zero ID is none. It has the
// shape of sim.ID, so draw.ID(span.ID) converts.
type ID struct {
	Kind    string
	A, B, C int32
}

// Color is a colour by meaning, possibly mixed toward the paper. The zero Color
// is none.
type Color uint16

// The palette by meaning. Rank0 to Rank7 tell ranks, chunks and requests apart.
const (
	None Color = iota << 8
	Paper
	Surface // a card on the paper
	Panel   // a sunken area
	Line
	Muted // secondary text
	Ink
	Forward
	Backward
	WeightGrad
	Comm
	Param
	Grad
	Optimizer
	Activation
	Idle
	Alert
	Good
	OnColor // text on a full colour
	Rank0
	Rank1
	Rank2
	Rank3
	Rank4
	Rank5
	Rank6
	Rank7
	numRoles
)

// NumRoles is the number of colours by meaning, None among them.
const NumRoles = int(numRoles >> 8)

// Role is the index of the meaning, 0 to NumRoles-1.
func (c Color) Role() int { return int(c >> 8) }

// Percent is how far the colour is mixed toward the paper, 0 to 100.
func (c Color) Percent() int { return int(c & 0xff) }

// Tint mixes the colour toward the paper: 0 is the colour itself, 100 paper.
func (c Color) Tint(percent int) Color {
	return c&^0xff | Color(max(0, min(percent, 100)))
}

// RankColor is the colour of rank, chunk or request i; colours repeat after eight.
func RankColor(i int) Color { return Rank0 + Color(i&7)<<8 }

// Style is how a closed shape is drawn.
type Style struct {
	Fill   Color
	Stroke Color
	Width  float64 // of the stroke, which lies inside the shape's edge
	Radius float64 // of the corners of a rectangle
	Hatch  Color   // 45° stripes over the fill: idle, never stored, …
	Dash   float64 // length of dash and of gap; 0 is a solid stroke
}

// Stroke is how a line is drawn; its ends are round.
type Stroke struct {
	Color Color
	Width float64
	Dash  float64
	Arrow bool // a head at the end
}

// Anchor is the end of a text that its x names.
type Anchor uint8

const (
	Start Anchor = iota
	Middle
	End
)

// Font is how a text is drawn. Its y is the baseline.
type Font struct {
	Size   float64
	Color  Color
	Anchor Anchor
	Bold   bool
}

// Point is a place on the canvas.
type Point struct{ X, Y float64 }

// OpKind tells the primitives apart.
type OpKind uint8

const (
	OpRect OpKind = iota
	OpCircle
	OpLine
	OpPolygon
	OpText
	OpClip // what follows is cut to the rectangle, until OpUnclip
	OpUnclip
)

// Op is one entry of the display list. Which fields count depends on Kind:
//
//	OpRect, OpClip  X, Y, W, H
//	OpCircle        X, Y centre, W radius
//	OpLine          X, Y to W, H
//	OpPolygon       Points(op)
//	OpText          X, Y baseline, Text, Font
type Op struct {
	Kind        OpKind
	Part        uint8 // of the canvas, 1 for the first: see Picture; 0 is the canvas's own
	ID          ID    // of the thing that it shows, or a part of it; in SVG the first of a thing has it
	X, Y, W, H  float64
	Style       Style  // rect, circle, polygon
	Stroke      Stroke // line
	Text        string
	Font        Font
	first, last int // of the canvas's points
}

// Canvas is the display list of one frame. It is filled by a scene and read by
// a backend, and can be filled again without allocation.
type Canvas struct {
	Width, Height float64 // scene units
	Scale         float64 // CSS pixels per scene unit, at which the reader sees it
	ops           []Op
	points        []Point
	pictures      []*Canvas // kept to be filled again
}

// NewCanvas returns an empty canvas of a format, seen at scale CSS pixels a unit.
func NewCanvas(width, height, scale float64) *Canvas {
	return &Canvas{Width: width, Height: height, Scale: scale}
}

// Reset empties the list and keeps its memory.
func (c *Canvas) Reset() {
	c.ops, c.points = c.ops[:0], c.points[:0]
}

// Ops is the list, in the order of painting. It is valid until the next Reset.
func (c *Canvas) Ops() []Op { return c.ops }

// Points are the corners of a polygon.
func (c *Canvas) Points(op *Op) []Point { return c.points[op.first:op.last] }

// Portrait says that the canvas is higher than wide.
func (c *Canvas) Portrait() bool { return c.Height > c.Width }

// Legible is the size, in units, at which a text of the wanted size can be read:
// never under MinText CSS pixels.
func (c *Canvas) Legible(size float64) float64 {
	if c.Scale <= 0 {
		return size
	}
	return max(size, MinText/c.Scale)
}

// Rect draws a rectangle.
func (c *Canvas) Rect(id ID, x, y, w, h float64, s Style) {
	if w > 0 && h > 0 {
		c.ops = append(c.ops, Op{Kind: OpRect, ID: id, X: x, Y: y, W: w, H: h, Style: s})
	}
}

// Circle draws a circle.
func (c *Canvas) Circle(id ID, x, y, radius float64, s Style) {
	if radius > 0 {
		c.ops = append(c.ops, Op{Kind: OpCircle, ID: id, X: x, Y: y, W: radius, Style: s})
	}
}

// Line draws a line from one point to another.
func (c *Canvas) Line(id ID, x1, y1, x2, y2 float64, s Stroke) {
	c.ops = append(c.ops, Op{Kind: OpLine, ID: id, X: x1, Y: y1, W: x2, H: y2, Stroke: s})
}

// Polygon draws a closed, convex or concave, polygon without self-intersection.
func (c *Canvas) Polygon(id ID, s Style, points ...Point) {
	if len(points) < 3 {
		return
	}
	first := len(c.points)
	c.points = append(c.points, points...)
	c.ops = append(c.ops, Op{Kind: OpPolygon, ID: id, Style: s, first: first, last: len(c.points)})
}

// Text draws one line of text with its baseline at y.
func (c *Canvas) Text(id ID, x, y float64, text string, f Font) {
	if text != "" && f.Size > 0 {
		c.ops = append(c.ops, Op{Kind: OpText, ID: id, X: x, Y: y, Text: text, Font: f})
	}
}

// Clip cuts what follows to a rectangle, until Unclip. Clips do not nest: a
// second one takes the place of the first.
func (c *Canvas) Clip(x, y, w, h float64) {
	c.ops = append(c.ops, Op{Kind: OpClip, X: x, Y: y, W: w, H: h})
}

// Unclip ends a Clip.
func (c *Canvas) Unclip() { c.ops = append(c.ops, Op{Kind: OpUnclip}) }
