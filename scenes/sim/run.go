package sim

import (
	"math"
)

// MaxTasks is how many tasks a Run takes on, with MaxNeeds needs: such a graph
// runs for some seconds and takes a gigabyte.
const (
	MaxTasks = 10_000_000
	MaxNeeds = 40_000_000
)

// Run gives each task the earliest start that its lane and its needs allow, and
// each transfer its max-min fair share of the links that it crosses. All ends at
// an instant come before all starts; of what a pool could start, the task added
// first starts first. So a run is the same on every platform.
//
// It fails with the first error of the calls that built the graph, if tasks wait
// for each other in a circle (through needs, or through the order of a stream),
// if the timeline would pass the range of Time, or if the run would cost too
// much (see MaxTasks and MaxShares).
func (g *Graph) Run() (*Timeline, error) {
	if g.err != nil {
		return nil, g.err
	}
	if needs := len(g.needs) + len(g.late); len(g.ids) > MaxTasks || needs > MaxNeeds {
		return nil, beyond(TooMany, "%d tasks with %d needs: want at most %d tasks and %d needs", len(g.ids), needs, MaxTasks, MaxNeeds)
	}
	t, err := g.timeline()
	if err != nil {
		return nil, err
	}
	r := newRun(t)
	if err := r.play(); err != nil {
		return nil, err
	}
	return t, nil
}

// run is the state of a run.
type run struct {
	*Timeline
	now   Time
	queue queue
	ended []Ref // tasks that end now and have not been handled
	done  int

	pending  []int32 // by task: needs that have not ended
	users    []Ref   // users[userEnd[r-1]:userEnd[r]] need task r
	userEnd  []int32
	head     []int32 // by stream: index in its tasks of the next to end
	busy     []int32 // by stream or pool: tasks that it serves now
	waiting  []refs  // by pool: tasks that are ready
	open     []Lane  // pools that may have something to start now
	shares   *shares
	overflow Ref // a task that would end beyond the range of Time, or -1
}

func newRun(t *Timeline) *run {
	n := len(t.ids)
	r := &run{
		Timeline: t,
		pending:  make([]int32, n),
		head:     make([]int32, len(t.lanes)),
		busy:     make([]int32, len(t.lanes)),
		waiting:  make([]refs, len(t.lanes)),
		shares:   newShares(t),
		overflow: -1,
	}
	t.start = make([]Time, n)
	t.end = make([]Time, n)
	r.findUsers()
	return r
}

// findUsers turns the needs of each task into the users of each.
func (r *run) findUsers() {
	n := len(r.ids)
	r.users = make([]Ref, len(r.needs))
	r.userEnd = make([]int32, n+1)
	for _, need := range r.needs {
		r.userEnd[need+1]++
	}
	for i := range n {
		r.userEnd[i+1] += r.userEnd[i]
	}
	for i := range n {
		needs := r.Needs(Ref(i))
		r.pending[i] = int32(len(needs))
		for _, need := range needs {
			r.users[r.userEnd[need]] = Ref(i)
			r.userEnd[need]++
		}
	}
	// Filling moved each entry on by its count, to the end of its task's users.
	r.userEnd = r.userEnd[:n]
}

// play runs from the first instant to the last.
func (r *run) play() error {
	for i, p := range r.pending {
		if p == 0 {
			r.ready(Ref(i))
		}
	}
	for {
		r.settle()
		if err := r.shares.settle(r.now); err != nil {
			return err
		}
		next := min(r.queue.next(), r.shares.timers.next())
		if r.overflow >= 0 || next == Never && r.shares.active() {
			return r.tooLong()
		}
		if next == Never {
			break
		}
		r.now = next
		for r.queue.next() == next {
			if task := r.queue.pop(); task >= 0 {
				r.ended = append(r.ended, task)
			} else {
				r.shares.join(^task, next)
			}
		}
		for r.shares.timers.next() == next {
			r.ended = r.shares.leave(r.ended, next)
		}
	}
	if r.done < len(r.ids) {
		return r.stuck()
	}
	return nil
}

// settle ends what ends now and starts what can start, until nothing more does.
// Pools choose, so they wait until all ends are known; a task on a pool that
// takes no time opens another round.
func (r *run) settle() {
	for {
		for len(r.ended) > 0 {
			last := len(r.ended) - 1
			task := r.ended[last]
			r.ended = r.ended[:last]
			r.finish(task)
		}
		if len(r.open) == 0 {
			return
		}
		open := r.open
		r.open = r.open[:0]
		for _, l := range open {
			w := &r.waiting[l]
			for len(*w) > 0 && int(r.busy[l]) < r.lanes[l].width {
				r.busy[l]++
				r.begin(w.pop())
			}
		}
	}
}

// finish ends a task now.
func (r *run) finish(task Ref) {
	r.end[task] = r.now
	r.done++
	l := r.lane[task]
	switch r.lanes[l].kind {
	case stream:
		r.busy[l] = 0
		r.head[l]++
		if queue := r.tasksOf(l); int(r.head[l]) < len(queue) {
			if next := queue[r.head[l]]; r.pending[next] == 0 {
				r.ready(next)
			}
		}
	case pool:
		r.busy[l]--
		r.open = append(r.open, l)
	}
	first := int32(0)
	if task > 0 {
		first = r.userEnd[task-1]
	}
	for _, user := range r.users[first:r.userEnd[task]] {
		if r.pending[user]--; r.pending[user] == 0 {
			r.ready(user)
		}
	}
}

// ready starts a task whose needs have ended, or leaves it to its lane.
func (r *run) ready(task Ref) {
	l := r.lane[task]
	switch r.lanes[l].kind {
	case track:
		r.begin(task)
	case stream:
		if r.busy[l] == 0 && r.tasksOf(l)[r.head[l]] == task {
			r.busy[l] = 1
			r.begin(task)
		}
	case pool:
		r.waiting[l].push(task)
		r.open = append(r.open, l)
	}
}

// begin starts a task now.
func (r *run) begin(task Ref) {
	r.start[task] = r.now
	length := r.length[task]
	moves := r.path[task] != 0 && r.bytes[task] > 0
	switch {
	case length > math.MaxInt64-1-r.now:
		r.overflow = task
	case length > 0 && moves:
		r.queue.push(r.now+length, ^task)
	case length > 0:
		r.queue.push(r.now+length, task)
	case moves:
		r.shares.join(task, r.now)
	default:
		r.ended = append(r.ended, task)
	}
}

func (r *run) tooLong() error {
	task := r.overflow
	if task < 0 {
		task = r.shares.slowest()
	}
	return beyond(TooLong, "%v: would end beyond the range of time: want less than 106 days", r.id(task))
}
