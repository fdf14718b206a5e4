package sim

import (
	"math"
)

// MaxShares is how many rates a Run may look at, where one that changes counts
// as ten. A join or leave costs a look at each path of its connected component,
// so the limit is met by some ten thousand transfers that all meet and all end
// at different instants: a few seconds.
const MaxShares = 100_000_000

const (
	// level is the relative difference up to which two fair shares are one: what
	// is equal but for the errors of floats should end at one instant.
	level = 1.0 / (1 << 40)

	// age is how far a transfer's end may be above a whole picosecond and still
	// be that picosecond, relative to the time of all its bytes at its present
	// rate. What is left carries an error of 2^-52 of all bytes for each change
	// of rate that it has seen; this allows for 256.
	age = 1.0 / (1 << 44)
)

// shares moves the bytes of transfers.
//
// Transfers of one path always have the same rate. Those that also start at the
// same instant with as many bytes stay equal to their end: they are one group.
// So the work is by paths and groups, whatever the number of transfers.
//
// Joins and leaves of an instant are gathered; settle then goes once through
// each connected component (links joined by the paths that are in use) that any
// of them touched.
type shares struct {
	t        *Timeline
	timers   timers  // by path: the next end
	movers   []mover // by path
	batches  []batch // by path
	slots    []int32 // by hop, as in t.paths.links: its index in active of its link, while its path is in use
	wires    []wire  // by link
	groups   []group
	free     int32  // a list of unused groups, through next
	next     []Ref  // by task: the next of its group, or -1
	touched  []Path // by the joins and leaves of this instant
	round    int32  // of settle
	budget   int    // what is left of MaxShares
	queue    []Link // the links of a component
	affected []Link // those that a level of fill takes from
}

// mover is what a filling looks at of a path; it looks at very many.
type mover struct {
	rate    float64 // bytes per second of each transfer; 0 before the first is settled
	flows   int32   // transfers
	first   int32   // its links are t.paths.links[first:end]
	end     int32
	seen    int32 // the round of settle that has seen it
	fixed   int32 // the round of settle that has fixed its rate
	touched bool  // since the last settle
}

// batch is the rest of a path: its transfers.
type batch struct {
	alone  float64 // bandwidth of the bottleneck
	groups int32   // a list through group.next, the latest first, or -1
	change int32   // the latest in Timeline.changes, or -1
}

// hop is one link of one path.
type hop struct {
	path Path
	at   int32 // in t.paths.links
}

// wire is a link with the hops over it that are in use.
type wire struct {
	active []hop
	flows  int32

	// Of a filling.
	seen  int32   // the round of settle
	rest  float64 // bandwidth not yet given away
	open  int32   // transfers without a rate
	taken int32   // of these, the ones that get theirs at this level
}

// group is a number of equal transfers.
type group struct {
	size       int32
	head, tail Ref
	joined     Time
	bytes      Bytes
	left       float64 // bytes, at since
	since      Time
	end        Time // Never: not known, or beyond the range of Time
	next       int32
}

// change is a rate that the transfers of a path have from an instant on.
type change struct {
	at   Time
	rate float64
	prev int32 // change of the same path before this one, or -1
}

func newShares(t *Timeline) *shares {
	paths, hops := t.paths.len(), len(t.paths.links)
	s := &shares{t: t, free: -1, budget: MaxShares}
	if paths <= 1 {
		return s
	}
	s.timers.at = make([]Time, paths)
	s.timers.slot = make([]int32, paths)
	s.movers = make([]mover, paths)
	s.batches = make([]batch, paths)
	s.slots = make([]int32, hops)
	s.wires = make([]wire, len(t.links))
	s.next = make([]Ref, len(t.ids))
	t.last = make([]int32, len(t.ids))
	cross := make([]int, len(t.links))
	for p, first := 1, int32(0); p < paths; p++ {
		end := t.paths.end[p]
		s.movers[p] = mover{first: first, end: end}
		s.batches[p] = batch{alone: math.Inf(1), groups: -1, change: -1}
		for _, l := range t.paths.links[first:end] {
			cross[l]++
			s.batches[p].alone = min(s.batches[p].alone, float64(t.links[l].bandwidth))
		}
		first = end
	}
	active := make([]hop, hops)
	for l, n := range cross {
		s.wires[l].active = active[:0:n]
		active = active[n:]
	}
	return s
}

