package fsdp

import (
	"inflight/scenes/sim"
)

// shardedStep sets the tasks of fsdp and hsdp.
func (s *stage) shardedStep() {
	n := len(s.pieces)
	for i := range n {
		got := s.fetch(i, i, "all-gather/forward")
		s.ahead(i, got)
		if s.Reshard {
			s.releaseAfterForward(i)
		}
	}
	for use := n; use < 2*n; use++ {
		i := 2*n - 1 - use
		var got task
		if s.Reshard {
			got = s.fetch(use, i, "all-gather/backward")
		}
		s.backwardSharded(i, got)
	}
	s.step()
}

// fetch adds the gathers that a use of a piece needs. Uses are numbered through
// both passes; the one that may still be unsharded, prefetch+1 places before, has
// to have ended.
func (s *stage) fetch(use, i int, kind string) task {
	var after []task
	if k := use - 1 - s.Prefetch; k >= 0 {
		after = append(after, one(s.computeOf(k)))
	}
	backward := use >= len(s.pieces)
	if backward && i == len(s.pieces)-1 { // the same piece is released before it is gathered anew
		after = append(after, one(s.forwards[i]))
	}
	if backward && s.tied() { // the head needs the matrix that the embedding owns
		switch s.pieces[i].kind {
		case head:
			s.gatherPiece(0, kind, after)
		case embedding:
			return task{}
		}
	}
	s.gatherPiece(i, kind, after)
	return s.gather.last
}

// computeOf is the task that ends a use.
func (s *stage) computeOf(use int) sim.Ref {
	if n := len(s.pieces); use >= n {
		return s.ends[2*n-1-use]
	}
	return s.forwards[use]
}

// gatherPiece adds an all-gather; the whole piece takes memory from its start.
func (s *stage) gatherPiece(i int, kind string, after []task) {
	p := &s.pieces[i]
	t := s.collective(s.gather, p.id(kind), s.shard, move{piece: i, bucket: -1, turns: 1, bytes: p.bytes}, after...)
	if t.n > 0 {
		s.mem.gather(p, t.first(), sim.AtStart, 1)
	}
}

// releaseAfterForward frees what is not needed until the backward pass.
func (s *stage) releaseAfterForward(i int) {
	if s.tied() {
		switch s.pieces[i].kind {
		case embedding:
			return
		case head:
			s.release(0, s.forwards[i])
		}
	}
	s.release(i, s.forwards[i])
}

func (s *stage) release(i int, last sim.Ref) {
	p := &s.pieces[i]
	if s.shard.n > 1 && p.bytes > 0 {
		s.mem.gather(p, last, sim.AtEnd, -1)
	}
}

// backwardSharded adds a backward pass and what becomes of its gradient: summed
// in the shard group, each GPU keeping its shard, and then across groups.
func (s *stage) backwardSharded(i int, got task) {
	p := &s.pieces[i]
	needs := s.again(i, []task{got, s.behind(i)})
	r := s.do(backward, i, p.id(taskNames[backward]), p.backward, 0, needs...)
	s.free(i, r)
	s.release(i, r)

	t := s.collective(s.reduce, p.id("reduce-scatter"), s.shard, move{piece: i, bucket: -1, turns: 1, bytes: p.bytes}, one(r))
	if t.n > 0 {
		s.mem.add(wholeGrads, r, sim.AtStart, p.bytes)
		s.mem.add(wholeGrads, s.join(t, p.id("reduce-scatter")), sim.AtEnd, -p.bytes)
	} else {
		t = one(r)
	}
	s.reduced[i] = t
	shard := p.bytes / float64(s.shard.n)
	s.collective(s.across, p.id("all-reduce"), s.replicas, move{piece: i, bucket: -1, turns: 2, bytes: shard}, t)
}
