package fsdp

import (
	"inflight/scenes/sim"
)

// bucketedStep sets the tasks of ddp, zero1 and zero2.
func (s *stage) bucketedStep() {
	for i := range s.pieces {
		s.ahead(i)
	}
	s.list = s.buckets()
	next := 0 // bucket to leave
	for i := len(s.pieces) - 1; i >= 0; i-- {
		next = s.backwardBucketed(i, next)
	}
	s.step()
	if s.Strategy != ddp {
		s.handOut()
	}
}

// backwardBucketed adds a backward pass, tensor by tensor, and the buckets that
// are full on the way.
func (s *stage) backwardBucketed(i, next int) int {
	p := &s.pieces[i]
	var needs []task
	if s.Strategy == zero2 {
		needs = append(needs, s.behind(i))
	}
	needs = s.again(i, needs)
	done := sim.Time(0)
	left := p.bytes
	var r sim.Ref
	for t := len(p.tensors) - 1; t >= 0; t-- {
		left -= p.tensors[t]
		until := p.backward
		if t > 0 {
			until = sim.Time(float64(float64(p.backward) * (1 - left/p.bytes)))
		}
		id := p.id(taskNames[backward])
		if len(p.tensors) > 1 {
			id = sim.ID{Kind: id.Kind + "/tensor#", A: id.A, B: int32(t)}
		}
		r = s.do(backward, i, id, until-done, len(p.tensors)-1-t, needs...)
		needs, done = nil, until
		if s.Strategy == zero2 && s.shard.n > 1 {
			s.mem.add(wholeGrads, r, sim.AtStart, p.tensors[t])
		}
		for next < len(s.list) && s.list[next].last == (place{i, t}) {
			s.leave(next, r)
			next++
		}
	}
	s.free(i, r)
	s.reduced[i] = s.reduce.last
	return next
}

// leave sends a bucket: ddp all-reduces it, the others reduce-scatter it.
func (s *stage) leave(k int, full sim.Ref) {
	b := &s.list[k]
	m := move{piece: -1, bucket: k, turns: 1, bytes: b.bytes}
	if s.Strategy == ddp {
		m.turns = 2
		s.collective(s.across, sim.ID{Kind: "all-reduce/bucket#", A: int32(k)}, s.shard, m, one(full))
		return
	}
	id := sim.ID{Kind: "reduce-scatter/bucket#", A: int32(k)}
	t := s.collective(s.reduce, id, s.shard, m, one(full))
	if s.Strategy == zero2 && t.n > 0 {
		s.mem.add(wholeGrads, s.join(t, id), sim.AtEnd, -b.bytes)
	}
}

// handOut gathers the new parameters, each GPU's shard to all, in place.
func (s *stage) handOut() {
	for i := range s.pieces {
		p := &s.pieces[i]
		s.collective(s.gather, p.id("all-gather/new"), s.shard, move{piece: i, bucket: -1, turns: 1, bytes: p.bytes}, one(s.update))
	}
}
