package block

import (
	"slices"
	"testing"
)

func (q *queue) list() []int32 {
	list := []int32{}
	for b := q.head(); b != q.sentinel(); b = q.next[b] {
		list = append(list, b)
	}
	return list
}

func queueOf(order ...int32) *queue {
	q := newQueue(len(order))
	for _, b := range order {
		q.append(b)
	}
	return q
}

// TestQueueOperations: paged_attention.json, "free queue operations" (vLLM
// tests/v1/core/test_kv_cache_utils.py:135-320).
func TestQueueOperations(t *testing.T) {
	q := queueOf(0, 1, 2, 3, 4)
	if b := q.pop(); b != 0 {
		t.Errorf("pop gives %d, want 0", b)
	}
	q.remove(2)
	if got, want := q.list(), []int32{1, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("after remove 2: %v, want %v", got, want)
	}
	q.append(2)
	if got, want := q.list(), []int32{1, 3, 4, 2}; !slices.Equal(got, want) {
		t.Errorf("after append 2: %v, want %v", got, want)
	}
	q = queueOf(1, 3, 5, 4, 0, 2)
	for _, want := range [][]int32{{1}, {3, 5}, {4, 0, 2}} {
		var got []int32
		for range want {
			got = append(got, q.pop())
		}
		if !slices.Equal(got, want) {
			t.Errorf("pop %d gives %v, want %v", len(want), got, want)
		}
	}
	if q.length != 0 || len(q.list()) != 0 {
		t.Errorf("%d blocks are left, want none", q.length)
	}
}
