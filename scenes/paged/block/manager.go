package block

// Order says where a freed block enters the free queue.
type Order uint8

const (
	// TailFirst appends a sequence's blocks, the last one first.
	TailFirst Order = iota
	// PartialFirst puts blocks without a hash at the head, as one batch with the
	// last one first: nothing can hit them, so they are taken before others.
	PartialFirst
)

// Config is what a manager is made of.
type Config struct {
	Blocks int // in GPU memory
	Size   int // tokens a block
	CPU    int // blocks in CPU memory
	Keep   int // blocks that Admit and SwapIn leave free: the watermark
	Order  Order
	Cache  bool // find prefixes of earlier sequences
}

// Manager gives sequences their blocks. Blocks are counted from 0.
type Manager struct {
	config Config
	free   *queue
	cache  *cache
	refs   []int32
	owner  []int32 // ID of the sequence that took the block
	place  []int32 // of the block in that sequence's table
	cpu    cpuPool

	changed []int32
}

// NewManager returns a manager whose blocks are all free, in ascending order.
func NewManager(c Config) *Manager {
	m := &Manager{
		config: c, free: newQueue(c.Blocks), cache: newCache(c.Blocks), cpu: newCPUPool(c.CPU),
		refs: make([]int32, c.Blocks), owner: make([]int32, c.Blocks), place: make([]int32, c.Blocks),
	}
	for b := range c.Blocks {
		m.free.append(int32(b))
	}
	return m
}

// Free is how many blocks can be taken.
func (m *Manager) Free() int { return m.free.length }

// FreeCPU is how many blocks of CPU memory can be taken.
func (m *Manager) FreeCPU() int { return len(m.cpu.free) }

// Refs is how many tables a block stands in.
func (m *Manager) Refs(b int32) int { return int(m.refs[b]) }

// Hashed says that a block can be hit.
func (m *Manager) Hashed(b int32) bool { return m.cache.hashed[b] }

// Owner is the sequence that took a block last, and where in its table it stood.
func (m *Manager) Owner(b int32) (id, place int32) { return m.owner[b], m.place[b] }

// FreeQueue appends the free blocks to dst, from the head to the tail.
func (m *Manager) FreeQueue(dst []int32) []int32 {
	for b := m.free.head(); b != m.free.sentinel(); b = m.free.next[b] {
		dst = append(dst, b)
	}
	return dst
}

// Changed is which blocks were taken, shared, released or hashed since the last
// call; a block may stand in it more than once. It is valid until the next change.
func (m *Manager) Changed() []int32 {
	list := m.changed
	m.changed = m.changed[:0]
	return list
}

// Hit is how many of a sequence's tokens earlier sequences have left in blocks: a
// whole number of blocks, and not the last token.
func (m *Manager) Hit(s *Sequence) int {
	if !m.config.Cache || len(s.tokens) == 0 {
		return 0
	}
	hit := 0
	for _, d := range s.digests[:min(len(s.digests), (len(s.tokens)-1)/s.size)] {
		if _, ok := m.cache.find(d); !ok {
			break
		}
		hit++
	}
	return hit * s.size
}

// Admit gives a sequence without blocks those of a hit, and new ones for n more
// tokens and for lookahead tokens that are not known yet. It returns false and
// changes nothing if fewer than the watermark would stay free; where force is
// set, the watermark does not count.
func (m *Manager) Admit(s *Sequence, hit, n, lookahead int, force bool) bool {
	hits := hit / s.size
	fresh := Blocks(hit+n+lookahead, s.size) - hits
	idle := 0 // blocks of the hit that nobody uses
	for _, d := range s.digests[:hits] {
		if b, _ := m.cache.find(d); m.refs[b] == 0 {
			idle++
		}
	}
	keep := m.config.Keep
	if force {
		keep = 0
	}
	if m.free.length-idle-fresh < keep {
		return false
	}
	for _, d := range s.digests[:hits] {
		b, _ := m.cache.find(d)
		m.share(b)
		s.table = append(s.table, b)
	}
	s.held = hit
	m.extend(s, n, fresh)
	return true
}

// A Copy is a block whose content goes to another one before a write.
type Copy struct{ From, To int32 }

// Need is how many free blocks Extend takes.
func (m *Manager) Need(s *Sequence, n int) int {
	if m.inside(s, n) {
		return 0
	}
	need := max(0, Blocks(s.held+n, s.size)-len(s.table))
	if m.writesShared(s, n) {
		need++
	}
	return need
}

