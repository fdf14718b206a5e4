package pipeline

import (
	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

func (f *film) Steps() []scenes.Step               { return nil }
func (f *film) Checks() []scenes.Check             { return nil }
func (f *film) Caption(sim.Time) scenes.Message    { return scenes.Message{} }
func (f *film) Draw(c *draw.Canvas, v scenes.View) {}