// active says whether any transfer has bytes left.
func (s *shares) active() bool { return len(s.timers.heap) > 0 }

// slowest returns a transfer of the path that is next to end.
func (s *shares) slowest() Ref {
	return s.groups[s.batches[s.timers.heap[0]].groups].head
}

// join lets the bytes of a transfer start now.
func (s *shares) join(task Ref, now Time) {
	p := s.t.path[task]
	m, b := &s.movers[p], &s.batches[p]
	s.touch(p, m)
	s.next[task] = -1
	if m.flows == 0 {
		m.rate = 0
		s.use(p, m)
	}
	s.count(m, 1)
	n := s.t.bytes[task]
	if b.groups >= 0 {
		if g := &s.groups[b.groups]; g.joined == now && g.bytes == n {
			s.next[g.tail] = task
			g.tail = task
			g.size++
			return
		}
	}
	g := s.free
	if g >= 0 {
		s.free = s.groups[g].next
	} else {
		g = int32(len(s.groups))
		s.groups = append(s.groups, group{})
	}
	s.groups[g] = group{
		size: 1, head: task, tail: task, joined: now, bytes: n,
		left: float64(n), since: now, end: Never, next: b.groups,
	}
	b.groups = g
}

// leave ends the transfers that end now on the path that the timers have first,
// and appends them to ended.
func (s *shares) leave(ended []Ref, now Time) []Ref {
	p := s.timers.heap[0]
	m, b := &s.movers[p], &s.batches[p]
	s.touch(p, m)
	for at := &b.groups; *at >= 0; {
		g := &s.groups[*at]
		if g.end != now {
			at = &g.next
			continue
		}
		for task := g.head; task >= 0; task = s.next[task] {
			s.t.last[task] = b.change
			ended = append(ended, task)
		}
		s.count(m, -g.size)
		i := *at
		*at = g.next
		g.next = s.free
		s.free = i
	}
	if m.flows == 0 {
		s.unuse(m)
		s.timers.pop()
	} else {
		s.timers.set(p, Never) // until settle
	}
	return ended
}

func (s *shares) touch(p Path, m *mover) {
	if !m.touched {
		m.touched = true
		s.touched = append(s.touched, p)
	}
}

func (s *shares) count(m *mover, n int32) {
	m.flows += n
	for h := m.first; h < m.end; h++ {
		s.wires[s.t.paths.links[h]].flows += n
	}
}

// use enters a path at its links.
func (s *shares) use(p Path, m *mover) {
	for h := m.first; h < m.end; h++ {
		w := &s.wires[s.t.paths.links[h]]
		s.slots[h] = int32(len(w.active))
		w.active = append(w.active, hop{p, h})
	}
}

func (s *shares) unuse(m *mover) {
	for h := m.first; h < m.end; h++ {
		w := &s.wires[s.t.paths.links[h]]
		last := len(w.active) - 1
		moved := w.active[last]
		w.active[s.slots[h]] = moved
		s.slots[moved.at] = s.slots[h]
		w.active = w.active[:last]
	}
}

// settle gives all transfers that this instant's joins and leaves concern their
// rates and their ends.
func (s *shares) settle(now Time) error {
	if len(s.touched) == 0 {
		return nil
	}
	s.round++
	for _, p := range s.touched {
		m := &s.movers[p]
		if m.seen == s.round {
			continue
		}
		s.queue = s.queue[:0]
		s.enter(m)
		if s.isAlone(m) {
			if m.flows > 0 {
				s.fix(p, m, s.batches[p].alone/float64(m.flows), now)
			}
			continue
		}
		s.spread()
		s.fill(now)
		if s.budget < 0 {
			return beyond(TooMixed, "more than %d rates to share by %v: want transfers that meet less or are more alike", MaxShares, now)
		}
	}
	for _, p := range s.touched {
		s.movers[p].touched = false
	}
	s.touched = s.touched[:0]
	return nil
}

// isAlone says whether no other path in use crosses the links of a path.
func (s *shares) isAlone(m *mover) bool {
	for h := m.first; h < m.end; h++ {
		if s.wires[s.t.paths.links[h]].flows != m.flows {
			return false
		}
	}
	return true
}

