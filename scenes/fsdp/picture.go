package fsdp

import (
	"inflight/scenes"
	"inflight/scenes/draw"
)

type picture struct{}

func (f *film) lay() {}

func (f *film) Draw(c *draw.Canvas, v scenes.View) {}
