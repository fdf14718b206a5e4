package flash

import (
	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Scene is the scene.
var Scene = scenes.Scene[Params]{
	Name:    "flash",
	Default: defaults,
	Knobs:   knobs,
	Presets: presets,
	Build:   build,
}

// film is an attention call with its times.
type film struct {
	*run
	race  *run // the other algorithm on the same clock; nil where it cannot run
	toy   *toy
	named []scenes.Step
	picture
}

// rivalTiles is how many tiles of the other algorithm run one by one: only its
// bytes are shown.
const rivalTiles = 256

func build(p Params) (scenes.Film, error) {
	j, err := settle(p)
	if err != nil {
		return nil, err
	}
	f := &film{}
	if f.run, err = j.play(wholeTiles); err != nil {
		return nil, err
	}
	if r, err := rival(p); err == nil {
		if f.race, err = r.play(rivalTiles); err != nil {
			f.race = nil
		}
	}
	f.toy = newToy(j)
	f.named = f.nameSteps()
	f.lay()
	return f, nil
}

// refuseRun says that the engine cannot run a setting.
func refuseRun(err error) error { return scenes.Refuse("flash.refuse.engine", err.Error()) }

func (f *film) Timeline() *sim.Timeline { return f.tl }
func (f *film) Steps() []scenes.Step    { return f.named }

func (f *film) Metrics() []scenes.Metric {
	t := f.tl.End().Seconds()
	list := []scenes.Metric{
		{ID: "hbm-read", Value: f.read, Unit: unit.Byte},
		{ID: "hbm-write", Value: f.written, Unit: unit.Byte},
		{ID: "flops", Value: float64(f.flops), Unit: unit.FLOP},
		{ID: "time", Value: t, Unit: unit.Second},
		{ID: "intensity", Value: f.intensity(), Unit: unit.Intensity},
		{ID: "extra-memory", Value: f.extraMemory(), Unit: unit.Byte},
		{ID: "hbm-bytes", Value: f.read + f.written, Unit: unit.Byte},
		{ID: "paper-flops", Value: f.paperFLOP(), Unit: unit.FLOP},
		{ID: "rate", Value: float64(f.flops) / t, Unit: unit.FLOPPerSecond},
		{ID: "ridge", Value: f.roof.ridge, Unit: unit.Intensity},
		{ID: "waves", Value: float64(f.numWaves()), Unit: unit.None},
		{ID: "thread-blocks", Value: float64(f.threadBlocks()), Unit: unit.None},
	}
	if f.algo != standard {
		list = append(list,
			scenes.Metric{ID: "block-q", Value: float64(f.bq), Unit: unit.None},
			scenes.Metric{ID: "block-k", Value: float64(f.bk), Unit: unit.None})
	}
	if f.race != nil {
		list = append(list,
			scenes.Metric{ID: "rival-time", Value: f.race.tl.End().Seconds(), Unit: unit.Second},
			scenes.Metric{ID: "rival-bytes", Value: f.race.read + f.race.written, Unit: unit.Byte})
	}
	return list
}

// paperFLOP is the FLOP that papers divide by the time, whatever the algorithm
// computes: 4N²d a head forward, 2.5 times that backward, half with a causal mask.
// Source: Dao-AILab/flash-attention benchmarks/benchmark_flash_attention.py:30 as of
// commit 0251105a2fb19d2957484b7f023cd8c115286ced.
func (j *job) paperFLOP() float64 {
	passes := map[string]float64{forward: 1, backward: 2.5, both: 3.5}[j.pass]
	if j.causal {
		passes /= 2
	}
	return float64(4*passes) * float64(j.n) * float64(j.n) * float64(j.d) * float64(j.copies())
}

// intensity is matrix FLOP for each byte that crosses HBM's pins.
func (r *run) intensity() float64 { return float64(r.flops) / (r.read + r.written) }

// extraMemory is what stands in HBM besides inputs and outputs, if nothing is
// freed in between: the N×N matrices of standard attention, the statistics of
// the others.
func (j *job) extraMemory() float64 {
	n := float64(j.n)
	square, row := n*n, 4*n
	heads := float64(j.copies())
	switch {
	case j.algo == fa1:
		return 2 * row * heads // l and m
	case j.algo == fa2 && j.pass == forward:
		return row * heads // L
	case j.algo == fa2:
		return 2 * row * heads // L and D
	}
	matrices := 1.0 // P
	if j.pass != backward {
		matrices++ // S
	}
	if j.pass != forward {
		matrices += 2 // dP and dS
	}
	total := float64(matrices * j.e)
	if j.dropout {
		total += j.e + 1
	}
	return float64(total*square) * heads
}

// Remarks say what the setting leaves out or does not show.
func (f *film) Remarks() []scenes.Message {
	var remarks []scenes.Message
	if f.tiles < f.total {
		remarks = append(remarks, scenes.Say("flash.remark.tiles", f.tiles, f.total))
	}
	if f.algo != standard {
		for _, pass := range [...]string{forward, backward} {
			if (f.pass == pass || f.pass == both) && !f.second(pass) {
				remarks = append(remarks, scenes.Say("flash.remark.buffer", scenes.Say("choice.pass."+pass)))
			}
		}
		if f.idleSMs() > 0 {
			remarks = append(remarks, scenes.Say("flash.remark.idle", f.idleSMs(), f.sms))
		}
	}
	if f.n > smallRows || f.d > smallDim {
		remarks = append(remarks, scenes.Say("flash.remark.small", f.toy.n, f.toy.d))
	}
	return remarks
}

// idleSMs is how many SMs never get a thread block.
func (r *run) idleSMs() int {
	most := 0
	for i := range r.waves {
		if r.waves[i].kind != prepare {
			most = max(most, r.waves[i].blocks)
		}
	}
	return r.sms - most
}

func quantity(v float64, u unit.Unit) scenes.Quantity { return scenes.Quantity{Value: v, Unit: u} }

// detail is what the scene says in the JSON of a plan, besides its film.
type detail struct {
	// Elements counts elements read and written by tensor, over batch and heads.
	Elements map[string]elements `json:"elements"`
	// PerHead is the same for one query head, where all heads are alike.
	PerHead map[string]elements `json:"elements_per_head,omitempty"`
	Read    int64               `json:"elements_read"`
	Written int64               `json:"elements_written"`

	BlockQ       int    `json:"block_q,omitempty"`
	BlockK       int    `json:"block_k,omitempty"`
	RowBlocks    int    `json:"row_blocks,omitempty"`
	ColumnBlocks int    `json:"column_blocks,omitempty"`
	Waves        int    `json:"waves"`
	Tiles        int    `json:"tiles"`
	TilesRun     int    `json:"tiles_run"`
	Exponentials int64  `json:"exponentials"`
	SecondBuffer string `json:"second_buffer,omitempty"` // the passes that have one
}

type elements struct {
	Read  int64 `json:"read"`
	Write int64 `json:"write"`
}

func (f *film) Detail() any {
	d := detail{Elements: map[string]elements{}, PerHead: map[string]elements{}, Tiles: f.total, TilesRun: f.tiles, Exponentials: f.exps}
	d.Waves = f.numWaves()
	for t, name := range tensorNames {
		x := elements{f.tally.read[t], f.tally.write[t]}
		if x == (elements{}) {
			continue
		}
		d.Elements[name] = x
		d.Read, d.Written = d.Read+x.Read, d.Written+x.Write
		d.PerHead[name] = elements{x.Read / f.copies(), x.Write / f.copies()}
	}
	if f.l2 {
		d.PerHead = nil
	}
	if f.algo == standard {
		return d
	}
	d.BlockQ, d.BlockK, d.RowBlocks, d.ColumnBlocks = f.bq, f.bk, f.tr, f.tc
	for _, pass := range [...]string{forward, backward} {
		if (f.pass == pass || f.pass == both) && f.second(pass) {
			if d.SecondBuffer != "" {
				d.SecondBuffer += " "
			}
			d.SecondBuffer += pass
		}
	}
	return d
}

// threadBlocks is how many thread blocks the waves hand out; each kernel of
// standard attention counts as one for each SM.
func (r *run) threadBlocks() int64 {
	n := int64(0)
	for i := range r.waves {
		n += int64(r.waves[i].count) * int64(r.waves[i].blocks)
	}
	return n
}

// numWaves is how many waves, or kernels, there are.
func (r *run) numWaves() int {
	last := &r.waves[len(r.waves)-1]
	return last.index + last.count
}
