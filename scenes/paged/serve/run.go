package serve

import (
	"errors"
	"strconv"

	"inflight/scenes/paged/block"
	"inflight/scenes/sim"
)

// Allocator is how memory is handed out.
type Allocator uint8

const (
	Max    Allocator = iota // a stretch as long as the longest sequence may be
	Pow2                    // a stretch for the prompt and the next power of two of the output
	Oracle                  // a stretch for exactly what the request will hold
	Paged                   // blocks, when they are needed
)

// Config is a server.
type Config struct {
	Allocator Allocator
	Pool      block.Config // contiguous allocators have as many slots as its blocks hold
	Cost      Cost

	MaxTokens  int // longest sequence
	Batch      int // sequences in a step at most
	StepTokens int // computed in a step at most; 0 for no limit
	Static     bool
	Swap       bool
	Beams      bool // now and then a sample gives way to a copy of another one
	Seed       uint64
}

// TooLarge is a request that has no room even alone, and the slots that it wants.
type TooLarge struct{ Request, Slots int }

func (t TooLarge) Error() string {
	return "request " + strconv.Itoa(t.Request) + ": " + strconv.Itoa(t.Slots) + " slots do not fit into the memory"
}

// maxSteps is how many steps a run may take.
const maxSteps = 200_000

// server is a run.
type server struct {
	Config
	scheduler
	requests []*request
	next     int // the first that has not arrived
	now      sim.Time
	result   *Result
}

