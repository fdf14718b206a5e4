package collective

import "inflight/scenes/sim"

// round is one step of recursive halving and doubling: pairs that exchange data,
// or send it one way.
type round struct {
	phase  phase
	blocks int // a transfer's share of the data, in blocks of S/p
	far    int // distance of the two ranks
	moves  []move
}

// move is one transfer: blocks first … first+round.blocks-1.
type move struct{ from, to, first int }

// rounds lists the steps over p = 2^k ranks. Blocks are numbered as the ranks
// that hold them after a reduce-scatter, except within an all-reduce, where the
// nearest ranks exchange the most and the order of blocks does not matter
// (Rabenseifner; Thakur, Rabenseifner, Gropp, IJHPCA 2005).
func (j job) rounds() []round {
	p := powerBelow(j.n)
	var rounds []round
	switch j.op {
	case allReduce:
		rounds = append(doublingDistance(p), reversed(doublingDistance(p))...)
	case reduceScatter:
		rounds = recursiveHalving(p)
	case allGather:
		rounds = recursiveDoubling(p)
	case broadcast:
		rounds = append(dealt(p), recursiveDoubling(p)...)
	case reduce:
		rounds = append(recursiveHalving(p), collected(p)...)
	}
	if p < j.n {
		rounds = fold(rounds, p, j.n-p)
	}
	return rounds
}

