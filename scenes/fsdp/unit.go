package fsdp

import (
	"math"
	"strconv"

	"inflight/scenes/llm"
	"inflight/scenes/sim"
)

// piece of the model that is gathered, computed and reduced at once.
type piece struct {
	kind    pieceKind
	layer   int     // of a layer
	params  float64 // count
	bytes   float64 // of its parameters, and of its gradients
	tensors []float64

	forward, recompute, backward sim.Time
	flops, extra                 float64 // of the forward pass, and of what is recomputed
	kept                         float64 // bytes of activations that wait for the backward pass
	remade                       float64 // bytes of activations that recomputation adds to them
}

type pieceKind uint8

const (
	embedding pieceKind = iota
	layer
	head
)

// name is how captions and lists call it.
func (p *piece) name() string {
	switch p.kind {
	case embedding:
		return "embedding"
	case head:
		return "head"
	}
	return strconv.Itoa(p.layer)
}

// id names a task of the piece: "forward/layer3".
func (p *piece) id(task string) sim.ID {
	switch p.kind {
	case embedding:
		return sim.ID{Kind: task + "/embedding"}
	case head:
		return sim.ID{Kind: task + "/head"}
	}
	return sim.ID{Kind: task + "/layer#", A: int32(p.layer)}
}

// cut makes the pieces of a model, without durations.
func cut(m llm.Model, d llm.DType) []piece {
	pieces := make([]piece, 0, m.Layers+2)
	add := func(p piece, weights ...float64) {
		p.bytes = float64(p.params * d.Bytes())
		p.tensors = split(p.bytes, weights)
		pieces = append(pieces, p)
	}
	add(piece{kind: embedding, params: m.EmbeddingParams()}, 1)
	for i := range m.Layers {
		add(piece{kind: layer, layer: i, params: m.LayerParams(i)}, layerWeights(m, i)...)
	}
	add(piece{kind: head, params: m.HeadParams()}, 1)
	return pieces
}

// layerWeights are the relative sizes of a layer's tensors, in the order of the
// parameters: query, key, value and output, then the feed-forward matrices; all
// experts of one kind are one tensor. Norms and biases are spread over them.
func layerWeights(m llm.Model, i int) []float64 {
	h, kv := float64(m.Hidden), float64(m.KVHeads*m.HeadDim)
	query := float64(m.Heads * m.HeadDim)
	if m.MLA.KVRank > 0 { // the latent is small; heads are made from it
		query = float64(m.Heads * (m.MLA.NoPE + m.MLA.RoPE))
		kv = float64(m.MLA.KVRank + m.MLA.RoPE)
	}
	width := float64(m.FFN)
	if m.MoE.Experts > 0 && i >= m.MoE.DenseLayers {
		width = float64((m.MoE.Experts + m.MoE.Shared) * m.MoE.FFN)
	}
	weights := []float64{h * query, h * kv, h * kv, h * query, h * width, h * width}
	if m.Block == llm.Llama {
		weights = append(weights, h*width)
	}
	return weights
}

// split cuts a whole number of bytes in the ratio of the weights, the last
// tensor taking what rounding leaves.
func split(bytes float64, weights []float64) []float64 {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	sizes := make([]float64, len(weights))
	left := bytes
	for i, w := range weights {
		sizes[i] = left
		if i < len(weights)-1 {
			sizes[i] = math.Floor(float64(bytes*w) / total)
		}
		left -= sizes[i]
	}
	return sizes
}
