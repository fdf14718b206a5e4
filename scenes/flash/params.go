package flash

import (
	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/unit"
)

// Params is all that the scene depends on. An optional number that is 0 is left
// to the scene: to the model, the GPU or the paper's rule.
type Params struct {
	Algo, Pass string
	BlockQ     int // rows of a tile; 0 is the paper's rule
	BlockK     int // columns of a tile; 0 is the paper's rule

	Model   string
	Params  float64 // optional: those of the model
	Seq     int     // N
	HeadDim int     // d; optional
	Heads   int     // query heads; optional
	KVHeads int     // optional
	Batch   int
	DType   string

	Causal  bool
	Dropout bool
	Mask    bool
	L2      bool

	GPU          string
	SRAM         float64 // M, bytes of one SM; optional
	HBMBandwidth float64 // bytes per second; optional
	SMs          int     // optional
	MatrixRate   float64 // FLOP/s; optional
	ExpRate      float64 // exponentials per second; optional
}

// The algorithms and passes, as they stand in URLs.
const (
	standard = "standard"
	fa1      = "fa1"
	fa2      = "fa2"

	forward  = "forward"
	backward = "backward"
	both     = "both"
)

// defaults is one sequence through a layer of GPT-2 medium, the model of the
// FlashAttention paper's first figure.
var defaults = Params{
	Algo: fa2, Pass: forward,
	Model: "gpt-2-medium", Seq: 1024, Batch: 1, DType: string(llm.FP16),
	GPU: "a100-80gb-sxm",
}

const (
	maxSeq     = 1 << 20
	maxHeadDim = 1024
	maxHeads   = 1024
	maxBatch   = 1 << 16
	maxSMs     = 1024
)

func knobs(p *Params) []scenes.Knob {
	m := p.model()
	g := p.machine()
	set := p.Heads > 0 && p.KVHeads > 0 && p.HeadDim > 0
	return []scenes.Knob{
		scenes.ChoiceKnob(&p.Algo, "algo", algoWords...).In("attention"),
		scenes.ChoiceKnob(&p.Pass, "pass", passWords...).In("attention"),
		scenes.WholeKnob(&p.BlockQ, "block-q", 0, maxSeq).OnLogScale(1).In("attention"),
		scenes.WholeKnob(&p.BlockK, "block-k", 0, maxSeq).OnLogScale(1).In("attention"),
		scenes.SwitchKnob(&p.Causal, "causal").In("attention"),

		scenes.ModelKnob(&p.Model).In("shape").IdleIf(set || p.Params > 0),
		scenes.ParamsKnob(&p.Params, p.Model).In("shape").IdleIf(set),
		scenes.SeqKnob(&p.Seq).In("shape"),
		scenes.WholeKnob(&p.Batch, "batch", 1, maxBatch).In("shape"),
		scenes.WholeKnob(&p.Heads, "heads", 1, maxHeads).OrAuto(float64(m.Heads)).In("shape"),
		scenes.WholeKnob(&p.KVHeads, "kv-heads", 1, maxHeads).OrAuto(float64(p.kvHeads())).In("shape"),
		scenes.WholeKnob(&p.HeadDim, "head-dim", 1, maxHeadDim).OrAuto(float64(m.HeadDim)).In("shape"),
		scenes.DTypeKnob(&p.DType).In("shape"),

		scenes.SwitchKnob(&p.Mask, "mask").In("traffic"),
		scenes.SwitchKnob(&p.Dropout, "dropout").In("traffic"),
		scenes.SwitchKnob(&p.L2, "l2").In("traffic"),

		scenes.GPUKnob(&p.GPU).In("accelerator"),
		scenes.NumberKnob(&p.SRAM, "sram", unit.Byte, 64, 1<<30).OrAuto(float64(g.gpu.SharedMemory)).In("accelerator"),
		scenes.NumberKnob(&p.HBMBandwidth, "hbm-bandwidth", unit.BytesPerSecond, 1e9, 1e14).OrAuto(float64(g.gpu.HBMBandwidth)).WithNames(memories...).In("accelerator"),
		scenes.WholeKnob(&p.SMs, "sms", 1, maxSMs).OrAuto(float64(g.gpu.SMs)).In("accelerator"),
		scenes.NumberKnob(&p.MatrixRate, "matrix-rate", unit.FLOPPerSecond, 1e9, 1e17).OrAuto(g.autoMatrix).In("accelerator"),
		scenes.NumberKnob(&p.ExpRate, "exp-rate", unit.FLOPPerSecond, 1e6, 1e17).OrAuto(g.autoExp).In("accelerator"),
	}
}

// model is the shape of the model, without one an empty shape.
func (p *Params) model() llm.Model {
	m, _ := llm.Pick(p.Model, p.Params)
	return m
}

// heads is how many query heads there are.
func (p *Params) heads() int {
	if p.Heads > 0 {
		return p.Heads
	}
	return p.model().Heads
}

// kvHeads is how many heads of keys and values there are: those of the model as
// long as its query heads are used too, else one for each query head.
func (p *Params) kvHeads() int {
	m := p.model()
	switch {
	case p.KVHeads > 0:
		return p.KVHeads
	case m.KVHeads > 0 && (p.Heads == 0 || p.Heads == m.Heads):
		return m.KVHeads
	}
	return p.heads()
}

// headDim is d; 0 where the model's heads have no one size.
func (p *Params) headDim() int {
	if p.HeadDim > 0 {
		return p.HeadDim
	}
	return p.model().HeadDim
}

// Choices and named values, in the order shown.
var (
	algoWords = scenes.Words(standard, fa1, fa2)
	passWords = scenes.Words(forward, backward, both)
	memories  = memoryNames()
)

// memoryNames are the accelerators as names of their memory's bandwidth.
func memoryNames() []scenes.Named {
	var names []scenes.Named
	for _, a := range hw.Accelerators() {
		if a.HBMBandwidth > 0 && !a.Doubtful(hw.FieldHBMBandwidth) {
			names = append(names, scenes.Named{Name: a.Key, Label: a.Name, Value: float64(a.HBMBandwidth)})
		}
	}
	return names
}
