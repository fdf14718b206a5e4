package flash

import (
	"math"
	"testing"

	"inflight/scenes/sim"

	"pgregory.net/rapid"
)

// apart is the largest difference between two lists.
func apart(a, b []float64) float64 {
	most := 0.0
	for i := range a {
		if d := math.Abs(a[i] - b[i]); !(d <= most) {
			most = d
		}
	}
	return most
}

// textbook is softmax attention with all of S and P in memory, in another order
// of operations than the tiles.
func textbook(s *small) []float64 {
	o := make([]float64, s.n*s.d)
	for r := range s.n {
		top := math.Inf(-1)
		for c := range s.n {
			top = max(top, s.score(r, c))
		}
		if math.IsInf(top, -1) {
			continue
		}
		p := make([]float64, s.n)
		sum := 0.0
		for c := range s.n {
			p[c] = math.Exp(s.score(r, c) - top)
			sum += p[c]
		}
		for c := range s.n {
			for i := range s.d {
				o[r*s.d+i] += p[c] / sum * s.v[c*s.d+i]
			}
		}
	}
	return o
}

// TestTilesGiveSoftmaxAttention: both algorithms, with tiles of any width down to
// one column, scores up to the thousands, and masks that leave rows without any
// key, end at the textbook's output to 1e-12.
func TestTilesGiveSoftmaxAttention(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n, d := rapid.IntRange(1, 64).Draw(r, "n"), rapid.IntRange(1, 16).Draw(r, "d")
		s := newSmall(n, d, rapid.Bool().Draw(r, "causal"))
		s.scale *= rapid.SampledFrom([]float64{1e-6, 1, 30, 1000}).Draw(r, "scale")
		blocked := rapid.IntRange(-1, n-1).Draw(r, "fully masked row")
		inner := s.hidden
		s.hidden = func(row, col int) bool { return row == blocked || inner != nil && inner(row, col) }
		width := rapid.IntRange(1, n).Draw(r, "columns of a tile")
		want := textbook(s)
		for _, divided := range []bool{true, false} {
			var got []float64
			for row := range n {
				x := newState(d)
				for c := 0; c < n; c += width {
					s.absorb(&x, row, c, min(c+width, n), divided)
				}
				if !divided {
					x.divide()
				}
				if row == blocked && (x.l != 0 || apart(x.o, make([]float64, d)) != 0) {
					r.Errorf("the row without keys is %v, want zeros", x)
				}
				got = append(got, x.o...)
			}
			if e := apart(got, want); !(e < 1e-12) {
				r.Errorf("n=%d d=%d width=%d: %g from softmax attention", n, d, width, e)
			}
		}
	})
}

// TestGradients holds the tiles' gradients to those of whole matrices: dV = PᵀdO,
// dP = dO·Vᵀ, dS = P∘(dP - rowsum(P∘dP)), dQ = dS·K, dK = dSᵀQ.
func TestGradients(t *testing.T) {
	for _, causal := range []bool{false, true} {
		for _, algo := range []string{fa1, fa2} {
			j := settled(t, func(p *Params) {
				oneHead(p, algo, 50, 12, 1<<16)
				p.Pass, p.Causal, p.BlockQ, p.BlockK = both, causal, 7, 11
			})
			got := newToy(j)
			s := got.small
			want := s.newGradients()
			for r := range s.n {
				p, dp, delta := make([]float64, s.n), make([]float64, s.n), 0.0
				row := s.plain(r)
				for c := range s.n {
					p[c] = math.Exp(s.score(r, c)-row.m) / row.l
					dp[c] = dot(s.do[r*s.d:][:s.d], s.v[c*s.d:][:s.d])
					delta += p[c] * dp[c]
				}
				for c := range s.n {
					ds := p[c] * (dp[c] - delta) * s.scale
					for i := range s.d {
						want.v[c*s.d+i] += p[c] * s.do[r*s.d+i]
						want.q[r*s.d+i] += ds * s.k[c*s.d+i]
						want.k[c*s.d+i] += ds * s.q[r*s.d+i]
					}
				}
			}
			if e := max(apart(got.grads.q, want.q), apart(got.grads.k, want.k), apart(got.grads.v, want.v)); !(e < 1e-12) {
				t.Errorf("%s, causal %v: gradients are %g apart", algo, causal, e)
			}
		}
	}
}

