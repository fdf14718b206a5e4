package block

import "slices"

// Sequence is a text whose keys and values are cached. Its block table, Table,
// has shape [ceil(held/block)] and more where room was asked for ahead.
type Sequence struct {
	ID int32 // of the owner's choice

	size    int
	salt    digest
	tokens  []Token
	digests []digest // of the full blocks of tokens
	held    int      // tokens, from the first on, that have a place
	table   []int32  // in GPU memory
	swapped []int32  // in CPU memory; then the table is empty
}

// NewSequence begins a text for a manager. Only texts with equal salts share.
func (m *Manager) NewSequence(tokens []Token, salt string) *Sequence {
	s := &Sequence{size: m.config.Size, salt: digestOf(salt)}
	s.Push(tokens...)
	return s
}

// Grow makes room for more tokens. It saves copying and changes nothing else.
func (s *Sequence) Grow(n int) {
	s.tokens = slices.Grow(s.tokens, n)
	s.digests = slices.Grow(s.digests, n/s.size)
	s.table = slices.Grow(s.table, Blocks(n, s.size))
}

// Push makes more tokens known. They have no place yet.
func (s *Sequence) Push(tokens ...Token) {
	s.tokens = append(s.tokens, tokens...)
	for n := len(s.digests); (n+1)*s.size <= len(s.tokens); n++ {
		before := s.salt
		if n > 0 {
			before = s.digests[n-1]
		}
		s.digests = append(s.digests, before.block(s.tokens[n*s.size:(n+1)*s.size]))
	}
}

// Drop forgets the last n tokens, which must have no place.
func (s *Sequence) Drop(n int) {
	s.tokens = s.tokens[:len(s.tokens)-n]
	s.digests = s.digests[:len(s.tokens)/s.size]
}

// Len is how many tokens are known.
func (s *Sequence) Len() int { return len(s.tokens) }

// Held is how many of them have a place.
func (s *Sequence) Held() int { return s.held }

// Swapped says that the blocks are in CPU memory.
func (s *Sequence) Swapped() bool { return len(s.swapped) > 0 }

// Table is the block table: entry i is the block of tokens i·size and on,
// counted from 0. It is not to be changed.
func (s *Sequence) Table() []int32 { return s.table }

// Blocks is how many blocks so many tokens take.
func Blocks(tokens, size int) int { return (tokens + size - 1) / size }
