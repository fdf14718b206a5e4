// Package trace writes timelines in the Chrome trace event format, which
// ui.perfetto.dev and chrome://tracing read.
//
// A timeline is a process and each of its lanes a thread; where spans of a lane
// overlap, they are laid on as many threads as that takes, since slices of one
// thread must nest. Spans are complete events: ts and dur in microseconds with all
// six decimals, the same in whole picoseconds among the args. A need that a
// transfer has, or that something has of a transfer, is a flow arrow. Counters are
// counter events, steps instant events.
//
// Source: "Trace Event Format", Google, 2016, and the documentation of Perfetto's
// importer of JSON traces, read in November 2026.
package trace

import (
	"sort"
	"strconv"

	"inflight/scenes"
	"inflight/scenes/lightjson"
	"inflight/scenes/sim"
)

// Process is a timeline with a name. Its steps are marks over all of it.
type Process struct {
	Name     string
	Timeline *sim.Timeline
	Steps    []scenes.Step
}

// Of is a film as a process named after its scene, or both of a comparison with
// what they have otherwise.
func Of(s *scenes.Setting, f scenes.Film) []Process {
	pair, ok := f.(*scenes.Pair)
	if !ok {
		return []Process{{s.Entry.Name, f.Timeline(), f.Steps()}}
	}
	differ := scenes.Differ(pair.Sides[0].Setting, pair.Sides[1].Setting)
	var all []Process
	for i, side := range pair.Sides {
		name := side.Setting.Entry.Name + " " + scenes.SideNames[i]
		for _, d := range differ[i] {
			name += " · " + d
		}
		all = append(all, Process{name, side.Film.Timeline(), side.Film.Steps()})
	}
	return all
}

// JSON is a trace of processes as a file, an event a line, the same bytes each
// time.
func JSON(processes ...Process) []byte {
	w := &writer{out: []byte(`{"displayTimeUnit":"ns","traceEvents":[`)}
	for i, p := range processes {
		w.pid = i + 1
		w.process(p)
	}
	return append(w.out, "\n]}\n"...)
}

type writer struct {
	out     []byte
	events  int
	pid     int
	tid     []int // of each task of the process
	threads int
	arrows  int
}

func (w *writer) process(p Process) {
	t := p.Timeline
	w.name("process", 0, p.Name, w.pid)
	w.lay(t)
	for r := range sim.Ref(t.Len()) {
		w.span(t, r)
	}
	for r := range sim.Ref(t.Len()) {
		for _, need := range t.Needs(r) {
			w.arrow(t, need, r)
		}
	}
	for _, c := range t.Counters() {
		w.counter(t, c)
	}
	for _, s := range p.Steps {
		w.event('i', s.ID, 0, s.At)
		w.add(`,"s":"p"}`)
	}
}

// lay gives each task a thread and names the threads, in the order of the lanes;
// tasks without a lane come last.
func (w *writer) lay(t *sim.Timeline) {
	w.tid, w.threads = make([]int, t.Len()), 0
	for _, l := range t.Lanes() {
		w.lane(t, t.LaneID(l).String(), t.In(nil, l, 0, sim.Never))
	}
	if rest := unlaned(t); len(rest) > 0 {
		w.lane(t, "no lane", rest)
	}
}

// unlaned are the tasks without a lane, by start.
func unlaned(t *sim.Timeline) []sim.Ref {
	var tasks []sim.Ref
	for r := range sim.Ref(t.Len()) {
		if t.Span(r).Lane == 0 {
			tasks = append(tasks, r)
		}
	}
	sort.SliceStable(tasks, func(i, j int) bool { return t.Start(tasks[i]) < t.Start(tasks[j]) })
	return tasks
}

func (w *writer) lane(t *sim.Timeline, id string, tasks []sim.Ref) {
	rows := w.rows(t, tasks)
	for row := range rows {
		name := id
		if row > 0 {
			name += " (" + strconv.Itoa(row+1) + ")"
		}
		w.name("thread", w.threads+row+1, name, w.threads+row+1)
	}
	w.threads += rows
}