// spread queues all links that hang together with those in the queue.
func (s *shares) spread() {
	for i := 0; i < len(s.queue); i++ {
		for _, h := range s.wires[s.queue[i]].active {
			if m := &s.movers[h.path]; m.seen != s.round {
				s.enter(m)
			}
		}
	}
}

// enter marks a path as seen and queues its links.
func (s *shares) enter(m *mover) {
	m.seen = s.round
	for h := m.first; h < m.end; h++ {
		l := s.t.paths.links[h]
		w := &s.wires[l]
		if w.seen == s.round {
			continue
		}
		w.seen = s.round
		w.rest, w.open = float64(s.t.links[l].bandwidth), w.flows
		s.queue = append(s.queue, l)
	}
}

// fill gives the paths of a component their max-min fair rates: all rates rise
// together; when a link is full, those that cross it stay where they are and the
// others rise on. What is taken from a link at one level is taken in one
// subtraction, so the rates do not depend on the order of links and paths.
func (s *shares) fill(now Time) {
	links := s.queue
	for {
		lowest := math.Inf(1)
		open := links[:0]
		for _, l := range links {
			if w := &s.wires[l]; w.open > 0 {
				lowest = min(lowest, w.rest/float64(w.open))
				open = append(open, l)
			}
		}
		links = open
		if len(links) == 0 {
			return
		}
		full := lowest + float64(lowest*level)
		for _, l := range links {
			if w := &s.wires[l]; w.rest/float64(w.open) <= full {
				s.freeze(w, lowest, now)
			}
		}
		for _, l := range s.affected {
			w := &s.wires[l]
			w.rest -= float64(float64(w.taken) * lowest)
			w.open -= w.taken
			w.taken = 0
		}
		s.affected = s.affected[:0]
	}
}

// freeze fixes the rate of all paths over a full link.
func (s *shares) freeze(w *wire, rate float64, now Time) {
	for _, h := range w.active {
		m := &s.movers[h.path]
		if m.fixed == s.round {
			continue
		}
		m.fixed = s.round
		for h := m.first; h < m.end; h++ {
			l := s.t.paths.links[h]
			if s.wires[l].taken == 0 {
				s.affected = append(s.affected, l)
			}
			s.wires[l].taken += m.flows
		}
		s.fix(h.path, m, rate, now)
	}
}

// fix gives the transfers of a path their rate from now on.
func (s *shares) fix(p Path, m *mover, rate float64, now Time) {
	s.budget--
	same := math.Abs(rate-m.rate) <= float64(m.rate*level)
	if same && !m.touched {
		return
	}
	old, b := m.rate, &s.batches[p]
	if !same {
		m.rate = rate
		s.log(b, now, rate)
	}
	first := Never
	for i := b.groups; i >= 0; {
		s.budget--
		g := &s.groups[i]
		if !same || g.end == Never {
			g.rerate(old, m.rate, now)
		}
		first = min(first, g.end)
		i = g.next
	}
	s.timers.set(p, first)
}

// log notes the rate of a path from now on.
func (s *shares) log(b *batch, now Time, rate float64) {
	t := s.t
	if b.change >= 0 && t.changes[b.change].rate == rate {
		return // as before a pause
	}
	t.changes = append(room(t.changes, 1), change{now, rate, b.change})
	s.budget -= 9
	b.change = int32(len(t.changes) - 1)
}

// rerate gives a group its end, now that its rate is new.
func (g *group) rerate(old, rate float64, now Time) {
	if now > g.since {
		g.left -= float64(old*float64(now-g.since)) / 1e12
		g.since = now
	}
	g.end = Never
	all := picoseconds(float64(g.bytes), rate)
	x := picoseconds(max(g.left, 0), rate)
	tolerance := float64(all * age)
	if now == g.joined {
		tolerance = float64(all * snap)
	}
	whole := math.Floor(x)
	if x-whole > tolerance {
		whole++
	}
	// What moves into the next instant has bytes left, if only by an error.
	whole = max(whole, 1)
	if whole < float64(Never-now) {
		g.end = now + Time(whole)
	}
}
