package serve

import (
	"slices"
	"sort"
)

// Trace is what a picture of any instant needs: for each sequence and each block
// what changed in which step. Step k stands for the time from the start of step k
// to its end; a last one, after all, for what is left then. It does not change.
type Trace struct {
	Sequences []History   // by sequence, the samples of a request one after the other
	Blocks    [][]Holding // by block, in the order of steps

	changes []change // as they come; sorted into Blocks in the end

	step    int32
	memory  *paged // nil where there are no blocks
	arrived int    // requests
	ran     []*request
}

// History is a sequence over the steps.
type History struct {
	Request, Sample int32
	Spells          []Spell
	Entries         []Entry
}

// Spell is a stretch of steps in which a sequence went on alike: it holds Held
// tokens in its first step, and one more in each later step if it grows.
type Spell struct {
	Step  int32
	Held  int32
	New   int32 // tokens that are computed in the first step
	Known int32
	State State
	Grows bool
}

// State is how a sequence stands.
type State uint8

const (
	Absent  State = iota // its request has not arrived
	Waiting              // in the queue
	Running
	Swapped // in CPU memory
	Ended
)

// Entry is a block in a place of a block table, or, without blocks, a stretch of
// slots; from its step on. Place -1 empties the table.
type Entry struct {
	Step  int32
	Place int32 // of a stretch: its first slot
	Block int32 // of a stretch: its length
}

// Holding is a block from a step on: whose it is and how many share it. A block
// that is free but hashed keeps its owner.
type Holding struct {
	Step   int32
	Owner  int32 // the sequence that took it last
	Place  int32 // in the owner's table
	Refs   int32
	Hashed bool
}

type change struct {
	block int32
	Holding
}

func newTrace(requests []*request, m memory) *Trace {
	t := &Trace{}
	for _, q := range requests {
		for _, x := range q.seqs {
			t.Sequences = append(t.Sequences, History{Request: int32(q.index), Sample: int32(x.sample)})
		}
	}
	if p, ok := m.(*paged); ok {
		t.memory = p
	}
	return t
}

// record notes what the step that has been decided changes.
func (t *Trace) record(s *server) {
	for _, it := range s.batch.items {
		t.Sequences[it.seq.id].fresh(t.step, it)
	}
	// Of the others, thousands that wait among them, nothing changes.
	for _, q := range t.ran {
		if q.state != running {
			t.look(q)
		}
	}
	for ; t.arrived < s.next; t.arrived++ {
		if q := s.requests[t.arrived]; q.state != running {
			t.look(q)
		}
	}
	for _, q := range s.running {
		t.look(q)
	}
	t.ran = append(t.ran[:0], s.running...)
	if t.memory != nil {
		t.holdings()
	}
	t.step++
}

// look notes how the sequences of a request stand.
func (t *Trace) look(q *request) {
	for _, x := range q.seqs {
		h := &t.Sequences[x.id]
		h.note(t.step, x)
		h.place(t.step, x)
	}
}

func (x *sequence) table() []int32 {
	if x.text == nil {
		return nil
	}
	return x.text.Table()
}

// fresh begins a spell where a step computes other than one token after the last.
func (h *History) fresh(step int32, it item) {
	if n := len(h.Spells); n > 0 {
		sp := &h.Spells[n-1]
		if sp.State == Running && it.n == 1 && int(sp.At(step)) == it.held+1 && sp.Grows {
			return
		}
		if sp.State == Running && it.n == 1 && sp.Step == step-1 && int(sp.Held) == it.held && it.seq.made > 0 {
			h.Spells = append(h.Spells, Spell{step, int32(it.held + 1), 1, int32(it.seq.known), Running, true})
			return
		}
	}
	h.Spells = append(h.Spells, Spell{step, int32(it.held + it.n), int32(it.n), int32(it.seq.known), Running, false})
}

// note begins a spell where the state is another one, or a step computes nothing.
func (h *History) note(step int32, x *sequence) {
	now := x.stands()
	if n := len(h.Spells); n == 0 {
		if now == Absent {
			return
		}
	} else if sp := &h.Spells[n-1]; sp.State == now && sp.At(step) == int32(x.held) {
		return
	}
	h.Spells = append(h.Spells, Spell{step, int32(x.held), 0, int32(x.known), now, false})
}