// rows gives each task of a lane the first row that is free when it starts, and
// says how many rows that takes: a lane without tasks has one, too.
func (w *writer) rows(t *sim.Timeline, tasks []sim.Ref) int {
	free := []sim.Time{0}
	for _, r := range tasks {
		row := 0
		for row < len(free) && free[row] > t.Start(r) {
			row++
		}
		if row == len(free) {
			free = append(free, 0)
		}
		free[row] = t.Finish(r)
		w.tid[r] = w.threads + row + 1
	}
	return len(free)
}

// name names a process or a thread and says where it stands.
func (w *writer) name(what string, tid int, name string, place int) {
	w.event('M', what+"_name", tid, 0)
	w.add(`,"args":{"name":`)
	w.text(name)
	w.add("}}")
	w.event('M', what+"_sort_index", tid, 0)
	w.add(`,"args":{"sort_index":`)
	w.int(int64(place))
	w.add("}}")
}

func (w *writer) span(t *sim.Timeline, r sim.Ref) {
	s := t.Span(r)
	w.event('X', s.ID.Name(), w.tid[r], s.Start)
	w.add(`,"dur":`)
	w.micro(s.End - s.Start)
	if transfer(s) {
		w.add(`,"cat":"transfer","args":{"id":`)
	} else {
		w.add(`,"cat":"work","args":{"id":`)
	}
	w.text(s.ID.String())
	w.add(`,"start_ps":`)
	w.int(int64(s.Start))
	w.add(`,"end_ps":`)
	w.int(int64(s.End))
	if s.Bytes > 0 {
		w.add(`,"bytes":`)
		w.out = lightjson.AppendFloat(w.out, float64(s.Bytes))
	}
	w.add("}}")
}

func transfer(s sim.Span) bool { return s.Path != 0 || s.Bytes > 0 }

// arrow writes a need that goes from thread to thread, to or from a transfer.
func (w *writer) arrow(t *sim.Timeline, from, to sim.Ref) {
	a, b := t.Span(from), t.Span(to)
	if !transfer(a) && !transfer(b) || w.tid[from] == w.tid[to] || a.Start == a.End || b.Start == b.End {
		return
	}
	w.arrows++
	// Readers look for the slice that is open at ts, some to the nanosecond: an
	// arrow leaves in the last one of its slice.
	w.end('s', from, max(a.Start, a.End-sim.Nanosecond))
	w.add("}")
	w.end('f', to, b.Start)
	w.add(`,"bp":"e"}`)
}

func (w *writer) end(ph byte, r sim.Ref, at sim.Time) {
	w.event(ph, "needs", w.tid[r], at)
	w.add(`,"cat":"flow","id":`)
	w.int(int64(w.arrows))
}

func (w *writer) counter(t *sim.Timeline, c sim.Counter) {
	name, unit := t.CounterID(c).String(), t.CounterUnit(c)
	if unit == "" {
		unit = "value"
	}
	for _, p := range t.Points(c) {
		w.event('C', name, 0, p.At)
		w.add(`,"args":{`)
		w.text(unit)
		w.add(":")
		w.out = lightjson.AppendFloat(w.out, p.Value)
		w.add("}}")
	}
}

// event opens an event with what all have.
func (w *writer) event(ph byte, name string, tid int, at sim.Time) {
	if w.events++; w.events > 1 {
		w.add(",")
	}
	w.add("\n" + `{"ph":"`)
	w.out = append(w.out, ph)
	w.add(`","pid":`)
	w.int(int64(w.pid))
	w.add(`,"tid":`)
	w.int(int64(tid))
	w.add(`,"ts":`)
	w.micro(at)
	w.add(`,"name":`)
	w.text(name)
}

// micro writes picoseconds as microseconds, without a loss.
func (w *writer) micro(t sim.Time) {
	w.int(int64(t / sim.Microsecond))
	if rest := t % sim.Microsecond; rest > 0 {
		digits := strconv.Itoa(int(sim.Microsecond + rest))
		w.add("." + digits[1:])
	}
}

func (w *writer) add(s string)  { w.out = append(w.out, s...) }
func (w *writer) int(n int64)   { w.out = strconv.AppendInt(w.out, n, 10) }
func (w *writer) text(s string) { w.out = lightjson.AppendText(w.out, s) }
