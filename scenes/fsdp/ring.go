package fsdp

import (
	"inflight/scenes/hw"
	"inflight/scenes/sim"
)

// group is GPUs that hold collectives together, on a ring.
type group struct {
	n      int // GPUs
	inNode int // of them in one node
}

// over is the group with the wires of its GPUs.
func (j *job) over(g group) hw.Group {
	return hw.Group{Size: g.n, InNode: g.inNode, Port: j.port, NIC: j.nic}
}

// sent is what a GPU sends of a vector in one turn round the ring.
func (g group) sent(bytes float64) float64 { return hw.Group{Size: g.n}.Sent(bytes) }

// seconds is the closed form for so many turns of a vector.
func (j *job) seconds(g group, bytes float64, turns int) float64 {
	return j.over(g).Ring(bytes, turns)
}

// task is one or two tasks of the engine that begin together: of a collective
// what goes over the port and what goes over the NIC.
type task struct {
	refs [2]sim.Ref
	n    int
}

func one(r sim.Ref) task { return task{refs: [2]sim.Ref{r}, n: 1} }

// all are the engine's tasks.
func (t *task) all() []sim.Ref { return t.refs[:t.n] }

// first is the task at whose start all of it starts.
func (t *task) first() sim.Ref { return t.refs[0] }

// stream runs collectives one after another.
type stream struct {
	name  string
	lanes [2]sim.Lane // of the first transfer of each, and of the second
	last  task
	tasks []move
}

// move is a collective on a stream.
type move struct {
	task
	piece  int // -1 of a bucket
	bucket int // -1 of a piece
	turns  int
	bytes  float64 // of the vector
}

// collective adds one to a stream: turns of a vector round a group.
func (s *stage) collective(on *stream, id sim.ID, g group, m move, needs ...task) task {
	if g.n == 1 || m.bytes == 0 {
		return task{}
	}
	var all []sim.Ref
	for i := range needs {
		all = append(all, needs[i].all()...)
	}
	all = append(all, on.last.all()...)
	ring := s.over(g)
	portShare, nicShare := ring.Shares()
	rounds, sent := sim.Time(m.turns*ring.Rounds()), ring.Sent(m.bytes)*float64(m.turns)
	if portShare > 0 {
		m.refs[m.n] = s.graph.Send(id, on.lane(s, m.n), s.viaPort, rounds*s.portLatency, sim.Bytes(sent*portShare), all...)
		m.n++
	}
	if nicShare > 0 {
		if m.n > 0 {
			id.Kind = nicKind(id.Kind)
		}
		m.refs[m.n] = s.graph.Send(id, on.lane(s, m.n), s.viaNIC, rounds*s.nicLatency, sim.Bytes(sent*nicShare), all...)
		m.n++
	}
	on.last = m.task
	on.tasks = append(on.tasks, m)
	return m.task
}

// nicKind is the kind of the transfer over the NIC beside that over the port.
func nicKind(kind string) string {
	for i := range len(kind) {
		if kind[i] == '/' {
			return kind[:i] + "/nic" + kind[i:]
		}
	}
	return kind + "/nic"
}

// lane is the lane of the first or second transfer of each collective; it is
// made when it is first used.
func (s *stream) lane(st *stage, i int) sim.Lane {
	if s.lanes[i] == 0 {
		kind := s.name
		if i == 1 {
			kind += "/nic"
		}
		s.lanes[i] = st.graph.Stream(sim.ID{Kind: kind})
	}
	return s.lanes[i]
}
