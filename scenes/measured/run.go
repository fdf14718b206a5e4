package measured

import (
	"cmp"
	"slices"

	"inflight/scenes/sim"
)

// Run is one step, predicted or measured: what each rank does when. Instants are
// those of the film, or since the step's beginning.
type Run struct {
	Lanes  []Lane   // by rank; compute first
	Length sim.Time // of the step
	apart  bool     // the ranks have no common clock
}

// Lane is a stream of a rank.
type Lane struct {
	Rank  int
	Name  string // of the stream, as the file or the film calls it
	Comm  bool   // most of its time goes to communication
	Spans []Span // by start; those of one lane may overlap
}

// Span is a stretch of time with its kind.
type Span struct {
	From, To sim.Time
	Kind     Kind
	Batch    int32 // micro-batch; -1 where it is not known
	Name     int32 // of the trace, for what is not classified
	Guessed  bool  // taken for a forward pass because nothing says otherwise
}

// ranks are those that have lanes, ascending.
func (r *Run) ranks() []int {
	var list []int
	for i := range r.Lanes {
		if n := r.Lanes[i].Rank; !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

// busy is how long a rank spends on what of kinds is wanted, counted once where
// lanes do it at the same time.
func (r *Run) busy(rank int, of func(*Span) bool) sim.Time {
	return length(r.when(rank, of))
}

// when are the stretches in which a rank does something that is wanted.
func (r *Run) when(rank int, of func(*Span) bool) []stretch {
	var all []stretch
	for i := range r.Lanes {
		l := &r.Lanes[i]
		if l.Rank != rank {
			continue
		}
		for k := range l.Spans {
			if s := &l.Spans[k]; s.To > s.From && of(s) {
				all = append(all, stretch{s.From, s.To})
			}
		}
	}
	return union(all)
}

// stretch is a piece of time.
type stretch struct{ from, to sim.Time }

func length(list []stretch) sim.Time {
	total := sim.Time(0)
	for _, s := range list {
		total += s.to - s.from
	}
	return total
}

// union sorts stretches and joins those that touch.
func union(list []stretch) []stretch {
	slices.SortFunc(list, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	out := list[:0]
	for _, s := range list {
		if n := len(out); n > 0 && s.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.to)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// without is what of a is not in b, both as union gives them.
func without(a, b []stretch) []stretch {
	var out []stretch
	for _, s := range a {
		for len(b) > 0 && b[0].to <= s.from {
			b = b[1:]
		}
		for _, cut := range b {
			if cut.from >= s.to {
				break
			}
			if cut.from > s.from {
				out = append(out, stretch{s.from, cut.from})
			}
			s.from = max(s.from, cut.to)
		}
		if s.from < s.to {
			out = append(out, s)
		}
	}
	return out
}

// first is the start of a rank's first span of a kind; ok is false without one.
func (r *Run) first(rank int, of func(*Span) bool) (at sim.Time, ok bool) {
	at = sim.Never
	for i := range r.Lanes {
		l := &r.Lanes[i]
		if l.Rank != rank {
			continue
		}
		for k := range l.Spans {
			if s := &l.Spans[k]; of(s) {
				at, ok = min(at, s.From), true
			}
		}
	}
	return at, ok
}

// sortLanes puts lanes by rank, compute first, and says which communicate.
func (r *Run) sortLanes() {
	for i := range r.Lanes {
		l := &r.Lanes[i]
		comm, all := sim.Time(0), sim.Time(0)
		for _, s := range l.Spans {
			all += s.To - s.From
			if s.Kind.Comm() {
				comm += s.To - s.From
			}
		}
		l.Comm = comm > all/2
	}
	slices.SortStableFunc(r.Lanes, func(a, b Lane) int {
		switch {
		case a.Rank != b.Rank:
			return a.Rank - b.Rank
		case a.Comm != b.Comm && b.Comm:
			return -1
		case a.Comm != b.Comm:
			return 1
		}
		return 0
	})
}
