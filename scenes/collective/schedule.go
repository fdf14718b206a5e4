package collective

import (
	"inflight/scenes/sim"
)

// phase is a part of an operation.
type phase uint8

const (
	scattering phase = iota // reduce-scatter
	gathering               // all-gather
	spreading               // broadcast
	summing                 // reduce
	exchanging              // all-to-all
	folding                 // ranks beyond a power of two hand in their data
	unfolding               // and get the result
	dealing                 // scatter of a broadcast
	collecting              // gather of a reduce
)

// Names of phases: in the detail, and at the front of step ids.
var (
	phaseNames = [...]string{"reduce_scatter", "all_gather", "broadcast", "reduce", "all_to_all", "fold", "unfold", "scatter", "gather"}
	phaseSlugs = [...]string{"rs", "ag", "bc", "rd", "a2a", "fold", "unfold", "sc", "ga"}
)

// reduces says that what arrives is added to what is there.
func (p phase) reduces() bool { return p == scattering || p == summing || p == folding }

// send is one transfer of a schedule. Sends are numbered like the engine's
// tasks.
type send struct {
	step     int32 // round of the schedule, through all phases
	from, to int32
	chunk    int32 // first of the chunks that it carries
	chunks   int32 // how many follow one another, modulo the part's chunks
	part     int32
	phase    phase
}

// part is a share of the data that travels its own way: a channel, a direction
// of it, or one of its two trees.
type part struct {
	channel int
	dir     int     // 1 for the way left round a ring, and for the second tree
	share   float64 // of S
	first   int     // its sends are first … end-1
	end     int
	chunks  int     // that its data is cut into
	kind    string  // of the IDs of its sends
	order   []int32 // the GPUs in the order of its ring
}

// span is a run of steps of one phase.
type span struct {
	phase        phase
	first, count int // steps first … first+count-1
}

// schedule is a collective as tasks of the engine: it is filled by one of the
// algorithms and then run.
type schedule struct {
	job
	net   *network
	graph *sim.Graph
	sends []send
	parts []part
	spans []span
	steps int   // rounds
	roots []int // of an all-reduce by trees, by part

	// Of a run that a few GPUs stand in for.
	stands   int      // GPUs that run; n where the schedule is whole
	ranSteps int      // steps that run
	period   sim.Time // after which each further step repeats the one before it
	slowest  []int    // by part, the hop of a chain that sets its pace, where only that one runs whole
}

func newSchedule(j job) *schedule {
	g := sim.NewGraph()
	return &schedule{job: j, graph: g, net: newNetwork(j, g), stands: j.n}
}

// begin opens a part; what is sent until the next begin belongs to it.
func (s *schedule) begin(p part) {
	p.first = len(s.sends)
	s.parts = append(s.parts, p)
}

// room makes room for so many sends, or refuses them.
func (s *schedule) room(sends, needs int) error {
	if sends > maxSends {
		return s.refuseSends(sends)
	}
	s.sends = make([]send, 0, sends)
	s.graph.Grow(sends, needs)
	return nil
}

// add puts a transfer of the present part on a lane, over a route.
func (s *schedule) add(x send, id sim.ID, on sim.Lane, via route, bytes float64, needs ...sim.Ref) sim.Ref {
	p := &s.parts[len(s.parts)-1]
	x.part = int32(len(s.parts) - 1)
	s.sends = append(s.sends, x)
	p.end = len(s.sends)
	return s.graph.Send(id, on, via.path, via.latency, sim.Bytes(bytes), needs...)
}

// phases lays out the phases one after another and counts the steps.
func (s *schedule) phases(spans ...span) {
	for _, sp := range spans {
		sp.first = s.steps
		s.steps += sp.count
		s.spans = append(s.spans, sp)
	}
	s.ranSteps = s.steps
}

// phaseOf is the phase of a step.
func (s *schedule) phaseOf(step int) span {
	for _, sp := range s.spans {
		if step < sp.first+sp.count {
			return sp
		}
	}
	return s.spans[len(s.spans)-1]
}
