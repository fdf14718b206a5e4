package serve

import "math"

// limits are what a step may hold.
type limits struct {
	batch  int // sequences
	tokens int // computed in a step; 0 for no limit
	prompt int // of one request in a step; 0 for no limit
	static bool
	swap   bool
}

// scheduler decides what a step computes.
type scheduler struct {
	memory  memory
	limits  limits
	beams   func(q *request) (dropped, forked int) // nil, or which beam gives way to which; equal for none
	waiting []*request
	running []*request
	swapped []*request
	ended   bool // a sequence of those that run has

	batch batch
}

// batch is a step.
type batch struct {
	items     []item
	out, in   int // tokens swapped
	hit       int // tokens that admitted requests found in the cache
	asked     int // tokens that they came with
	copies    int // blocks copied before a write
	preempted int
	short     bool // a request waits for memory
}

// item is n tokens of a sequence to compute, after held others.
type item struct {
	seq     *sequence
	held, n int
}

// arrive puts a request in the queue.
func (s *scheduler) arrive(q *request) {
	q.state = waiting
	s.waiting = insert(s.waiting, q)
}

// next fills the batch of the next step.
func (s *scheduler) next() *batch {
	b := &s.batch
	*b = batch{items: b.items[:0]}
	budget := math.MaxInt
	if s.limits.tokens > 0 && !s.limits.static {
		budget = s.limits.tokens
	}
	for i := 0; i < len(s.running) && budget > 0; i++ {
		s.goOn(s.running[i], &budget)
	}
	if len(b.items) == 0 {
		s.sweep() // a static batch whose last request was sent away
	}
	if b.preempted == 0 || len(b.items) == 0 && b.out == 0 {
		s.admit(&budget)
	}
	b.short = b.short || b.preempted > 0
	return b
}

// share is how many of so many tokens a step takes of one sequence.
func (s *scheduler) share(n, budget int) int {
	if s.limits.prompt > 0 && !s.limits.static {
		n = min(n, s.limits.prompt)
	}
	return min(n, budget)
}

// goOn schedules a running request. While memory is short the last request makes
// way, in the end this one itself.
func (s *scheduler) goOn(q *request, budget *int) {
	for !s.memory.room(q, *budget) {
		last := s.running[len(s.running)-1]
		s.preempt(last)
		if last == q {
			return
		}
	}
	for _, x := range q.seqs {
		n := s.share(x.need(), *budget)
		if !x.live || n == 0 {
			continue
		}
		s.batch.items = append(s.batch.items, item{x, x.held, n})
		if s.memory.extend(x, n) {
			s.batch.copies++
		}
		*budget -= n
	}
}

// preempt takes the memory of the last running request: its blocks go to CPU
// memory, or all that it holds will be computed again.
func (s *scheduler) preempt(q *request) {
	s.running = s.running[:len(s.running)-1]
	if q.unended() == 0 { // it only waited for the rest of a static batch
		s.finish(q)
		return
	}
	s.batch.preempted++
	for _, x := range q.seqs {
		if x.ended() && !x.live { // kept for the rest of a static batch
			s.memory.release(x)
		}
	}
	if s.limits.swap && q.decodes() {
		if n, ok := s.memory.swapOut(q); ok {
			s.batch.out += n
			q.state = swapped
			s.swapped = insert(s.swapped, q)
			return
		}
	}
	for _, x := range q.seqs {
		s.memory.release(x)
		x.live = false
		if len(q.seqs) > 1 {
			x.text, x.known = nil, 0
		}
	}
	q.forked, q.again = false, true
	if base := q.seqs[0]; len(q.seqs) > 1 {
		base.known = q.Prompt
	}
	s.arrive(q)
}

