package flash

import (
	"math"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/scenetest"
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

func TestPictures(t *testing.T) {
	scenetest.Pictures(t, Scene.Entry(), 9000, pictured...)
	scenetest.OneShapeEach(t, Scene.Entry(), pictured...)
}

func TestFramesMakeNoGarbage(t *testing.T) {
	scenetest.NoGarbage(t, Scene.Entry(), "hbm/K/7",
		"", "algo=fa1", "algo=standard pass=both", "pass=both causal=true", "batch=64", "seq=131072 causal=true", "algo=fa1 batch=640 pass=both")
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
