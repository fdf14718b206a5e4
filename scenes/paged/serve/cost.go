package serve

import "inflight/scenes/sim"

// Cost is what computing takes on one GPU.
type Cost struct {
	Weights float64 // bytes read in a step, whatever the batch
	Routed  float64 // of them, bytes of experts that tokens are routed to
	Missed  float64 // share of the routed experts that one token does not visit
	KV      float64 // bytes of keys and values of a token, over all layers
	Window  int     // tokens that a query sees at most; 0 for all

	Linear    float64 // FLOPs of a token in projections and feed-forward layers
	Attention float64 // FLOPs of a pair of query and key
	Head      float64 // FLOPs of one token's logits

	Rate      float64       // FLOP/s reached
	Bandwidth sim.Bandwidth // of GPU memory
	PCIe      sim.Bandwidth // to CPU memory, one way
}

// Step is what a step computes.
type work struct {
	tokens int     // that pass through the layers
	logits int     // sequences that get a token
	pairs  float64 // of queries and keys
	read   float64 // tokens whose keys and values are read
}

// add counts n tokens of a sequence that holds held already. Their keys and
// values are read once, however many queries they meet.
func (w *work) add(c *Cost, held, n int) {
	w.tokens += n
	if n == 1 {
		w.pairs += float64(c.reach(held + 1))
	} else {
		w.pairs += c.pairs(held+n) - c.pairs(held)
	}
	w.read += float64(c.reach(held + n))
}

// reach is how many of so many tokens a query sees.
func (c *Cost) reach(tokens int) int {
	if c.Window > 0 {
		return min(tokens, c.Window)
	}
	return tokens
}

// pairs is how many pairs a causal mask leaves of the first n tokens.
func (c *Cost) pairs(n int) float64 {
	w := c.reach(n) // the first w queries see 1, 2, … w keys, the others w
	return float64(w*(w+1)/2) + float64((n-w)*w)
}

// flops of a step.
func (c *Cost) flops(w work) float64 {
	return float64(float64(w.tokens)*c.Linear) + float64(w.pairs*c.Attention) + float64(float64(w.logits)*c.Head)
}

// bytes that a step reads from GPU memory: weights, each once, and keys and
// values. Of routed experts those count that some token is likely to visit.
func (c *Cost) bytes(w work) float64 {
	missed := 1.0
	if c.Routed > 0 {
		for range min(w.tokens, 4096) {
			missed = float64(missed * c.Missed)
		}
	} else {
		missed = 0
	}
	return c.Weights - float64(c.Routed*missed) + float64(w.read*c.KV)
}

// duration of a step: what takes longer, its bytes at the bandwidth or its FLOPs
// at the rate. It fails where that is beyond the range of time.
func (c *Cost) duration(w work) (d sim.Time, bound bool, err error) {
	memory, err := c.Bandwidth.Duration(sim.Bytes(c.bytes(w)))
	if err != nil {
		return 0, false, err
	}
	compute, err := sim.Seconds(c.flops(w) / c.Rate)
	if err != nil {
		return 0, false, err
	}
	return max(memory, compute), memory >= compute, nil
}

// alone is how many seconds n tokens after held others cost at most, with a step
// of their own.
func (c *Cost) alone(held, n int) float64 {
	var w work
	w.add(c, held, n)
	w.logits = 1
	return c.bytes(w)/float64(c.Bandwidth) + c.flops(w)/c.Rate
}

// Solo is how long a request takes that is alone, in seconds: one step for the
// prompt, then one for each further token of each sample. ok is false where its
// decode steps change from being bound by the bandwidth to FLOPs or back, so that
// no closed form holds. Where least is set the prompt costs no FLOPs and the experts
// of one token, as if a cache had the rest, and only the longest sample counts.
func (c *Cost) Solo(r *Request, least bool) (seconds float64, ok bool) {
	var prompt work
	prompt.add(c, 0, r.Prompt)
	prompt.logits = 1
	if least {
		prompt.tokens = 1 // the last, which no cache has: it alone is routed to experts
	}
	seconds = c.bytes(prompt) / float64(c.Bandwidth)
	if !least {
		seconds = max(seconds, c.flops(prompt)/c.Rate)
	}
	longest := 0.0
	for _, n := range r.Outputs {
		d, ok := c.decode(r.Prompt, n-1)
		if !ok {
			return 0, false
		}
		longest = max(longest, d)
		if !least {
			seconds += d
		}
	}
	if least {
		seconds += longest
	}
	return seconds, true
}

// decode is how long n decode steps after a prompt take, in seconds:
// n(W + κ(P + (n+1)/2))/B for the bytes, and likewise for the FLOPs.
func (c *Cost) decode(prompt, n int) (seconds float64, ok bool) {
	if n == 0 {
		return 0, true
	}
	var first, last work
	first.add(c, prompt, 1)
	last.add(c, prompt+n-1, 1)
	first.logits, last.logits = 1, 1
	memory := func(w work) float64 { return c.bytes(w) / float64(c.Bandwidth) }
	compute := func(w work) float64 { return c.flops(w) / c.Rate }
	mean := func(cost func(work) float64) float64 { return float64(n) * (cost(first) + cost(last)) / 2 }
	if c.Window > 0 && prompt+n > c.Window {
		return 0, false // no longer linear in the tokens
	}
	switch {
	case memory(first) >= compute(first) && memory(last) >= compute(last):
		return mean(memory), true
	case memory(first) <= compute(first) && memory(last) <= compute(last):
		return mean(compute), true
	}
	return 0, false
}