// recursiveHalving is a reduce-scatter that starts with the farthest rank.
func recursiveHalving(p int) []round {
	var rounds []round
	for far := p / 2; far > 0; far /= 2 {
		r := round{phase: scattering, blocks: far, far: far}
		for rank := range p {
			peer := rank ^ far
			r.moves = append(r.moves, move{rank, peer, peer &^ (far - 1)})
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// recursiveDoubling is an all-gather that starts with the nearest rank.
func recursiveDoubling(p int) []round {
	var rounds []round
	for far := 1; far < p; far *= 2 {
		r := round{phase: gathering, blocks: far, far: far}
		for rank := range p {
			r.moves = append(r.moves, move{rank, rank ^ far, rank &^ (far - 1)})
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// doublingDistance is a reduce-scatter that starts with the nearest rank: each
// rank gives the half of its blocks that its bit does not choose.
func doublingDistance(p int) []round {
	first := make([]int, p) // of the blocks that a rank still sums
	var rounds []round
	for far, blocks := 1, p/2; far < p; far, blocks = 2*far, blocks/2 {
		r := round{phase: scattering, blocks: blocks, far: far}
		for rank := range p {
			given := first[rank] + blocks
			if rank&far != 0 {
				given = first[rank]
			}
			r.moves = append(r.moves, move{rank, rank ^ far, given})
		}
		for rank := range p {
			if rank&far != 0 {
				first[rank] += blocks
			}
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// reversed is the all-gather that undoes a reduce-scatter: what a rank got, it
// now gives, in the opposite order.
func reversed(scatter []round) []round {
	var rounds []round
	for i := len(scatter) - 1; i >= 0; i-- {
		r := round{phase: gathering, blocks: scatter[i].blocks, far: scatter[i].far}
		for _, m := range scatter[i].moves {
			r.moves = append(r.moves, move{m.to, m.from, m.first})
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// dealt is the binomial scatter from rank 0: each holder gives away half.
func dealt(p int) []round {
	var rounds []round
	for far := p / 2; far > 0; far /= 2 {
		r := round{phase: dealing, blocks: far, far: far}
		for rank := 0; rank < p; rank += 2 * far {
			r.moves = append(r.moves, move{rank, rank + far, rank + far})
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// collected is the binomial gather to rank 0.
func collected(p int) []round {
	var rounds []round
	for far := 1; far < p; far *= 2 {
		r := round{phase: collecting, blocks: far, far: far}
		for rank := far; rank < p; rank += 2 * far {
			r.moves = append(r.moves, move{rank, rank - far, rank})
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// fold wraps rounds over p ranks for p+extra: of the first 2·extra ranks the
// even ones first hand all their data to the next, and get the result at the
// end. This is how MPICH does it (allreduce_intra_reduce_scatter_allgather.c).
func fold(rounds []round, p, extra int) []round {
	real := func(rank int) int {
		if rank < extra {
			return 2*rank + 1
		}
		return rank + extra
	}
	before := round{phase: folding, blocks: p, far: 1}
	after := round{phase: unfolding, blocks: p, far: 1}
	for i := range extra {
		before.moves = append(before.moves, move{2 * i, 2*i + 1, 0})
		after.moves = append(after.moves, move{2*i + 1, 2 * i, 0})
	}
	for _, r := range rounds {
		for i := range r.moves {
			r.moves[i].from, r.moves[i].to = real(r.moves[i].from), real(r.moves[i].to)
		}
	}
	return append(append([]round{before}, rounds...), after)
}

// halve builds recursive halving and doubling. A pair starts a step once both
// have finished what they did before, as a send-receive of MPI does.
func halve(j job) (*schedule, error) {
	if !j.whole() {
		return halveOne(j)
	}
	rounds := j.rounds()
	s := newSchedule(j)
	if err := s.room(len(rounds)*j.n, 4*len(rounds)*j.n); err != nil {
		return nil, err
	}
	s.net.laySwitch()
	s.net.layNICs()
	s.roundPhases(rounds)
	p := powerBelow(j.n)
	s.begin(part{chunks: p, share: 1, kind: "send/#/#"})
	lanes := make([]sim.Lane, j.n)
	for i := range lanes {
		lanes[i] = s.graph.Stream(sim.ID{Kind: "gpu#/out", A: int32(i)})
	}
	last := make([][]sim.Ref, j.n) // what each GPU did before
	next := make([][]sim.Ref, j.n)
	for k, r := range rounds {
		for i := range next {
			next[i] = next[i][:0]
		}
		for _, m := range r.moves {
			x := send{
				step: int32(k), from: int32(m.from), to: int32(m.to), phase: r.phase,
				chunk: int32(m.first), chunks: int32(r.blocks),
			}
			needs := append(append([]sim.Ref(nil), last[m.from]...), last[m.to]...)
			ref := s.add(x, sim.ID{Kind: "send/#/#", A: x.from, B: x.step}, lanes[m.from], s.net.hop(m.from, m.to),
				j.size*float64(r.blocks)/float64(p), needs...)
			next[m.from], next[m.to] = append(next[m.from], ref), append(next[m.to], ref)
		}
		for i := range next {
			if len(next[i]) > 0 {
				last[i], next[i] = next[i], last[i]
			}
		}
	}
	return s, nil
}

func (s *schedule) roundPhases(rounds []round) {
	for _, r := range rounds {
		if n := len(s.spans); n > 0 && s.spans[n-1].phase == r.phase {
			s.spans[n-1].count++
			s.steps++
		} else {
			s.phases(span{phase: r.phase, count: 1})
		}
	}
	s.ranSteps = s.steps
}

// halveOne runs one GPU that takes part in every step. All that take part in a
// step do so at once, so this one's share of a NIC is that of the GPUs that use
// it with it.
func halveOne(j job) (*schedule, error) {
	s := newSchedule(j)
	s.stands = 1
	p := powerBelow(j.n)
	s.begin(part{chunks: p, share: 1, kind: "send/#/#"})
	steps := j.costs()
	var spans []round
	for _, c := range steps {
		spans = append(spans, round{phase: c.phase})
	}
	s.roundPhases(spans)
	lane := s.graph.Stream(sim.ID{Kind: "gpu#/out"})
	port := route{s.graph.Path(s.net.link("gpu#/out", 0, j.link.bandwidth)), s.net.inside}
	shares := map[int]route{}
	for k, c := range steps {
		via := port
		if c.between {
			via = shares[c.flows]
			if via.path == 0 {
				share := s.graph.Link(sim.ID{Kind: "node0/nic0/out/#th", A: int32(c.flows)}, sim.Bandwidth(j.nic.bandwidth/float64(c.flows)))
				via = route{s.graph.Path(share), s.net.between}
				shares[c.flows] = via
			}
		}
		x := send{step: int32(k), phase: c.phase, to: int32(c.far), chunks: int32(c.blocks)}
		s.add(x, sim.ID{Kind: "send/#/#", B: x.step}, lane, via, j.size*float64(c.blocks)/float64(p))
	}
	return s, nil
}

// cost is what a step of recursive halving and doubling takes on the GPUs that
// take longest.
type cost struct {
	phase   phase
	blocks  int
	far     int
	between bool // nodes
	flows   int  // over the busiest NIC
}

// costs are those of all steps. Ranks at a distance of a node's GPUs or more are
// in different nodes; where a root deals or collects, only one GPU of a node
// takes part.
func (j job) costs() []cost {
	p := powerBelow(j.n)
	var list []cost
	add := func(ph phase, far, blocks int) {
		c := cost{phase: ph, blocks: blocks, far: far, between: far >= j.g, flows: 1}
		if c.between && ph != dealing && ph != collecting {
			c.flows = j.nicGPUs()
		}
		list = append(list, c)
	}
	up := func(ph phase, blocks func(far int) int) {
		for far := 1; far < p; far *= 2 {
			add(ph, far, blocks(far))
		}
	}
	down := func(ph phase, blocks func(far int) int) {
		for far := p / 2; far > 0; far /= 2 {
			add(ph, far, blocks(far))
		}
	}
	same := func(far int) int { return far }
	opposite := func(far int) int { return p / 2 / far }
	if p < j.n {
		add(folding, 1, p)
	}
	switch j.op {
	case allReduce:
		up(scattering, opposite)
		down(gathering, opposite)
	case reduceScatter:
		down(scattering, same)
	case allGather:
		up(gathering, same)
	case broadcast:
		down(dealing, same)
		up(gathering, same)
	case reduce:
		down(scattering, same)
		up(collecting, same)
	}
	if p < j.n {
		add(unfolding, 1, p)
	}
	return list
}
