//go:build js || desktop

package stage

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
)

// The sides of the atlas, in pixels. It begins small and doubles until it holds
// all glyphs of a frame.
const (
	minAtlas = 1024
	maxAtlas = 4096
)

// atlas is the texture that holds glyphs, packed in rows. What is new goes to
// the GPU in one piece, before the next draw call.
type atlas struct {
	image  *ebiten.Image
	side   int
	alpha  []byte // what the image holds: one byte a pixel
	upload []byte // four bytes a pixel, for WritePixels
	dirty  image.Rectangle
	x, y   int  // where the next glyph goes
	row    int  // height of this row
	fresh  bool // emptied within this frame
}

func newAtlas() *atlas {
	a := &atlas{}
	a.make(minAtlas)
	return a
}

func (a *atlas) make(side int) {
	if a.side != side {
		if a.image != nil {
			a.image.Deallocate()
		}
		a.side = side
		a.image = ebiten.NewImageWithOptions(image.Rect(0, 0, side, side), &ebiten.NewImageOptions{Unmanaged: true})
		a.alpha = make([]byte, side*side)
	}
	a.x, a.y, a.row = 0, 0, 0
	a.dirty = image.Rectangle{}
}

// place finds room for a glyph. It is false when the atlas is full; then the
// caller draws all that refers to it, and empties it.
func (a *atlas) place(w, h int) (image.Point, bool) {
	if a.x+w > a.side {
		a.x, a.y, a.row = 0, a.y+a.row, 0
	}
	if a.x+w > a.side || a.y+h > a.side {
		return image.Point{}, false
	}
	at := image.Pt(a.x, a.y)
	a.x += w
	a.row = max(a.row, h)
	return at, true
}

// empty makes room. The first time within a frame that takes away glyphs of
// sizes no longer seen; the second time the atlas is too small for the frame.
func (a *atlas) empty() {
	side := a.side
	if a.fresh {
		side = min(2*side, maxAtlas)
	}
	a.fresh = true
	a.make(side)
}

// put copies the coverage of a glyph to its place.
func (a *atlas) put(at image.Point, glyph *mask) {
	for y := range glyph.h {
		copy(a.alpha[(at.Y+y)*a.side+at.X:], glyph.pix[y*glyph.w:(y+1)*glyph.w])
	}
	a.dirty = a.dirty.Union(image.Rect(at.X, at.Y, at.X+glyph.w, at.Y+glyph.h))
}

// sync brings the image up to date.
func (a *atlas) sync() {
	if a.dirty.Empty() {
		return
	}
	a.upload = a.upload[:0]
	for y := a.dirty.Min.Y; y < a.dirty.Max.Y; y++ {
		for _, c := range a.alpha[y*a.side+a.dirty.Min.X : y*a.side+a.dirty.Max.X] {
			a.upload = append(a.upload, c, c, c, c)
		}
	}
	a.image.SubImage(a.dirty).(*ebiten.Image).WritePixels(a.upload)
	a.dirty = image.Rectangle{}
}
