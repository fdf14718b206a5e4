package sim

import (
	"slices"
	"sort"
	"sync"
)

// windows finds the tasks of a lane in a window of time.
type windows struct {
	once  sync.Once
	tasks []Ref  // of each lane, as in Timeline.byLane, but by start
	ends  []Time // the latest end of the lane's tasks so far
}

// In appends to dst the tasks of a lane that touch the window [from, to), by
// start. A task that takes no time touches the window that holds its instant.
// It looks only at the tasks near the window, and at those before it that began
// after the first one that reaches into it.
func (t *Timeline) In(dst []Ref, l Lane, from, to Time) []Ref {
	if l == 0 {
		return dst
	}
	t.windows.once.Do(t.findWindows)
	first, end := t.laneEnd[l-1], t.laneEnd[l]
	tasks, ends := t.windows.tasks[first:end], t.windows.ends[first:end]
	i, _ := slices.BinarySearch(ends, from)
	for _, task := range tasks[i:] {
		start := t.start[task]
		if start >= to {
			break
		}
		if t.end[task] > from || start >= from {
			dst = append(dst, task)
		}
	}
	return dst
}

func (t *Timeline) findWindows() {
	w := &t.windows
	w.tasks = slices.Clone(t.byLane)
	w.ends = make([]Time, len(t.byLane))
	for l := range t.lanes[1:] {
		first, end := t.laneEnd[l], t.laneEnd[l+1]
		tasks := w.tasks[first:end]
		earlier := func(i, j int) bool { return t.start[tasks[i]] < t.start[tasks[j]] }
		if !sort.SliceIsSorted(tasks, earlier) {
			sort.SliceStable(tasks, earlier)
		}
		latest := Time(0)
		for i, task := range tasks {
			latest = max(latest, t.end[task])
			w.ends[int(first)+i] = latest
		}
	}
}
