package collective

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

// settingOf builds "key=value key=value".
func settingOf(t *testing.T, text string) *film {
	t.Helper()
	s := Scene.Entry().New()
	for _, p := range s.Apply(scenes.Values(text), true) {
		t.Fatal(p)
	}
	f, err := s.Build()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f.(*film)
}

// eachFrame draws frames of all pictures in both formats, from a phone's scale
// up.
func eachFrame(t *testing.T, visit func(name string, f *film, c *draw.Canvas, v scenes.View)) {
	for _, text := range pictured {
		f := settingOf(t, text)
		end := f.tl.End()
		for _, format := range [][2]float64{{draw.LandscapeWidth, draw.LandscapeHeight}, {draw.PortraitWidth, draw.PortraitHeight}} {
			for _, scale := range []float64{0.39, 1} {
				for _, share := range []float64{0, 0.003, 0.21, 0.5, 1} {
					c := draw.NewCanvas(format[0], format[1], scale)
					v := scenes.View{Time: sim.Time(share * float64(end)), Scale: scale}
					scenes.Draw(f, c, v)
					visit(text, f, c, v)
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
// each other. Numbers on packets move and may cover each other.
func TestTextsCanBeRead(t *testing.T) {
	eachFrame(t, func(name string, f *film, c *draw.Canvas, v scenes.View) {
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
	eachFrame(t, func(name string, f *film, c *draw.Canvas, v scenes.View) {
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
			if lo, hi := min(x0, x1, y0, y1), max(x0, x1); !(lo >= 0) || !(hi <= c.Width) || !(max(y0, y1) <= c.Height) || math.IsNaN(hi) {
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