// filmOf builds a setting.
func filmOf(t testing.TB, set func(*Params)) *film {
	t.Helper()
	p := defaults
	set(&p)
	f, err := build(p)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*film)
}

// TestOutputIsTheAlgorithms follows O through films in which the small matrices
// are the whole setting: at each instant it is what the loops have by then, run
// here by themselves, and at the end it is softmax attention.
func TestOutputIsTheAlgorithms(t *testing.T) {
	for _, causal := range []bool{false, true} {
		for _, algo := range []string{standard, fa1, fa2} {
			f := filmOf(t, func(p *Params) {
				oneHead(p, algo, 60, 16, 1<<16)
				p.Causal, p.BlockQ, p.BlockK, p.SMs = causal, 16, 25, 2
				if algo == standard {
					p.BlockQ, p.BlockK = 0, 0
				}
			})
			if e := apart(f.output(f.tl.End()), textbook(f.toy.small)); !(e < 1e-12) {
				t.Errorf("%s, causal %v: the film ends %g from softmax attention", algo, causal, e)
			}
			if algo == standard {
				continue
			}
			for _, p := range f.parts {
				for k := range p.tiles {
					end := f.tl.Finish(p.tiles[k].end)
					for _, at := range []sim.Time{end - 1, end} {
						if e := apart(f.output(at), loops(f, at)); !(e < 1e-12) {
							t.Fatalf("%s, causal %v, at %v: O is %g from what the loops have", algo, causal, at, e)
						}
					}
				}
			}
		}
	}
}

// loops is O after the tiles that have ended at an instant, by the engine's spans.
func loops(f *film, at sim.Time) []float64 {
	s := f.toy.small
	rows := make([]state, s.n)
	for r := range rows {
		rows[r] = newState(s.d)
	}
	taken := make([]int, f.tr)
	for i := range f.parts {
		p := &f.parts[i]
		w := &f.waves[p.wave]
		for k := range p.tiles {
			x := &p.tiles[k]
			if f.tl.Finish(x.end) > at {
				continue
			}
			var blocks []int
			col := x.inner
			if f.algo == fa1 {
				col, blocks = w.segments[p.segment].outer, []int{x.inner}
			} else {
				for b := w.block; b < w.block+int64(w.blocks); b++ { // one head: block b is position b
					row := int(b)
					if f.causal {
						row = f.tr - 1 - row
					}
					blocks = append(blocks, row)
				}
			}
			for _, b := range blocks {
				if f.causal && (b+1)*f.bq <= col*f.bk {
					continue // above the diagonal
				}
				taken[b]++
				for r := b * f.bq; r < min((b+1)*f.bq, s.n); r++ {
					s.absorb(&rows[r], r, col*f.bk, min((col+1)*f.bk, s.n), f.algo == fa1)
				}
			}
		}
	}
	var o []float64
	for r := range rows {
		if f.algo == fa2 && taken[r/f.bq] == f.colsSeen(r/f.bq) {
			rows[r].divide()
		}
		o = append(o, rows[r].o...)
	}
	return o
}

// TestSmallMatricesOfLargeSettings: where the sequence is scaled down, the film
// still ends at softmax attention, with ragged tiles and a causal mask.
func TestSmallMatricesOfLargeSettings(t *testing.T) {
	for _, c := range []struct {
		algo      string
		n, bq, bk int
		causal    bool
	}{
		{fa2, 1024, 128, 128, false}, {fa2, 1000, 128, 300, true}, {fa1, 8191, 64, 99, true}, {fa1, 100, 1, 100, true}, {fa2, 12345, 128, 64, true},
	} {
		f := filmOf(t, func(p *Params) {
			oneHead(p, c.algo, c.n, 64, 1<<16)
			p.BlockQ, p.BlockK, p.Causal = c.bq, c.bk, c.causal
		})
		if e := apart(f.output(f.tl.End()), textbook(f.toy.small)); !(e < 1e-12) {
			t.Errorf("%+v: the film ends %g from softmax attention", c, e)
		}
	}
}
