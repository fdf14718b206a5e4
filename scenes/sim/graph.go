package sim

import (
	"fmt"
	"math"
	"slices"
)

// Graph collects tasks, what serves them and what carries their bytes. Calls
// that cannot be right (a negative duration, an unknown lane) keep their error
// for Run, which returns the first one.
//
// A Graph may grow after a Run; the timelines it gave stay as they are.
type Graph struct {
	err   error
	kinds kinds

	// One entry a task.
	ids     []key
	lane    []Lane
	length  []Time // duration of work, latency of a transfer
	bytes   []Bytes
	path    []Path
	needEnd []int32 // needs[needEnd[r-1]:needEnd[r]] are those given with task r

	needs []Ref
	late  []need // those of Need, in order of calls

	lanes    []lane    // lanes[0] is none
	links    []link    // of Link 1, 2, …; links[0] is unused
	paths    pathTable // path 0 is none
	counters []counter // counters[0] is unused
	counts   []count
}

type need struct{ task, on Ref }

type lane struct {
	id    key
	kind  laneKind
	width int // tasks served at once; of a pool or stream
}

type laneKind uint8

const (
	track laneKind = iota // and no lane at all
	stream
	pool
)

type link struct {
	id        key
	bandwidth Bandwidth
}

type counter struct {
	id   key
	unit string
}

// count is a step of a counter at an end of a task.
type count struct {
	counter Counter
	task    Ref
	when    Edge
	delta   float64
}

// NewGraph returns a graph without tasks.
func NewGraph() *Graph {
	return &Graph{
		lanes:    make([]lane, 1),
		links:    make([]link, 1),
		counters: make([]counter, 1),
		paths:    pathTable{end: make([]int32, 1)},
	}
}

// Grow makes room for more tasks and needs. It saves copying in large graphs and
// changes nothing else.
func (g *Graph) Grow(tasks, needs int) {
	if tasks > 0 {
		g.ids = slices.Grow(g.ids, tasks)
		g.lane = slices.Grow(g.lane, tasks)
		g.length = slices.Grow(g.length, tasks)
		g.bytes = slices.Grow(g.bytes, tasks)
		g.path = slices.Grow(g.path, tasks)
		g.needEnd = slices.Grow(g.needEnd, tasks)
	}
	if needs > 0 {
		g.needs = slices.Grow(g.needs, needs)
	}
}

// room doubles s if it has no room for n more: append by itself grows what is
// large by a quarter, and so copies it many times.
func room[S ~[]E, E any](s S, n int) S {
	if len(s)+n <= cap(s) {
		return s
	}
	return slices.Grow(s, max(n, len(s), 64))
}

// Stream adds a lane that serves one task at a time, in the order in which they
// were added, without overtaking.
func (g *Graph) Stream(id ID) Lane { return g.addLane(id, stream, 1) }

// Pool adds a lane that serves at most width tasks at once: of those that are
// ready, the one added first.
func (g *Graph) Pool(id ID, width int) Lane {
	if width < 1 {
		g.fail("%v: pool of width %d: want 1 or more", id, width)
	}
	return g.addLane(id, pool, width)
}

// Track adds a lane that orders nothing. It shows its tasks, which may overlap.
func (g *Graph) Track(id ID) Lane { return g.addLane(id, track, 0) }

func (g *Graph) addLane(id ID, kind laneKind, width int) Lane {
	g.lanes = append(g.lanes, lane{g.kinds.key(id), kind, width})
	return Lane(len(g.lanes) - 1)
}

// Link adds a carrier of bytes. The transfers that cross it at one instant share
// its bandwidth max-min fairly.
func (g *Graph) Link(id ID, b Bandwidth) Link {
	if err := b.check(); err != nil {
		g.fail("%v: %w", id, err)
	}
	g.links = append(g.links, link{g.kinds.key(id), b})
	return Link(len(g.links) - 1)
}

// Path returns the path over all the links at once. Equal lists give the same
// Path; an empty list is the zero Path.
func (g *Graph) Path(links ...Link) Path {
	for i, l := range links {
		if l < 1 || int(l) >= len(g.links) {
			g.fail("link %d in a path: want a link of this graph", l)
			return 0
		}
		if slices.Contains(links[:i], l) {
			g.fail("%v: twice in a path: want each link once", id(g.kinds.names, g.links[l].id))
			return 0
		}
	}
	return g.paths.intern(links)
}

// Work adds a task that takes the time d on a lane, once all that it needs has
// ended. The needs are tasks added before; for others see Need.
func (g *Graph) Work(id ID, on Lane, d Time, needs ...Ref) Ref {
	if d < 0 {
		g.fail("%v: duration %d ps: want 0 or more", id, int64(d))
	}
	return g.add(id, on, d, 0, 0, needs)
}

