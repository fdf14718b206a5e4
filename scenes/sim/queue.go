package sim

// queue is a heap of four children a node: tasks by the instant of their next
// event. Events of one instant come out in an order of no meaning.
type queue struct{ events []event }

// event is a task's end, or, with ^task, the instant at which its bytes start.
type event struct {
	at   Time
	task Ref
}

// next is the instant of the first event.
func (q *queue) next() Time {
	if len(q.events) == 0 {
		return Never
	}
	return q.events[0].at
}

func (q *queue) push(at Time, task Ref) {
	q.events = append(q.events, event{})
	h := q.events
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if h[parent].at <= at {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = event{at, task}
}

// pop takes out the first event.
func (q *queue) pop() Ref {
	h := q.events
	first := h[0].task
	n := len(h) - 1
	last := h[n]
	h = h[:n]
	q.events = h
	if n == 0 {
		return first
	}
	i := 0
	for {
		child := 4*i + 1
		if child >= n {
			break
		}
		least := child
		for c := child + 1; c < min(child+4, n); c++ {
			if h[c].at < h[least].at {
				least = c
			}
		}
		if h[least].at >= last.at {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = last
	return first
}

// refs is a heap of tasks, the one added first on top.
type refs []Ref

func (h *refs) push(r Ref) {
	*h = append(*h, r)
	s := *h
	i := len(s) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if s[parent] <= r {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = r
}

func (h *refs) pop() Ref {
	s := *h
	first, n := s[0], len(s)-1
	last := s[n]
	s = s[:n]
	*h = s
	i := 0
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && s[child+1] < s[child] {
			child++
		}
		if s[child] >= last {
			break
		}
		s[i] = s[child]
		i = child
	}
	if n > 0 {
		s[i] = last
	}
	return first
}

// timers is a heap of paths by the instant at which the first of their transfers
// ends. Unlike a queue it can change that instant.
type timers struct {
	heap []Path
	at   []Time  // by path
	slot []int32 // by path: 1 + its index in heap, or 0
}

func (t *timers) next() Time {
	if len(t.heap) == 0 {
		return Never
	}
	return t.at[t.heap[0]]
}

// set gives a path its instant.
func (t *timers) set(p Path, at Time) {
	old := t.at[p]
	t.at[p] = at
	if t.slot[p] == 0 {
		t.heap = append(t.heap, p)
		t.up(len(t.heap) - 1)
		return
	}
	i := int(t.slot[p]) - 1
	if at < old {
		t.up(i)
	} else if at > old {
		t.down(i)
	}
}

// pop takes out the first path.
func (t *timers) pop() {
	t.slot[t.heap[0]] = 0
	n := len(t.heap) - 1
	last := t.heap[n]
	t.heap = t.heap[:n]
	if n > 0 {
		t.place(last, 0)
		t.down(0)
	}
}

func (t *timers) place(p Path, i int) {
	t.heap[i] = p
	t.slot[p] = int32(i + 1)
}

func (t *timers) up(i int) {
	p := t.heap[i]
	for i > 0 {
		parent := (i - 1) / 4
		if t.at[t.heap[parent]] <= t.at[p] {
			break
		}
		t.place(t.heap[parent], i)
		i = parent
	}
	t.place(p, i)
}

func (t *timers) down(i int) {
	p := t.heap[i]
	for {
		child := 4*i + 1
		if child >= len(t.heap) {
			break
		}
		least := child
		for c := child + 1; c < min(child+4, len(t.heap)); c++ {
			if t.at[t.heap[c]] < t.at[t.heap[least]] {
				least = c
			}
		}
		if t.at[t.heap[least]] >= t.at[p] {
			break
		}
		t.place(t.heap[least], i)
		i = least
	}
	t.place(p, i)
}
