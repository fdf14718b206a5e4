package paged

import (
	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
)

// opt13b is the model of the paper's Table 1; it has learned positions for 2,050
// tokens, of which 2 are never used.
var opt13b = llm.Model{
	Key: "opt-13b", Name: "OPT 13B", Block: llm.GPT,
	Layers: 40, Hidden: 5120, Heads: 40, KVHeads: 40, HeadDim: 128, FFN: 20480, Vocab: 50272, Context: 2048,
	Tied: true, Count: 12_853_473_280, Published: "13B",
	Origin: llm.Origin{Source: "Zhang et al., arXiv 2205.01068, Table 1; facebook/opt-13b config.json", Status: llm.Confirmed},
}

// modelKnob binds the key of a model: the paper's, or one of the shared list.
func modelKnob(p *string) scenes.Knob {
	options := []scenes.Option{{Value: opt13b.Key, Label: opt13b.Name}}
	return scenes.ChoiceKnob(p, "model", append(options, scenes.ModelKnob(p).Choices...)...)
}

// model is the shape that is served.
func (p *Params) model() llm.Model {
	if p.Params == 0 && p.Model == opt13b.Key {
		return opt13b
	}
	m, _ := llm.Pick(p.Model, p.Params) // knobs give only what there is
	return m
}

// modelParams is the parameter count of the model alone.
func (p *Params) modelParams() float64 {
	q := Params{Model: p.Model}
	return q.model().Params()
}

func (p *Params) dtype() llm.DType { return llm.DType(p.DType) }

// blockBytes is the KV cache of a block, over all layers.
func (p *Params) blockBytes() float64 {
	m := p.model()
	return float64(p.Block) * m.KVBytesPerToken(p.dtype())
}

// memory is what the GPU has, and what of it may hold weights and KV cache.
func (p *Params) memory() (all, usable float64) {
	all = p.Memory
	if all == 0 {
		gpu, _ := hw.Find(p.GPU)
		all = float64(gpu.HBM)
	}
	return all, float64(all * (1 - p.Reserve))
}

// room is how many blocks fit beside the weights: 0 or less if none does.
func (p *Params) room() int {
	m := p.model()
	_, usable := p.memory()
	bytes := p.blockBytes()
	if bytes == 0 {
		return 0
	}
	return int(max(-1, min((usable-m.ParamBytes(p.dtype()))/bytes, maxBlocks)))
}

// blocks is how many there are.
func (p *Params) blocks() int {
	if p.Blocks > 0 {
		return p.Blocks
	}
	return p.room()
}

// maxTokens is the longest sequence.
func (p *Params) maxTokens() int {
	if p.MaxTokens > 0 {
		return p.MaxTokens
	}
	m := p.model()
	return max(2, min(m.Context, maxLength))
}
