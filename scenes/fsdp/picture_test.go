package fsdp

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// at looks at the columns at an instant.
func (f *film) columnsAt(at sim.Time) *[maxPieces]column {
	var columns [maxPieces]column
	f.look(&columns, at)
	return &columns
}

// TestShardsMoveWithTheirBytes: what a column shows is what the engine's
// transfers have moved at the instant.
func TestShardsMoveWithTheirBytes(t *testing.T) {
	f := must(t)
	i := 6 // layer 5
	m := f.tracks[i].holds[0].gather
	s := m.span(f.tl)
	middle := s.from + (s.to-s.from)/2
	for _, c := range []struct {
		what string
		at   sim.Time
		here float64
	}{
		{"before its gather", s.from - 1, 0},
		{"in the middle", middle, f.tl.Progress(m.first(), middle)},
		{"once gathered", s.to, 1},
		{"while it computes", f.tl.Finish(f.forwards[i]) - 1, 1},
		{"once released", f.tl.Finish(f.forwards[i]), 0},
		{"at the end", f.tl.End(), 0},
	} {
		if got := f.columnsAt(c.at)[i].here; got != c.here {
			t.Errorf("%s %v of layer 5 is here, want %v", c.what, got, c.here)
		}
	}
	reduce := f.tracks[i].reduce.span(f.tl)
	for _, at := range []sim.Time{reduce.from, (reduce.from + reduce.to) / 2, reduce.to} {
		c := f.columnsAt(at)[i]
		if want := f.tl.Progress(f.tracks[i].reduce.first(), at); c.summed != want || c.made != 1 {
			t.Errorf("%v and %v of the gradient made and summed, want 1 and %v", c.made, c.summed, want)
		}
	}
}

// TestBucketsCoverTheModel: each unit's gradient lies in buckets as a whole, and
// they stand side by side.
func TestBucketsCoverTheModel(t *testing.T) {
	for _, model := range []string{"gpt-2", "llama-2-7b", "qwen2.5-0.5b"} {
		f := must(t, "strategy=ddp", "model="+model)
		shares := make([]float64, len(f.pieces))
		for _, l := range f.lots {
			shares[l.piece] += l.share
		}
		for i, s := range shares {
			if want := min(1, f.pieces[i].bytes); s < want-1e-9 || s > want+1e-9 {
				t.Errorf("%s: buckets hold %v of the gradient of unit %d", model, s, i)
			}
		}
		for k := 1; k < len(f.strip); k++ {
			if a, b := f.strip[k].to, f.strip[k-1].from; a != b && int(a) != int(b)-1 && a != float64(int(b)) {
				t.Errorf("%s: bucket %d ends at %v, the one before begins at %v", model, k, a, b)
			}
		}
		end := f.columnsAt(f.tl.End())
		for i := range f.pieces {
			if f.pieces[i].bytes > 0 && end[i].summed < 1-1e-9 {
				t.Errorf("%s: %v of the gradient of unit %d is summed at the end", model, end[i].summed, i)
			}
		}
	}
}

// TestMetersReachTheirTotals counts what a frame shows against the metrics.
func TestMetersReachTheirTotals(t *testing.T) {
	for _, values := range [][]string{{}, {"strategy=ddp"}, {"strategy=hsdp", "gpus=64", "nodes=8"}, {"strategy=zero1", "nodes=2"}} {
		f := must(t, values...)
		if got := f.sentAt(f.tl.End()); got < f.bytes*(1-1e-12) {
			t.Errorf("%v: %v bytes sent at the end, want %v", values, got, f.bytes)
		}
		before := 0.0
		for k := range sim.Time(200) {
			got := f.sentAt(f.tl.End() / 200 * k)
			if got < before*(1-1e-12) {
				t.Errorf("%v: %v bytes sent at %d of 200, %v before", values, got, k, before)
			}
			before = got
		}
		if got := f.waitedAt(f.tl.End()); got != length(f.idle) {
			t.Errorf("%v: compute waited %v at the end, want %v", values, got, length(f.idle))
		}
	}
}

// TestFocusFindsUnits from the ids of tasks and tiles.
func TestFocusFindsUnits(t *testing.T) {
	f := must(t)
	for id, want := range map[string]int{
		"": -1, "forward/layer3": 4, "all-gather/backward/head": 33, "backward/embedding": 0, "params/2/13": 13, "params/2/99": -1,
		"backward/layer31/tensor2": 32, "forward/layer99": -1, "grads/0/x": -1, "compute": -1, "reduce-scatter/layer0": 1,
	} {
		if got := f.focusOf(id); got != want {
			t.Errorf("%q: unit %d, want %d", id, got, want)
		}
	}
}

// TestFramesShowWhatHappens looks for the texts that say it.
func TestFramesShowWhatHappens(t *testing.T) {
	f := must(t)
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	has := func(at sim.Time, want string) {
		t.Helper()
		scenes.Draw(f, c, scenes.View{Time: at, Scale: 1})
		all := ""
		for _, op := range c.Ops() {
			if op.Text == want {
				return
			}
			all += op.Text + "|"
		}
		t.Errorf("no text %q among %q", want, all)
	}
	has(0, "compute waits")
	has(f.Telling(), "reduce-scatter")
	has(f.tl.Start(f.update)+1, "step")
	has(f.tl.End(), "35.4 of 35.4 GB")
}

// TestSmallPhoneFramesKeepTheirText: under the story of a page the picture is
// less than 300 CSS pixels wide.
func TestSmallPhoneFramesKeepTheirText(t *testing.T) {
	const scale = 0.325
	for _, values := range [][]string{{}, {"strategy=ddp"}, {"strategy=hsdp", "gpus=16384", "nodes=2048"}} {
		f := must(t, values...)
		c := draw.NewCanvas(draw.PortraitWidth, draw.PortraitHeight, scale)
		for k := range sim.Time(5) {
			scenes.Draw(f, c, scenes.View{Time: f.tl.End() / 4 * k, Scale: scale})
			for _, op := range c.Ops() {
				w := draw.TextWidth(op.Text, op.Font.Size, op.Font.Bold)
				left := op.X - w*[...]float64{draw.Start: 0, draw.Middle: 0.5, draw.End: 1}[op.Font.Anchor]
				if op.Kind == draw.OpText && (left < -0.5 || left+w > c.Width+0.5 || op.Y > c.Height || op.Font.Size*scale < draw.MinText-0.01) {
					t.Errorf("%v: %q from %.0f to %.0f at %.0f leaves the picture", values, op.Text, left, left+w, op.Y)
				}
			}
		}
	}
}
