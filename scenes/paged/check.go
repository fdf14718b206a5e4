package paged

import (
	"math"

	"inflight/scenes"
	"inflight/scenes/unit"
)

const (
	roofline  = "Pope et al., arXiv 2211.05102, §2.1; Williams, Waterman, Patterson, CACM 2009"
	pagedFrag = "Kwon et al., SOSP 2023 (arXiv 2309.06180), §1, §4.2"
)

// Checks hold times and waste against closed forms.
func (f *film) Checks() []scenes.Check {
	list := []scenes.Check{f.firstToken(), f.whole(), f.waste()}
	if f.p.Allocator == contiguousMax {
		most := float64(f.config.Pool.Blocks * f.config.Pool.Size / f.config.MaxTokens)
		list = append(list, scenes.Check{
			ID: "peak-batch", Engine: float64(f.res.Peak), Formula: most, Upper: most, Unit: unit.None,
			Form: "⌊C/L⌋", Source: "Kwon et al., SOSP 2023, §6.1 (Orca Max)",
		})
	}
	return list
}

// firstToken is the first step, where it computes the first prompt and no other.
func (f *film) firstToken() scenes.Check {
	first := &f.res.Steps[0]
	r := f.requests[0]
	r.Outputs = []int{1}
	seconds, _ := f.config.Cost.Solo(&r, false)
	engine := (first.End - first.Start).Seconds()
	c := scenes.Check{
		ID: "first-token", Engine: engine, Formula: seconds, Unit: unit.Second,
		Tolerance: scenes.Tolerance(1, seconds), Form: "max(F(P)/(u·R), (W + κP)/B)", Source: roofline,
	}
	if first.Prefill != r.Prompt {
		c.Why = scenes.Say("paged.why.first")
	}
	return c
}

// whole bounds the time of the stream by that of its requests alone: no request
// is faster in company, and together they take no longer than one by one and what
// is computed in parts, computed again or copied.
func (f *film) whole() scenes.Check {
	lower, sum, last, ok := 0.0, 0.0, 0.0, true
	for i := range f.requests {
		r := &f.requests[i]
		least, fine := f.config.Cost.Solo(r, f.res.Hit > 0)
		if len(r.Outputs) > 1 {
			least, fine = f.config.Cost.Solo(r, true)
		}
		most, _ := f.config.Cost.Solo(r, false)
		last = r.Arrival.Seconds()
		ok = ok && fine
		lower = max(lower, last+least)
		sum += most
	}
	engine := f.tl.End().Seconds()
	c := scenes.Check{
		ID: "time", Engine: engine, Unit: unit.Second, Formula: lower, Lower: lower, Upper: last + sum + f.res.Extra,
		Tolerance: 1e-9 + scenes.Tolerance(len(f.res.Steps)+len(f.requests), lower), // sums of as many floats
		Form:      "max(a + T) ≤ t ≤ a_last + ΣT + X,  T = T₁ + (O−1)(W + κ(P + O/2))/B", Source: roofline,
	}
	if !ok {
		c.Why = scenes.Say("paged.why.bound")
	}
	if len(f.requests) == 1 && len(f.requests[0].Outputs) == 1 && f.res.Extra == 0 { // bounds that meet
		c.Lower, c.Upper = 0, 0
		c.Form = "T₁ + (O−1)(W + κ(P + O/2))/B"
	}
	return c
}

// waste is how many slots of its last block a sequence leaves empty.
func (f *film) waste() scenes.Check {
	most := float64(f.p.Block - 1)
	c := scenes.Check{
		ID: "waste", Engine: f.res.Waste, Unit: unit.None, Formula: most / 2, Upper: most,
		Tolerance: 1e-9, // sums of shares of blocks
		Form:      "0 ≤ waste ≤ b−1, (b−1)/2 on average", Source: pagedFrag,
	}
	switch {
	case f.p.Allocator != pagedBlocks:
		c.Why = scenes.Say("paged.why.contiguous")
	case f.p.Batching == static:
		c.Why = scenes.Say("paged.why.static")
	case most == 0:
		c.Upper = math.SmallestNonzeroFloat64
	}
	return c
}
