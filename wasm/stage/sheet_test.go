//go:build js || desktop

package stage

import (
	"math"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes/draw"
)

// sheet holds every primitive in every style.
func sheet() *draw.Canvas {
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	c.Rect(draw.ID{}, 0, 0, c.Width, c.Height, draw.Style{Fill: draw.Paper})
	closed(c)
	lines(c)
	polygons(c)
	texts(c)
	clips(c)
	return c
}

func styles() []draw.Style {
	return []draw.Style{
		{Fill: draw.Forward},
		{Fill: draw.Surface, Stroke: draw.Line, Width: 2, Radius: 10},
		{Stroke: draw.Alert, Width: 8, Radius: 20},
		{Fill: draw.Idle, Hatch: draw.Line, Radius: 6},
		{Hatch: draw.Comm},
		{Fill: draw.Param.Tint(60), Hatch: draw.Param, Stroke: draw.Ink, Width: 4, Radius: 12},
		{Stroke: draw.Backward, Width: 4, Dash: 12},
		{Fill: draw.Activation.Tint(70), Stroke: draw.Activation, Width: 6, Dash: 14},
		{Fill: draw.Good, Radius: 400},
	}
}

func closed(c *draw.Canvas) {
	for i, s := range styles() {
		x := 20 + 170*float64(i)
		c.Rect(draw.ID{}, x, 20, 150, 90, s)
		c.Circle(draw.ID{}, x+70, 170, 45, s)
	}
	for i := range 20 { // thinner and smaller than a pixel
		c.Rect(draw.ID{}, 20+9.3*float64(i), 230, 0.2*float64(i+1), 20, draw.Style{Fill: draw.Ink})
		c.Circle(draw.ID{}, 220+9.3*float64(i), 240, 0.25*float64(i+1), draw.Style{Fill: draw.Ink})
	}
}

func lines(c *draw.Canvas) {
	for i := range 12 {
		a := math.Pi / 6 * float64(i)
		x, y := math.Cos(a), math.Sin(a)
		s := draw.Stroke{Color: draw.RankColor(i), Width: float64(1 + i), Arrow: i%2 == 0}
		c.Line(draw.ID{}, 150+20*x, 390+20*y, 150+120*x, 390+120*y, s)
		s.Dash = 16
		c.Line(draw.ID{}, 420+20*x, 390+20*y, 420+120*x, 390+120*y, s)
	}
	for i := range 8 {
		c.Line(draw.ID{}, 560, 290+24*float64(i), 760, 290+24*float64(i), draw.Stroke{Color: draw.Ink, Width: 2 + float64(i)/2, Dash: 5 + float64(i), Arrow: i%3 == 0})
	}
	c.Line(draw.ID{}, 790, 290, 790, 290, draw.Stroke{Color: draw.Alert, Width: 12})
}

func polygons(c *draw.Canvas) {
	star := func(x, y, r float64, n int) []draw.Point {
		var ps []draw.Point
		for i := range 2 * n {
			a, d := math.Pi/float64(n)*float64(i), r
			if i%2 == 1 {
				d = r / 2
			}
			ps = append(ps, draw.Point{X: x + d*math.Sin(a), Y: y - d*math.Cos(a)})
		}
		return ps
	}
	for i, s := range styles()[:8] {
		x := 860 + 90*float64(i)
		c.Polygon(draw.ID{}, s, star(x, 300, 44, 5)...)
		c.Polygon(draw.ID{}, s, draw.Point{X: x - 36, Y: 430}, draw.Point{X: x - 36, Y: 360}, draw.Point{X: x, Y: 360},
			draw.Point{X: x, Y: 395}, draw.Point{X: x + 36, Y: 395}, draw.Point{X: x + 36, Y: 430})
		c.Polygon(draw.ID{}, s, draw.Point{X: x + 36, Y: 500}, draw.Point{X: x, Y: 450}, draw.Point{X: x - 36, Y: 500}) // the other way round
	}
}

func texts(c *draw.Canvas) {
	for i, size := range []float64{11, 13, 15, 17, 20, 24, 30, 44} {
		y := 560 + 40*float64(i)
		c.Text(draw.ID{}, 20, y, "GPU 3 → NIC 1: 12.5 GB/s", draw.Font{Size: size, Color: draw.Ink})
		c.Text(draw.ID{}, 780, y, "Σ 2(N−1)·α", draw.Font{Size: size, Color: draw.Muted, Anchor: draw.Middle, Bold: true})
		c.Text(draw.ID{}, 1180, y, "ends 91.806 ms", draw.Font{Size: size, Color: draw.Forward, Anchor: draw.End})
	}
}

func clips(c *draw.Canvas) {
	c.Clip(1250, 560, 300, 300)
	c.Circle(draw.ID{}, 1250, 560, 120, draw.Style{Fill: draw.Comm.Tint(40), Stroke: draw.Comm, Width: 6})
	c.Line(draw.ID{}, 1200, 900, 1600, 500, draw.Stroke{Color: draw.Grad, Width: 24})
	c.Rect(draw.ID{}, 1480, 740, 200, 80, draw.Style{Fill: draw.Idle, Hatch: draw.Line, Stroke: draw.Ink, Width: 2})
	c.Text(draw.ID{}, 1420, 850, "cut off here", draw.Font{Size: 40, Color: draw.Ink})
	c.Polygon(draw.ID{}, draw.Style{Fill: draw.Good}, draw.Point{X: 1300, Y: 700}, draw.Point{X: 1400, Y: 950}, draw.Point{X: 1150, Y: 900})
	c.Unclip()
	c.Rect(draw.ID{}, 1249, 559, 302, 302, draw.Style{Stroke: draw.Muted, Width: 1})
}

func renderer(t testing.TB) *Renderer {
	t.Helper()
	r, err := NewRenderer()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSheet(t *testing.T) {
	r := renderer(t)
	c := sheet()
	for _, p := range []*draw.Palette{draw.Light, draw.Dark} {
		paint(t, 1600, 900, func(target *ebiten.Image) {
			if calls := r.Draw(target, p, Layer{Canvas: c, Scale: 1}); calls > 8 {
				t.Errorf("%d draw calls, want at most 8", calls)
			}
		})
	}
}
