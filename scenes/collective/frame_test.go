package collective

import (
	"math"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/scenetest"
	"inflight/scenes/sim"
)

// pictured are settings whose pictures differ in kind.
var pictured = []string{
	"", "gpus=2", "gpus=3", "gpus=5", "gpus=16", "gpus=17", "gpus=64", "gpus=65", "gpus=16384",
	"algo=ring-both", "algo=ring-both gpus=2", "algo=ring-both gpus=16", "algo=ring-both gpus=100",
	"algo=tree", "algo=tree gpus=2", "algo=tree gpus=3", "algo=tree gpus=16 pieces=64", "algo=tree gpus=100", "algo=tree op=broadcast", "algo=tree op=reduce gpus=7",
	"algo=halving-doubling", "algo=halving-doubling gpus=11", "algo=halving-doubling gpus=64", "algo=halving-doubling gpus=1024",
	"algo=halving-doubling op=broadcast", "algo=halving-doubling op=reduce gpus=256",
	"algo=direct", "algo=direct gpus=16", "algo=direct gpus=2", "algo=direct op=broadcast", "algo=direct op=reduce gpus=40", "algo=direct gpus=16384",
	"op=all-to-all", "op=all-to-all algo=ring-both gpus=6", "op=all-to-all algo=direct", "op=all-to-all gpus=1000",
	"op=broadcast", "op=broadcast gpus=1000", "op=reduce algo=ring-both", "op=reduce gpus=16384", "op=all-gather", "op=reduce-scatter gpus=33",
	"nodes=2", "gpus=16 nodes=2", "gpus=16 nodes=4 nics=2", "gpus=16 nodes=16", "gpus=15 nodes=3 nics=2", "gpus=16 nodes=8", "gpus=12 nodes=2 nics=1",
	"nodes=2 algo=tree", "gpus=16 nodes=8 algo=tree", "gpus=8 nodes=8 algo=tree", "nodes=2 algo=direct nics=1", "nodes=2 algo=halving-doubling", "nodes=4 algo=direct op=all-to-all",
	"gpus=16 nodes=2 algo=ring-both", "nodes=2 algo=ring-both op=broadcast", "gpus=512 nodes=64", "gpus=16384 nodes=2048", "gpus=16384 nodes=2048 algo=direct",
	"bytes=1B", "bytes=1PB bandwidth=1TB/s", "latency=1ms bytes=1kB",
}

func TestPictures(t *testing.T) {
	scenetest.Pictures(t, Scene.Entry(), 9000, pictured...)
	scenetest.OneShapeEach(t, Scene.Entry(), pictured...)
}

func TestFramesMakeNoGarbage(t *testing.T) {
	scenetest.NoGarbage(t, Scene.Entry(), "chunk/3",
		"", "gpus=64", "gpus=1000", "algo=ring-both", "algo=tree", "algo=halving-doubling", "algo=direct", "nodes=2", "algo=tree nodes=2")
}

// settingOf builds "key=value key=value".
func settingOf(t *testing.T, text string) *film {
	t.Helper()
	return scenetest.Build(t, Scene.Entry(), text).(*film)
}

// TestPacketsTravelWithTheirBytes: a packet of the ring stands on its link, at
// the share of its bytes that has moved, and is there exactly while it does.
func TestPacketsTravelWithTheirBytes(t *testing.T) {
	f := settingOf(t, "latency=1ms")
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	r, ok := f.tl.Find(sim.ID{Kind: "send/#/#", A: 2, B: 3})
	if !ok {
		t.Fatal("no send/2/3")
	}
	start, end := f.tl.Start(r), f.tl.Finish(r)
	w := f.wayOf(&f.wide, &f.parts[0], 2, 3).within(f.packetSize())
	for _, x := range []struct {
		at    sim.Time
		share float64 // of the way; -1 for not there
	}{
		{start - 1, -1}, {start, 0}, {start + sim.Millisecond, 0}, // the latency
		{start + sim.Millisecond + (end-start-sim.Millisecond)/4, 0.25}, {end - 1, 1}, {end, -1},
	} {
		scenes.Draw(f, c, scenes.View{Time: x.at, Scale: 1})
		share := -1.0
		for _, op := range c.Ops() {
			if op.ID == (draw.ID{Kind: "packet/#/#", A: 2, B: 3}) {
				at := draw.Point{X: op.X + op.W/2, Y: op.Y + op.H/2}
				share = distance(w.points[0], at) / distance(w.points[0], w.points[1])
			}
		}
		if math.Abs(share-x.share) > 1e-6 {
			t.Errorf("%v after the start: the packet is at %v of its way, want %v", x.at-start, share, x.share)
		}
	}
}

// TestStacksShowContributions: the filled part of a chunk is as high as the share
// of contributions that it holds.
func TestStacksShowContributions(t *testing.T) {
	f := settingOf(t, "")
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	// After 3 steps GPU 4 has received chunks 2, 1 and 0, with the sums of 2, 3
	// and 4 GPUs.
	at := f.rounds[2].end
	scenes.Draw(f, c, scenes.View{Time: at, Scale: 1})
	want := map[int32]float64{2: 2. / 8, 1: 3. / 8, 0: 4. / 8, 5: 1. / 8}
	ops := c.Ops()
	for i, op := range ops {
		if op.ID.Kind != "chunk/#/gpu#" || op.ID.B != 4 {
			continue
		}
		share, ok := want[op.ID.A]
		if filled := ops[i+1]; ok && math.Abs(filled.H/op.H-share) > 1e-6 {
			t.Errorf("chunk %d on GPU 4 is filled to %v, want %v", op.ID.A, filled.H/op.H, share)
		}
		delete(want, op.ID.A)
	}
	if len(want) > 0 {
		t.Errorf("no cells for %v", want)
	}
}

// TestFocusChangesThePicture: each kind of focus shows, and an unknown one does
// nothing.
func TestFocusChangesThePicture(t *testing.T) {
	f := settingOf(t, "")
	draws := func(focus string) []draw.Op {
		c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
		scenes.Draw(f, c, scenes.View{Time: f.tl.End() / 3, Scale: 1, Focus: focus})
		return c.Ops()
	}
	same := func(a, b []draw.Op) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	none := draws("")
	for _, focus := range []string{"gpu/3", "chunk/4", "chunk/4/gpu2", "link/2/3", "send/2/3", "packet/2/3"} {
		if same(none, draws(focus)) {
			t.Errorf("focus %q shows nothing", focus)
		}
	}
	for _, focus := range []string{"gpu/99", "gpu/", "gpu/x", "chunk", "legend/0", "send", "send/", "nonsense", "\xff", "link/", "link/9/9/9"} {
		got := draws(focus)
		if len(got) != len(none) {
			t.Errorf("focus %q draws %d shapes, want %d", focus, len(got), len(none))
		}
	}
}

// TestLanesShowTheWindow: with a window of time, the chart shows what runs in it
// and no more.
func TestLanesShowTheWindow(t *testing.T) {
	f := settingOf(t, "")
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	scenes.Draw(f, c, scenes.View{Time: f.rounds[5].start, From: f.rounds[4].start + 1, To: f.rounds[6].end - 1, Scale: 1})
	spans := 0
	for _, op := range c.Ops() {
		if strings.HasPrefix(op.ID.Kind, "send/") {
			spans++
			if op.ID.B < 4 || op.ID.B > 6 {
				t.Errorf("step %d is in the chart of steps 4 to 6", op.ID.B)
			}
		}
	}
	if spans != 3*8 {
		t.Errorf("%d spans, want 24", spans)
	}
}
