package llm

// FLOPs splits the arithmetic of matrix products; a multiply-add is two.
type FLOPs struct {
	Linear    float64 // projections and feed-forward layers
	Attention float64 // QKᵀ and the product with V, all pairs counted
	Head      float64 // logits
}

// Total is the sum.
func (f FLOPs) Total() float64 { return f.Linear + f.Attention + f.Head }

// Causal leaves out the half of all pairs that a causal mask hides, as kernels
// do that skip it. Papers that report MFU count all pairs.
func (f FLOPs) Causal() FLOPs {
	f.Attention /= 2
	return f
}

func (f FLOPs) times(x float64) FLOPs {
	return FLOPs{float64(f.Linear * x), float64(f.Attention * x), float64(f.Head * x)}
}

func (f FLOPs) plus(g FLOPs) FLOPs {
	return FLOPs{f.Linear + g.Linear, f.Attention + g.Attention, f.Head + g.Head}
}

// LayerForward is the forward pass of one layer over batch sequences of seq
// tokens: twice the weights a token meets, and 4·b·s²·a·d for attention (2·b·s²
// for each of QKᵀ and the product with V).
func (m Model) LayerForward(layer, batch, seq int) FLOPs {
	tokens := float64(batch) * float64(seq)
	pairs := tokens * float64(m.reach(seq))
	return FLOPs{
		Linear:    float64(2 * tokens * m.layerMatrices(layer)),
		Attention: float64(2 * pairs * float64(m.Heads*(m.keyDim()+m.valueDim()))),
	}
}

// HeadForward is the logits: 2·b·s·h·v.
func (m Model) HeadForward(batch, seq int) FLOPs {
	return FLOPs{Head: 2 * float64(batch) * float64(seq) * float64(m.Hidden) * float64(m.Vocab)}
}

// Forward is the forward pass of the model.
func (m Model) Forward(batch, seq int) FLOPs {
	f := m.HeadForward(batch, seq)
	for i := range m.Layers {
		f = f.plus(m.LayerForward(i, batch, seq))
	}
	return f
}

// Backward is the backward pass: twice the forward pass, for every product has
// a gradient with respect to each of its two factors.
func (m Model) Backward(batch, seq int) FLOPs { return m.Forward(batch, seq).times(2) }

// Recompute says which activations are computed again in the backward pass.
type Recompute string

const (
	RecomputeNone      Recompute = "none"
	RecomputeSelective Recompute = "selective" // the core of attention
	RecomputeFull      Recompute = "full"      // whole layers, from their inputs
)

// Extra is what a recomputation adds to a layer's backward pass, given the
// layer's forward pass.
func (r Recompute) Extra(forward FLOPs) FLOPs {
	switch r {
	case RecomputeSelective:
		return FLOPs{Attention: forward.Attention}
	case RecomputeFull:
		return FLOPs{Linear: forward.Linear, Attention: forward.Attention}
	}
	return FLOPs{}
}

// Train is one training step: forward, backward and what is recomputed. Without
// recomputation it is what MFU counts.
//
// With full recomputation and a GPT block it is 96·b·s·l·h²(1 + s/(6h) +
// v/(16·l·h)), Narayanan et al., arXiv 2104.04473, eq. 3. With selective
// recomputation the attention core runs once more, 4·b·s²·h a layer; Korthikanti
// et al., arXiv 2205.05198, appendix A, add three times that.
func (m Model) Train(batch, seq int, r Recompute) FLOPs {
	forward := m.Forward(batch, seq)
	return forward.times(3).plus(r.Extra(forward))
}

// SixND is the usual estimate of training FLOPs for n parameters and d tokens:
// two a parameter and token forward, four backward, attention left out.
// Source: Kaplan et al., arXiv 2001.08361, §2.1.
func SixND(n, d float64) float64 { return 6 * n * d }

// layerMatrices counts the weights of a layer that one token is multiplied with.
// What Count adds to a shape, or takes from it, counts among them.
func (m Model) layerMatrices(layer int) float64 {
	n := m.attentionMatrices()
	if m.isMoE(layer) {
		n += float64(m.MoE.PerToken+m.MoE.Shared)*m.mlpMatrices(m.MoE.FFN) + float64(m.MoE.Experts*m.Hidden)
	} else {
		n += m.mlpMatrices(m.FFN)
	}
	return n + m.LayerParams(layer) - m.shapeLayerParams(layer)
}
