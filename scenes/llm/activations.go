package llm

// Workload is what decides, besides the model, which activations a GPU keeps
// from the forward pass for the backward pass.
type Workload struct {
	Batch int // sequences in a micro-batch
	Seq   int // tokens in a sequence
	DType DType
	// Tensor is the tensor-parallel size; 0 is 1.
	Tensor int
	// SequenceParallel splits also what lies outside the tensor-parallel regions.
	SequenceParallel bool
	Recompute        Recompute
	// Flash keeps a statistic a row in place of the s×s matrices.
	Flash bool
}

// Activation is a tensor that is kept.
type Activation struct {
	Name  string
	Bytes float64 // on one GPU
}

// Activations lists what one GPU keeps of a layer, tensor by tensor.
//
// For a GPT block their sum is what Korthikanti et al., arXiv 2205.05198, count
// in 16 bits: sbh(34 + 5as/h) (eq. 1), sbh(10 + 24/t + 5as/(ht)) with tensor
// parallelism (eq. 2), sbh/t·(34 + 5as/h) with sequence parallelism (eq. 4),
// 34sbh/t with selective recomputation as well (eq. 6), 2sbh with full
// recomputation.
//
// For a Llama block the same rule is applied to its operations: kept is what
// the gradient of an elementary operation needs, once, in the workload's type.
// Without dropout there are no masks, and the softmax output is kept once. With
// e bytes a number, k KV heads of size d and feed-forward width f, t = 1:
// e·sb(4h + 2ad + 2kd + 4f) + e·as²b. Kernels that fuse SiLU with the product
// keep f less.
func (m Model) Activations(layer int, w Workload) []Activation {
	if w.Recompute == RecomputeFull {
		k := kept{workload: w}
		k.inFull("layer input", float64(m.Hidden))
		return k.list
	}
	k := kept{workload: w}
	switch {
	case m.MLA.KVRank > 0:
		m.latentAttention(&k)
	default:
		m.attention(&k)
	}
	m.attentionCore(&k)
	if m.isMoE(layer) {
		m.experts(&k)
	} else {
		m.mlp(&k)
	}
	return k.list
}

// ActivationBytes is the sum of Activations.
func (m Model) ActivationBytes(layer int, w Workload) float64 {
	return sum(m.Activations(layer, w))
}

// HeadActivations lists what one GPU keeps of the output head: in 16 bits
// 4sbh(1 + v/h)/t with sequence parallelism.
// Source: Korthikanti et al., arXiv 2205.05198, §4.3.
func (m Model) HeadActivations(w Workload) []Activation {
	k := kept{workload: w}
	k.outside("final norm input", float64(m.Hidden))
	k.outside("head input", float64(m.Hidden))
	k.bytesInside("logits in fp32", 4*float64(m.Vocab))
	return k.list
}

// HeadActivationBytes is the sum of HeadActivations.
func (m Model) HeadActivationBytes(w Workload) float64 { return sum(m.HeadActivations(w)) }

// EmbeddingActivationBytes is the mask of the dropout after the embedding: sbh
// bytes for a GPT block, /t with sequence parallelism; nothing for a Llama
// block, whose token numbers are small.
// Source: Korthikanti et al., arXiv 2205.05198, §4.3.
func (m Model) EmbeddingActivationBytes(w Workload) float64 {
	k := kept{workload: w}
	if m.Block == GPT {
		k.maskOutside("embedding dropout mask", float64(m.Hidden))
	}
	return sum(k.list)
}

// attention keeps what lies round the core of MHA, GQA and MQA. The rotated
// queries and keys are the ones that the core needs; rotating is linear, so the
// unrotated ones are not.
func (m Model) attention(k *kept) {
	h, q, kv := float64(m.Hidden), float64(m.Heads*m.HeadDim), float64(m.KVHeads*m.HeadDim)
	k.outside("attention norm input", h)
	k.outside("query, key and value input", h) // one, shared by the three
	if m.QKNorm {
		k.inside("query norm input", q)
		k.insideKV("key norm input", kv, m.KVHeads)
	}
	k.inside("query", q)
	k.insideKV("key", kv, m.KVHeads)
	k.insideKV("value", kv, m.KVHeads)
	k.inside("attention output", q) // input of the output projection
	if m.Block == GPT {
		k.maskOutside("attention dropout mask", h)
	}
}