// inside says that the next n tokens have a place in the last block of a table,
// which has begun and stands in no other one: as most tokens do that are decoded.
func (m *Manager) inside(s *Sequence, n int) bool {
	last := len(s.table) - 1
	return last >= 0 && s.held > last*s.size && s.held+n <= (last+1)*s.size && m.refs[s.table[last]] == 1
}

// writesShared says that the next n tokens begin in a block that stands in other
// tables too.
func (m *Manager) writesShared(s *Sequence, n int) bool {
	return n > 0 && s.held%s.size > 0 && m.refs[s.table[s.held/s.size]] > 1
}

// Extend gives the next n tokens of a sequence a place. Where the block that they
// begin in stands in other tables too, its content is copied to a new block
// first; else both numbers of the Copy are -1. It returns false and changes
// nothing if there are too few free blocks.
func (m *Manager) Extend(s *Sequence, n int) (Copy, bool) {
	c := Copy{-1, -1}
	if m.inside(s, n) {
		s.held += n
		if last := len(s.table) - 1; s.held == (last+1)*s.size {
			m.hash(s, last)
		}
		return c, true
	}
	if m.Need(s, n) > m.free.length {
		return c, false
	}
	fresh := max(0, Blocks(s.held+n, s.size)-len(s.table))
	if last := s.held / s.size; m.writesShared(s, n) {
		c = Copy{s.table[last], m.take(s, last)}
		m.release(c.From)
		s.table[last] = c.To
	}
	m.extend(s, n, fresh)
	return c, true
}

// extend takes fresh blocks, and hashes those that n more tokens fill.
func (m *Manager) extend(s *Sequence, n, fresh int) {
	for range fresh {
		s.table = append(s.table, m.take(s, len(s.table)))
	}
	from := s.held / s.size
	s.held += n
	m.hash(s, from)
}

// hash makes the full blocks of a table, from one of them on, ready to be hit.
func (m *Manager) hash(s *Sequence, from int) {
	if !m.config.Cache {
		return
	}
	for i := from; i < s.held/s.size; i++ {
		if b := s.table[i]; !m.cache.hashed[b] {
			m.cache.add(b, s.digests[i])
			m.changed = append(m.changed, b)
		}
	}
}

// Fork returns a second sequence with the same tokens in the same blocks, of
// those that hold tokens: room taken ahead stays with the first.
func (m *Manager) Fork(s *Sequence) *Sequence {
	f := &Sequence{size: s.size, salt: s.salt, held: s.held}
	f.tokens = append(f.tokens, s.tokens...)
	f.digests = append(f.digests, s.digests...)
	f.table = append(f.table, s.table[:Blocks(s.held, s.size)]...)
	for _, b := range f.table {
		m.share(b)
	}
	return f
}

// Release takes all blocks from a sequence, in GPU or CPU memory. Its tokens stay
// known.
func (m *Manager) Release(s *Sequence) {
	m.releaseTable(s)
	for _, b := range s.swapped {
		m.cpu.release(b)
	}
	s.swapped, s.held = s.swapped[:0], 0
}

func (m *Manager) releaseTable(s *Sequence) {
	head := m.free.sentinel() // behind it goes the next block without a hash
	for i := len(s.table) - 1; i >= 0; i-- {
		b := s.table[i]
		if m.config.Order == PartialFirst && !m.cache.hashed[b] && m.refs[b] == 1 {
			m.drop(b)
			m.free.insert(b, head)
			head = b
			continue
		}
		m.release(b)
	}
	s.table = s.table[:0]
}

// Reset forgets all prefixes. It returns false and changes nothing while a block
// is in use.
func (m *Manager) Reset() bool {
	if m.free.length < m.config.Blocks {
		return false
	}
	for b := range m.refs {
		m.cache.drop(int32(b))
		m.changed = append(m.changed, int32(b))
	}
	return true
}

// take pops a free block for a place in a table; what it held is forgotten.
func (m *Manager) take(s *Sequence, place int) int32 {
	b := m.free.pop()
	m.cache.drop(b)
	m.refs[b], m.owner[b], m.place[b] = 1, s.ID, int32(place)
	m.changed = append(m.changed, b)
	return b
}

func (m *Manager) share(b int32) {
	if m.refs[b] == 0 {
		m.free.remove(b)
	}
	m.refs[b]++
	m.changed = append(m.changed, b)
}

func (m *Manager) drop(b int32) {
	m.refs[b]--
	m.changed = append(m.changed, b)
}

func (m *Manager) release(b int32) {
	if m.drop(b); m.refs[b] == 0 {
		m.free.append(b)
	}
}
