//go:build js || desktop

package stage

import (
	"fmt"
	"image"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes/draw"
	"inflight/scenes/draw/drawtest"
	"inflight/scenes/draw/vector"
)

// agree holds what this backend draws of a canvas against the PNG backend, a
// rasterizer by other people.
//
// Away from edges, which both anti-alias in their own way, colours may differ by
// the rounding of one mix. At edges no colour may stand out from those around:
// that would be a fringe; only the tips of sharp corners, which the PNG backend
// cuts off, may. And edges and texts count by their mean over 9x9 pixels: 40 of
// 255 is less than a missing letter, dash or hairline.
func agree(t *testing.T, r *Renderer, c *draw.Canvas, p *draw.Palette, width int) {
	t.Helper()
	want := vector.Image(c, p, width)
	size := want.Rect.Size()
	got := paint(t, size.X, size.Y, func(target *ebiten.Image) {
		r.Draw(target, p, Layer{Canvas: c, Scale: float64(width) / c.Width})
	})
	if *keep != "" {
		write(t, want)
	}
	flat := 0
	worst, worstMean, fringes := 0, 0, 0
	var at, atMean image.Point
	for y := 4; y < size.Y-4; y++ {
		for x := 4; x < size.X-4; x++ {
			if uniform(want, x, y) && uniform(got, x, y) {
				flat++
				if d := apart(want, got, x, y); d > worst {
					worst, at = d, image.Pt(x, y)
				}
			} else if fringe(want, got, x, y) > 20 {
				fringes++
			}
			if x%3 == 0 && y%3 == 0 {
				if d := meansApart(want, got, x, y); d > worstMean {
					worstMean, atMean = d, image.Pt(x, y)
				}
			}
		}
	}
	if share := float64(flat) / float64(size.X*size.Y); share < 0.5 {
		t.Errorf("only %.2f of the picture is flat: too little to compare", share)
	}
	if worst > 2 {
		t.Errorf("away from edges colours differ by %d at %v, want at most 2", worst, at)
	}
	if most := size.X * size.Y / 10_000; fringes > most {
		t.Errorf("the colours of %d pixels stand out, want at most %d", fringes, most)
	}
	if worstMean > 40 {
		t.Errorf("means differ by %d round %v, want at most 40", worstMean, atMean)
	}
	t.Logf("%d x %d: at most %d away from edges, %d stand out, means at most %d (at %v)", size.X, size.Y, worst, fringes, worstMean, atMean)
}

// uniform says that a pixel and its neighbours have one colour.
func uniform(m *image.RGBA, x, y int) bool {
	c := m.RGBAAt(x, y)
	for j := -1; j <= 1; j++ {
		for i := -1; i <= 1; i++ {
			if m.RGBAAt(x+i, y+j) != c {
				return false
			}
		}
	}
	return true
}

func apart(a, b *image.RGBA, x, y int) int {
	p, q := a.RGBAAt(x, y), b.RGBAAt(x, y)
	return max(abs(int(p.R)-int(q.R)), abs(int(p.G)-int(q.G)), abs(int(p.B)-int(q.B)))
}

// fringe is how far a pixel of b lies outside the range of its neighbours in a.
func fringe(a, b *image.RGBA, x, y int) int {
	low, high := [3]uint8{255, 255, 255}, [3]uint8{}
	for j := -2; j <= 2; j++ {
		for i := -2; i <= 2; i++ {
			c := a.RGBAAt(x+i, y+j)
			for k, v := range [3]uint8{c.R, c.G, c.B} {
				low[k], high[k] = min(low[k], v), max(high[k], v)
			}
		}
	}
	out := 0
	c := b.RGBAAt(x, y)
	for k, v := range [3]uint8{c.R, c.G, c.B} {
		out = max(out, int(low[k])-int(v), int(v)-int(high[k]))
	}
	return out
}

func meansApart(a, b *image.RGBA, x, y int) int {
	var sum [3]int
	for j := -4; j <= 4; j++ {
		for i := -4; i <= 4; i++ {
			p, q := a.RGBAAt(x+i, y+j), b.RGBAAt(x+i, y+j)
			sum[0] += int(p.R) - int(q.R)
			sum[1] += int(p.G) - int(q.G)
			sum[2] += int(p.B) - int(q.B)
		}
	}
	return max(abs(sum[0]), abs(sum[1]), abs(sum[2])) / 81
}

func abs(x int) int { return max(x, -x) }

// At its own size the sharp corner of the contact sheet is too small to count.
func TestDrawsLikeThePNGBackend(t *testing.T) {
	r := renderer(t)
	for _, c := range []struct {
		name   string
		canvas *draw.Canvas
		widths []int
	}{
		{"contact sheet", drawtest.Sheet(), []int{1200}},
		{"styles", sheet(), []int{1600, 2000, 2720}},
	} {
		for _, p := range []*draw.Palette{draw.Light, draw.Dark} {
			for _, width := range c.widths {
				t.Run(fmt.Sprintf("%s/%s/%d", c.name, p.Name, width), func(t *testing.T) { agree(t, r, c.canvas, p, width) })
			}
		}
	}
}
