package measured

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"inflight/scenes/sim"
	"inflight/scenes/trace"
)

// Trace is a recording of one rank or several, each span with its kind.
type Trace struct {
	lanes []recorded
	steps []int // numbers, ascending; one where none is marked
	marks bool  // a profiler has marked steps
	names []string
	index map[string]int32
	Ranks int  // ranks of the job, as the files say; 0 where they do not
	clock bool // all files have one
	Open  bool // a file ended without its closing bracket
	Own   bool // a film of this project
	GPU   bool // spans are those of GPUs, not of threads that launch them
}

// recorded is a lane with the step of each span.
type recorded struct {
	Lane
	steps []int32 // numbers; -1 is none
}

// Keep says which slices of a trace a scene is measured by: all that GPUs do, what
// programs call their spans, and what launches kernels. Functions of Python and
// single operators are most of a file, and tell nothing more.
func Keep(cat, name []byte) bool {
	switch category(string(cat)) {
	case operator:
		return bytes.HasPrefix(name, []byte(engine)) || bytes.HasPrefix(name, []byte("Optimizer.")) || bytes.HasPrefix(name, []byte(stepName))
	case launching:
		for _, word := range []string{"Launch", "Memcpy", "Memset", "launch", "memcpy", "memset"} {
			if bytes.Contains(name, []byte(word)) {
				return true
			}
		}
		return false
	case noise:
		return false
	}
	return true
}

const (
	engine   = "autograd::engine::evaluate_function"
	stepName = "ProfilerStep#"
)

// class is a category of slices as far as it matters.
type class uint8

const (
	foreign    class = iota // of a trace that is none of torch.profiler
	kernel                  // on a GPU
	copying                 // on a GPU: memory
	onGPU                   // what a program called its spans, as its kernels ran
	annotation              // the same as the program ran
	operator
	launching
	noise
)

// classes are the categories that torch.profiler writes, those of older versions
// too.
// Source: pytorch/kineto libkineto/src/ActivityType.cpp; the names with capitals
// are those of PyTorch 1.8 to 1.10.
var classes = map[string]class{
	"kernel": kernel, "Kernel": kernel,
	"gpu_memcpy": copying, "gpu_memset": copying, "Memcpy": copying, "Memset": copying,
	"gpu_user_annotation": onGPU,
	"user_annotation":     annotation,
	"cpu_op":              operator, "Operator": operator,
	"cuda_runtime": launching, "cuda_driver": launching, "hip_runtime": launching, "xpu_runtime": launching,
	"privateuse1_runtime": launching, "runtime": launching, "Runtime": launching,
	"python_function": noise, "cpu_instant_event": noise, "overhead": noise, "Trace": noise,
	"external_correlation": noise, "cuda_profiler_range": noise, "cuda_sync": noise,
}

func category(cat string) class { return classes[cat] }

// Source is a file with its name.
type Source struct {
	Name string
	File *trace.File
}

// Load joins the files of a job, a rank each or all in one.
func Load(files []Source) (*Trace, error) {
	if len(files) == 0 {
		return nil, errors.New("no file: want a trace")
	}
	t := &Trace{names: []string{""}, index: map[string]int32{"": 0}, clock: true}
	taken := map[int]bool{}
	for i, f := range files {
		rank := fileRank(f, i, len(files))
		if taken[rank] {
			return nil, fmt.Errorf("%s: rank %d once more: want each rank once", f.Name, rank)
		}
		taken[rank] = true
		t.add(f.File, rank, t.offset(files[0].File, f.File))
		t.Ranks = max(t.Ranks, f.File.World)
		t.Open = t.Open || f.File.Open
	}
	if len(t.lanes) == 0 {
		return nil, errors.New("no span of a GPU or a program: want a trace with kernels, or with spans named by record_function")
	}
	t.findSteps()
	return t, nil
}

// fileRank is the rank that a file says it is of, else the number in its name
// after "rank", else its place among the files.
func fileRank(f Source, place, of int) int {
	if f.File.Rank >= 0 {
		return f.File.Rank
	}
	lower := strings.ToLower(f.Name)
	if i := strings.LastIndex(lower, "rank"); i >= 0 && of > 1 {
		text := strings.TrimLeft(lower[i+len("rank"):], "-_. =")
		end := 0
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		if n := digits(text[:end]); n >= 0 {
			return n
		}
	}
	return place
}

// offset is what to add to instants of a file for them to be those of the first
// one. Files whose clocks are far apart have no common one.
func (t *Trace) offset(first, f *trace.File) sim.Time {
	const most = int64(sim.Never/sim.Nanosecond) / 4
	d := f.Zero - first.Zero
	if d > most || d < -most {
		t.clock = false
		return 0
	}
	return sim.Time(d) * sim.Nanosecond
}

