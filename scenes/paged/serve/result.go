package serve

import "inflight/scenes/sim"

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

	Running, Waiting, Swapped int  // requests
	Sequences                 int  // that run
	Preempted, Copies, Cut    int  // Cut counts prompts of which a part was computed
	Hit, Asked                int  // tokens of the prompts admitted
	Short                     bool // a request waits for memory

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
	Steps    []Step
	Requests []Served
	Trace    *Trace // nil if none was asked for

	Made, Hit, Asked  int
	Preempted, Copies int
	Cut               int     // parts of prompts
	Peak              int     // sequences that run at once
	Waste             float64 // Internal slots a sequence that runs, on average
	Shares            Shares
	Batch             float64 // requests that run, on average while any does
}

// Served is when a request arrived, got its first token and its last.
type Served struct{ Arrival, First, End sim.Time }

// Shares are parts of the memory that is in use or wanted, over time; together 1.
type Shares struct{ Tokens, Reserved, Internal, External float64 }

func (r *Result) add(st *Step) {
	r.Steps = append(r.Steps, *st)
	r.Made += st.Made
	r.Hit += st.Hit
	r.Asked += st.Asked
	r.Preempted += st.Preempted
	r.Copies += st.Copies
	r.Cut += st.Cut
	r.Peak = max(r.Peak, st.Sequences)
}

// finish takes the averages.
func (r *Result) finish(s *server) {
	for _, q := range s.requests {
		r.Requests = append(r.Requests, Served{q.Arrival, q.first, q.end})
	}
	var sum Shares
	busy, sequences := 0.0, 0.0
	for i := range r.Steps {
		st := &r.Steps[i]
		d := (st.End - st.Start).Seconds()
		u := &st.Usage
		sum.Tokens += float64(u.Tokens * d)
		sum.Reserved += float64(u.Reserved * d)
		sum.Internal += float64(u.Internal * d)
		sum.External += float64(st.Lost() * d)
		r.Batch += float64(float64(st.Running) * d)
		sequences += float64(float64(st.Sequences) * d)
		busy += d
	}
	total := sum.Tokens + sum.Reserved + sum.Internal + sum.External
	if total > 0 {
		r.Shares = Shares{sum.Tokens / total, sum.Reserved / total, sum.Internal / total, sum.External / total}
	}
	if sequences > 0 {
		r.Waste = sum.Internal / sequences
	}
	if busy > 0 {
		r.Batch /= busy
	}
	if r.Trace != nil {
		s.batch.items = nil
		r.Trace.record(s)
	}
}

// End is when the last step ends.
func (r *Result) End() sim.Time { return r.Steps[len(r.Steps)-1].End }
