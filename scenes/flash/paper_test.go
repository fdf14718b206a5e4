package flash

import (
	"math"
	"testing"
)

// TestPaperComparison prints the traffic of GPT-2 medium's attention beside what
// the FlashAttention paper measured (arXiv 2205.14135, Figure 2 left, A100:
// standard 40.3 GB, FlashAttention 4.4 GB, forward and backward), and the terms
// that lie between the algorithms as printed and the measurement.
func TestPaperComparison(t *testing.T) {
	gigabytes := func(set func(*Params)) float64 {
		f := filmOf(t, func(p *Params) {
			p.Batch, p.Pass = 64, both
			set(p)
		})
		return (f.read + f.written) / 1e9
	}
	for _, c := range []struct {
		name      string
		set       func(*Params)
		want      float64 // by hand
		near, tol float64 // the measurement, where the row is meant to come near
	}{
		// 16·64 heads, Nd = 65,536, N² = 1,048,576, 2 bytes: 11·N² + 12·Nd elements.
		{"standard, Algorithms 0 and 3", func(p *Params) { p.Algo = standard }, 1024 * 2 * (11*1048576 + 12*65536) / 1e9, 0, 0},
		// An additive mask: N² read and N² written.
		{"standard + mask", func(p *Params) { p.Algo, p.Mask = standard, true }, 1024 * 2 * (13*1048576 + 12*65536) / 1e9, 0, 0},
		// Dropout: forward N² read, N² written and a byte; backward the same.
		{"standard + mask + dropout", func(p *Params) { p.Algo, p.Mask, p.Dropout = standard, true, true }, 1024 * 2 * (18*1048576 + 12*65536) / 1e9, 40.3, 0.01},
		// Bc 328, 4 rounds. Forward 2Nd + 4·(3Nd) elements and 4·4N statistics,
		// backward 4Nd + 4·(5Nd) and 4·2N.
		{"FlashAttention-1, Algorithms 1 and 4", func(p *Params) { p.Algo = fa1 }, 1024 * (2*38*65536 + 4*24*1024) / 1e9, 0, 0},
		// Forward, what 108 heads read again (2Nd each, 28 MB) fits into 40 MB of
		// L2: O, l and m come from HBM once, Q once. Backward (57 MB) it does not,
		// but for the last wave: 1,024 = 9·108 + 52 heads, which save 3 of 4 rounds.
		{"FlashAttention-1, re-reads from L2", func(p *Params) { p.Algo, p.L2 = fa1, true }, (1024*(2*(2+2+4+24)*65536+4*(2+8+8)*1024) - 52*3*(2*4*65536+4*2*1024)) / 1e9, 4.4, 0.03},
	} {
		got := gigabytes(c.set)
		if c.near > 0 {
			t.Logf("%-38s %6.3f GB; the paper measured %v GB", c.name, got, c.near)
		} else {
			t.Logf("%-38s %6.3f GB", c.name, got)
		}
		if math.Abs(got-c.want) > 1e-9*c.want {
			t.Errorf("%s: %v GB, by hand %v GB", c.name, got, c.want)
		}
		if c.near > 0 && math.Abs(got-c.near) > c.tol*c.near {
			t.Errorf("%s: %v GB, want within %v of the measured %v GB", c.name, got, c.tol, c.near)
		}
	}
}

// TestMoreArithmeticLessTime: FlashAttention computes more than standard attention
// and is faster. Source: arXiv 2205.14135, Figure 2 left.
func TestMoreArithmeticLessTime(t *testing.T) {
	f := filmOf(t, func(p *Params) { p.Algo, p.Batch, p.Pass = fa1, 64, both })
	ratio := float64(f.flops) / float64(f.race.flops)
	t.Logf("FLOP %.3f times, HBM traffic 1/%.2f, time 1/%.2f", ratio,
		(f.race.read+f.race.written)/(f.read+f.written), f.race.tl.End().Seconds()/f.tl.End().Seconds())
	if ratio != 14.0/12 || f.tl.End() >= f.race.tl.End() {
		t.Errorf("FLOP %v times in %v, standard attention %v; want 7/6 times the FLOP in less time", ratio, f.tl.End(), f.race.tl.End())
	}
}
