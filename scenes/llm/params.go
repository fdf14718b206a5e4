package llm

import "math"

// Params is the number of parameters: that of the shape, or Count where that is
// set.
func (m Model) Params() float64 {
	if m.Count > 0 {
		return m.Count
	}
	total := m.EmbeddingParams() + m.HeadParams()
	for i := range m.Layers {
		total += m.LayerParams(i)
	}
	return total
}

// ActiveParams is the number of parameters that take part in one token, with
// the embeddings: all of a dense model; of a mixture of experts the shared
// experts and the routed ones that a token visits.
func (m Model) ActiveParams() float64 {
	total := m.Params()
	for i := range m.Layers {
		if m.isMoE(i) {
			idle := float64(m.MoE.Experts-m.MoE.PerToken) * m.mlpParams(m.MoE.FFN)
			total -= idle + m.routerBias()
		}
	}
	return total
}

// EmbeddingParams is the token embedding v·h, with the learned positions of a
// GPT block.
func (m Model) EmbeddingParams() float64 {
	n := float64(m.Vocab)
	if m.Block == GPT {
		n += float64(m.Context)
	}
	return n * float64(m.Hidden)
}

// HeadParams is the final norm and, unless it is tied to the embedding, the
// output head v·h.
func (m Model) HeadParams() float64 {
	n := 0.
	if !m.NoFinalNorm {
		n += m.normParams(m.Hidden)
	}
	if !m.Tied {
		n += float64(m.Vocab) * float64(m.Hidden)
	}
	return n
}

// LayerParams is the number of parameters of a layer, 0 ≤ layer < Layers. Where
// Count is set the layers share evenly what embedding and head leave, in whole
// numbers, so that all parts add up to Count.
func (m Model) LayerParams(layer int) float64 {
	if m.Count <= 0 {
		return m.shapeLayerParams(layer)
	}
	rest, layers := m.Count-m.EmbeddingParams()-m.HeadParams(), float64(m.Layers)
	each := math.Floor(rest / layers)
	left := rest - float64(each*layers) // below the number of layers
	return each + min(1, max(0, left-float64(layer)))
}

// shapeLayerParams counts attention, feed-forward layer and two norms.
func (m Model) shapeLayerParams(layer int) float64 {
	n := m.attentionParams() + 2*m.normParams(m.Hidden)
	if !m.isMoE(layer) {
		return n + m.mlpParams(m.FFN)
	}
	experts := float64(m.MoE.Experts + m.MoE.Shared)
	router := float64(m.MoE.Experts) * float64(m.Hidden)
	return n + experts*m.mlpParams(m.MoE.FFN) + router + m.routerBias()
}

// ExpertParams is how many of a layer's parameters its routed experts have: none
// of a dense layer.
func (m Model) ExpertParams(layer int) float64 {
	if !m.isMoE(layer) {
		return 0
	}
	return float64(m.MoE.Experts) * m.mlpParams(m.MoE.FFN)
}

// attentionParams counts the projections with their biases and inner norms.
func (m Model) attentionParams() float64 {
	if m.MLA.KVRank > 0 {
		return m.attentionMatrices() + float64(m.MLA.QRank+m.MLA.KVRank) // RMSNorm of both latents
	}
	n := m.attentionMatrices()
	if m.QKVBias || m.Block == GPT {
		n += float64((m.Heads + 2*m.KVHeads) * m.HeadDim)
	}
	if m.Block == GPT {
		n += float64(m.Hidden) // bias of the output projection
	}
	if m.QKNorm {
		n += float64(2 * m.HeadDim)
	}
	return n
}

// attentionMatrices counts the weights that attention multiplies with: of each
// token's queries, keys, values and output.
func (m Model) attentionMatrices() float64 {
	h, a := float64(m.Hidden), float64(m.Heads)
	output := a * float64(m.valueDim()) * h
	query := h * a * float64(m.keyDim())
	l := m.MLA
	if l.KVRank == 0 {
		return query + 2*h*float64(m.KVHeads*m.HeadDim) + output
	}
	if l.QRank > 0 { // down to the latent, up to the heads
		query = h*float64(l.QRank) + float64(l.QRank)*a*float64(m.keyDim())
	}
	down := h * float64(l.KVRank+l.RoPE)
	up := float64(l.KVRank) * a * float64(l.NoPE+l.V)
	return query + down + up + output
}

// mlpParams counts a feed-forward layer or expert of a width: three matrices
// for a gated one, two with biases for a GPT block.
func (m Model) mlpParams(width int) float64 {
	n := m.mlpMatrices(width)
	if m.Block == GPT {
		n += float64(width + m.Hidden)
	}
	return n
}

func (m Model) mlpMatrices(width int) float64 {
	matrices := 3.
	if m.Block == GPT {
		matrices = 2
	}
	return matrices * float64(m.Hidden) * float64(width)
}

// normParams: RMSNorm has a weight, LayerNorm a weight and a bias.
func (m Model) normParams(width int) float64 {
	if m.Block == GPT {
		return float64(2 * width)
	}
	return float64(width)
}

func (m Model) routerBias() float64 {
	if m.MoE.RouterBias {
		return float64(m.MoE.Experts)
	}
	return 0
}
