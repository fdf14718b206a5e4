package serve

import (
	"inflight/scenes/paged/block"
	"inflight/scenes/sim"
)

// sequence is one sample of a request: the prompt and what it generated.
type sequence struct {
	id      int32
	request *request
	sample  int
	known   int // tokens there are; those of the prompt alone before the first fork
	held    int // of them, with a place in memory
	made    int // generated
	want    int
	live    bool // runs, and is not at its end

	text  *block.Sequence // paged
	at    int             // contiguous: the first slot of its stretch
	size  int             // of the stretch; 0 is none
	asked int             // of it, what was asked for
}

// ended says that it has all its tokens.
func (s *sequence) ended() bool { return s.made == s.want }

// need is how many tokens have no place yet.
func (s *sequence) need() int { return s.known - s.held }

// request is a Request on its way, a group of sequences with one prompt.
type request struct {
	Request
	index  int
	seqs   []*sequence
	forked bool     // each sample has its own sequence
	again  bool     // it was sent away, and is computed again
	first  sim.Time // instant of the first token
	end    sim.Time
	state  state
}

type state uint8

const (
	notArrived state = iota
	waiting
	running
	swapped
	finished
)

func newRequest(index int, r Request, firstID int32) *request {
	q := &request{Request: r, index: index, first: -1}
	for i, want := range r.Outputs {
		q.seqs = append(q.seqs, &sequence{id: firstID + int32(i), request: q, sample: i, want: want})
	}
	q.seqs[0].known = r.Prompt
	return q
}

// before is the order in which requests are served: by priority, then by arrival.
func (q *request) before(p *request) bool {
	switch {
	case q.Priority != p.Priority:
		return q.Priority < p.Priority
	case q.Arrival != p.Arrival:
		return q.Arrival < p.Arrival
	}
	return q.index < p.index
}

// insert puts a request into a list that is in order.
func insert(list []*request, q *request) []*request {
	i := len(list)
	for i > 0 && q.before(list[i-1]) {
		i--
	}
	list = append(list, nil)
	copy(list[i+1:], list[i:])
	list[i] = q
	return list
}

// decodes says that no sequence waits for more than one token to be computed.
func (q *request) decodes() bool {
	for _, s := range q.seqs {
		if s.live && s.need() > 1 {
			return false
		}
	}
	return true
}

// unended is how many sequences still want tokens.
func (q *request) unended() int {
	n := 0
	for _, s := range q.seqs {
		if !s.ended() {
			n++
		}
	}
	return n
}

// token is the token at a place of a sequence: a word of the shared prefix, of
// the request's own prompt, or of what a sample generated.
func (s *sequence) token(place int) block.Token {
	q := s.request
	own := rng(uint64(place))
	switch {
	case place < q.Prefix:
	case place < q.Prompt:
		own ^= rng(uint64(q.index+1) << 32)
	default:
		own ^= rng(uint64(q.index+1)<<32 | uint64(s.sample+1)<<24)
	}
	return block.Token(own.next() >> 33)
}
