package flash

import (
	"math"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// pictured are settings whose pictures differ in kind.
var pictured = []string{
	"", "seq=64", "seq=1", "seq=1 algo=standard", "seq=129", "seq=4096", "seq=8192 causal=true", "causal=true", "seq=1048576 heads=1 kv-heads=1",
	"batch=64", "batch=65536", "pass=backward", "pass=both", "pass=both causal=true seq=3000",
	"algo=fa1", "algo=fa1 seq=3000 causal=true", "algo=fa1 pass=both batch=64 l2=true", "algo=fa1 pass=backward", "algo=fa1 seq=131072 batch=64",
	"algo=standard", "algo=standard pass=both mask=true dropout=true", "algo=standard pass=backward seq=17", "algo=standard causal=true batch=64",
	"algo=fa1 seq=64 head-dim=16 heads=1 kv-heads=1 block-q=16 block-k=16", "seq=300 block-q=1 block-k=300 head-dim=1", "seq=300 block-q=300 block-k=1 head-dim=1",
	"model=llama-3.1-405b seq=131072 causal=true gpu=h100-sxm dtype=bf16", "model=llama-3-8b gpu=h100-sxm l2=true seq=8192", "hbm-bandwidth=1GB/s", "exp-rate=1e6",
	"sram=40KiB", "gpu=mi300x", "head-dim=256 causal=true",
}

// formats are the two, each with its scales: that of half of a comparison on a
// phone, of a phone, of a wide screen.
var formats = []struct {
	width, height float64
	scales        []float64
}{
	{draw.LandscapeWidth, draw.LandscapeHeight, []float64{0.243, 0.39, 1}},
	{draw.PortraitWidth, draw.PortraitHeight, []float64{0.39, 1}},
}

// eachFrame draws frames of all pictures in both formats.
func eachFrame(t *testing.T, visit func(name string, c *draw.Canvas, v scenes.View)) {
	for _, text := range pictured {
		film, err := setting(t, text).Build()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		end := film.Timeline().End()
		for _, format := range formats {
			for _, scale := range format.scales {
				for _, share := range []float64{0, 0.003, 0.21, 0.37, 0.5, 0.83, 1} {
					c := draw.NewCanvas(format.width, format.height, scale)
					v := scenes.View{Time: sim.Time(share * float64(end)), Scale: scale}
					scenes.Draw(film, c, v)
					visit(text, c, v)
				}
			}
		}
	}
}

// box is where a text stands.
type box struct{ x0, y0, x1, y1 float64 }

func boxOf(op draw.Op) box {
	w := draw.TextWidth(op.Text, op.Font.Size, op.Font.Bold)
	x := op.X
	switch op.Font.Anchor {
	case draw.Middle:
		x -= w / 2
	case draw.End:
		x -= w
	}
	return box{x, op.Y - draw.CapHeight(op.Font.Size), x + w, op.Y}
}

func (a box) meets(b box) bool {
	const touch = 1 // what anti-aliasing hides
	return a.x0 < b.x1-touch && b.x0 < a.x1-touch && a.y0 < b.y1-touch && b.y0 < a.y1-touch
}

// TestTextsCanBeRead wants texts inside the picture, high enough, and apart from
// each other. The name of a tile on its way may cover others.
func TestTextsCanBeRead(t *testing.T) {
	eachFrame(t, func(name string, c *draw.Canvas, v scenes.View) {
		var texts []draw.Op
		packet := false // the shape before a text
		for _, op := range c.Ops() {
			if op.Kind != draw.OpText {
				packet = strings.HasPrefix(op.ID.Kind, "packet")
				continue
			}
			b := boxOf(op)
			if px := op.Font.Size * v.Scale; px < draw.MinText-0.01 {
				t.Errorf("%q, scale %v: %q is %.1f CSS pixels high", name, v.Scale, op.Text, px)
			}
			if b.x0 < 0 || b.x1 > c.Width || b.y0 < 0 || b.y1 > c.Height {
				t.Errorf("%q, %v wide, scale %v: %q leaves the picture", name, c.Width, v.Scale, op.Text)
			}
			if packet {
				continue
			}
			for _, other := range texts {
				if b.meets(boxOf(other)) {
					t.Errorf("%q, %v wide, scale %v, at %v: %q stands on %q", name, c.Width, v.Scale, v.Time, op.Text, other.Text)
				}
			}
			texts = append(texts, op)
		}
	})
}

// TestShapesStayInside wants shapes inside the picture, none too many, and no ID
// twice.
func TestShapesStayInside(t *testing.T) {
	eachFrame(t, func(name string, c *draw.Canvas, v scenes.View) {
		seen := map[draw.ID]bool{}
		if n := len(c.Ops()); n > 9000 {
			t.Errorf("%q, %v wide: %d shapes", name, c.Width, n)
		}
		for _, op := range c.Ops() {
			x0, y0, x1, y1 := op.X, op.Y, op.X+op.W, op.Y+op.H
			switch op.Kind {
			case draw.OpLine:
				x1, y1 = op.W, op.H
			case draw.OpCircle:
				x0, y0, x1, y1 = op.X-op.W, op.Y-op.W, op.X+op.W, op.Y+op.W
			case draw.OpText:
				continue
			}
			if lo, hi := min(x0, x1, y0, y1), max(x0, x1); !(lo >= 0) || !(hi <= c.Width+1e-6) || !(max(y0, y1) <= c.Height+1e-6) || math.IsNaN(hi) {
				t.Errorf("%q, %v wide, scale %v: %v from %.0f,%.0f to %.0f,%.0f leaves the picture", name, c.Width, v.Scale, op.ID, x0, y0, x1, y1)
			}
			if op.ID.Kind == "" {
				continue
			}
			if seen[op.ID] {
				t.Errorf("%q, %v wide, at %v: two shapes are %v", name, c.Width, v.Time, op.ID)
			}
			seen[op.ID] = true
		}
	})
}

// shape finds a shape by its ID.
func shape(c *draw.Canvas, id string) (draw.Op, bool) {
	for _, op := range c.Ops() {
		if op.ID.String() == id {
			return op, true
		}
	}
	return draw.Op{}, false
}

// TestTilesTravelWithTheirBytes: a tile is on its way from HBM to SRAM at the share
// of its bytes that has moved, exactly while they move, and fills its buffer as
// they arrive; its source in HBM is lit.
func TestTilesTravelWithTheirBytes(t *testing.T) {
	f := filmOf(t, func(*Params) {})
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	ref, ok := f.tl.Find(sim.ID{Kind: "load/K/w#/o#/t#", C: 3})
	if !ok {
		t.Fatal("no load of K3")
	}
	start, end := f.tl.Start(ref), f.tl.Finish(ref)
	var from, to float64
	for _, x := range []struct {
		at    sim.Time
		share float64 // of the way; -1 for not there
	}{{start - 1, -1}, {start, 0}, {end - 1, 1}, {start + (end-start)/2, 0.5}, {start + (end-start)/4, 0.25}, {end, -1}} {
		scenes.Draw(f, c, scenes.View{Time: x.at, Scale: 1})
		op, ok := shape(c, "packet/K/w0/o0/t3")
		if ok != (x.share >= 0) {
			t.Errorf("%v after the start: K3 on its way: %v", x.at-start, ok)
		}
		if !ok {
			continue
		}
		middle := op.X + op.W/2
		switch x.share {
		case 0:
			from = middle
			continue
		case 1:
			to = middle
			continue
		}
		if got := (middle - from) / (to - from); math.Abs(got-x.share) > 1e-3 {
			t.Errorf("%v after the start: K3 is at %v of its way, want %v", x.at-start, got, x.share)
		}
		if lit, _ := shape(c, "hbm/K/3"); lit.Style.Stroke != draw.Ink {
			t.Errorf("K3 is on its way and not lit in HBM")
		}
	}
	if !(to > from) {
		t.Errorf("K3 goes from %v to %v", from, to)
	}
}

// TestMetersRaceOnOneClock: at each instant the meters are as long as the bytes
// that each engine has moved by then.
func TestMetersRaceOnOneClock(t *testing.T) {
	f := filmOf(t, func(p *Params) { p.Batch = 64 })
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	full := f.race.read + f.race.written
	for _, share := range []float64{0.1, 0.5, 0.9, 1} {
		at := sim.Time(share * float64(f.tl.End()))
		scenes.Draw(f, c, scenes.View{Time: at, Scale: 1})
		var lengths []float64
		for _, op := range c.Ops() {
			if op.ID.Kind == "moved/#" {
				lengths = append(lengths, op.W)
			}
		}
		if len(lengths) != 2 {
			t.Fatalf("%d meters, want 2", len(lengths))
		}
		if got, want := lengths[0]/lengths[1], f.moved(at)/f.race.moved(at); math.Abs(got-want) > 1e-9*want {
			t.Errorf("at %v the meters are %v to each other, want %v", at, got, want)
		}
		if f.race.moved(at) > full {
			t.Errorf("standard attention has moved %v of %v", f.race.moved(at), full)
		}
	}
}

// TestMovedNeverFalls, begins at 0 and ends at all bytes, also through parts that
// run as one task.
func TestMovedNeverFalls(t *testing.T) {
	for _, text := range pictured {
		film, err := setting(t, text).Build()
		if err != nil {
			t.Fatal(err)
		}
		f := film.(*theFilm)
		before := 0.0
		for i := range sim.Time(301) {
			at := f.tl.End() / 300 * i
			if i == 300 {
				at = f.tl.End()
			}
			now := f.moved(at)
			if now < before*(1-1e-12) || i == 0 && now != 0 {
				t.Errorf("%q: %v bytes at %v, after %v", text, now, at, before)
			}
			before = now
		}
		if want := f.read + f.written; before != want {
			t.Errorf("%q ends at %v bytes, want %v", text, before, want)
		}
	}
}

type theFilm = film

// TestFramesMakeNoGarbage draws frames into a canvas that has its room already.
func TestFramesMakeNoGarbage(t *testing.T) {
	for _, text := range []string{"", "algo=fa1", "algo=standard pass=both", "pass=both causal=true", "batch=64", "seq=131072 causal=true", "algo=fa1 batch=640 pass=both"} {
		f, err := setting(t, text).Build()
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range formats {
			canvas := draw.NewCanvas(format.width, format.height, 0.8)
			end, i := f.Timeline().End(), sim.Time(0)
			frame := func() {
				i++
				scenes.Draw(f, canvas, scenes.View{Time: end / 20 * (i % 20), Scale: 0.8})
			}
			for range 20 {
				frame()
			}
			if n := testing.AllocsPerRun(40, frame); n > 0 {
				t.Errorf("%q, %v units wide: %v allocations a frame, want none", text, format.width, n)
			}
		}
	}
}

// TestFocusLightsATile in HBM.
func TestFocusLightsATile(t *testing.T) {
	f := filmOf(t, func(*Params) {})
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	for _, focus := range []string{"hbm/K/7", "hbm/K/", "hbm/K/99", "x", "\xff", ""} {
		scenes.Draw(f, c, scenes.View{Scale: 1, Focus: focus})
		op, ok := shape(c, "hbm/K/7")
		if lit := op.Style.Stroke == draw.Ink; !ok || lit != (focus == "hbm/K/7") {
			t.Errorf("focus %q: K7 drawn %v, lit %v", focus, ok, lit)
		}
	}
}
