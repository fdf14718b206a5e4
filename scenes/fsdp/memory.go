package fsdp

import (
	"inflight/scenes/sim"
)

// kind of memory on a GPU.
type kind uint8

const (
	params      kind = iota // its part of the parameters
	optimizer               // its part of the optimizer's states
	grads                   // its part of the gradients
	gathered                // whole units
	wholeGrads              // gradients that are not reduced yet
	activations             // kept for the backward pass, or made again in it
	kinds
)

var kindNames = [kinds]string{"params", "optimizer", "grads", "gathered", "whole-grads", "activations"}

// memory counts the bytes on a GPU by kind, and all together.
type memory struct {
	graph  *sim.Graph
	byKind [kinds]sim.Counter
	total  sim.Counter
	units  sim.Counter // that are gathered
}

func newMemory(g *sim.Graph) memory {
	m := memory{graph: g}
	for k, name := range kindNames {
		m.byKind[k] = g.Counter(sim.ID{Kind: "gpu0/" + name}, "B")
	}
	m.total = g.Counter(sim.ID{Kind: "gpu0/memory"}, "B")
	m.units = g.Counter(sim.ID{Kind: "gpu0/units-gathered"}, "")
	return m
}

// add counts bytes of a kind from the start or end of a task on; negative ones
// are freed.
func (m *memory) add(k kind, task sim.Ref, when sim.Edge, bytes float64) {
	if bytes != 0 {
		m.graph.Count(m.byKind[k], task, when, bytes)
		m.graph.Count(m.total, task, when, bytes)
	}
}

// gather counts a unit that becomes whole, or is released.
func (m *memory) gather(p *piece, task sim.Ref, when sim.Edge, sign float64) {
	m.add(gathered, task, when, sign*p.bytes)
	m.graph.Count(m.units, task, when, sign)
}

// reside counts what is there between steps.
func (s *stage) reside(begin sim.Ref) {
	s.mem.add(params, begin, sim.AtStart, s.held(s.sharded())*s.number/s.paramShards())
	s.mem.add(grads, begin, sim.AtStart, s.held(s.gradShards() > 1)*s.number/s.gradShards())
	s.mem.add(optimizer, begin, sim.AtStart, s.held(s.Strategy != ddp)*s.stateBytes()/s.optimizerShards())
}

// peakOf is the largest value of a counter.
func peakOf(points []sim.Point) (at sim.Time, most float64) {
	for _, p := range points {
		if p.Value > most {
			at, most = p.At, p.Value
		}
	}
	return at, most
}
