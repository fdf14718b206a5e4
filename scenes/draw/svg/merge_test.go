package svg_test

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"inflight/scenes/draw"
	"inflight/scenes/draw/drawtest"
	"inflight/scenes/draw/svg"
)

// TestMergedPicturesLookTheSame: random rectangles, with and without strokes, lie
// on each other; at each point the picture with one path a look has the colour of
// the display list.
func TestMergedPicturesLookTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	styles := []draw.Style{
		{Fill: draw.Forward}, {Fill: draw.Backward}, {Fill: draw.Comm},
		{Fill: draw.Forward, Stroke: draw.Ink, Width: 2}, {Fill: draw.Surface, Stroke: draw.Forward, Width: 2},
	}
	for trial := range 300 {
		c := draw.NewCanvas(64, 64, 1)
		for range 3 + random.IntN(25) {
			at := func() float64 { return float64(2 * random.IntN(24)) }
			c.Rect(draw.ID{}, at(), at(), 6+at()/2, 6+at()/2, styles[random.IntN(len(styles))])
		}
		paths := readPaths(t, write(t, c, svg.Options{Merged: true}))
		for x := 0.5; x < 64; x++ {
			for y := 0.5; y < 64; y++ {
				want := svg.Paint(draw.Paper, svg.Light)
				for _, op := range c.Ops() {
					s := op.Style
					if edge := (rect{op.X, op.Y, op.W, op.H}); edge.has(x, y) {
						want = svg.Paint(s.Fill, svg.Light)
						if s.Stroke != draw.None && !edge.grown(-s.Width).has(x, y) {
							want = svg.Paint(s.Stroke, svg.Light)
						}
					}
				}
				got := svg.Paint(draw.Paper, svg.Light)
				for _, p := range paths {
					got = p.over(got, x, y)
				}
				if got != want {
					t.Fatalf("picture %d at %g, %g: got %s, want %s", trial, x, y, got, want)
				}
			}
		}
	}
}

// TestMergedPicturesAreSmall: shapes of two looks that do not overlap are two
// elements, also with the other between them.
func TestMergedPicturesAreSmall(t *testing.T) {
	c := draw.NewCanvas(1000, 100, 1)
	for i := range 100 {
		color := draw.Forward
		if i%2 == 1 {
			color = draw.Backward
		}
		c.Rect(draw.ID{Kind: "#", A: int32(i)}, float64(10*i), 10, 8, 8, draw.Style{Fill: color, Radius: 2})
		c.Line(draw.ID{}, float64(10*i), 40, float64(10*i+5), 40, draw.Stroke{Color: draw.Line, Width: 1})
	}
	got := write(t, c, svg.Options{Merged: true})
	if n := strings.Count(got, "<path"); n != 3 || strings.Contains(got, "id=") {
		t.Errorf("got %d paths in %.300s, want 3 and no id", n, got)
	}
}

// The sheet has each kind of shape, clips and hatches; it is to be looked at.
func TestMergedSheet(t *testing.T) {
	drawtest.GoldenAs(t, "merged", drawtest.Sheet(), svg.Options{Merged: true})
}

type rect struct{ x, y, w, h float64 }

func (r rect) has(x, y float64) bool { return r.x < x && x < r.x+r.w && r.y < y && y < r.y+r.h }

func (r rect) grown(by float64) rect { return rect{r.x - by, r.y - by, r.w + 2*by, r.h + 2*by} }

// path is a path of rectangles.
type path struct {
	rects        []rect
	fill, stroke string
	width        float64
}

// over is the colour at a point after the path is painted: fill first, then stroke.
func (p path) over(below string, x, y float64) string {
	for _, r := range p.rects {
		if r.has(x, y) {
			below = p.fill
		}
	}
	for _, r := range p.rects {
		if p.stroke != "" && r.grown(p.width/2).has(x, y) && !r.grown(-p.width/2).has(x, y) {
			below = p.stroke
		}
	}
	return below
}

var (
	pathForm = regexp.MustCompile(`<path d="([^"]*)" fill="([^"]*)"(?: stroke="([^"]*)" stroke-width="([^"]*)")?/>`)
	rectForm = regexp.MustCompile(`M([-\d.]+) ([-\d.]+)h([-\d.]+)v([-\d.]+)h[-\d.]+z`)
)

func readPaths(t *testing.T, picture string) (paths []path) {
	t.Helper()
	number := func(s string) float64 { v, _ := strconv.ParseFloat(s, 64); return v }
	for _, m := range pathForm.FindAllStringSubmatch(picture, -1) {
		p := path{fill: m[2], stroke: m[3], width: number(m[4])}
		for _, r := range rectForm.FindAllStringSubmatch(m[1], -1) {
			p.rects = append(p.rects, rect{number(r[1]), number(r[2]), number(r[3]), number(r[4])})
		}
		paths = append(paths, p)
	}
	if n := strings.Count(picture, "<path"); n != len(paths) || n == 0 {
		t.Fatalf("read %d of %d paths in %s", len(paths), n, picture)
	}
	return paths
}
