//go:build js || desktop

package stage

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes/draw"
)

// Ebitengine's own queue grows while a frame lasts, and tests run within one
// frame: so allocations are counted up to it.
func TestFewCallsAndNoAllocationWhenWarm(t *testing.T) {
	r := renderer(t)
	target := ebiten.NewImage(1600, 900)
	defer target.Deallocate()
	many := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	c := sheet()
	drawAll := func() (calls int) {
		many.Reset()
		Shapes(many, 5000, 1)
		return max(r.Draw(target, draw.Light, Layer{Canvas: many, Scale: 1}), r.Draw(target, draw.Light, Layer{Canvas: c, Scale: 1}))
	}
	if calls := drawAll(); calls != 1 {
		t.Errorf("%d draw calls, want 1 of paper and shapes", calls)
	}
	r.batch.flush = r.batch.empty
	if got := testing.AllocsPerRun(20, func() { drawAll() }); got > 0 {
		t.Errorf("%g allocations a frame, want none", got)
	}
}

// Vertices are named by 16 bits: beyond 65,536 they would wrap silently.
func TestManyShapesAreAllDrawn(t *testing.T) {
	r := renderer(t)
	const n, side = 16_900, 130
	c := draw.NewCanvas(side, side, 1)
	for i := range n {
		c.Rect(draw.ID{}, float64(i%side), float64(i/side), 1, 1, draw.Style{Fill: draw.Ink})
	}
	calls := 0
	got := paint(t, side, side, func(target *ebiten.Image) {
		calls = r.Draw(target, draw.Light, Layer{Canvas: c, Scale: 1})
	})
	if want := 2; calls != want {
		t.Errorf("%d draw calls, want %d: paper and %d vertices, at most %d a call", calls, want, 4*n, maxVertices)
	}
	want := rgba(draw.Light, draw.Ink)
	for y := range side {
		for x := range side {
			if got := got.RGBAAt(x, y); got != want {
				t.Fatalf("pixel %d,%d is %v, want %v", x, y, got, want)
			}
		}
	}
}

func rgba(p *draw.Palette, c draw.Color) color.RGBA {
	rgb := p.RGB(c)
	return color.RGBA{rgb.R, rgb.G, rgb.B, 255}
}

// What lies on whole device pixels has their colour and no other, at every
// ratio of device pixels to units.
func TestWholePixelsStaySharp(t *testing.T) {
	for _, scale := range []float64{1, 1.25, 2, 3} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			const side = 120
			unit := 1 / scale // a device pixel
			c := draw.NewCanvas(side*unit, side*unit, 1)
			var want [side][side]bool
			ink := func(x, y, w, h int) {
				for j := y; j < y+h; j++ {
					for i := x; i < x+w; i++ {
						want[j][i] = true
					}
				}
			}
			for i := 4; i < 60; i += 4 {
				at := float64(i) * unit
				c.Line(draw.ID{}, at+unit/2, 4.5*unit, at+unit/2, 60.5*unit, draw.Stroke{Color: draw.Ink, Width: unit})
				ink(i, 4, 1, 57)
				c.Rect(draw.ID{}, 64*unit, at, 20*unit, unit, draw.Style{Fill: draw.Ink})
				ink(64, i, 20, 1)
				c.Rect(draw.ID{}, 88*unit, at, 9*unit, 3*unit, draw.Style{Stroke: draw.Ink, Width: unit})
				ink(88, i, 9, 1)
				ink(88, i+1, 1, 1)
				ink(96, i+1, 1, 1)
				ink(88, i+2, 9, 1)
			}
			got := paint(t, side, side, func(target *ebiten.Image) {
				renderer(t).Draw(target, draw.Light, Layer{Canvas: c, Scale: scale})
			})
			for y := range side {
				for x := range side {
					color := rgba(draw.Light, draw.Paper)
					if want[y][x] {
						color = rgba(draw.Light, draw.Ink)
					}
					if got := got.RGBAAt(x, y); got != color {
						t.Fatalf("pixel %d,%d is %v, want %v", x, y, got, color)
					}
				}
			}
		})
	}
}
