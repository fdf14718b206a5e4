package collective

import (
	"inflight/scenes"
	"inflight/scenes/draw"
)

// Draw draws a frame.
func (f *film) Draw(c *draw.Canvas, v scenes.View) {
	c.Rect(draw.ID{Kind: "paper"}, 0, 0, c.Width, c.Height, draw.Style{Fill: draw.Paper})
}
