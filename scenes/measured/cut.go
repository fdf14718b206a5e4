package measured

import (
	"cmp"
	"slices"

	"inflight/scenes/sim"
)

// Run cuts out a step. Its length is from the first span of the step to that of
// the next one, so that what lies between steps counts; of the last step to its
// last span, of all ranks where they have one clock.
func (t *Trace) Run(number int) Run {
	run, next := t.cut(number), t.cut(number+1)
	from, to, longest := sim.Never, -sim.Never, sim.Time(0)
	last := sim.Never // first span of the rank that begins last
	for i, rank := range run.ranks() {
		a, b := extent(&run, rank)
		if i == 0 {
			last = a
		}
		from, to, last, longest = min(from, a), max(to, b), max(last, a), max(longest, b-a)
		if c, _ := extent(&next, rank); c != sim.Never && c > a {
			run.Length = max(run.Length, c-a)
		}
	}
	run.apart = !t.clock || last-from > 2*longest
	switch {
	case run.Length > 0: // there is a next step
	case run.apart:
		run.Length = longest
	default:
		run.Length = to - from
	}
	return run
}

// cut are the spans of a step.
func (t *Trace) cut(number int) Run {
	var run Run
	for i := range t.lanes {
		l := &t.lanes[i]
		lane := Lane{Rank: l.Rank, Name: l.Name}
		for k, s := range l.Spans {
			if int(l.steps[k]) == number {
				lane.Spans = append(lane.Spans, s)
			}
		}
		if len(lane.Spans) == 0 {
			continue
		}
		slices.SortStableFunc(lane.Spans, func(a, b Span) int { return cmp.Compare(a.From, b.From) })
		run.Lanes = append(run.Lanes, lane)
	}
	run.sortLanes()
	return run
}

// extent is from a rank's first span to the end of its last; Never without any.
func extent(r *Run, rank int) (from, to sim.Time) {
	from, to = sim.Never, -sim.Never
	for i := range r.Lanes {
		if l := &r.Lanes[i]; l.Rank == rank {
			for _, s := range l.Spans {
				from, to = min(from, s.From), max(to, s.To)
			}
		}
	}
	return from, to
}

// Usual is the step that is shown first: of those that another one follows,
// without the first, that of middle length; a first step warms up.
func (t *Trace) Usual() int {
	type length struct {
		number int
		length sim.Time
	}
	var list []length
	for i := 1; i+1 < len(t.steps); i++ {
		if n := t.steps[i]; t.steps[i+1] == n+1 {
			run := t.Run(n)
			list = append(list, length{n, run.Length})
		}
	}
	if len(list) == 0 {
		return t.steps[len(t.steps)-1]
	}
	slices.SortStableFunc(list, func(a, b length) int { return cmp.Compare(a.length, b.length) })
	return list[len(list)/2].number
}
