package serve

import "math/bits"

// arena hands out contiguous stretches of slots, one slot a token.
type arena interface {
	take(slots int) (at, size int, ok bool) // size ≥ slots
	give(at, size int)
	free() int
}

// buddies is the buddy system: a stretch is a power of two long and begins at a
// multiple of its length; its neighbour that it was split from is its buddy. Of a
// memory whose size is no power of two, the bits of the size are the first
// stretches. Source: Knuth, TAOCP 1, §2.5; that the Orca baselines use it:
// Kwon et al., SOSP 2023, §6.1.
type buddies struct {
	lists [][]int // of each power of two, the free stretches, ascending
	slots int
}

func newBuddies(slots int) *buddies {
	b := &buddies{lists: make([][]int, bits.Len(uint(slots)))}
	at := 0
	for order := len(b.lists) - 1; order >= 0; order-- {
		if size := 1 << order; slots&size != 0 {
			b.lists[order] = append(b.lists[order], at)
			at += size
		}
	}
	b.slots = slots
	return b
}

func (b *buddies) free() int { return b.slots }

func (b *buddies) take(slots int) (at, size int, ok bool) {
	order := bits.Len(uint(slots - 1))
	from := order
	for from < len(b.lists) && len(b.lists[from]) == 0 {
		from++
	}
	if from >= len(b.lists) {
		return 0, 0, false
	}
	at = b.lists[from][0]
	b.lists[from] = b.lists[from][1:]
	for ; from > order; from-- {
		b.put(from-1, at+1<<(from-1))
	}
	b.slots -= 1 << order
	return at, 1 << order, true
}

func (b *buddies) give(at, size int) {
	b.slots += size
	order := bits.Len(uint(size - 1))
	for b.remove(order, at^1<<order) {
		at &^= 1 << order
		order++
	}
	b.put(order, at)
}

func (b *buddies) put(order, at int) {
	list := b.lists[order]
	i := len(list)
	for i > 0 && list[i-1] > at {
		i--
	}
	list = append(list, 0)
	copy(list[i+1:], list[i:])
	list[i] = at
	b.lists[order] = list
}

func (b *buddies) remove(order, at int) bool {
	if order >= len(b.lists) {
		return false
	}
	list := b.lists[order]
	for i, a := range list {
		if a == at {
			b.lists[order] = append(list[:i], list[i+1:]...)
			return true
		}
	}
	return false
}

// slots is stretches of one length: what reserves the maximum needs no more.
type slots struct {
	length, spare int
	next, end     int   // from next to end no stretch has been taken
	list          []int // stretches given back, the lowest last
}

func newSlots(total, length int) *slots {
	return &slots{length: length, spare: total, end: total}
}

func (s *slots) free() int { return s.spare }

// take takes the lowest free stretch.
func (s *slots) take(int) (at, size int, ok bool) {
	switch n := len(s.list); {
	case n > 0:
		at, s.list = s.list[n-1], s.list[:n-1]
	case s.end-s.next >= s.length:
		at = s.next
		s.next += s.length
	default:
		return 0, 0, false
	}
	s.spare -= s.length
	return at, s.length, true
}

func (s *slots) give(at, _ int) {
	s.spare += s.length
	i := len(s.list)
	s.list = append(s.list, at)
	for ; i > 0 && s.list[i-1] < at; i-- {
		s.list[i], s.list[i-1] = s.list[i-1], s.list[i]
	}
}