// admit lets in those that were swapped out, then those that wait.
func (s *scheduler) admit(budget *int) {
	if s.limits.static && len(s.running) > 0 {
		return
	}
	for len(s.swapped) > 0 {
		q := s.swapped[0]
		if !s.fits(q) {
			return
		}
		n, ok := s.memory.swapIn(q, len(s.running) == 0)
		if !ok {
			s.batch.short = true
			return
		}
		s.batch.in += n
		s.swapped = s.swapped[1:]
		s.run(q)
		s.goOn(q, budget)
	}
	for len(s.waiting) > 0 && *budget > 0 {
		q := s.waiting[0]
		if !s.fits(q) {
			return
		}
		x := q.seqs[0]
		held, hit, ok := s.memory.admit(q, s.share(math.MaxInt, *budget), len(s.running) == 0)
		if !ok {
			s.batch.short = true
			return
		}
		s.batch.items = append(s.batch.items, item{x, hit, held - hit})
		if x.made == 0 {
			s.batch.hit += hit
			s.batch.asked += x.known
		}
		*budget -= held - hit
		s.waiting = s.waiting[1:]
		x.live = true
		s.run(q)
	}
}

func (s *scheduler) run(q *request) {
	q.state = running
	s.running = insert(s.running, q)
}

// fits says that the batch has a place for all sequences of a request.
func (s *scheduler) fits(q *request) bool {
	n := q.unended()
	for _, r := range s.running {
		n += r.unended()
	}
	return n <= s.limits.batch || len(s.running) == 0
}

// commit gives the sequences that are up to date their next token, and frees the
// memory of those at their end. It returns how many tokens were made.
func (s *scheduler) commit() (made int) {
	for _, it := range s.batch.items {
		x := it.seq
		if x.need() > 0 {
			continue
		}
		if q := x.request; len(q.seqs) > 1 && !q.forked {
			made += s.fork(q)
			continue
		}
		if s.beams != nil {
			made += s.together(x.request)
			continue
		}
		made += s.emit(x)
	}
	s.sweep()
	return made
}

// together gives all beams of a request their next token: they are compared, so one
// that is up to date waits for those that are still computed again.
func (s *scheduler) together(q *request) (made int) {
	for _, x := range q.seqs {
		if x.live && x.need() > 0 {
			return 0
		}
	}
	s.choose(q)
	for _, x := range q.seqs {
		if x.live {
			made += s.emit(x)
		}
	}
	return made
}

// choose lets one beam of a request give way to a copy of another one, when none
// has ended.
func (s *scheduler) choose(q *request) {
	for _, x := range q.seqs {
		if !x.live {
			return
		}
	}
	if dropped, forked := s.beams(q); dropped != forked {
		s.memory.replace(q.seqs[forked], q.seqs[dropped])
	}
}

func (s *scheduler) emit(x *sequence) int {
	x.made++
	x.known++
	if x.ended() {
		x.live, s.ended = false, true
		if !s.limits.static {
			s.memory.release(x)
		}
	}
	return 1
}

// fork gives each sample its sequence once the prompt is computed. After a
// preemption what a sample generated before is to be computed again.
func (s *scheduler) fork(q *request) (made int) {
	q.forked = true
	base := q.seqs[0]
	for _, x := range q.seqs[1:] {
		if !x.ended() {
			s.memory.fork(base, x)
		}
	}
	for _, x := range q.seqs {
		x.known = q.Prompt + x.made
		x.live = !x.ended()
		switch {
		case x.ended():
			s.memory.release(x)
		case x.made == 0:
			made += s.emit(x)
		}
	}
	return made
}

// sweep takes the requests that are at their end out of the batch; a static batch
// ends as a whole.
func (s *scheduler) sweep() {
	if !s.ended {
		return
	}
	if s.limits.static {
		for _, q := range s.running {
			if q.unended() > 0 {
				return
			}
		}
	}
	still := s.running[:0]
	for _, q := range s.running {
		if q.unended() > 0 {
			still = append(still, q)
			continue
		}
		s.finish(q)
	}
	clear(s.running[len(still):])
	s.running, s.ended = still, false
}

func (s *scheduler) finish(q *request) {
	for _, x := range q.seqs {
		s.memory.release(x)
	}
	q.state = finished
}
