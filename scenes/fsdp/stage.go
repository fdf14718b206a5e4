package fsdp

import (
	"inflight/scenes/sim"
)

// stage is a training step as tasks of the engine, seen from one GPU.
type stage struct {
	*job
	graph *sim.Graph
	mem   memory

	cores                  sim.Lane // the compute stream
	viaPort, viaNIC        sim.Path
	portLatency            sim.Time
	nicLatency             sim.Time
	gather, reduce, across *stream // all-gather; reduce-scatter; all-reduce

	works    []work
	forwards []sim.Ref // by piece
	ends     []sim.Ref // by piece, of the backward pass
	reduced  []task    // by piece, of the gradient
	update   sim.Ref   // the optimizer's step
	list     []bucket  // of the strategies with buckets
}

// work is a task of the compute stream.
type work struct {
	ref    sim.Ref
	doing  doing
	piece  int // -1 of the optimizer
	tensor int // of a backward pass in parts; 0 is the first
}

type doing uint8

const (
	forward doing = iota
	recompute
	backward
	updating
)

var taskNames = [...]string{"forward", "recompute", "backward", "optimizer"}

func newStage(j *job) *stage {
	g := sim.NewGraph()
	s := &stage{job: j, graph: g, mem: newMemory(g)}
	s.cores = g.Stream(sim.ID{Kind: "compute"})
	if j.GPUs > j.Nodes {
		s.viaPort = g.Path(g.Link(sim.ID{Kind: "gpu0/port"}, j.port.Bandwidth))
	}
	if j.Nodes > 1 {
		s.viaNIC = g.Path(g.Link(sim.ID{Kind: "gpu0/nic"}, j.nic.Bandwidth))
	}
	s.portLatency, s.nicLatency = picoseconds(j.port.Latency), picoseconds(j.nic.Latency)
	s.gather, s.reduce, s.across = &stream{name: "all-gather"}, &stream{name: "reduce-scatter"}, &stream{name: "all-reduce"}
	n := len(j.pieces)
	s.forwards, s.ends, s.reduced = make([]sim.Ref, n), make([]sim.Ref, n), make([]task, n)
	return s
}

// picoseconds is a latency for the engine. Knobs keep it in range.
func picoseconds(seconds float64) sim.Time {
	t, err := sim.Seconds(seconds)
	if err != nil {
		return sim.Never - 1 // Run refuses it
	}
	return t
}

// play sets the tasks of a step and lets the engine find their times.
func (s *stage) play() (*sim.Timeline, error) {
	s.reside(s.graph.Work(sim.ID{Kind: "begin"}, 0, 0))
	if s.sharded() {
		s.shardedStep()
	} else {
		s.bucketedStep()
	}
	tl, err := s.graph.Run()
	if err != nil {
		return nil, err
	}
	return tl, nil
}

// do adds a task to the compute stream.
func (s *stage) do(what doing, p int, id sim.ID, d sim.Time, tensor int, needs ...task) sim.Ref {
	var all []sim.Ref
	for i := range needs {
		all = append(all, needs[i].all()...)
	}
	r := s.graph.Work(id, s.cores, d, all...)
	s.works = append(s.works, work{ref: r, doing: what, piece: p, tensor: tensor})
	return r
}

// ahead adds the forward pass of a piece; its activations stay.
func (s *stage) ahead(i int, needs ...task) sim.Ref {
	p := &s.pieces[i]
	r := s.do(forward, i, p.id(taskNames[forward]), p.forward, 0, needs...)
	s.mem.add(activations, r, sim.AtStart, p.kept)
	s.forwards[i] = r
	return r
}

// again adds what is recomputed of a piece before its backward pass, if anything
// is, and what it needs.
func (s *stage) again(i int, needs []task) []task {
	p := &s.pieces[i]
	if p.recompute == 0 {
		return needs
	}
	r := s.do(recompute, i, p.id(taskNames[recompute]), p.recompute, 0, needs...)
	s.mem.add(activations, r, sim.AtStart, p.remade)
	return nil // the stream keeps the order
}

// free drops a piece's activations at the end of its backward pass.
func (s *stage) free(i int, last sim.Ref) {
	p := &s.pieces[i]
	bytes := p.kept
	if p.recompute > 0 {
		bytes += p.remade
	}
	s.mem.add(activations, last, sim.AtEnd, -bytes)
	s.ends[i] = last
}

// step adds the optimizer's step, which needs all gradients.
func (s *stage) step() {
	needs := []task{s.reduce.last, s.across.last}
	s.update = s.do(updating, -1, sim.ID{Kind: "optimizer"}, s.job.optimizer, 0, needs...)
}

// join is a task at whose start both transfers of a collective have ended.
func (s *stage) join(t task, id sim.ID) sim.Ref {
	if t.n == 1 {
		return t.first()
	}
	id.Kind = "done/" + id.Kind
	return s.graph.Work(id, 0, 0, t.all()...)
}

// behind is the reduction of the gradient two pieces before: the backward pass of
// a piece waits for it, so that no more than two whole gradients are held.
func (s *stage) behind(i int) task {
	if i+2 < len(s.pieces) {
		return s.reduced[i+2]
	}
	return task{}
}