// add takes over what a file holds.
func (t *Trace) add(f *trace.File, rank int, offset sim.Time) {
	r := &reader{Trace: t, f: f, rank: rank, offset: offset, kinds: make([]named, len(f.Names()))}
	r.classify()
	switch {
	case r.own:
		t.Own = true
		r.films()
	case len(r.devices) > 0:
		t.GPU = true
		r.windows()
		r.launches()
		r.streams()
	default:
		r.windows()
		r.threads()
	}
}

// reader goes over one file.
type reader struct {
	*Trace
	f       *trace.File
	rank    int
	offset  sim.Time
	kinds   []named  // by name
	devices []string // processes that are GPUs, ascending
	gpu     []bool   // by track
	engines []bool   // by track: a thread of autograd
	own     bool

	steps   []window // by start
	launch  []launched
	guesses bool // a backward pass is known, so that the rest can be told
}

// named is what a name means.
type named struct {
	kind  Kind
	batch int32
	known bool
	asked bool
	step  int32 // of "ProfilerStep#3", -1 of others
}

func (r *reader) named(s *trace.Slice) *named {
	n := &r.kinds[r.f.NameOf(s)]
	if !n.asked {
		name := r.f.Name(s)
		k, mb, known := classify(name)
		*n = named{kind: k, batch: int32(mb), known: known, asked: true, step: -1}
		if number, ok := strings.CutPrefix(name, stepName); ok {
			n.step = int32(digits(number))
		}
	}
	return n
}

// classify finds which tracks are streams of GPUs.
func (r *reader) classify() {
	r.gpu, r.engines = make([]bool, len(r.f.Tracks)), make([]bool, len(r.f.Tracks))
	for i := range r.f.Slices {
		s := &r.f.Slices[i]
		switch category(r.f.Cat(s)) {
		case kernel, copying:
			r.gpu[s.Track] = true
		case operator:
			if strings.HasPrefix(r.f.Name(s), engine) {
				r.engines[s.Track], r.guesses = true, true
			}
		case foreign:
			if cat := r.f.Cat(s); r.f.ID(s) != "" && (cat == "work" || cat == "transfer") {
				r.own = true
			}
		}
	}
	for i, yes := range r.gpu {
		if pid := r.f.Tracks[i].PID; yes && !slices.Contains(r.devices, pid) {
			r.devices = append(r.devices, pid)
		}
	}
	slices.SortFunc(r.devices, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
}

// window is a step in the time of the threads that launch.
type window struct {
	number   int32
	from, to sim.Time
}

// windows finds the steps that a profiler marked on threads.
func (r *reader) windows() {
	for i := range r.f.Slices {
		s := &r.f.Slices[i]
		if n := r.named(s); n.step >= 0 && !r.gpu[s.Track] {
			r.steps = append(r.steps, window{n.step, s.Start, s.End})
			r.marks = true
		}
	}
	slices.SortFunc(r.steps, func(a, b window) int { return cmp.Compare(a.from, b.from) })
}

// stepAt is the step of an instant: -1 between steps, 0 where there are none.
func (r *reader) stepAt(at sim.Time) int32 {
	if len(r.steps) == 0 {
		return 0
	}
	i, _ := slices.BinarySearchFunc(r.steps, at, func(w window, at sim.Time) int {
		if w.from <= at {
			return -1
		}
		return 1
	})
	if i == 0 || r.steps[i-1].to < at {
		return -1
	}
	return r.steps[i-1].number
}

// findSteps lists the steps that have spans.
func (t *Trace) findSteps() {
	for i := range t.lanes {
		for _, n := range t.lanes[i].steps {
			if n < 0 {
				continue
			}
			if at, ok := slices.BinarySearch(t.steps, int(n)); !ok {
				t.steps = slices.Insert(t.steps, at, int(n))
			}
		}
	}
	if len(t.steps) == 0 { // nothing within a step: all of it
		for i := range t.lanes {
			clear(t.lanes[i].steps)
		}
		t.steps, t.marks = []int{0}, false
	}
}

// name gives a text a number of the trace.
func (t *Trace) name(text string) int32 {
	n, ok := t.index[text]
	if !ok {
		n = int32(len(t.names))
		t.names = append(t.names, text)
		t.index[text] = n
	}
	return n
}

// Steps are the numbers of the steps, ascending; one where none is marked.
func (t *Trace) Steps() []int { return t.steps }

// marked says that a profiler has marked steps.
func (t *Trace) marked() bool { return t.marks }

// StepName is what the profiler calls a step.
func StepName(n int) string { return stepName + strconv.Itoa(n) }
