package sim

import (
	"fmt"
	"sync"
)

// Timeline is what Run found: when each task starts and ends, how fast each
// transfer moved, what the counters and links held. It does not change and is
// safe for concurrent readers.
type Timeline struct {
	names   []string // the kinds of IDs
	ids     []key
	lane    []Lane
	length  []Time
	bytes   []Bytes
	path    []Path
	needs   []Ref
	needEnd []int32

	lanes    []lane
	links    []link
	paths    pathTable
	counters []counter
	counts   []count

	byLane  []Ref // byLane[laneEnd[l-1]:laneEnd[l]] are the tasks of lane l, in order added
	laneEnd []int32

	start, end []Time
	changes    []change // of rates, by path through prev
	last       []int32  // by task: the change that held at a transfer's end

	// Found when first asked for.
	windows windows
	finder  finder
	loads   loads
	values  values
	whole   struct {
		once sync.Once
		end  Time
	}
}

// timeline returns a timeline of the graph's tasks without times.
func (g *Graph) timeline() (*Timeline, error) {
	n := len(g.ids)
	t := &Timeline{
		names:    g.kinds.names[:len(g.kinds.names):len(g.kinds.names)],
		ids:      g.ids[:n:n],
		lane:     g.lane[:n:n],
		length:   g.length[:n:n],
		bytes:    g.bytes[:n:n],
		path:     g.path[:n:n],
		lanes:    g.lanes[:len(g.lanes):len(g.lanes)],
		links:    g.links[:len(g.links):len(g.links)],
		paths:    pathTable{links: g.paths.links, end: g.paths.end[:g.paths.len():g.paths.len()]},
		counters: g.counters[:len(g.counters):len(g.counters)],
		counts:   g.counts[:len(g.counts):len(g.counts)],
	}
	for _, late := range g.late {
		if late.on < 0 || int(late.on) >= n {
			return nil, fmt.Errorf("%v: needs task %d: want a task of this graph", g.id(late.task), late.on)
		}
	}
	t.needs, t.needEnd = g.allNeeds()
	t.laneEnd = make([]int32, len(t.lanes)+1)
	for _, l := range t.lane {
		t.laneEnd[l+1]++
	}
	for l := range t.lanes {
		t.laneEnd[l+1] += t.laneEnd[l]
	}
	t.byLane = make([]Ref, n)
	for i, l := range t.lane {
		t.byLane[t.laneEnd[l]] = Ref(i)
		t.laneEnd[l]++
	}
	// Filling moved each entry on by its count, to the end of its lane.
	t.laneEnd = t.laneEnd[:len(t.lanes)]
	return t, nil
}

// allNeeds returns the needs of all tasks, with those of Need after those that a
// task was added with.
func (g *Graph) allNeeds() (needs []Ref, end []int32) {
	n := len(g.ids)
	if len(g.late) == 0 {
		return g.needs[:len(g.needs):len(g.needs)], g.needEnd[:n:n]
	}
	end = make([]int32, n+1)
	for _, late := range g.late {
		end[late.task+1]++
	}
	needs = make([]Ref, len(g.needs)+len(g.late))
	var from, to int32 // the task's early needs, and where they go
	for i, until := range g.needEnd {
		copy(needs[to:], g.needs[from:until])
		to += until - from
		from = until
		lateOnes := end[i+1]
		end[i+1] = to // for now where the late ones go
		to += lateOnes
	}
	for _, late := range g.late {
		needs[end[late.task+1]] = late.on
		end[late.task+1]++
	}
	return needs, end[1:]
}

// tasksOf returns the tasks of a lane in the order in which they were added.
func (t *Timeline) tasksOf(l Lane) []Ref {
	if l == 0 {
		return t.byLane[:t.laneEnd[0]]
	}
	return t.byLane[t.laneEnd[l-1]:t.laneEnd[l]]
}

// Len is the number of tasks. Their Refs are 0 … Len-1.
func (t *Timeline) Len() int { return len(t.ids) }

// End is the last end of a task, 0 without tasks.
func (t *Timeline) End() Time {
	t.whole.once.Do(func() {
		for _, e := range t.end {
			t.whole.end = max(t.whole.end, e)
		}
	})
	return t.whole.end
}

// Start returns the start of a task.
func (t *Timeline) Start(r Ref) Time { return t.start[r] }

// Finish returns the end of a task.
func (t *Timeline) Finish(r Ref) Time { return t.end[r] }

// Span returns a task with its times.
func (t *Timeline) Span(r Ref) Span {
	s := Span{
		ID:    t.id(r),
		Lane:  t.lane[r],
		Start: t.start[r],
		End:   t.end[r],
		Bytes: t.bytes[r],
		Path:  t.path[r],
	}
	if t.sent(r) {
		s.Latency = t.length[r]
	}
	return s
}

// Needs returns what a task needs. It is not to be changed.
func (t *Timeline) Needs(r Ref) []Ref {
	if r == 0 {
		return t.needs[:t.needEnd[0]]
	}
	return t.needs[t.needEnd[r-1]:t.needEnd[r]]
}

// Lanes returns all lanes in the order in which they were added.
func (t *Timeline) Lanes() []Lane { return upTo[Lane](len(t.lanes)) }

// LaneID returns the ID of a lane, the zero ID for the zero Lane.
func (t *Timeline) LaneID(l Lane) ID {
	if l == 0 {
		return ID{}
	}
	return id(t.names, t.lanes[l].id)
}

// Links returns all links in the order in which they were added.
func (t *Timeline) Links() []Link { return upTo[Link](len(t.links)) }

// LinkID returns the ID of a link.
func (t *Timeline) LinkID(l Link) ID { return id(t.names, t.links[l].id) }

// Bandwidth returns the bandwidth of a link.
func (t *Timeline) Bandwidth(l Link) Bandwidth { return t.links[l].bandwidth }

// Counters returns all counters in the order in which they were added.
func (t *Timeline) Counters() []Counter { return upTo[Counter](len(t.counters)) }

// CounterID returns the ID of a counter.
func (t *Timeline) CounterID(c Counter) ID { return id(t.names, t.counters[c].id) }

// CounterUnit returns the unit of a counter.
func (t *Timeline) CounterUnit(c Counter) string { return t.counters[c].unit }

func (t *Timeline) id(r Ref) ID { return id(t.names, t.ids[r]) }

// upTo returns 1 … n-1.
func upTo[T ~int32](n int) []T {
	all := make([]T, 0, n)
	for i := 1; i < n; i++ {
		all = append(all, T(i))
	}
	return all
}
