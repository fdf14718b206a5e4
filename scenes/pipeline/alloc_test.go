package pipeline

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
		{"1F1B", func(p *Params) {}},
		{"interleaved", func(p *Params) { p.Schedule = interleaved }},
		{"split gradients", func(p *Params) { p.Schedule, p.Stages, p.Microbatches = zbH2, 8, 24 }},
		{"pairs", func(p *Params) { p.Schedule, p.Stages, p.Microbatches = dualPipe, 12, 40 }},
		{"64 stages", func(p *Params) { p.Stages, p.Microbatches = 64, 256 }},
	} {
		p := defaults
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
				scenes.Draw(f, canvas, scenes.View{Time: end / 20 * (i % 20), Scale: 0.8})
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
