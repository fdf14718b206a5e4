package fsdp

import (
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// TestFramesMakeNoGarbage draws frames into a canvas that has its room already,
// and counts their shapes.
func TestFramesMakeNoGarbage(t *testing.T) {
	for _, values := range []string{
		"", "strategy=ddp", "strategy=zero1", "strategy=zero2 model=gpt-2", "strategy=hsdp gpus=64 nodes=8", "gpus=16384 nodes=2048", "gpus=1",
		"model=llama-3.1-405b gpus=512 nodes=64 recompute=full", "params=10T gpus=16384 nodes=2048 strategy=ddp", "params=1M gpus=3",
	} {
		f := must(t, strings.Fields(values)...)
		for _, format := range [][2]float64{{draw.LandscapeWidth, draw.LandscapeHeight}, {draw.PortraitWidth, draw.PortraitHeight}} {
			canvas := draw.NewCanvas(format[0], format[1], 0.8)
			end, i, most := f.Timeline().End(), sim.Time(0), 0
			frame := func() {
				i++
				scenes.Draw(f, canvas, scenes.View{Time: end / 20 * (i % 20), Scale: 0.8})
				most = max(most, len(canvas.Ops()))
			}
			for range 20 {
				frame()
			}
			if n := testing.AllocsPerRun(40, frame); n > 0 {
				t.Errorf("%q, %v units wide: %v allocations a frame, want none", values, format[0], n)
			}
			if most > 5500 {
				t.Errorf("%q, %v units wide: %d shapes, a frame has a budget of about 5,000", values, format[0], most)
			}
		}
	}
}
