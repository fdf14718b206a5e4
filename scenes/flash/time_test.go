package flash

import (
	"testing"

	"inflight/scenes/sim"

	"pgregory.net/rapid"
)

// TestTimeByHand: one head of 256×64 on one SM, where a tile of 128×64 takes 1 µs
// from HBM, a product of tiles 1 µs and the exponentials of a tile 1 µs.
//
// Two buffers: Q 0–1, K0 1–2, V0 2–3, K1 3–4, V1 4–5; Q·K0 2–3, exp 3–4, P·V0 4–5,
// Q·K1 5–6, exp 6–7, P·V1 7–8. O and L take 33/32 µs: 9 1/32 µs for each of two
// row blocks. With one buffer K1 waits for P·V0: 1 µs more.
//
// FlashAttention-1: K and V 0–2, Q0 2–3, O0 (and l, m: 1/16 µs more) 3–4 1/16;
// Q·K 3–4, exp 4–5, P·V 5–6. With two buffers Q1 and O1 come until 6 1/8, then O0
// goes until 7 3/16; Q·K 6–7, exp 7–8, P·V 8–9; O1 goes until 10 1/16. With one
// buffer O0 goes 6–7 1/16, Q1 until 8 1/16, O1 until 9 1/8; Q·K 8 1/16–9 1/16, exp
// until 10 1/16, P·V until 11 1/16, O1 goes until 12 1/8. Two rounds each.
func TestTimeByHand(t *testing.T) {
	for _, c := range []struct {
		algo string
		sram float64
		want sim.Time
	}{
		{fa2, 1 << 20, 2 * (9*sim.Microsecond + sim.Microsecond/32)},
		{fa2, 64 << 10, 2 * (10*sim.Microsecond + sim.Microsecond/32)},
		{fa1, 1 << 20, 2 * (10*sim.Microsecond + sim.Microsecond/16)},
		{fa1, 64 << 10, 2 * (12*sim.Microsecond + sim.Microsecond/8)},
	} {
		f := filmOf(t, func(p *Params) {
			oneHead(p, c.algo, 256, 64, 0)
			p.SRAM, p.SMs, p.BlockQ, p.BlockK = c.sram, 1, 128, 128
			p.HBMBandwidth, p.MatrixRate, p.ExpRate = 128*64*2/1e-6, 2*128*128*64/1e-6, 128*128/1e-6
		})
		if got := f.tl.End(); got != c.want {
			t.Errorf("%s with %v bytes of SRAM: %v, want %v", c.algo, c.sram, got, c.want)
		}
	}
}

// TestWavesShareTilesThroughL2 runs FlashAttention-2's waves block by block: with
// the L2 switch, a tile that several blocks of a wave want in a step is read once,
// and again in a later wave where L2 does not keep it.
func TestWavesShareTilesThroughL2(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := defaults
		p.L2 = true
		p.Pass = rapid.SampledFrom([]string{forward, backward}).Draw(r, "pass")
		p.Seq = rapid.IntRange(1, 200).Draw(r, "seq")
		p.KVHeads = rapid.IntRange(1, 3).Draw(r, "kv-heads")
		p.Heads = p.KVHeads * rapid.IntRange(1, 3).Draw(r, "queries a KV head")
		p.Batch = rapid.IntRange(1, 3).Draw(r, "batch")
		p.BlockQ, p.BlockK = rapid.IntRange(8, 70).Draw(r, "block-q"), rapid.IntRange(8, 70).Draw(r, "block-k")
		p.SMs = rapid.IntRange(1, 30).Draw(r, "sms")
		p.Causal = rapid.Bool().Draw(r, "causal")
		j, err := settle(p)
		if err != nil {
			r.Fatal(err)
		}
		if rapid.Bool().Draw(r, "L2 keeps nothing") {
			j.gpu.L2 = 0
		}
		got, _, _ := sum(j.waves())
		if want := shared(j); got.read[tK] != want.read[tK] || got.read[tQ] != want.read[tQ] {
			r.Errorf("%+v: %d of K and %d of Q read, want %d and %d", p, got.read[tK], got.read[tQ], want.read[tK], want.read[tQ])
		}
	})
}

// shared counts what the thread blocks of FlashAttention-2 read of K and Q when
// each distinct tile of a step is read once.
func shared(j *job) (t tally) {
	g := j.grid(j.pass)
	heads := j.copies()
	kept := j.cacheHolds(j.pass, min(int64(j.sms), heads))
	total := heads * int64(g.places)
	for b := int64(0); b < total; b += int64(j.sms) {
		end := min(b+int64(j.sms), total)
		kept := kept || j.cacheHolds(j.pass, min(end-b, heads))
		for x := range g.inner {
			seen := map[int64]bool{}
			for n := b; n < end; n++ {
				place, head := g.at(int(n/heads)), n%heads
				if x < place.lo || x >= place.hi || kept && n/heads > 0 {
					continue
				}
				seen[head] = true
			}
			tiles := int64(len(seen)) * int64(g.width(x)*j.d)
			if j.pass == forward {
				t.read[tK] += tiles
			} else {
				t.read[tQ] += tiles
			}
		}
	}
	own := heads * int64(j.n*j.d)
	if j.pass == forward {
		t.read[tQ] = own
	} else {
		t.read[tK] = own
	}
	return t
}