func (x *sequence) stands() State {
	switch q := x.request; {
	case q.state == running && x.live: // also one at its end whose prompt is computed for the others
		return Running
	case x.ended():
		return Ended
	case q.state == running, q.state == waiting:
		return Waiting
	case q.state == swapped:
		return Swapped
	}
	return Absent
}

// At is how many tokens the sequence holds in a step of the spell.
func (s *Spell) At(step int32) int32 {
	if s.Grows {
		return s.Held + step - s.Step
	}
	return s.Held
}

// empty says that the table is.
func (h *History) empty() bool {
	return len(h.Entries) == 0 || h.Entries[len(h.Entries)-1].Place < 0
}

// place notes what is new in the table, or the stretch.
func (h *History) place(step int32, x *sequence) {
	if x.text == nil && x.size > 0 {
		if h.empty() {
			h.Entries = append(h.Entries, Entry{step, int32(x.at), int32(x.size)})
		}
		return
	}
	table := x.table()
	if len(table) == 0 {
		if !h.empty() {
			h.Entries = append(h.Entries, Entry{step, -1, 0})
		}
		return
	}
	have := h.filled()
	if have > 0 && !h.matches(have, x, table) {
		h.Entries = append(h.Entries, Entry{step, -1, 0})
		have = 0
	}
	for i := have; i < len(table); i++ {
		h.Entries = append(h.Entries, Entry{step, int32(i), table[i]})
	}
}

// filled is how many places the table has, as noted.
func (h *History) filled() int {
	n := len(h.Entries)
	if n == 0 {
		return 0
	}
	return int(h.Entries[n-1].Place) + 1
}

// matches says that the table still begins as noted. Of a request with one sample
// it does, or all of it is new; samples copy and replace blocks.
func (h *History) matches(have int, x *sequence, table []int32) bool {
	if have > len(table) {
		return false
	}
	list := h.Entries[len(h.Entries)-have:]
	if len(x.request.seqs) == 1 {
		return list[0].Block == table[0] && list[have-1].Block == table[have-1]
	}
	for i, e := range list {
		if e.Block != table[i] {
			return false
		}
	}
	return true
}

// holdings notes the blocks that changed.
func (t *Trace) holdings() {
	for _, b := range t.memory.Changed() {
		owner, place := t.memory.Owner(b)
		if n := len(t.changes); n == cap(t.changes) { // append by itself copies what is long many times
			t.changes = slices.Grow(t.changes, max(n, 256))
		}
		t.changes = append(t.changes, change{b, Holding{t.step, owner, place, int32(t.memory.Refs(b)), t.memory.Hashed(b)}})
	}
}

// sort gives each block its changes, the last of each step.
func (t *Trace) sort() {
	if t.memory == nil {
		return
	}
	counts := make([]int, t.memory.Blocks)
	for _, c := range t.changes {
		counts[c.block]++
	}
	all := make([]Holding, len(t.changes))
	t.Blocks = make([][]Holding, t.memory.Blocks)
	for b, n := range counts {
		t.Blocks[b], all = all[:0:n], all[n:]
	}
	for _, c := range t.changes {
		list := t.Blocks[c.block]
		if n := len(list); n > 0 && list[n-1].Step == c.Step {
			list[n-1] = c.Holding
		} else {
			t.Blocks[c.block] = append(list, c.Holding)
		}
	}
	t.changes = nil
}

// Block is how a block stands in a step.
func (t *Trace) Block(b int, step int) Holding {
	list := t.Blocks[b]
	i := sort.Search(len(list), func(i int) bool { return int(list[i].Step) > step })
	if i == 0 {
		return Holding{Owner: -1}
	}
	return list[i-1]
}

// Spell is how a sequence stands in a step.
func (h *History) Spell(step int) (s Spell, ok bool) {
	i := sort.Search(len(h.Spells), func(i int) bool { return int(h.Spells[i].Step) > step })
	if i == 0 {
		return Spell{}, false
	}
	return h.Spells[i-1], true
}

// Table is the block table of a step, one entry a place, or its one stretch. It is
// not to be changed.
func (h *History) Table(step int) []Entry {
	end := sort.Search(len(h.Entries), func(i int) bool { return int(h.Entries[i].Step) > step })
	begin := end
	for begin > 0 && h.Entries[begin-1].Place >= 0 {
		begin--
	}
	return h.Entries[begin:end]
}
