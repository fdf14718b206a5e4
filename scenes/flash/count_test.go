package flash

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// reference is what the tests read of flashattention.json.
type reference struct {
	FA1 struct {
		Cases []struct {
			N       int   `json:"N"`
			D       int   `json:"d"`
			M       int   `json:"M_elements"`
			Bc      int   `json:"B_c"`
			Br      int   `json:"B_r"`
			Tr      int   `json:"T_r"`
			Tc      int   `json:"T_c"`
			Read    int64 `json:"hbm_read_elements"`
			Written int64 `json:"hbm_write_elements"`
		} `json:"cases"`
	} `json:"derived_fa1_counts"`
	FA2 struct {
		Tiles map[string]json.RawMessage `json:"tile_sizes_forward_sm80"`
	} `json:"fa2"`
	Middle struct {
		Points []struct {
			Bc int     `json:"B_c"`
			Tc int     `json:"T_c"`
			GB float64 `json:"GB_fp16_batch64_heads16"`
		} `json:"derived_HBM_GB_forward"`
	} `json:"fa1_fig2_middle"`
}

func readReference(t *testing.T) (r reference) {
	t.Helper()
	text, err := os.ReadFile("testdata/flashattention.json")
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTilesOfFlashAttention2 are those of its kernel.
func TestTilesOfFlashAttention2(t *testing.T) {
	tiles := readReference(t).FA2.Tiles
	for _, c := range []struct {
		list, key            string
		d                    int
		ada, causal, dropout bool
	}{
		{"no dropout, A100/H100", "32", 32, false, false, false},
		{"no dropout, A100/H100", "64", 64, false, true, false},
		{"no dropout, A100/H100", "96", 96, false, true, false},
		{"no dropout, A100/H100", "128", 128, false, true, false},
		{"no dropout, A100/H100", "192", 192, false, false, false},
		{"no dropout, A100/H100", "256 otherwise", 256, false, false, false},
		{"dropout", "64", 64, false, false, true},
		{"dropout", "128", 128, false, false, true},
		{"dropout", "192", 192, false, false, true},
		{"sm86/89", "96 causal", 96, true, true, false},
		{"sm86/89", "128 causal", 128, true, true, false},
		{"sm86/89", "128 non-causal", 128, true, false, false},
	} {
		var list map[string][3]int
		if err := json.Unmarshal(tiles[c.list], &list); err != nil {
			t.Fatal(err)
		}
		q, k := kernelTile(c.d, c.ada, c.causal, c.dropout)
		if want, ok := list[c.key]; !ok || q != want[0] || k != want[1] {
			t.Errorf("%s, %s: %d×%d, want %v", c.list, c.key, q, k, want)
		}
	}
}

// TestFLOPConvention is how papers count: 4N²d forward, 2.5 times that backward,
// half with a causal mask. Without one the engine counts the same.
func TestFLOPConvention(t *testing.T) {
	const forwardFLOP = 4 * 1024 * 1024 * 64 * 16
	for _, c := range []struct {
		pass   string
		causal bool
		want   float64
	}{{forward, false, 1}, {backward, false, 2.5}, {both, false, 3.5}, {forward, true, 0.5}, {both, true, 1.75}} {
		f := filmOf(t, func(p *Params) { p.Pass, p.Causal = c.pass, c.causal })
		if got := f.paperFLOP(); got != c.want*forwardFLOP {
			t.Errorf("%s, causal %v: %v FLOP, want %v", c.pass, c.causal, got, c.want*forwardFLOP)
		}
		if !c.causal && float64(f.flops) != c.want*forwardFLOP {
			t.Errorf("%s: the engine counts %d FLOP, want %v", c.pass, f.flops, c.want*forwardFLOP)
		}
	}
}

// settled is a job for a change of the defaults.
func settled(t testing.TB, set func(*Params)) *job {
	t.Helper()
	p := defaults
	set(&p)
	j, err := settle(p)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// counted is what a job reads and writes, in elements.
func counted(j *job) (read, written int64) {
	t, _, _ := sum(j.waves())
	for i := range numTensors {
		read, written = read+t.read[i], written+t.write[i]
	}
	return read, written
}

// oneHead is a setting of one head.
func oneHead(p *Params, algo string, n, d, m int) {
	p.Algo, p.Seq, p.HeadDim, p.Heads, p.KVHeads, p.Batch, p.SRAM = algo, n, d, 1, 1, 1, float64(2*m)
}

// TestElementsOfFlashAttention1 holds the counts to those derived from Algorithm
// 1 in flashattention.json.
func TestElementsOfFlashAttention1(t *testing.T) {
	cases := readReference(t).FA1.Cases
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		j := settled(t, func(p *Params) { oneHead(p, fa1, c.N, c.D, c.M) })
		if got, want := [4]int{j.bk, j.bq, j.tr, j.tc}, [4]int{c.Bc, c.Br, c.Tr, c.Tc}; got != want {
			t.Errorf("M=%d: Bc, Br, Tr, Tc are %v, want %v", c.M, got, want)
		}
		if read, written := counted(j); read != c.Read || written != c.Written {
			t.Errorf("M=%d: %d elements read and %d written, want %d and %d", c.M, read, written, c.Read, c.Written)
		}
	}
}

// TestBlockSizesOfFigure2 has the traffic that flashattention.json derives for
// the middle of the paper's figure 2, where statistics count as fp16.
func TestBlockSizesOfFigure2(t *testing.T) {
	points := readReference(t).Middle.Points
	if len(points) == 0 {
		t.Fatal("no points")
	}
	for _, c := range points {
		j := settled(t, func(p *Params) { p.Algo, p.Batch, p.BlockQ, p.BlockK = fa1, 64, 64, c.Bc })
		read, written := counted(j)
		if got := float64(2*(read+written)) / 1e9; j.tc != c.Tc || math.Abs(got-c.GB) > 0.0005 {
			t.Errorf("Bc=%d: %.4f GB in %d column blocks, want %v in %d", c.Bc, got, j.tc, c.GB, c.Tc)
		}
	}
}

// TestElementsOfStandardAttention is Algorithm 0: 4Nd + 4N²; and Algorithm 3:
// 8Nd + 7N².
func TestElementsOfStandardAttention(t *testing.T) {
	const n, d = 1000, 80
	for _, c := range []struct {
		pass          string
		read, written int64
	}{
		{forward, 3*n*d + 2*n*n, n*d + 2*n*n},
		{backward, 5*n*d + 5*n*n, 3*n*d + 2*n*n},
		{both, 8*n*d + 7*n*n, 4*n*d + 4*n*n},
	} {
		j := settled(t, func(p *Params) { oneHead(p, standard, n, d, 1<<16); p.Pass = c.pass })
		if read, written := counted(j); read != c.read || written != c.written {
			t.Errorf("%s: %d elements read and %d written, want %d and %d", c.pass, read, written, c.read, c.written)
		}
	}
}

// TestTrafficByHand holds FlashAttention-1 and -2 against each other for N 1024,
// d 64, Nd 65,536.
//
// FlashAttention-1, Bc 192: 6 rounds. Reads K and V once, 131,072, and in each
// round Q, O, l and m, 6·(131,072 + 2,048). Writes O, l and m in each round.
// FlashAttention-2, 128×128: 8 row blocks. Reads Q once, 65,536, and K and V for
// each, 8·131,072. Writes O and L once.
func TestTrafficByHand(t *testing.T) {
	for _, c := range []struct {
		algo          string
		read, written int64
	}{
		{fa1, 131072 + 6*133120, 6 * 67584},
		{fa2, 65536 + 8*131072, 65536 + 1024},
	} {
		j := settled(t, func(p *Params) { oneHead(p, c.algo, 1024, 64, 49152) })
		if read, written := counted(j); read != c.read || written != c.written {
			t.Errorf("%s: %d read and %d written, want %d and %d", c.algo, read, written, c.read, c.written)
		}
	}
}

// TestTrafficGrowsAsTheTheoremSays: Θ(N²d²/M). The slope of the traffic of
// FlashAttention-1 on logarithmic scales is 2 over N and -1 over M.
// Source: Dao et al., arXiv 2205.14135, Theorem 2.
func TestTrafficGrowsAsTheTheoremSays(t *testing.T) {
	traffic := func(n, d, m int) float64 {
		read, written := counted(settled(t, func(p *Params) { oneHead(p, fa1, n, d, m) }))
		return float64(read + written)
	}
	slope := func(from, to float64) float64 { return math.Log2(to / from) }
	// Constant terms and rounded-up blocks leave a few percent.
	for _, c := range []struct {
		over      string
		got, want float64
	}{
		{"N", slope(traffic(8192, 64, 16384), traffic(16384, 64, 16384)), 2},
		{"N", slope(traffic(65536, 128, 32768), traffic(131072, 128, 32768)), 2},
		{"M", slope(traffic(65536, 64, 16384), traffic(65536, 64, 32768)), -1},
		{"M", slope(traffic(65536, 64, 32768), traffic(65536, 64, 65536)), -1},
		{"d", slope(traffic(65536, 64, 32768), traffic(65536, 128, 32768)), 2},
	} {
		t.Logf("slope over %s: %.4f", c.over, c.got)
		if math.Abs(c.got-c.want) > 0.03 {
			t.Errorf("slope over %s is %.4f, want %v", c.over, c.got, c.want)
		}
	}
}

// naive runs the loops of the papers element by element of the grid and counts.
func naive(j *job, pass string) (t tally, flops, exps int64) {
	n, d := int64(j.n), int64(j.d)
	get := func(x tensor, k int64) { t.read[x] += k }
	put := func(x tensor, k int64) { t.write[x] += k }
	meets := func(i, k int) bool { return !j.causal || min((i+1)*j.bq, j.n)-1 >= k*j.bk }
	for range j.copies() {
		switch {
		case j.algo == standard && pass == forward:
			for range j.n {
				get(tQ, d)
				put(tS, n)
				get(tS, n)
				put(tP, n)
				get(tP, n)
				put(tO, d)
				exps += n
				flops += 4 * n * d
			}
			get(tK, n*d)
			get(tV, n*d)
		case j.algo == standard:
			for range j.n {
				get(tP, 2*n)
				get(tdO, 2*d)
				get(tQ, d)
				put(tdP, n)
				get(tdP, n)
				put(tdS, n)
				get(tdS, 2*n)
				put(tdQ, d)
				flops += 8 * n * d
			}
			get(tV, n*d)
			get(tK, n*d)
			put(tdV, n*d)
			put(tdK, n*d)
		case j.algo == fa1:
			for k := range j.tc {
				c := int64(j.cols(k))
				get(tK, c*d)
				get(tV, c*d)
				for i := range j.tr {
					if !meets(i, k) {
						continue
					}
					r := int64(j.rows(i))
					get(tQ, r*d)
					get(tO, r*d)
					get(tl, r)
					get(tm, r)
					exps += r * c
					if pass == forward {
						put(tO, r*d)
						put(tl, r)
						put(tm, r)
						flops += 4 * r * c * d
						continue
					}
					get(tdO, r*d)
					get(tdQ, r*d)
					put(tdQ, r*d)
					flops += 10 * r * c * d
				}
				if pass == backward {
					put(tdK, c*d)
					put(tdV, c*d)
				}
			}
		case pass == forward:
			for i := range j.tr {
				r := int64(j.rows(i))
				get(tQ, r*d)
				for k := range j.tc {
					if meets(i, k) {
						c := int64(j.cols(k))
						get(tK, c*d)
						get(tV, c*d)
						flops += 4 * r * c * d
						exps += r * c
					}
				}
				put(tO, r*d)
				put(tL, r)
			}
		default:
			get(tO, n*d)
			get(tdO, n*d)
			put(tD, n)
			for k := range j.tc {
				c := int64(j.cols(k))
				get(tK, c*d)
				get(tV, c*d)
				for i := range j.tr {
					if !meets(i, k) {
						continue
					}
					r := int64(j.rows(i))
					get(tQ, r*d)
					get(tdO, r*d)
					get(tL, r)
					get(tD, r)
					get(tdQ, r*d)
					put(tdQ, r*d)
					flops += 10 * r * c * d
					exps += r * c
				}
				put(tdK, c*d)
				put(tdV, c*d)
			}
		}
	}
	return t, flops, exps
}

// TestCountsAreThoseOfTheLoops compares waves of many tiles with the loops run
// one by one, at ragged sizes, with and without a causal mask.
func TestCountsAreThoseOfTheLoops(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := defaults
		p.Algo = rapid.SampledFrom([]string{standard, fa1, fa2}).Draw(r, "algo")
		p.Pass = rapid.SampledFrom([]string{forward, backward}).Draw(r, "pass")
		p.Seq = rapid.IntRange(1, 300).Draw(r, "seq")
		p.HeadDim = rapid.IntRange(1, 40).Draw(r, "head-dim")
		p.Heads = rapid.IntRange(1, 7).Draw(r, "heads")
		p.KVHeads = 1
		p.Batch = rapid.IntRange(1, 3).Draw(r, "batch")
		p.BlockQ = rapid.IntRange(1, 70).Draw(r, "block-q")
		p.BlockK = rapid.IntRange(1, 70).Draw(r, "block-k")
		p.SMs = rapid.IntRange(1, 30).Draw(r, "sms")
		p.Causal = rapid.Bool().Draw(r, "causal")
		j, err := settle(p)
		if err != nil {
			r.Fatal(err)
		}
		got, flops, exps := sum(j.waves())
		want, wantFlops, wantExps := naive(j, p.Pass)
		if got != want || flops != wantFlops || exps != wantExps {
			r.Errorf("%+v:\n%v %d %d, want\n%v %d %d", p, got, flops, exps, want, wantFlops, wantExps)
		}
	})
}