// Run serves the requests, which come by arrival, until all have ended. It keeps
// a trace where trace is set. It fails on a request that has no room even alone,
// and where durations are beyond the range of time.
func Run(c Config, requests []Request, trace bool) (*Result, error) {
	s := &server{Config: c, result: &Result{}}
	s.limits = limits{batch: c.Batch, tokens: c.StepTokens, static: c.Static, swap: c.Swap}
	id := int32(0)
	s.memory = c.newMemory()
	for i, r := range requests {
		if slots := c.alone(&r, s.memory); slots > 0 {
			return nil, TooLarge{i, slots}
		}
		s.requests = append(s.requests, newRequest(i, r, id))
		id += int32(len(r.Outputs))
		for _, n := range r.Outputs {
			s.result.want += n
		}
	}
	if c.Beams {
		s.chooseBeams()
	}
	if trace {
		s.result.Trace = newTrace(s.requests, s.memory)
	}
	for s.next < len(s.requests) || len(s.running)+len(s.waiting)+len(s.swapped) > 0 {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	s.result.finish(s)
	return s.result, nil
}

func (c *Config) newMemory() memory {
	slots := c.Pool.Blocks * c.Pool.Size
	switch c.Allocator {
	case Max:
		return &contiguous{newSlots(slots, c.MaxTokens), c.reserve}
	case Pow2, Oracle:
		return &contiguous{newBuddies(slots), c.reserve}
	}
	return newPaged(c.Pool)
}

// reserve is the slots that a contiguous allocator asks for.
func (c *Config) reserve(s *sequence) int {
	switch c.Allocator {
	case Max:
		return c.MaxTokens
	case Pow2:
		n := 1
		for n < s.want {
			n *= 2
		}
		return max(s.request.Prompt+s.want, min(s.request.Prompt+n, c.MaxTokens))
	}
	return s.request.Prompt + s.want
}

// alone is the slots that a request wants if it has no room even alone, else 0.
// empty is a memory that nobody uses.
func (c *Config) alone(r *Request, empty memory) int {
	if c.Allocator == Paged {
		need := 0
		for _, n := range r.Outputs {
			need += block.Blocks(r.Prompt+n, c.Pool.Size)
		}
		if k := len(r.Outputs) - 1; k > 0 {
			need += 1 - k*(r.Prompt/c.Pool.Size) // full blocks of the prompt are shared
			if c.Beams {
				need++
			}
		}
		if need > c.Pool.Blocks {
			return need * c.Pool.Size
		}
		return 0
	}
	q := newRequest(0, *r, 0)
	_, _, ok := empty.admit(q, 1, true)
	total := 0
	for _, s := range q.seqs {
		total += c.reserve(s)
		empty.release(s)
	}
	if ok {
		return 0
	}
	return total
}

// chooseBeams makes one beam in four steps give way to another one.
func (s *server) chooseBeams() {
	draws := make([]rng, len(s.requests))
	for i := range draws {
		draws[i] = newRNG(s.Seed, i, forBeams)
	}
	s.beams = func(q *request) (dropped, forked int) {
		r := &draws[q.index]
		if r.below(4) > 0 {
			return 0, 0
		}
		return r.below(len(q.seqs)), r.below(len(q.seqs))
	}
}

// step runs one step of the server.
func (s *server) step() error {
	idle := len(s.running)+len(s.waiting)+len(s.swapped) == 0
	if idle {
		s.now = max(s.now, s.requests[s.next].Arrival)
	}
	for ; s.next < len(s.requests) && s.requests[s.next].Arrival <= s.now; s.next++ {
		s.arrive(s.requests[s.next])
	}
	st := Step{Start: s.now, Idle: idle, Waits: s.next - 1}
	b := s.scheduler.next()
	if len(b.items) == 0 && b.out == 0 {
		return errors.New("nothing can run")
	}
	w, err := s.time(b, &st)
	if err != nil {
		return err
	}
	st.Usage = s.memory.usage(s.running)
	s.describe(b, &st)
	if t := s.result.Trace; t != nil {
		t.record(s)
	}
	s.now = st.End
	st.Made = s.commit()
	s.mark(b)
	s.result.add(&st, s.result.Trace != nil)
	if err := s.coast(w, &st); err != nil {
		return err
	}
	if s.result.steps > maxSteps {
		return errors.New("more than 200,000 steps")
	}
	return nil
}

// time finds how long the step lasts: copies over PCIe, both ways at once, then
// the computation, which it returns.
func (s *server) time(b *batch, st *Step) (w work, err error) {
	for _, it := range b.items {
		w.add(&s.Cost, it.held, it.n)
		if it.held+it.n == it.seq.known {
			w.logits++
		}
		if it.n == 1 && it.seq.made > 0 {
			st.Decode++
			continue
		}
		st.Prefill += it.n
		if cut := it.held+it.n < it.seq.known; cut || it.held > 0 || it.seq.request.again {
			st.Extra += s.Cost.alone(it.held, it.n)
		}
	}
	st.Out, st.In = sim.Bytes(float64(float64(b.out)*s.Cost.KV)), sim.Bytes(float64(float64(b.in)*s.Cost.KV))
	var copying sim.Time
	for _, n := range [...]sim.Bytes{st.Out, st.In} {
		if n > 0 {
			d, err := s.Cost.PCIe.Duration(n)
			if err != nil {
				return w, err
			}
			copying = max(copying, d)
		}
	}
	st.Extra += copying.Seconds()
	return w, s.compute(w, copying, st)
}

// compute is what a step does on the GPU, once so much time has gone into copies.
func (s *server) compute(w work, copying sim.Time, st *Step) (err error) {
	st.FLOPs, st.Bytes = s.Cost.flops(w), s.Cost.bytes(w)
	st.KV = float64(w.read * s.Cost.KV)
	if w.tokens > 0 {
		if st.Work, st.Bound, err = s.Cost.duration(w); err != nil {
			return err
		}
	}
	st.End = st.Start + copying + st.Work
	if st.End < st.Start || st.End > sim.Never/2 {
		return errors.New("beyond the range of time")
	}
	return nil
}

func (s *server) describe(b *batch, st *Step) {
	st.Running, st.Waiting, st.Swapped = len(s.running), len(s.waiting), len(s.swapped)
	for _, q := range s.running {
		for _, x := range q.seqs {
			if x.live {
				st.Sequences++
			}
		}
	}
	st.Hit, st.Asked, st.Copies, st.Preempted, st.Short = b.hit, b.asked, b.copies, b.preempted, b.short
}

// mark notes when requests got their first and their last token.
func (s *server) mark(b *batch) {
	for _, it := range b.items {
		q := it.seq.request
		if q.first < 0 && it.seq.made > 0 {
			q.first = s.now
		}
		if it.seq.ended() && q.unended() == 0 {
			q.end = max(q.end, s.now)
		}
	}
}
