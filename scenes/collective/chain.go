package collective

import "inflight/scenes/sim"

// chain builds broadcast and reduce round a ring: the pieces follow one another
// from the root, GPU 0, to the GPU before it, or from the GPU after the root to
// the root, as NCCL does it (src/device/broadcast.h, reduce.h). A hop passes on
// a piece once the hop before has delivered it.
func chain(j job) (*schedule, error) {
	sends := (j.n - 1) * j.pieces * j.channels * j.directions()
	return chainOf(j, !j.whole() && sends > longRun && !j.crowded())
}

// chainOf builds a chain whole, or only its skeleton.
func chainOf(j job, skeleton bool) (*schedule, error) {
	parts := j.ringParts(j.pieces, j.channels)
	s := newSchedule(j)
	hops := j.n - 1
	sends := hops * j.pieces * len(parts)
	if skeleton {
		sends = (hops + j.pieces - 1) * len(parts)
	}
	if err := s.room(sends, 2*sends); err != nil {
		return nil, err
	}
	s.net.layRing(j.n)
	s.net.layNICs()
	p := spreading
	if j.op == reduce {
		p = summing
	}
	s.phases(span{phase: p, count: hops + j.pieces - 1})
	for _, p := range parts {
		s.begin(p)
		if skeleton {
			s.chainSkeleton(p)
		} else {
			s.chainPart(p)
		}
	}
	return s, nil
}

// chainLink is one hop of a chain.
type chainLink struct {
	from, to int
	on       sim.Lane
	via      route
}

// chainLinks are the hops of a part in the order in which a piece takes them.
func (s *schedule) chainLinks(p part) []chainLink {
	r := s.ringOf(p.channel, p.dir)
	first := r.index(0)
	if s.op == reduce {
		first++
	}
	links := make([]chainLink, s.n-1)
	for h := range links {
		from, to := r.gpu(first+h), r.gpu(first+h+1)
		links[h] = chainLink{from, to, s.ringLane(p, from), s.net.step(from, to, r.left)}
	}
	return links
}

// piece adds one piece's way over one hop.
func (s *schedule) piece(p part, l chainLink, hop, piece int, needs ...sim.Ref) sim.Ref {
	x := send{
		step: int32(hop + piece), from: int32(l.from), to: int32(l.to),
		chunk: int32(piece), chunks: 1, phase: s.spans[0].phase,
	}
	id := sim.ID{Kind: p.kind, A: x.from, B: x.chunk}
	return s.add(x, id, l.on, l.via, s.size*p.share/float64(s.pieces), needs...)
}

func (s *schedule) chainPart(p part) {
	links := s.chainLinks(p)
	for k := range s.pieces {
		before := s.piece(p, links[0], 0, k)
		for h := 1; h < len(links); h++ {
			before = s.piece(p, links[h], h, k, before)
		}
	}
}

// chainSkeleton adds only the sends that set the time where hops do not disturb
// each other: the first piece up to the slowest hop, all pieces over that hop,
// the last piece from there on. A hop that is as fast as the one before it
// delivers a piece just when it is free for it.
func (s *schedule) chainSkeleton(p part) {
	links := s.chainLinks(p)
	slowest := s.slowestHop(links, p)
	s.slowest = append(s.slowest, slowest)
	var before sim.Ref
	for h, l := range links {
		first, last := 0, 0
		switch {
		case h == slowest:
			last = s.pieces - 1
		case h > slowest:
			first, last = s.pieces-1, s.pieces-1
		}
		for k := first; k <= last; k++ {
			if h == 0 || k > first { // the hop before delivers all pieces in time
				before = s.piece(p, l, h, k)
			} else {
				before = s.piece(p, l, h, k, before)
			}
		}
	}
}

// slowestHop is the first of the hops that take longest.
func (s *schedule) slowestHop(links []chainLink, p part) int {
	at, longest := 0, 0.0
	bytes := s.size * p.share / float64(s.pieces)
	flows := s.channels // one node: all channels go the same way at the same time
	if s.nodes > 1 {
		flows = 1
	}
	for h, l := range links {
		w := s.link
		if s.node(l.from) != s.node(l.to) {
			w = s.nic
		}
		if t := w.time(bytes, flows); t > longest {
			at, longest = h, t
		}
	}
	return at
}

// hopTime is when a hop delivers its pieces: the first, and then one after each
// pace.
type hopTime struct{ first, pace sim.Time }

func (h hopTime) of(piece int) sim.Time { return h.first + sim.Time(piece)*h.pace }

// hopTimes reads them off the sends of a skeleton, for one part.
func (s *schedule) hopTimes(part int, tl *sim.Timeline) []hopTime {
	times := make([]hopTime, s.n-1)
	pace := sim.Time(0)
	first := s.parts[part].first
	for h, at := 0, sim.Ref(first); h < len(times); h++ {
		if h <= s.slowest[part] {
			pace = max(pace, tl.Finish(at)-tl.Start(at))
			times[h] = hopTime{tl.Finish(at), pace}
			at++
			if h == s.slowest[part] {
				at += sim.Ref(s.pieces - 1)
			}
			continue
		}
		times[h] = hopTime{tl.Finish(at) - sim.Time(s.pieces-1)*pace, pace}
		at++
	}
	return times
}
