package sim

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// Verify returns the first breach of what holds for every timeline, or nil:
//
//   - no ID stands twice among tasks, lanes, links or counters;
//   - work lasts its duration, and nothing starts before its needs have ended;
//   - a stream keeps its order and serves one task at a time, a pool serves at
//     most its width and lets nothing overtake that could have started;
//   - each task starts at the earliest instant that its needs and its lane allow;
//   - a transfer moves its bytes without a gap, and no more than its last rate
//     x 1 ps above that;
//   - no link carries more than its bandwidth;
//   - no counter falls below zero.
func Verify(t *Timeline) error {
	for _, check := range []func(*Timeline) error{
		verifyIDs, verifySpans, verifyLanes, verifyTransfers, verifyLinks, verifyCounters,
	} {
		if err := check(t); err != nil {
			return err
		}
	}
	return nil
}

func verifyIDs(t *Timeline) error {
	if err := unique("tasks", t.Len(), func(i int) ID { return t.id(Ref(i)) }); err != nil {
		return err
	}
	if err := unique("lanes", len(t.lanes)-1, func(i int) ID { return t.LaneID(Lane(i + 1)) }); err != nil {
		return err
	}
	if err := unique("links", len(t.links)-1, func(i int) ID { return t.LinkID(Link(i + 1)) }); err != nil {
		return err
	}
	return unique("counters", len(t.counters)-1, func(i int) ID { return t.CounterID(Counter(i + 1)) })
}

// unique compares IDs as written: different kinds may write the same.
func unique(what string, n int, id func(int) ID) error {
	seen := make(map[string]struct{}, n)
	for i := range n {
		s := id(i).String()
		if _, ok := seen[s]; ok {
			return fmt.Errorf("%s: stands twice among the %s: want each ID once", s, what)
		}
		seen[s] = struct{}{}
	}
	return nil
}

func verifySpans(t *Timeline) error {
	for i := range t.ids {
		r := Ref(i)
		start, end := t.start[r], t.end[r]
		if start < 0 || end < start {
			return fmt.Errorf("%v: from %d to %d ps: want no less than 0 and no end before the start", t.id(r), int64(start), int64(end))
		}
		if !t.moves(r) && end-start != t.length[r] {
			return fmt.Errorf("%v: lasts %d ps: want %d", t.id(r), int64(end-start), int64(t.length[r]))
		}
		for _, need := range t.Needs(r) {
			if start < t.end[need] {
				return fmt.Errorf("%v: starts at %d ps: want no start before %v, which it needs, ends at %d", t.id(r), int64(start), t.id(need), int64(t.end[need]))
			}
		}
	}
	return nil
}

// readyAt is when the last need of a task has ended.
func readyAt(t *Timeline, r Ref) Time {
	ready := Time(0)
	for _, need := range t.Needs(r) {
		ready = max(ready, t.end[need])
	}
	return ready
}

