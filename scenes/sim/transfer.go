package sim

import (
	"slices"
	"sync"
)

// sent says whether a task came from Send, as far as that makes a difference.
func (t *Timeline) sent(r Ref) bool { return t.path[r] != 0 || t.bytes[r] > 0 }

// moves says whether a task's bytes take time on links.
func (t *Timeline) moves(r Ref) bool { return t.path[r] != 0 && t.bytes[r] > 0 }

// Segments returns the stretches of time in which a transfer moved at one rate,
// in order and without gaps from the end of its latency to its end. Work, and
// bytes without a path, have none.
func (t *Timeline) Segments(r Ref) []Segment {
	if !t.moves(r) {
		return nil
	}
	var all []Segment
	t.eachSegment(r, func(s Segment) { all = append(all, s) })
	slices.Reverse(all)
	return all
}

// eachSegment goes through the segments of a transfer from the last to the
// first.
func (t *Timeline) eachSegment(r Ref, visit func(Segment)) {
	joined, to := t.start[r]+t.length[r], t.end[r]
	for i := t.last[r]; i >= 0; {
		c := &t.changes[i]
		from := max(c.at, joined)
		visit(Segment{from, to, c.rate})
		if from == joined {
			return
		}
		to, i = from, c.prev
	}
}

// Progress returns the share done at an instant, 0 to 1: of its bytes for a
// transfer, of its time for work. It is 0 at the start and 1 at the end; a task
// that takes no time is done from its instant on.
func (t *Timeline) Progress(r Ref, at Time) float64 {
	start, end := t.start[r], t.end[r]
	switch {
	case at >= end:
		return 1
	case at <= start:
		return 0
	case !t.sent(r):
		return float64(at-start) / float64(end-start)
	case !t.moves(r):
		return 0
	}
	moved := 0.0
	t.eachSegment(r, func(s Segment) {
		if at > s.From {
			moved += float64(s.Rate*float64(min(at, s.To)-s.From)) / 1e12
		}
	})
	return min(moved/float64(t.bytes[r]), 1)
}

// loads holds what the links carry over time.
type loads struct {
	once   sync.Once
	users  [][]Ref // by link: the transfers over it
	byLink []load
}

type load struct {
	once   sync.Once
	points []Point
}

// Load returns the bytes per second that a link carries, as a step function that
// begins at 0. It is not to be changed.
func (t *Timeline) Load(l Link) []Point {
	t.loads.once.Do(func() {
		t.loads.users = t.usersOfLinks()
		t.loads.byLink = make([]load, len(t.links))
	})
	load := &t.loads.byLink[l]
	load.once.Do(func() { load.points = t.load(t.loads.users[l]) })
	return load.points
}

// load sums the rates of transfers.
func (t *Timeline) load(transfers []Ref) []Point {
	var s steps
	for _, r := range transfers {
		t.eachSegment(r, func(seg Segment) {
			s.add(seg.From, seg.Rate)
			s.add(seg.To, -seg.Rate)
		})
	}
	return s.points()
}

// usersOfLinks returns the transfers over each link.
func (t *Timeline) usersOfLinks() [][]Ref {
	users := make([][]Ref, len(t.links))
	for i := range t.ids {
		if r := Ref(i); t.moves(r) {
			for _, l := range t.paths.of(t.path[r]) {
				users[l] = append(users[l], r)
			}
		}
	}
	return users
}
