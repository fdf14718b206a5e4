//go:build js || desktop

package stage

import (
	"image"
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"
)

// screen makes Ebitengine show a frame that is drawn on its screen itself: frames
// that leave the offscreen image as it was are skipped after a while.
type screen struct {
	offscreen, pixel *ebiten.Image // pixel is one of offscreen's
}

// touch says that this frame is to be shown.
func (s *screen) touch(offscreen *ebiten.Image) {
	if s.offscreen != offscreen {
		s.offscreen = offscreen
		s.pixel = offscreen.SubImage(image.Rect(0, 0, 1, 1)).(*ebiten.Image)
	}
	s.pixel.Fill(color.Black)
}
