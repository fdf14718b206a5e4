package paged

import (
	"inflight/scenes"
	"inflight/scenes/draw"
)

type picture struct{}

func (f *film) lay() {}

func (f *film) name(i int) string { return "R" + itoa(i) }

func (f *film) Draw(c *draw.Canvas, v scenes.View) {
	c.Rect(draw.ID{}, 0, 0, 10, 10, draw.Style{Fill: draw.Ink})
}