// Send adds a transfer of n bytes: first the latency, which takes no bandwidth,
// then the bytes, over all links of the path at the rate of its bottleneck. It
// holds its lane throughout. Without a path the bytes take no time.
func (g *Graph) Send(id ID, on Lane, via Path, latency Time, n Bytes, needs ...Ref) Ref {
	if latency < 0 {
		g.fail("%v: latency %d ps: want 0 or more", id, int64(latency))
	}
	if err := n.check(); err != nil {
		g.fail("%v: %w", id, err)
	}
	if via < 0 || int(via) >= g.paths.len() {
		g.fail("%v: path %d: want a path of this graph", id, via)
		via = 0
	}
	return g.add(id, on, latency, n, via, needs)
}

func (g *Graph) add(id ID, on Lane, length Time, n Bytes, via Path, needs []Ref) Ref {
	r := Ref(len(g.ids))
	if r == math.MaxInt32 {
		g.fail("%v: want fewer than %d tasks", id, math.MaxInt32)
		return r - 1
	}
	if on < 0 || int(on) >= len(g.lanes) {
		g.fail("%v: lane %d: want a lane of this graph", id, on)
		on = 0
	}
	for _, n := range needs {
		if n < 0 || n >= r {
			g.fail("%v: needs task %d: want one that was added before it", id, n)
			needs = nil
		}
	}
	if len(g.ids) == cap(g.ids) {
		g.Grow(max(len(g.ids), 64), 0)
	}
	g.ids = append(g.ids, g.kinds.key(id))
	g.lane = append(g.lane, on)
	g.length = append(g.length, length)
	g.bytes = append(g.bytes, n)
	g.path = append(g.path, via)
	g.needs = append(room(g.needs, len(needs)), needs...)
	g.needEnd = append(g.needEnd, int32(len(g.needs)))
	return r
}

// Need adds to what a task needs. The needs may be tasks that are added later.
func (g *Graph) Need(task Ref, needs ...Ref) {
	if task < 0 || int(task) >= len(g.ids) {
		g.fail("task %d: want a task of this graph before it is given needs", task)
		return
	}
	g.late = room(g.late, len(needs))
	for _, n := range needs {
		g.late = append(g.late, need{task, n})
	}
}

// Counter adds a step function over time that starts at 0.
func (g *Graph) Counter(id ID, unit string) Counter {
	g.counters = append(g.counters, counter{g.kinds.key(id), unit})
	return Counter(len(g.counters) - 1)
}

// Count adds delta to a counter at the start or the end of a task.
func (g *Graph) Count(c Counter, task Ref, when Edge, delta float64) {
	switch {
	case task < 0 || int(task) >= len(g.ids):
		g.fail("task %d: want a task of this graph to count at", task)
	case c < 1 || int(c) >= len(g.counters):
		g.fail("%v: counter %d: want a counter of this graph", g.id(task), c)
	case when != AtStart && when != AtEnd:
		g.fail("%v: counts at edge %d: want AtStart or AtEnd", g.id(task), when)
	case !(math.Abs(delta) <= math.MaxFloat64):
		g.fail("%v: counts %v: want a finite number", g.id(task), delta)
	default:
		g.counts = append(room(g.counts, 1), count{c, task, when, delta})
	}
}

// id returns the ID of a task.
func (g *Graph) id(r Ref) ID { return id(g.kinds.names, g.ids[r]) }

func (g *Graph) fail(format string, args ...any) {
	if g.err == nil {
		g.err = fmt.Errorf(format, args...)
	}
}

// pathTable holds lists of links, each list once.
type pathTable struct {
	links []Link
	end   []int32           // links[end[p-1]:end[p]] is path p
	index map[uint64][]Path // by a hash of the list
}

func (t *pathTable) len() int { return len(t.end) }

// of returns the links of a path.
func (t *pathTable) of(p Path) []Link {
	if p == 0 {
		return nil
	}
	return t.links[t.end[p-1]:t.end[p]]
}

func (t *pathTable) intern(links []Link) Path {
	if len(links) == 0 {
		return 0
	}
	h := uint64(len(links))
	for _, l := range links {
		h = (h ^ uint64(l)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for _, p := range t.index[h] {
		if slices.Equal(t.of(p), links) {
			return p
		}
	}
	p := Path(len(t.end))
	t.links = append(t.links, links...)
	t.end = append(t.end, int32(len(t.links)))
	if t.index == nil {
		t.index = make(map[uint64][]Path)
	}
	t.index[h] = append(t.index[h], p)
	return p
}
