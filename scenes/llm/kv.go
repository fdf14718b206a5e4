package llm

// KVElements is how many numbers a layer caches for one token: 2·k·d for k heads
// of keys and values (MHA, GQA, MQA), the latent and the shared rotary key for
// MLA.
// Source: DeepSeek-V2, arXiv 2405.04434, Table 1.
func (m Model) KVElements() int {
	if m.MLA.KVRank > 0 {
		return m.MLA.KVRank + m.MLA.RoPE
	}
	return 2 * m.KVHeads * m.HeadDim
}

// KVBytesPerToken is the KV cache of one token over all layers.
func (m Model) KVBytesPerToken(d DType) float64 {
	return float64(m.Layers*m.KVElements()) * d.Bytes()
}

// KVBytes is the KV cache of a sequence. With sliding-window attention no more
// than a window of tokens is kept.
func (m Model) KVBytes(tokens int, d DType) float64 {
	return float64(m.reach(tokens)) * m.KVBytesPerToken(d)
}

// reach is how many tokens of a sequence a query sees at most.
func (m Model) reach(tokens int) int {
	if m.Window > 0 {
		return min(tokens, m.Window)
	}
	return tokens
}