func verifyLanes(t *Timeline) error {
	for l := range t.lanes {
		var err error
		switch tasks := t.tasksOf(Lane(l)); t.lanes[l].kind {
		case track:
			err = verifyTrack(t, tasks)
		case stream:
			err = verifyStream(t, Lane(l), tasks)
		case pool:
			err = verifyPool(t, Lane(l), tasks)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func verifyTrack(t *Timeline, tasks []Ref) error {
	for _, r := range tasks {
		if ready := readyAt(t, r); t.start[r] != ready {
			return fmt.Errorf("%v: starts at %d ps: want %d, when its needs have ended", t.id(r), int64(t.start[r]), int64(ready))
		}
	}
	return nil
}

func verifyStream(t *Timeline, l Lane, tasks []Ref) error {
	free := Time(0)
	for i, r := range tasks {
		if t.start[r] < free {
			return fmt.Errorf("%v: starts at %d ps: want no start before %v, added before it to %v, ends at %d", t.id(r), int64(t.start[r]), t.id(tasks[i-1]), t.LaneID(l), int64(free))
		}
		if earliest := max(free, readyAt(t, r)); t.start[r] != earliest {
			return fmt.Errorf("%v: starts at %d ps: want %d, when %v is free and its needs have ended", t.id(r), int64(t.start[r]), int64(earliest), t.LaneID(l))
		}
		free = t.end[r]
	}
	return nil
}

// verifyPool goes through the instants at which tasks of a pool become ready,
// start or end.
func verifyPool(t *Timeline, l Lane, tasks []Ref) error {
	ready := make(map[Ref]Time, len(tasks))
	for _, r := range tasks {
		ready[r] = readyAt(t, r)
	}
	by := func(when func(Ref) Time) []Ref {
		sorted := slices.Clone(tasks)
		sort.SliceStable(sorted, func(i, j int) bool { return when(sorted[i]) < when(sorted[j]) })
		return sorted
	}
	readies := by(func(r Ref) Time { return ready[r] })
	starts := by(func(r Ref) Time { return t.start[r] })
	ends := by(func(r Ref) Time { return t.end[r] })

	var waiting refs
	running := 0
	for len(ends) > 0 {
		now := t.end[ends[0]]
		if len(starts) > 0 {
			now = min(now, t.start[starts[0]])
		}
		if len(readies) > 0 {
			now = min(now, ready[readies[0]])
		}
		for ; len(readies) > 0 && ready[readies[0]] == now; readies = readies[1:] {
			waiting.push(readies[0])
		}
		latest := Ref(-1) // of those that start now, the one added last
		for ; len(starts) > 0 && t.start[starts[0]] == now; starts = starts[1:] {
			latest = max(latest, starts[0])
			running++
		}
		for ; len(ends) > 0 && t.end[ends[0]] == now; ends = ends[1:] {
			running-- // a task that takes no time is never seen to run
		}
		for len(waiting) > 0 && t.start[waiting[0]] <= now {
			waiting.pop()
		}
		if width := t.lanes[l].width; running > width {
			return fmt.Errorf("%v: serves %d tasks at %d ps: want at most %d", t.LaneID(l), running, int64(now), width)
		} else if len(waiting) > 0 && running < width {
			return fmt.Errorf("%v: starts at %d ps: want %d, when %v has room and its needs have ended", t.id(waiting[0]), int64(t.start[waiting[0]]), int64(now), t.LaneID(l))
		}
		if len(waiting) > 0 && waiting[0] < latest && !readyInAnotherRound(t, waiting[0], now) {
			return fmt.Errorf("%v: starts at %d ps: want no start before %v, which was added to %v before it and is ready", t.id(latest), int64(now), t.id(waiting[0]), t.LaneID(l))
		}
	}
	return nil
}

// readyInAnotherRound says whether a task may have become ready at an instant
// only after pools had made their choice: through a need that took no time.
func readyInAnotherRound(t *Timeline, r Ref, now Time) bool {
	return slices.ContainsFunc(t.Needs(r), func(need Ref) bool { return t.start[need] == now })
}

// roundings is the relative error allowed to a sum of rates or of bytes. Rates
// within 2^-40 of each other are taken for equal, twice (see level); the rest
// is for the roundings of sums.
const roundings = 1.0 / (1 << 38)

func verifyTransfers(t *Timeline) error {
	for i := range t.ids {
		r := Ref(i)
		if !t.moves(r) {
			continue
		}
		at, moved, rate := t.start[r]+t.length[r], 0.0, 0.0
		for _, s := range t.Segments(r) {
			if s.From != at || s.To <= s.From || !(s.Rate > 0) || math.IsInf(s.Rate, 1) {
				return fmt.Errorf("%v: moves at %v B/s from %d to %d ps: want a positive rate from %d on", t.id(r), s.Rate, int64(s.From), int64(s.To), int64(at))
			}
			at, rate = s.To, s.Rate
			moved += float64(s.Rate*float64(s.To-s.From)) / 1e12
		}
		if at != t.end[r] {
			return fmt.Errorf("%v: stops moving at %d ps: want its end, %d", t.id(r), int64(at), int64(t.end[r]))
		}
		// The end is rounded up, so the last picosecond may have room for more.
		n, more := float64(t.bytes[r]), rate/1e12
		if off := float64(n * roundings); moved < n-off || moved > n+more+off {
			return fmt.Errorf("%v: moves %v B: want %v and less than %v more", t.id(r), moved, n, more)
		}
	}
	return nil
}

func verifyLinks(t *Timeline) error {
	users := t.usersOfLinks()
	for l := 1; l < len(t.links); l++ {
		b := float64(t.links[l].bandwidth)
		for _, p := range t.load(users[l]) {
			if p.Value < 0 || p.Value > b+float64(b*roundings) {
				return fmt.Errorf("%v: carries %v B/s at %d ps: want at most %v", t.LinkID(Link(l)), p.Value, int64(p.At), b)
			}
		}
	}
	return nil
}

func verifyCounters(t *Timeline) error {
	for c, points := range t.sums() {
		for _, p := range points {
			if !(p.Value >= 0) {
				return fmt.Errorf("%v: is %v %s at %d ps: want 0 or more", t.CounterID(Counter(c)), p.Value, t.counters[c].unit, int64(p.At))
			}
		}
	}
	return nil
}
