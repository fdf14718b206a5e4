//go:build js || desktop

package stage

import (
	"fmt"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

func TestScenesLookLikeTheirPNG(t *testing.T) {
	r := renderer(t)
	for _, e := range all.List() {
		f, err := e.New().Build()
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		end := f.Timeline().End()
		for i, at := range []sim.Time{0, end / 7, end / 5 * 2, end / 8 * 5, end - 1, end} {
			c, p := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1), draw.Light
			if i%2 == 1 {
				c, p = draw.NewCanvas(draw.PortraitWidth, draw.PortraitHeight, 1), draw.Dark
			}
			t.Run(fmt.Sprintf("%s at %v", e.Name, at), func(t *testing.T) {
				scenes.Draw(f, c, scenes.View{Time: at, Scale: 0.8})
				agree(t, r, c, p, int(c.Width))
			})
		}
		t.Run(e.Name+" beside itself", func(t *testing.T) {
			one := scenes.Side{Setting: e.New(), Film: f}
			c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
			scenes.Draw(scenes.Compare(one, one), c, scenes.View{Time: end / 5 * 2, Scale: 0.8})
			agree(t, r, c, draw.Light, int(c.Width))
		})
	}
}
