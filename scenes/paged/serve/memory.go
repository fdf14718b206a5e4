package serve

import "inflight/scenes/paged/block"

// memory is what an allocator hands out.
type memory interface {
	// admit gives a request its first memory, with a place for as many of its
	// tokens as the budget allows, and returns how many places there are and how
	// many of those need no computing. Where force is set nothing is held back.
	admit(q *request, budget int, force bool) (held, hit int, ok bool)
	// room says whether all sequences of a request can go on, each by so many
	// tokens as in its grow.
	room(q *request, budget int) bool
	// extend gives the next n tokens of a sequence a place, and says whether a
	// block was copied for it.
	extend(s *sequence, n int) (copied bool)
	fork(from, to *sequence)
	// replace lets a sequence that runs go on as a copy of another one.
	replace(from, to *sequence)
	release(s *sequence)
	// swapOut and swapIn move a request between GPU and CPU memory and return how
	// many bytes' worth of tokens go.
	swapOut(q *request) (tokens int, ok bool)
	swapIn(q *request, force bool) (tokens int, ok bool)
	// usage is how the slots of memory are used, one slot a token.
	usage(running []*request) Usage
}

// Usage says what the slots of a memory, one a token, are for.
type Usage struct {
	Tokens   float64 // hold a token that is needed
	Reserved float64 // will hold one of the same request later
	Internal float64 // given to a request that will never use them
	External float64 // lost between stretches
	Free     float64
}

// paged hands out blocks.
type paged struct {
	*block.Manager
	block.Config
}

func newPaged(c block.Config) *paged { return &paged{block.NewManager(c), c} }

func (p *paged) admit(q *request, budget int, force bool) (held, hit int, ok bool) {
	s := q.seqs[0]
	if s.text == nil {
		s.text = p.NewSequence(nil, "")
		s.text.ID = s.id
		s.text.Grow(q.Prompt + s.want)
	}
	p.know(s)
	hit = p.Hit(s.text)
	n := min(s.known-hit, budget)
	if !p.Admit(s.text, hit, n, 0, force) {
		return 0, 0, false
	}
	s.held = hit + n
	return s.held, hit, true
}

// know tells the text of a sequence the tokens that are new.
func (p *paged) know(s *sequence) {
	for i := s.text.Len(); i < s.known; i++ {
		s.text.Push(s.token(i))
	}
}

func (p *paged) room(q *request, budget int) bool {
	need := 0
	for _, s := range q.seqs {
		if n := min(s.need(), budget); s.live && n > 0 {
			need += p.Need(s.text, n)
			budget -= n
		}
	}
	return need <= p.Free()
}

func (p *paged) extend(s *sequence, n int) (copied bool) {
	p.know(s)
	c, _ := p.Extend(s.text, n) // room has been asked for
	s.held += n
	return c.From >= 0
}

func (p *paged) fork(from, to *sequence) {
	to.text = p.Fork(from.text)
	to.text.ID, to.held = to.id, from.held
}

func (p *paged) replace(from, to *sequence) {
	p.release(to)
	p.fork(from, to)
}

func (p *paged) release(s *sequence) {
	if s.text != nil {
		p.Release(s.text)
	}
	s.held = 0
}

func (p *paged) swapOut(q *request) (tokens int, ok bool) {
	n, ok := p.SwapOut(q.texts()...)
	return n * p.Size, ok
}

func (p *paged) swapIn(q *request, force bool) (tokens int, ok bool) {
	n, ok := p.SwapIn(q.unended(), force, q.texts()...)
	return n * p.Size, ok
}

// texts are those of the sequences that run.
func (q *request) texts() []*block.Sequence {
	var list []*block.Sequence
	for _, s := range q.seqs {
		if s.live {
			list = append(list, s.text)
		}
	}
	return list
}

// usage: what paging wastes lies in the last block of each sequence. Where
// several share that block, each has a part of the waste.
func (p *paged) usage(list []*request) Usage {
	var u Usage
	for _, q := range list {
		for _, s := range q.seqs {
			if s.text == nil || len(s.text.Table()) == 0 {
				continue
			}
			table := s.text.Table()
			if !s.live { // at its end, in a batch that is not
				for _, b := range table {
					u.Internal += float64(p.Size) / float64(p.Refs(b))
				}
				continue
			}
			empty := len(table)*p.Size - s.held
			u.Internal += float64(empty) / float64(max(1, p.Refs(table[len(table)-1])))
		}
	}
	u.Free = float64(p.Manager.Free() * p.Size)
	u.Tokens = float64(p.Blocks*p.Size) - u.Free - u.Internal
	return u
}

// contiguous hands out stretches, one for each sequence, long enough for all that
// it will or may hold.
type contiguous struct {
	arena
	reserve func(s *sequence) int
}

func (c *contiguous) admit(q *request, budget int, _ bool) (held, hit int, ok bool) {
	for i, s := range q.seqs {
		s.asked = c.reserve(s)
		if s.at, s.size, ok = c.take(s.asked); !ok {
			for _, s := range q.seqs[:i] {
				c.release(s)
			}
			s.size = 0
			return 0, 0, false
		}
	}
	s := q.seqs[0]
	s.held = min(s.known, budget)
	return s.held, 0, true
}

func (c *contiguous) room(*request, int) bool { return true }

func (c *contiguous) extend(s *sequence, n int) bool {
	s.held += n
	return false
}

// The samples have had their stretches since the request was admitted, and keep them.
func (c *contiguous) fork(from, to *sequence)    { to.held = from.held }
func (c *contiguous) replace(from, to *sequence) { to.held = from.held }

func (c *contiguous) release(s *sequence) {
	if s.size > 0 {
		c.give(s.at, s.size)
	}
	s.size, s.held = 0, 0
}

func (c *contiguous) swapOut(*request) (int, bool)      { return 0, false }
func (c *contiguous) swapIn(*request, bool) (int, bool) { return 0, false }

func (c *contiguous) usage(list []*request) Usage {
	var u Usage
	for _, q := range list {
		for _, s := range q.seqs {
			if s.size == 0 {
				continue
			}
			asked := min(s.asked, s.size)
			u.External += float64(s.size - asked)
			if !s.live && s.ended() {
				u.Internal += float64(asked)
				continue
			}
			u.Tokens += float64(s.held)
			u.Reserved += float64(q.Prompt + s.want - s.held)
			u.Internal += float64(asked - q.Prompt - s.want)
		}
	}
	u.Free = float64(c.free())
	return u
}
