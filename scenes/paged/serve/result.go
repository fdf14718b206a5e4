package serve

import (
	"slices"

	"inflight/scenes/sim"
)

// Step is one step of the server: copies over PCIe first, then computation.
type Step struct {
	Start, End sim.Time
	Work       sim.Time // of it, computing
	Idle       bool     // the GPU waited for an arrival before
	Waits      int      // for which: the request's number
	Bound      bool     // by the bandwidth, not by FLOPs

	Prefill, Decode int // tokens computed
	Made            int // tokens generated at its end
	FLOPs, Bytes    float64
	KV              float64   // of the bytes, keys and values
	Out, In         sim.Bytes // over PCIe

	Running, Waiting, Swapped int // requests
	Sequences                 int // that run
	Preempted, Copies         int
	Extra                     float64 // seconds at most that no request would cost alone: see Result
	Hit, Asked                int     // tokens of the prompts admitted
	Short                     bool    // a request waits for memory

	Usage Usage
}

// Lost is the slots that are no use to anybody: those lost between stretches, and
// those that are free while a request waits for memory.
func (s *Step) Lost() float64 {
	if s.Short {
		return s.Usage.External + s.Usage.Free
	}
	return s.Usage.External
}

// Result is what a run did.
type Result struct {
	Steps    []Step // kept with a trace
	Requests []Served
	Trace    *Trace // nil if none was asked for

	Made, Hit, Asked  int
	Preempted, Copies int
	// Extra is how many seconds at most the requests cost beyond what they would
	// cost alone: prompts computed in parts or again, and copies over PCIe.
	Extra  float64
	Peak   int     // sequences that run at once
	Waste  float64 // Internal slots a sequence that runs, on average
	Shares Shares
	Batch  float64 // requests that run, on average while any does

	want                     int // tokens to be made
	steps                    int
	end                      sim.Time
	sum                      Shares  // slots by seconds
	running, sequences, busy float64 // by seconds; seconds
}

// Served is when a request arrived, got its first token and its last.
type Served struct{ Arrival, First, End sim.Time }

// Shares are parts of the memory that is in use or wanted, over time; together 1.
type Shares struct{ Tokens, Reserved, Internal, External float64 }

func (r *Result) add(st *Step, keep bool) {
	if keep {
		if len(r.Steps) == cap(r.Steps) {
			r.Steps = slices.Grow(r.Steps, r.more())
		}
		r.Steps = append(r.Steps, *st)
	}
	r.steps++
	r.end = st.End
	r.Made += st.Made
	r.Hit += st.Hit
	r.Asked += st.Asked
	r.Preempted += st.Preempted
	r.Copies += st.Copies
	r.Extra += st.Extra
	r.Peak = max(r.Peak, st.Sequences)

	d, u := (st.End - st.Start).Seconds(), &st.Usage
	r.sum.Tokens += float64(u.Tokens * d)
	r.sum.Reserved += float64(u.Reserved * d)
	r.sum.Internal += float64(u.Internal * d)
	r.sum.External += float64(st.Lost() * d)
	r.running += float64(float64(st.Running) * d)
	r.sequences += float64(float64(st.Sequences) * d)
	r.busy += d
}

// more is how many steps are still to come, if tokens are made as fast as so far.
func (r *Result) more() int {
	n := len(r.Steps)
	left := n * (r.want - r.Made) / max(1, r.Made)
	return max(256, min(left+left/8, 4*n))
}

// finish takes the averages.
func (r *Result) finish(s *server) {
	for _, q := range s.requests {
		r.Requests = append(r.Requests, Served{q.Arrival, q.first, q.end})
	}
	sum := &r.sum
	if total := sum.Tokens + sum.Reserved + sum.Internal + sum.External; total > 0 {
		r.Shares = Shares{sum.Tokens / total, sum.Reserved / total, sum.Internal / total, sum.External / total}
	}
	if r.busy > 0 {
		r.Batch = r.running / r.busy
		r.Waste = sum.Internal / r.sequences
	}
	if r.Trace != nil {
		s.batch.items = nil
		r.Trace.record(s)
		r.Trace.sort()
	}
}

// End is when the last step ends.
func (r *Result) End() sim.Time { return r.end }