// latentAttention keeps the latents, each before and after its norm, and the
// heads that are made from them, as training does; the down-projections and
// the latents are not split.
// Source of the operations: DeepSeek-V2, arXiv 2405.04434, appendix C.
func (m Model) latentAttention(k *kept) {
	l, h, a := m.MLA, float64(m.Hidden), float64(m.Heads)
	k.outside("attention norm input", h)
	k.outside("down-projection input", h)
	k.outside("query latent, before and after its norm", float64(2*l.QRank))
	k.outside("key and value latent, before and after its norm", float64(2*l.KVRank))
	k.inside("query", a*float64(m.keyDim()))
	k.inside("key", a*float64(m.keyDim()))
	k.inside("value", a*float64(l.V))
	k.inside("attention output", a*float64(l.V))
}

// attentionCore keeps the s×s matrices; selective recomputation makes them
// again, and a flash kernel never writes them.
func (m Model) attentionCore(k *kept) {
	row := float64(m.Heads) * float64(k.workload.Seq) // of a token, all heads
	switch {
	case k.workload.Flash:
		k.bytesInside("log-sum-exp of each row in fp32", 4*float64(m.Heads))
	case k.workload.Recompute == RecomputeSelective:
	default:
		k.inside("softmax output", row) // for its own gradient and, without dropout, the values'
		if m.Block == GPT {
			k.bytesInside("softmax dropout mask", row)
			k.inside("softmax dropout output", row)
		}
	}
}

// mlp keeps what a dense feed-forward layer needs.
func (m Model) mlp(k *kept) {
	h, f := float64(m.Hidden), float64(m.FFN)
	k.outside("feed-forward norm input", h)
	k.outside("feed-forward input", h) // one, shared by gate and up
	if m.Block == GPT {
		k.inside("GELU input", f)
		k.inside("GELU output", f) // input of the second matrix
		k.maskOutside("feed-forward dropout mask", h)
		return
	}
	k.gated("", f)
}

// experts keeps what a mixture of experts needs. Experts are split like a dense
// layer; the tokens sent to them are not.
func (m Model) experts(k *kept) {
	h, visits := float64(m.Hidden), float64(m.MoE.PerToken)
	k.outside("feed-forward norm input", h)
	k.outside("router and shared experts' input", h)
	k.bytesOutside("router scores in fp32", 4*float64(m.MoE.Experts))
	k.outside("tokens sent to experts", visits*h)
	k.gated("experts' ", visits*float64(m.MoE.FFN))
	k.outside("experts' outputs", visits*h) // for the gradient of their weights
	if m.MoE.Shared > 0 {
		k.gated("shared experts' ", float64(m.MoE.Shared*m.MoE.FFN))
	}
}

// gated keeps what down(SiLU(gate) * up) needs, f numbers each.
func (k *kept) gated(whose string, f float64) {
	k.inside(whose+"gate", f)        // for SiLU
	k.inside(whose+"SiLU output", f) // for the product's gradient with respect to up
	k.inside(whose+"up", f)          // for the one with respect to SiLU
	k.inside(whose+"down input", f)  // the product
}

// kept collects activations of a workload, given in numbers or bytes a token.
type kept struct {
	workload Workload
	list     []Activation
}

// outside adds numbers that lie outside the tensor-parallel regions: each GPU
// has all of them unless sequence parallelism splits them.
func (k *kept) outside(name string, numbers float64) {
	k.bytesOutside(name, numbers*k.workload.DType.Bytes())
}

// maskOutside adds a mask of one byte a number.
func (k *kept) maskOutside(name string, numbers float64) { k.bytesOutside(name, numbers) }

// inside adds numbers that tensor parallelism splits.
func (k *kept) inside(name string, numbers float64) {
	k.bytesInside(name, numbers*k.workload.DType.Bytes())
}

// insideKV is inside for keys and values: with more GPUs than KV heads each GPU
// still has one.
func (k *kept) insideKV(name string, numbers float64, heads int) {
	k.add(name, numbers*k.workload.DType.Bytes(), min(k.workload.tensor(), max(1, heads)))
}

// inFull adds numbers that nothing splits.
func (k *kept) inFull(name string, numbers float64) {
	k.add(name, numbers*k.workload.DType.Bytes(), 1)
}

func (k *kept) bytesOutside(name string, bytes float64) {
	if k.workload.SequenceParallel {
		k.add(name, bytes, k.workload.tensor())
		return
	}
	k.add(name, bytes, 1)
}

func (k *kept) bytesInside(name string, bytes float64) { k.add(name, bytes, k.workload.tensor()) }

func (k *kept) add(name string, bytesPerToken float64, split int) {
	if bytesPerToken > 0 {
		tokens := float64(k.workload.Batch) * float64(k.workload.Seq)
		k.list = append(k.list, Activation{name, bytesPerToken * tokens / float64(split)})
	}
}

func (w Workload) tensor() int { return max(1, w.Tensor) }

func sum(list []Activation) float64 {
	total := 0.
	for _, a := range list {
		total += a.Bytes
	}
	return total
}
