package fsdp

import (
	"inflight/scenes/sim"
)

// stretch is a piece of time.
type stretch struct{ from, to sim.Time }

// waits finds when compute stands idle: all of it is waiting for communication,
// since nothing else keeps it.
func (s *stage) waits(tl *sim.Timeline) []stretch {
	var list []stretch
	at := sim.Time(0)
	for _, w := range s.works {
		if start := tl.Start(w.ref); start > at {
			list = append(list, stretch{at, start})
		}
		at = tl.Finish(w.ref)
	}
	if end := tl.End(); end > at {
		list = append(list, stretch{at, end})
	}
	return list
}

func length(list []stretch) sim.Time {
	total := sim.Time(0)
	for _, s := range list {
		total += s.to - s.from
	}
	return total
}

// span is when a collective begins and when the later of its transfers ends.
func (t *task) span(tl *sim.Timeline) stretch {
	s := stretch{tl.Start(t.first()), tl.Finish(t.first())}
	for _, r := range t.all()[1:] {
		s.to = max(s.to, tl.Finish(r))
	}
	return s
}

// exposure is how long a stream communicates, and how much of that time compute
// waits or works.
type exposure struct {
	Stream  string   `json:"stream"`
	Total   sim.Time `json:"total_ps"`
	Exposed sim.Time `json:"exposed_ps"`
	Hidden  sim.Time `json:"hidden_ps"`
}

// exposureOf goes along a stream's collectives, the waits and the work at once.
func exposureOf(name string, spans, waits []stretch, tl *sim.Timeline, works []work) exposure {
	e := exposure{Stream: name, Total: length(spans)}
	k := 0
	for _, s := range spans {
		for k > 0 && waits[k-1].to > s.from {
			k--
		}
		for ; k < len(waits) && waits[k].from < s.to; k++ {
			e.Exposed += max(0, min(s.to, waits[k].to)-max(s.from, waits[k].from))
		}
	}
	w := 0
	for _, s := range spans {
		for w > 0 && tl.Finish(works[w-1].ref) > s.from {
			w--
		}
		for ; w < len(works) && tl.Start(works[w].ref) < s.to; w++ {
			e.Hidden += max(0, min(s.to, tl.Finish(works[w].ref))-max(s.from, tl.Start(works[w].ref)))
		}
	}
	return e
}

// streams are the communication streams of the strategy, in the order shown.
func (s *stage) streams() []*stream {
	var list []*stream
	for _, st := range []*stream{s.gather, s.reduce, s.across} {
		if len(st.tasks) > 0 {
			list = append(list, st)
		}
	}
	return list
}

// spans are a stream's collectives with their times.
func (s *stream) spans(tl *sim.Timeline) []stretch {
	list := make([]stretch, len(s.tasks))
	for i := range s.tasks {
		list[i] = s.tasks[i].span(tl)
	}
	return list
}
