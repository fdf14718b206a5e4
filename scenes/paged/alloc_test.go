package paged

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// TestFramesMakeNoGarbage draws frames into a canvas that has its room already.
func TestFramesMakeNoGarbage(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*Params)
	}{
		{"small", func(*Params) {}},
		{"contiguous", func(p *Params) { p.Allocator = contiguousPow2 }},
		{"samples", func(p *Params) { p.Samples, p.Blocks = 4, 60 }},
		{"swap", func(p *Params) { p.Preempt = swap }},
		{"tiles", func(p *Params) { p.Blocks, p.Requests, p.Rate, p.Prompt = 500, 100, 100, 200 }},
		{"stretches", func(p *Params) { p.Blocks, p.Requests, p.Rate, p.Allocator = 500, 100, 100, contiguousMax }},
		{"map", func(p *Params) { p.Blocks, p.Requests, p.Rate = 5000, 100, 100 }},
	} {
		p := small(t)
		c.set(&p)
		f, err := build(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range [][2]float64{{draw.LandscapeWidth, draw.LandscapeHeight}, {draw.PortraitWidth, draw.PortraitHeight}} {
			canvas := draw.NewCanvas(format[0], format[1], 0.8)
			end, i := f.Timeline().End(), sim.Time(0)
			frame := func() {
				i++
				focus := ""
				if i%2 == 0 {
					focus = "request/3"
				}
				scenes.Draw(f, canvas, scenes.View{Time: end / 20 * (i % 20), Scale: 0.8, Focus: focus})
			}
			for range 20 {
				frame()
			}
			if n := testing.AllocsPerRun(40, frame); n > 0 {
				t.Errorf("%s, %v units wide: %v allocations a frame, want none", c.name, format[0], n)
			}
		}
	}
}
