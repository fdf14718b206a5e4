package flash

import (
	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// job is a setting with everything settled: what the loops are written in.
type job struct {
	algo, pass    string
	n, d          int // N, d
	heads, kv     int
	batch         int
	bq, bk        int // tile
	tr, tc        int // row blocks, column blocks
	causal        bool
	dropout, mask bool
	l2            bool
	e             float64 // bytes of an element

	gpu       hw.Accelerator
	sram      float64 // bytes of one SM
	sms       int
	bandwidth sim.Bandwidth
	matrix    float64 // FLOP/s of one SM
	exp       float64 // exponentials per second of one SM
}

// maxBlocks is how many row blocks or column blocks a head may have.
const maxBlocks = 1 << 14

// maxWork is how much a setting may compute, in FLOP: counts stay exact, and films
// within the engine's range.
const maxWork = 2e18

// mostWork is the FLOP of a forward and a backward pass, at least those of heads
// of 64.
func (j *job) mostWork() float64 {
	n := float64(j.n)
	return float64(14*n*n) * float64(max(j.d, 64)) * float64(j.copies())
}

// settle checks a setting and fills in what was left to the scene.
func settle(p Params) (*job, error) {
	g := p.machine()
	j := &job{
		algo: p.Algo, pass: p.Pass, n: p.Seq, d: p.headDim(), heads: p.heads(), kv: p.kvHeads(), batch: p.Batch,
		causal: p.Causal, dropout: p.Dropout, mask: p.Mask, l2: p.L2,
		e: llm.DType(p.DType).Bytes(), gpu: g.gpu,
		sram: p.SRAM, sms: p.SMs, bandwidth: sim.Bandwidth(p.HBMBandwidth),
	}
	if j.d == 0 {
		return nil, scenes.Refuse("flash.refuse.latent", p.model().Name)
	}
	if j.heads%j.kv != 0 {
		return nil, scenes.Refuse("flash.refuse.groups", j.kv, j.heads)
	}
	if work := j.mostWork(); work > maxWork {
		return nil, scenes.Refuse("flash.refuse.work", quantity(work, unit.FLOP), quantity(maxWork, unit.FLOP))
	}
	if err := j.equip(p, g); err != nil {
		return nil, err
	}
	if j.algo == standard {
		j.bq, j.tr, j.bk, j.tc = slabRows(j.n), slabsOf(j.n), j.n, 1
		return j, nil
	}
	return j, j.tile(p, g)
}

// equip fills in what the GPU has and the setting left out.
func (j *job) equip(p Params, g machine) error {
	matrix, exp := p.MatrixRate, p.ExpRate
	fill(&matrix, g.autoMatrix)
	fill(&exp, g.autoExp)
	fill(&j.sram, float64(g.gpu.SharedMemory))
	fill((*float64)(&j.bandwidth), float64(g.gpu.HBMBandwidth))
	if j.sms == 0 {
		j.sms = g.gpu.SMs
	}
	missing := func(key string) error {
		return scenes.Refuse("flash.refuse.missing", g.gpu.Name, scenes.Say("flash.missing."+key), key)
	}
	switch {
	case j.sms == 0:
		return missing("sms")
	case j.sram == 0:
		return missing("sram")
	case j.bandwidth == 0:
		return missing("hbm-bandwidth")
	case exp == 0:
		return missing("exp-rate")
	case matrix == 0:
		return scenes.Refuse("flash.refuse.dtype", g.gpu.Name, p.DType)
	}
	j.matrix, j.exp = matrix/float64(j.sms), exp/float64(j.sms)
	return nil
}

func fill(v *float64, auto float64) {
	if *v == 0 {
		*v = auto
	}
}

// tile chooses the tile and cuts the sequence by it.
func (j *job) tile(p Params, g machine) error {
	room := int(j.sram / j.e)
	j.bq, j.bk = p.BlockQ, p.BlockK
	if j.bq == 0 {
		j.bq = g.ruleQ
	}
	if j.bk == 0 {
		j.bk = g.ruleK
	}
	j.bq, j.bk = min(j.bq, j.n), min(j.bk, j.n)
	sram := quantity(j.sram, unit.Byte)
	switch {
	case j.bq == 0 || j.bk == 0:
		return scenes.Refuse("flash.refuse.sram", sram, quantity(float64(4*j.d)*j.e, unit.Byte), j.d)
	case !fits(j.bq, j.bk, j.d, room):
		return scenes.Refuse("flash.refuse.fit", j.bq, j.bk, quantity(float64(2*j.d*(j.bq+j.bk))*j.e, unit.Byte), sram)
	}
	j.tr, j.tc = ceil(j.n, j.bq), ceil(j.n, j.bk)
	if j.tr > maxBlocks || j.tc > maxBlocks {
		return scenes.Refuse("flash.refuse.blocks", max(j.tr, j.tc), maxBlocks)
	}
	return nil
}

// second says that the tiles that change from step to step fit twice, so that
// loads overlap with compute: the tiles of K and V in FlashAttention-2's forward
// pass, else those of Q and what goes with them. Standard attention's kernels
// always overlap.
func (j *job) second(pass string) bool {
	room := int(j.sram / j.e)
	switch {
	case j.algo == standard:
		return true
	case j.algo == fa2 && pass == forward:
		return fits(j.bq, 2*j.bk, j.d, room)
	}
	return fits(2*j.bq, j.bk, j.d, room)
}

// rival is the other algorithm on the same clock: standard attention, or
// FlashAttention-2 beside that.
func rival(p Params) (*job, error) {
	if p.Algo == standard {
		p.Algo = fa2
	} else {
		p.Algo = standard
	}
	return settle(p)
}

// copies is how many query heads there are in the batch.
func (j *job) copies() int64 { return int64(j.batch) * int64(j.heads) }

// rows is how many rows row block i has.
func (j *job) rows(i int) int { return min(j.bq, j.n-i*j.bq) }

// cols is how many columns column block k has.
func (j *job) cols(k int) int { return min(j.bk, j.n-k*j.bk) }

// colsSeen is how many column blocks row block i meets.
func (j *job) colsSeen(i int) int {
	if !j.causal {
		return j.tc
	}
	return ceil(min((i+1)*j.bq, j.n), j.bk)
}

// firstRow is the first row block that column block k meets.
func (j *job) firstRow(k int) int {
	if !j.causal {
		return 0
	}
	return k * j.bk / j.bq
}

func ceil(a, b int) int { return (a + b - 1) / b }

// slabs is into how many slabs of rows a kernel of standard attention is cut.
const slabs = 16

func slabsOf(n int) int  { return ceil(n, slabRows(n)) }
func slabRows(n int) int { return ceil(n, slabs) }
