package flash

import (
	"testing"

	"inflight/scenes/sim"

	"pgregory.net/rapid"
)

// TestLumpsLastAsLongAsTheirTiles runs settings tile by tile and as lumps: the
// same times to the picosecond, and the same bytes.
func TestLumpsLastAsLongAsTheirTiles(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := defaults
		p.Algo = rapid.SampledFrom([]string{standard, fa1, fa2}).Draw(r, "algo")
		p.Pass = rapid.SampledFrom([]string{forward, backward, both}).Draw(r, "pass")
		p.Seq = rapid.IntRange(1, 900).Draw(r, "seq")
		p.HeadDim = rapid.IntRange(1, 90).Draw(r, "head-dim")
		p.Heads = rapid.IntRange(1, 7).Draw(r, "heads")
		p.KVHeads = 1
		p.Batch = rapid.IntRange(1, 3).Draw(r, "batch")
		p.BlockQ = rapid.IntRange(40, 120).Draw(r, "block-q")
		p.BlockK = rapid.IntRange(40, 120).Draw(r, "block-k")
		p.SMs = rapid.IntRange(1, 30).Draw(r, "sms")
		p.Causal = rapid.Bool().Draw(r, "causal")
		p.L2 = rapid.Bool().Draw(r, "l2")
		p.HBMBandwidth = rapid.SampledFrom([]float64{1e9, 1e11, 2e12, 1e14}).Draw(r, "hbm-bandwidth")
		p.SRAM = rapid.SampledFrom([]float64{0, 1 << 20}).Draw(r, "sram")
		j, err := settle(p)
		if err != nil {
			r.Skip()
		}
		whole, err := j.play(1 << 30)
		if err != nil {
			r.Fatal(err)
		}
		lumped, err := j.play(0)
		if err != nil {
			r.Fatal(err)
		}
		pc := pace{job: j}
		for i := range whole.parts {
			x := &whole.parts[i]
			if x.repeats > 0 {
				continue
			}
			s := &whole.waves[x.wave].segments[x.segment]
			if got, want := pc.duration(s), x.end-x.start; got != want {
				r.Fatalf("%+v: a segment of %d tiles lasts %v by the rules, %v in the engine", p, s.length(), got, want)
			}
			if want := x.bytes; i+1 < len(whole.parts) && whole.parts[i+1].before != x.before+want {
				r.Errorf("%+v: part %d begins after %v bytes, want %v", p, i+1, whole.parts[i+1].before, x.before+want)
			}
		}
		if lumped.tl.End() != whole.tl.End() {
			r.Errorf("%+v: %v in lumps, %v by tiles", p, lumped.tl.End(), whole.tl.End())
		}
		if err := sim.Verify(whole.tl); err != nil {
			r.Error(err)
		}
		last := whole.parts[len(whole.parts)-1]
		if got, want := last.before+last.bytes, whole.read+whole.written; !close(got, want) {
			r.Errorf("%+v: transfers carry %v bytes, counted are %v", p, got, want)
		}
	})
}

// close allows for sums of whole numbers of bytes in another order.
func close(a, b float64) bool { return a-b < 1e-9*b && b-a < 1e-9*b }
