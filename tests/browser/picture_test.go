//go:build browser

package browser_test

import (
	"context"
	"fmt"
	"image"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/vector"
	"inflight/tests/browser/chromium"
)

// drawn is the picture of the film at an instant, in seconds, as the PNG backend draws it.
func (n native) drawn(t *testing.T, seconds float64, palette *draw.Palette, width int, scale float64) image.Image {
	t.Helper()
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	scenes.Draw(n.film, c, scenes.View{Time: instant(seconds), Scale: scale})
	return vector.Image(c, palette, width)
}

// inner is the part of the picture inside its round corners and border, a whole
// number of pixels.
const inner = `(r => ({ X: r.x, Y: r.y, W: r.width, H: r.height }))(one("[data-part=picture]").getBoundingClientRect())`

func TestStageDrawsWhatThePNGBackendDraws(t *testing.T) {
	const most = 0.0005 // of the pixels away from edges
	shares := []float64{0.02, 0.21, 0.43, 0.66, 0.94}
	for _, dark := range []bool{false, true} {
		palette := draw.Light
		if dark {
			palette = draw.Dark
		}
		p := open(t, alone+"?controls=none&t=0", setup{width: 800, height: 450, dark: dark})
		n := compute(t, "en")
		p.wait("the scene is live", "live()")
		var before image.Image
		for _, share := range shares {
			at := share * n.panel.Film.End
			p.seek(at)
			p.rests()
			got, want := p.shot(eval[rect](p, inner)), n.drawn(t, at, palette, 800, 0.5)
			if wrong := awayFromEdges(got, want, 2, 8); wrong > most {
				t.Errorf("dark %t, at %g of the film: %.3g of the pixels away from edges differ", dark, share, wrong)
				keep(t, fmt.Sprintf("picture-%t-%g", dark, share), got, want)
			}
			// The comparison tells instants apart.
			if before != nil && awayFromEdges(before, want, 2, 8) <= most {
				t.Errorf("dark %t, at %g of the film: the picture is that of the instant before", dark, share)
			}
			before = got
		}
	}
}

// 403 pixels times 1.25 is no whole number: only a stage that is told the pixels
// of its box is sharp there.
func TestPictureIsSharp(t *testing.T) {
	n := compute(t, "en")
	for _, ratio := range []string{"1.25", "2", "3"} {
		t.Run(ratio, func(t *testing.T) {
			b, stop, err := chromium.Start(context.Background(), chromium.Options{Ratio: ratio})
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
			p := open(t, alone+"?controls=none&t=0", setup{browser: b, width: 403, height: 227})
			sharp(t, p, n, 0.9)
		})
	}
	t.Run("1", func(t *testing.T) {
		sharp(t, open(t, alone+"?controls=none&t=0", setup{width: 403, height: 227}), n, 0.9)
	})
}

// sharp compares the edges of the picture with those of one that was drawn for
// the same pixels.
func sharp(t *testing.T, p *tab, n native, least float64) {
	t.Helper()
	p.wait("the scene is live", "live()")
	p.seek(0.43 * n.panel.Film.End)
	p.rests()
	r := eval[rect](p, inner)
	got := p.shot(r)
	width := got.Bounds().Dx()
	want := n.drawn(t, 0.43*n.panel.Film.End, draw.Light, width, r.W/draw.LandscapeWidth)
	if canvas := eval[int](p, `stage().document.querySelector("canvas").width`); canvas != width {
		t.Errorf("the canvas has %d pixels in a row, want %d", canvas, width)
	}
	share := energy(got) / energy(want)
	t.Logf("energy of edges: %.3f of a picture drawn for these pixels", share)
	if share < least {
		t.Errorf("energy of edges: got %.2f, want %.2f", share, least)
		keep(t, "sharp", got, want)
	}
}
