package pipeline

import (
	"inflight/scenes"
	"inflight/scenes/draw"
)

func (f *film) Draw(c *draw.Canvas, v scenes.View) {
	c.Text(draw.ID{}, 100, 100, "x", draw.Font{Size: 40, Color: draw.Ink})
}
