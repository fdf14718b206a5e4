package scenetest

import (
	"math"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// scales of a canvas: that of half of a comparison, of a phone, of a wide screen.
func (f format) scales() []float64 {
	if f.width > f.height {
		return []float64{0.243, 0.39, 1}
	}
	return []float64{0.25, 0.39, 1}
}

// Pictures holds the frames of settings to what can be read: texts high enough,
// inside the picture and apart from each other, shapes inside, and no more of them
// than most. The text of a packet moves and may cover others.
func Pictures(t *testing.T, e *scenes.Entry, most int, settings ...string) {
	t.Helper()
	eachPicture(t, e, settings, func(p *picture) {
		p.texts()
		p.shapes(most)
	})
}

// OneShapeEach wants no two shapes of a frame to have the same ID.
func OneShapeEach(t *testing.T, e *scenes.Entry, settings ...string) {
	t.Helper()
	eachPicture(t, e, settings, (*picture).ids)
}

// eachPicture draws frames of settings in both formats at all scales.
func eachPicture(t *testing.T, e *scenes.Entry, settings []string, look func(p *picture)) {
	t.Helper()
	for _, values := range settings {
		film := Build(t, e, values)
		end := film.Timeline().End()
		for _, fm := range formats {
			for _, scale := range fm.scales() {
				for _, share := range []float64{0, 0.003, 0.125, 0.21, 0.25, 0.37, 0.5, 0.625, 0.75, 0.83, 0.875, 1} {
					v := scenes.View{Time: sim.Time(share * float64(end)), Scale: scale}
					c := draw.NewCanvas(fm.width, fm.height, scale)
					scenes.Draw(film, c, v)
					look(&picture{t, values, fm, v, c})
				}
			}
		}
	}
}

// picture is a frame that is looked at.
type picture struct {
	*testing.T
	values string
	fm     format
	v      scenes.View
	c      *draw.Canvas
}

// wrong says of a shape what is wrong.
func (p *picture) wrong(format string, args ...any) {
	p.Helper()
	p.Errorf("%q, %s, scale %v, at %v: "+format, append([]any{p.values, p.fm.name, p.v.Scale, p.v.Time}, args...)...)
}

func (p *picture) texts() {
	p.Helper()
	var texts []draw.Op
	packet := false // the shape before a text
	for _, op := range p.c.Ops() {
		if op.Kind != draw.OpText {
			packet = strings.HasPrefix(op.ID.Kind, "packet")
			continue
		}
		if px := op.Font.Size * p.v.Scale; px < draw.MinText-0.01 {
			p.wrong("%q is %.1f CSS pixels high", op.Text, px)
		}
		b := inked(op)
		if b.x0 < 0 || b.x1 > p.c.Width || b.y0 < 0 || b.y1 > p.c.Height {
			p.wrong("%q leaves the picture", op.Text)
		}
		if packet {
			continue
		}
		for _, other := range texts {
			if b.meets(inked(other)) {
				p.wrong("%q stands on %q", op.Text, other.Text)
			}
		}
		texts = append(texts, op)
	}
}

// ink is where capitals of a text stand.
type ink struct{ x0, y0, x1, y1 float64 }

func inked(op draw.Op) ink {
	w := draw.TextWidth(op.Text, op.Font.Size, op.Font.Bold)
	x := op.X - w*[...]float64{draw.Start: 0, draw.Middle: 0.5, draw.End: 1}[op.Font.Anchor]
	return ink{x, op.Y - draw.CapHeight(op.Font.Size), x + w, op.Y}
}

func (a ink) meets(b ink) bool {
	const touch = 1 // what anti-aliasing hides
	return a.x0 < b.x1-touch && b.x0 < a.x1-touch && a.y0 < b.y1-touch && b.y0 < a.y1-touch
}

func (p *picture) shapes(most int) {
	p.Helper()
	if n := len(p.c.Ops()); n > most {
		p.wrong("%d shapes, want at most %d", n, most)
	}
	for _, op := range p.c.Ops() {
		x0, y0, x1, y1 := op.X, op.Y, op.X+op.W, op.Y+op.H
		switch op.Kind {
		case draw.OpLine:
			x1, y1 = op.W, op.H
		case draw.OpCircle:
			x0, y0, x1, y1 = op.X-op.W, op.Y-op.W, op.X+op.W, op.Y+op.W
		case draw.OpText:
			continue
		}
		if lo, right := min(x0, x1, y0, y1), max(x0, x1); !(lo >= 0) || !(right <= p.c.Width) || !(max(y0, y1) <= p.c.Height) || math.IsNaN(right) {
			p.wrong("%v from %.0f,%.0f to %.0f,%.0f leaves the picture", op.ID, x0, y0, x1, y1)
		}
	}
}

func (p *picture) ids() {
	p.Helper()
	seen := map[draw.ID]bool{}
	for _, op := range p.c.Ops() {
		if op.Kind == draw.OpText || op.ID.Kind == "" {
			continue
		}
		if seen[op.ID] {
			p.wrong("two shapes are %v", op.ID)
		}
		seen[op.ID] = true
	}
}

// NoGarbage draws frames of settings into a canvas that has its room already, with
// and without a part in focus, and wants no allocations.
func NoGarbage(t *testing.T, e *scenes.Entry, focus string, settings ...string) {
	t.Helper()
	for _, values := range settings {
		film := Build(t, e, values)
		for _, fm := range formats {
			for _, focus := range []string{"", focus} {
				c := draw.NewCanvas(fm.width, fm.height, 0.8)
				if n := garbage(film, c, film.Timeline().End(), scenes.View{Focus: focus}); n > 0 {
					t.Errorf("%q, %s, focus %q: %v allocations a frame, want none", values, fm.name, focus, n)
				}
			}
		}
	}
}

// garbage is how many allocations a frame takes, of those up to end, once the canvas
// has its room.
func garbage(f scenes.Film, c *draw.Canvas, end sim.Time, v scenes.View) float64 {
	i := sim.Time(0)
	frame := func() {
		i++
		v.Time = min(end/20*(i%20), f.Timeline().End())
		v.Scale = c.Scale
		scenes.Draw(f, c, v)
	}
	for range 20 {
		frame()
	}
	return testing.AllocsPerRun(40, frame)
}
