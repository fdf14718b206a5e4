package measured

import (
	"cmp"
	"slices"

	"inflight/scenes/sim"
	"inflight/scenes/trace"
)

// launched is what is known of a kernel from the call that launched it.
type launched struct {
	correlation int64
	at          sim.Time
	kind        Kind
	batch       int32
	known       bool // an annotation was open
	training    bool // by a thread that is none of autograd's
}

// open is an annotation that has begun.
type open struct {
	end   sim.Time
	kind  Kind
	batch int32
}

// nest keeps the annotations that are open while the slices of a track pass by.
type nest []open

// pass closes what has ended at an instant.
func (n *nest) pass(at sim.Time) {
	for len(*n) > 0 && (*n)[len(*n)-1].end <= at {
		*n = (*n)[:len(*n)-1]
	}
}

// push opens an annotation, if its name says anything.
func (n *nest) push(s *trace.Slice, of *named) {
	if of.known && of.kind != Other {
		*n = append(*n, open{s.End, of.kind, of.batch})
	}
}

// top is the innermost one that is no communication: within one, what does not
// communicate belongs to what is round it.
func (n nest) top() (open, bool) {
	for i := len(n) - 1; i >= 0; i-- {
		if !n[i].kind.Comm() {
			return n[i], true
		}
	}
	return open{}, false
}

// launches notes for each launch which annotation was open on its thread.
func (r *reader) launches() {
	var open nest
	last := int32(-1)
	for i := range r.f.Slices {
		s := &r.f.Slices[i]
		if r.gpu[s.Track] {
			continue
		}
		if s.Track != last {
			open, last = open[:0], s.Track
		}
		open.pass(s.Start)
		switch category(r.f.Cat(s)) {
		case launching:
			if s.Correlation != 0 {
				top, ok := open.top()
				r.launch = append(r.launch, launched{s.Correlation, s.Start, top.kind, top.batch, ok, !r.engines[s.Track]})
			}
		case annotation, operator:
			open.push(s, r.named(s))
		}
	}
	slices.SortStableFunc(r.launch, func(a, b launched) int { return cmp.Compare(a.correlation, b.correlation) })
}

// launchOf finds the launch of a kernel.
func (r *reader) launchOf(s *trace.Slice) (launched, bool) {
	i, ok := slices.BinarySearchFunc(r.launch, s.Correlation, func(l launched, c int64) int {
		switch {
		case l.correlation < c:
			return -1
		case l.correlation > c:
			return 1
		}
		return 0
	})
	if !ok || s.Correlation == 0 {
		return launched{}, false
	}
	return r.launch[i], true
}

// streams makes a lane of each stream of a GPU.
func (r *reader) streams() {
	var open nest
	var lane *recorded
	last := int32(-1)
	for i := range r.f.Slices {
		s := &r.f.Slices[i]
		if !r.gpu[s.Track] {
			continue
		}
		if s.Track != last {
			open, last = open[:0], s.Track
			track := &r.f.Tracks[s.Track]
			r.lanes = append(r.lanes, recorded{Lane: Lane{Rank: r.rankOfDevice(track.PID), Name: "stream " + track.TID}})
			lane = &r.lanes[len(r.lanes)-1]
		}
		open.pass(s.Start)
		switch c := category(r.f.Cat(s)); c {
		case onGPU:
			open.push(s, r.named(s))
		case kernel, copying:
			lane.add(r.ofGPU(s, c, open))
		}
	}
}

// rankOfDevice is the file's rank, or where a file has several GPUs the place of
// this one among them.
func (r *reader) rankOfDevice(pid string) int {
	if len(r.devices) == 1 {
		return r.rank
	}
	return r.rank + slices.Index(r.devices, pid)
}

func (l *recorded) add(s Span, step int32) {
	l.Spans, l.steps = append(l.Spans, s), append(l.steps, step)
}

// ofGPU says what a kernel or a copy is, by the first that tells: that it
// communicates, the annotation round it on its stream, the one round its launch,
// its own name; and at last, where a backward pass is known, that a thread of the
// program launched it and no thread of autograd.
func (r *reader) ofGPU(s *trace.Slice, c class, open nest) (Span, int32) {
	span := Span{From: s.Start + r.offset, To: s.End + r.offset, Batch: -1}
	from, found := r.launchOf(s)
	step := r.stepAt(s.Start)
	if found {
		step = r.stepAt(from.at)
	}
	if c == kernel {
		if k, ok := ofKernel(r.f.Name(s), r.f.Collective(s)); ok {
			span.Kind = k
			return span, step
		}
	}
	if top, ok := open.top(); ok {
		span.Kind, span.Batch = top.kind, top.batch
	} else if from.known {
		span.Kind, span.Batch = from.kind, from.batch
	} else if c == copying {
		span.Kind = Copy
	} else if span.Kind = byKernel(r.f.Name(s)); span.Kind == Other && r.guesses && found && from.training && step >= 0 {
		span.Kind, span.Guessed = Forward, true
	}
	if span.Kind == Other {
		span.Name = r.name(r.f.Name(s))
	}
	return span, step
}
