//go:build js || desktop

package stage

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes/draw"
)

// maxVertices is what 16-bit indices can name. Beyond, they wrap silently.
const maxVertices = 1 << 16

// corner is a place on the target and the same place in the shape's own frame,
// both in device pixels.
type corner struct{ x, y, u, v float32 }

// ink is what the shader is told of a whole shape: see shape.kage.
type ink struct{ r, g, b, kind, c0, c1, c2, c3 float32 }

// striped says that the shader has to know where a pixel lies on the canvas.
func (k *ink) striped() bool { return k.kind == kindHatch || k.kind == kindStripe }

// The kinds of shape.kage.
const (
	kindBox    = 0
	kindHollow = 1
	kindHatch  = 2
	kindStripe = 3
	kindGlyph  = 4
)

// inks packs two colours and a kind.
func inks(first, second draw.RGB, kind float32) ink {
	return ink{
		r:    float32(int(first.R) | int(second.R)<<8),
		g:    float32(int(first.G) | int(second.G)<<8),
		b:    float32(int(first.B) | int(second.B)<<8),
		kind: kind,
	}
}

// size gives a shape its half width, half height, corner radius and stroke.
func (k *ink) size(halfW, halfH, radius, width float64) {
	k.c0, k.c1, k.c2, k.c3 = float32(halfW), float32(halfH), float32(radius), float32(width)
}

// window is a rectangle on the target.
type window struct{ left, top, right, bottom float32 }

func (w window) and(o window) window {
	return window{max(w.left, o.left), max(w.top, o.top), min(w.right, o.right), min(w.bottom, o.bottom)}
}

func (w window) holds(o window) bool {
	return w.left <= o.left && o.right <= w.right && w.top <= o.top && o.bottom <= w.bottom
}

func (w window) meets(o window) bool {
	return o.left < w.right && w.left < o.right && o.top < w.bottom && w.top < o.bottom
}

// batch gathers convex shapes for one call of the shader. What does not fit
// goes out by flush.
type batch struct {
	vertices []ebiten.Vertex
	indices  []uint16
	clip     window
	origin   float32 // of the stripes: the canvas's x plus its y on the target
	flush    func()  // draws what is gathered and calls empty
}

func (b *batch) empty() { b.vertices, b.indices = b.vertices[:0], b.indices[:0] }

// maxCorners is how many corners a shape has at most before it is cut.
const maxCorners = 4

// add cuts a convex shape to the clip and gathers it.
func (b *batch) add(corners []corner, k *ink) {
	w := boundsOf(corners)
	if !b.clip.meets(w) {
		return
	}
	if b.clip.holds(w) {
		b.fan(corners, k)
		return
	}
	var here, there [4 + maxCorners]corner // each side of the clip adds a corner at most
	cut := here[:copy(here[:], corners)]
	cut = cutX(there[:0], cut, b.clip.left, 1)
	cut = cutX(here[:0], cut, b.clip.right, -1)
	cut = cutY(there[:0], cut, b.clip.top, 1)
	cut = cutY(here[:0], cut, b.clip.bottom, -1)
	if len(cut) >= 3 {
		b.fan(cut, k)
	}
}

// addBox gathers an axis-aligned quad with the frame from u0, v0 to u1, v1. It
// does no more than add does, and is quicker: most shapes are such quads.
func (b *batch) addBox(w window, u0, v0, u1, v1 float32, k *ink) {
	if !b.clip.holds(w) || k.striped() {
		corners := [4]corner{{w.left, w.top, u0, v0}, {w.right, w.top, u1, v0}, {w.right, w.bottom, u1, v1}, {w.left, w.bottom, u0, v1}}
		b.add(corners[:], k)
		return
	}
	v, first := b.room(4)
	base := ebiten.Vertex{
		DstX: w.left, DstY: w.top, SrcX: u0, SrcY: v0,
		ColorR: k.r, ColorG: k.g, ColorB: k.b, ColorA: k.kind,
		Custom0: k.c0, Custom1: k.c1, Custom2: k.c2, Custom3: k.c3,
	}
	v[0] = base
	base.DstX, base.SrcX = w.right, u1
	v[1] = base
	base.DstY, base.SrcY = w.bottom, v1
	v[2] = base
	base.DstX, base.SrcX = w.left, u0
	v[3] = base
	b.indices = append(b.indices, first, first+1, first+2, first, first+2, first+3)
}

func (b *batch) fan(corners []corner, k *ink) {
	v, first := b.room(len(corners))
	for i := range corners {
		c := &corners[i]
		v[i] = ebiten.Vertex{
			DstX: c.x, DstY: c.y, SrcX: c.u, SrcY: c.v,
			ColorR: k.r, ColorG: k.g, ColorB: k.b, ColorA: k.kind,
			Custom0: k.c0, Custom1: k.c1, Custom2: k.c2, Custom3: k.c3,
		}
		if k.striped() {
			v[i].Custom3 = c.x + c.y - b.origin
		}
	}
	for i := 2; i < len(corners); i++ {
		b.indices = append(b.indices, first, first+uint16(i-1), first+uint16(i))
	}
}

// room makes room for so many vertices, and gives the index of the first.
func (b *batch) room(n int) ([]ebiten.Vertex, uint16) {
	if len(b.vertices)+n > maxVertices {
		b.flush()
	}
	first := len(b.vertices)
	b.vertices = slices.Grow(b.vertices, n)[:first+n]
	return b.vertices[first:], uint16(first)
}

func boundsOf(corners []corner) window {
	w := window{corners[0].x, corners[0].y, corners[0].x, corners[0].y}
	for i := range corners[1:] {
		c := &corners[i+1]
		// Not min and max, which in WebAssembly are calls.
		switch {
		case c.x < w.left:
			w.left = c.x
		case c.x > w.right:
			w.right = c.x
		}
		switch {
		case c.y < w.top:
			w.top = c.y
		case c.y > w.bottom:
			w.bottom = c.y
		}
	}
	return w
}

// cutX keeps what lies right of a vertical line, or left of it when side is -1.
func cutX(dst, from []corner, at, side float32) []corner {
	for i := range from {
		p, q := from[i], from[(i+1)%len(from)]
		dp, dq := (p.x-at)*side, (q.x-at)*side
		if dp >= 0 {
			dst = append(dst, p)
		}
		if (dp > 0 && dq < 0) || (dp < 0 && dq > 0) {
			dst = append(dst, between(p, q, dp/(dp-dq)))
		}
	}
	return dst
}

// cutY is cutX for a horizontal line.
func cutY(dst, from []corner, at, side float32) []corner {
	for i := range from {
		p, q := from[i], from[(i+1)%len(from)]
		dp, dq := (p.y-at)*side, (q.y-at)*side
		if dp >= 0 {
			dst = append(dst, p)
		}
		if (dp > 0 && dq < 0) || (dp < 0 && dq > 0) {
			dst = append(dst, between(p, q, dp/(dp-dq)))
		}
	}
	return dst
}

func between(p, q corner, share float32) corner {
	return corner{
		p.x + (q.x-p.x)*share, p.y + (q.y-p.y)*share,
		p.u + (q.u-p.u)*share, p.v + (q.v-p.v)*share,
	}
}
