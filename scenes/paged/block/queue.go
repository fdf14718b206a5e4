package block

// queue is the free blocks in the order in which they are taken: a doubly linked
// list with a sentinel, so that a block leaves from any place at once.
type queue struct {
	prev, next []int32 // by block; the sentinel stands last
	length     int
}

const absent = -1 // prev and next of a block that is not in the queue

func newQueue(blocks int) *queue {
	q := &queue{prev: make([]int32, blocks+1), next: make([]int32, blocks+1)}
	for i := range q.prev {
		q.prev[i], q.next[i] = absent, absent
	}
	q.prev[blocks], q.next[blocks] = int32(blocks), int32(blocks)
	return q
}

func (q *queue) sentinel() int32 { return int32(len(q.next) - 1) }

func (q *queue) head() int32 { return q.next[q.sentinel()] }

func (q *queue) has(b int32) bool { return q.next[b] != absent }

// insert puts a block behind another one, or behind the sentinel.
func (q *queue) insert(b, after int32) {
	before := q.next[after]
	q.prev[b], q.next[b] = after, before
	q.next[after], q.prev[before] = b, b
	q.length++
}

func (q *queue) append(b int32) { q.insert(b, q.prev[q.sentinel()]) }

func (q *queue) remove(b int32) {
	q.next[q.prev[b]], q.prev[q.next[b]] = q.next[b], q.prev[b]
	q.prev[b], q.next[b] = absent, absent
	q.length--
}

// pop takes the block at the head of a queue that is not empty.
func (q *queue) pop() int32 {
	b := q.head()
	q.remove(b)
	return b
}
