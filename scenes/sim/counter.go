package sim

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"
)

// values holds the counters over time.
type values struct {
	once      sync.Once
	byCounter [][]Point
}

// Points returns a counter as a step function that begins at 0. All that is
// counted at one instant, at ends and at starts, is one step. It is not to be
// changed.
func (t *Timeline) Points(c Counter) []Point {
	t.values.once.Do(func() { t.values.byCounter = t.sums() })
	return t.values.byCounter[c]
}

// Value returns what a counter is from an instant on.
func (t *Timeline) Value(c Counter, when Time) float64 {
	return valueAt(t.Points(c), when)
}

// valueAt returns the value of a step function from an instant on.
func valueAt(points []Point, when Time) float64 {
	i := sort.Search(len(points), func(i int) bool { return points[i].At > when })
	if i == 0 {
		return 0
	}
	return points[i-1].Value
}

// sums adds up what is counted, by counter.
func (t *Timeline) sums() [][]Point {
	size := make([]int, len(t.counters))
	for i := range t.counts {
		size[t.counts[i].counter]++
	}
	all := make([]steps, len(t.counters))
	for c, n := range size {
		all[c].steps = make([]step, 0, n)
	}
	for i := range t.counts {
		c := &t.counts[i]
		when := t.start[c.task]
		if c.when == AtEnd {
			when = t.end[c.task]
		}
		all[c.counter].add(when, c.delta)
	}
	points := make([][]Point, len(all))
	for c := range all {
		points[c] = all[c].points()
	}
	return points
}

// steps collects the steps of a function of time in any order.
type steps struct{ steps []step }

type step struct {
	at    Time
	delta float64
}

func (s *steps) add(at Time, delta float64) { s.steps = append(s.steps, step{at, delta}) }

// nothing is the share of the largest value so far below which a sum is taken
// for 0: deltas such as S/3 need not cancel to the last bit.
const nothing = 1.0 / (1 << 40)

// points returns the function: one point for each instant at which its value
// changes, and one at 0.
func (s *steps) points() []Point {
	earlier := func(a, b step) int { return cmp.Compare(a.at, b.at) }
	if !slices.IsSortedFunc(s.steps, earlier) {
		slices.SortStableFunc(s.steps, earlier)
	}
	points := make([]Point, 1, len(s.steps)+1)
	var sum, lost, largest float64
	for i, st := range s.steps {
		// Neumaier's sum: lost holds what the roundings of sum dropped.
		next := sum + st.delta
		if math.Abs(sum) >= math.Abs(st.delta) {
			lost += (sum - next) + st.delta
		} else {
			lost += (st.delta - next) + sum
		}
		sum = next
		if i+1 < len(s.steps) && s.steps[i+1].at == st.at {
			continue
		}
		value := sum + lost
		largest = max(largest, math.Abs(value))
		if math.Abs(value) <= float64(largest*nothing) {
			value = 0
		}
		last := &points[len(points)-1]
		switch {
		case last.At == st.at:
			last.Value = value
		case last.Value != value:
			points = append(points, Point{st.at, value})
		}
	}
	return points
}
