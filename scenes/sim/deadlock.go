package sim

import (
	"fmt"
	"strings"
)

// stuck says which tasks wait for each other, after a run in which not all have
// ended. Each of those waits for another of them: for a need, or, on a stream,
// for the task added before it. So to follow them leads round a circle.
func (r *run) stuck() error {
	task := Ref(0)
	for !r.unfinished(task) {
		task++
	}
	seen := make(map[Ref]int)
	var chain []Ref
	for {
		if first, ok := seen[task]; ok {
			chain = append(chain[first:], task)
			break
		}
		seen[task] = len(chain)
		chain = append(chain, task)
		task, _ = r.waitsFor(task)
	}
	const most = 6 // links of the chain that are written out
	var b strings.Builder
	fmt.Fprintf(&b, "%v waits for itself: ", r.id(chain[0]))
	for i, task := range chain[:len(chain)-1] {
		if i == most && len(chain)-1 > most+1 {
			fmt.Fprintf(&b, ", … %d more", len(chain)-1-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		on, byOrder := r.waitsFor(task)
		if byOrder {
			fmt.Fprintf(&b, "%v comes after %v on %v", r.id(task), r.id(on), r.LaneID(r.lane[task]))
		} else {
			fmt.Fprintf(&b, "%v needs %v", r.id(task), r.id(on))
		}
	}
	b.WriteString(": want tasks that can be put in order")
	return fmt.Errorf("%s", b.String())
}

// unfinished says whether a task has not ended; it has a meaning once nothing
// moves any more.
func (r *run) unfinished(task Ref) bool {
	if r.pending[task] > 0 {
		return true
	}
	l := r.lane[task]
	if r.lanes[l].kind != stream {
		return false
	}
	queue := r.tasksOf(l)
	return int(r.head[l]) < len(queue) && task >= queue[r.head[l]]
}

// waitsFor returns an unfinished task that an unfinished one waits for, and
// whether it does so only by the order of their stream.
func (r *run) waitsFor(task Ref) (on Ref, byOrder bool) {
	for _, need := range r.Needs(task) {
		if r.unfinished(need) {
			return need, false
		}
	}
	l := r.lane[task]
	return r.tasksOf(l)[r.head[l]], true
}
