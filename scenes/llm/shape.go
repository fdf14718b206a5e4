package llm

import (
	"math"

	"inflight/scenes/unit"
)

// The range of a free parameter count.
const (
	MinParams = 1e6
	MaxParams = 1e13
)

// depths are the layers of dense models by their parameters: GPT-2, Llama 3.2
// 1B, Llama 2 7B and 13B, Llama 3 70B, Llama 3.1 405B, Megatron's 1T. The first
// two and the last are ours, for what nobody has published.
var depths = []struct{ params, layers float64 }{
	{1e6, 4}, {1e7, 6},
	{124.4e6, 12}, {1.236e9, 16}, {6.738e9, 32}, {13.016e9, 40}, {70.55e9, 80}, {405.9e9, 126}, {1008e9, 128},
	{1e13, 192},
}

// Shape returns a dense model of Llama blocks for a free parameter count: layers
// interpolated between published models, hidden from 12.5·l·h² (the weights of
// such layers with 8 heads of keys and values), the feed-forward width from what
// is left. Layers, hidden and heads never fall as params grow; what the shape
// alone would count is within 1 % of params, and Params is exactly params.
// Outside MinParams…MaxParams the shape is that of the nearer end.
func Shape(params float64) Model {
	p := max(MinParams, min(MaxParams, params))
	if math.IsNaN(p) {
		p = MinParams
	}
	depth := depthOf(p)
	m := Model{
		Name:   unit.Text(params, unit.Params),
		Layers: int(math.Floor(depth + 0.5)), KVHeads: 8, HeadDim: 128, Context: 4096,
		Block: Llama, Count: params,
		Origin: Origin{Source: "interpolated between published dense models", Status: Derived},
	}
	const vocab = 32000 // of Llama 2; a small model gets less, to keep it a quarter
	wide := math.Sqrt(p / float64(12.5*depth))
	embedding := min(p/4, float64(2*vocab*wide))
	h := stepped(math.Sqrt((p - embedding) / float64(12.5*depth)))
	m.Hidden = int(h)
	m.Heads = 8 * max(1, int(math.Floor(h/1024+0.5)))
	if m.Hidden < 1024 {
		m.HeadDim = m.Hidden / 8
	}
	m.Vocab = min(vocab, int(p/float64(8*h))/64*64)
	m.FFN = m.fittingFFN(p)
	return m
}

// depthOf interpolates linearly: of math only what is the same everywhere.
func depthOf(p float64) float64 {
	i := 1
	for i < len(depths)-1 && p > depths[i].params {
		i++
	}
	lo, hi := depths[i-1], depths[i]
	share := (p - lo.params) / (hi.params - lo.params)
	return lo.layers + float64(share*(hi.layers-lo.layers))
}

// stepped rounds a hidden size to what hardware and heads like.
func stepped(h float64) float64 {
	step := 1024.
	switch {
	case h < 512:
		step = 32
	case h < 1024:
		step = 64
	case h < 3072:
		step = 128
	case h < 8192:
		step = 512
	}
	return math.Floor(h/step+0.5) * step
}

// fittingFFN is the width with which the shape comes nearest to p parameters.
func (m Model) fittingFFN(p float64) int {
	m.FFN, m.Count = 0, 0
	each := float64(m.Layers) * m.mlpParams(1)
	step := 256.
	switch {
	case m.Hidden < 1024:
		step = 8
	case m.Hidden < 8192:
		step = 64
	}
	return int(step * max(1, math.Floor((p-m.Params())/float64(each*step)+0.5)))
}
