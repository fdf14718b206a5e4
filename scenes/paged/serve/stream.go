package serve

import "inflight/scenes/sim"

// Request is a prompt that waits for so many tokens.
type Request struct {
	Arrival  sim.Time
	Prompt   int   // tokens, the shared prefix included
	Prefix   int   // of them, shared with all other requests
	Outputs  []int // tokens to generate, of each sample
	Priority int   // lower runs first
}

// Longest is the tokens of the longest sample, the prompt included.
func (r *Request) Longest() int {
	longest := 0
	for _, n := range r.Outputs {
		longest = max(longest, r.Prompt+n)
	}
	return longest
}

// Stream says what requests to draw.
type Stream struct {
	Requests       int
	Rate           float64 // arrivals a second; a Poisson process
	Prompt, Output int     // mean tokens
	Prefix         int     // tokens before each prompt, the same for all
	Samples        int
	Equal          bool // all samples of a request are equally long
	MaxTokens      int  // longest sequence: what goes beyond it is cut
	Seed           uint64
}

// The purposes of random numbers.
const (
	forGap = iota
	forPrompt
	forOutput
	forBeams
)

// Draw draws the requests, by arrival. The first arrives at once. It fails when
// the last would arrive beyond the range of time.
func (s Stream) Draw() ([]Request, error) {
	requests := make([]Request, s.Requests)
	at := 0.0
	for i := range requests {
		r := &requests[i]
		if i > 0 {
			gap := newRNG(s.Seed, i, forGap)
			at += gap.exponential() / s.Rate
		}
		var err error
		if r.Arrival, err = sim.Seconds(at); err != nil {
			return nil, err
		}
		prompt := newRNG(s.Seed, i, forPrompt)
		r.Prefix = min(s.Prefix, s.MaxTokens-2)
		r.Prompt = min(r.Prefix+promptLength(&prompt, s.Prompt), s.MaxTokens-1)
		output := newRNG(s.Seed, i, forOutput)
		for k := range s.Samples {
			n := min(outputLength(&output, s.Output), s.MaxTokens-r.Prompt)
			if s.Equal && k > 0 {
				n = r.Outputs[0]
			}
			r.Outputs = append(r.Outputs, n)
		}
	}
	return requests, nil
}

// promptLength is short for most prompts with a long tail: four of five have half
// the mean and one of five three times the mean, exponentially spread. That is
// the form of the prompts in Fig. 11 of Kwon et al., SOSP 2023; the paper prints
// only their means.
func promptLength(r *rng, mean int) int {
	share := 0.5
	if r.below(5) == 0 {
		share = 3
	}
	return tokens(float64(float64(r.exponential()*share) * float64(mean)))
}

// outputLength is the sum of two exponential lengths with 0.868 and 0.132 of the
// mean: its variance is 0.77 of the mean squared. That is what Fig. 2 of Kwon et
// al., SOSP 2023, says of ShareGPT: with the whole maximum reserved, a running
// request holds 459 tokens and will hold 299 more (20.4 and 13.3 of 91.1 % of
// 2,048), and 2·299/338 - 1 = 0.77 for outputs of 338 tokens on average.
func outputLength(r *rng, mean int) int {
	x := float64(0.868*r.exponential()) + float64(0.132*r.exponential())
	return tokens(float64(x * float64(mean)))
}

// tokens rounds to at least one.
func tokens(x float64) int { return max(1, int(x+0.5)) }
