// Package llm holds the shapes of published models, each with its source, and
// what follows from a shape: parameters, FLOPs, bytes of KV cache, gradients and
// activations. It knows nothing of hardware.
//
// Symbols are those of the literature: s sequence, b micro-batch, h hidden, a
// heads, f feed-forward width, v vocabulary, t tensor-parallel size. Counts of
// parameters and FLOPs are float64 and exact as long as they are below 2^53.
package llm

import (
	"fmt"
	"slices"

	"inflight/scenes/suggest"
)

// Model is the shape of a decoder-only transformer.
type Model struct {
	Key  string // value in URLs; "" for a shape made by Shape
	Name string

	Layers  int
	Hidden  int
	Heads   int // query heads
	KVHeads int // heads of keys and values: Heads for MHA, 1 for MQA, between for GQA
	HeadDim int
	FFN     int // width of a dense feed-forward layer; 0 where all are of experts
	Vocab   int
	Context int // longest sequence trained for
	Window  int // of sliding-window attention; 0 for none

	Block       Block
	Tied        bool // the output head is the embedding
	QKVBias     bool // biases on the query, key and value projections
	QKNorm      bool // RMSNorm on each query and key head
	NoFinalNorm bool // the source's count leaves it out

	MLA MLA
	MoE MoE

	// Count, when it is not 0, is the exact number of parameters, and the shape
	// only splits it.
	Count float64

	Published string // total as its source prints it; "" where none was read
	Origin
}

// Block is the kind of layer.
type Block string

const (
	// Llama has RMSNorm, rotary positions, a gated feed-forward layer of three
	// matrices (SwiGLU), no biases and no dropout.
	Llama Block = "llama"
	// GPT has LayerNorm, learned positions, a feed-forward layer of two matrices
	// (GELU), biases and dropout.
	GPT Block = "gpt"
)

// MLA is multi-head latent attention; KVRank 0 means that there is none.
// Source: DeepSeek-V2, arXiv 2405.04434, §2.1.
type MLA struct {
	QRank  int // of the compressed query; 0 if queries are not compressed
	KVRank int // of what is cached for keys and values
	NoPE   int // part of a query and key head without positions
	RoPE   int // rotary part; the keys' is shared by all heads
	V      int // size of a value head
}

// MoE is a feed-forward layer of experts; Experts 0 means that there is none.
type MoE struct {
	Experts     int // routed
	PerToken    int // routed experts that a token visits
	Shared      int // experts that all tokens visit
	FFN         int // width of one expert
	DenseLayers int // first layers without experts
	// RouterBias is a bias per expert for balancing. It is stored, but takes no
	// part in what is computed of a token, so active parameters leave it out.
	RouterBias bool
}

// Status says how far a source was followed.
type Status string

const (
	Confirmed Status = "confirmed" // read in the source named
	Partly    Status = "partly"    // all but what Unconfirmed names
	Derived   Status = "derived"   // ours, from published shapes
)

// Origin says where a shape comes from.
type Origin struct {
	Source      string // repository and place, or paper
	Version     string // "as of commit …"; "" for papers
	Status      Status
	Unconfirmed string // what could not be confirmed: "vocabulary"
}

// Models lists all, in the order in which they are shown.
func Models() []Model { return slices.Clone(models) }

// Find returns the model with a key. The error lists the keys and names the one
// that was likely meant.
func Find(key string) (Model, error) {
	keys := make([]string, len(models))
	for i, m := range models {
		if keys[i] = m.Key; m.Key == key {
			return m, nil
		}
	}
	return Model{}, fmt.Errorf("no %q: %w", key, suggest.OneOf(key, keys))
}

// Pick returns the shape for a free parameter count, or, where that is 0, the
// model with the key. It fails on an unknown key and on a count outside
// MinParams…MaxParams.
func Pick(key string, params float64) (Model, error) {
	if params == 0 {
		return Find(key)
	}
	if !(params >= MinParams && params <= MaxParams) {
		return Model{}, fmt.Errorf("%v parameters: want from 1M to 10T", params)
	}
	return Shape(params), nil
}

func (m Model) isMoE(layer int) bool { return m.MoE.Experts > 0 && layer >= m.MoE.DenseLayers }

// keyDim is the size of a query and key head.
func (m Model) keyDim() int {
	if m.MLA.KVRank > 0 {
		return m.MLA.NoPE + m.MLA.RoPE
	}
	return m.HeadDim
}

// valueDim is the size of a value head.
func (m Model) valueDim() int {
	if m.MLA.KVRank > 0 {
		return m.MLA.V
	}
	return m.HeadDim
}
