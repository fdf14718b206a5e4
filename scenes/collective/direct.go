package collective

import "inflight/scenes/sim"

// volley is a step of direct: who sends how much to whom, all at once.
type volley struct {
	phase phase
	share float64 // of S, in each transfer
	root  int     // the only sender (spreading) or receiver (summing)
}

func (j job) volleys() []volley {
	n := float64(j.n)
	switch j.op {
	case allReduce:
		return []volley{{phase: scattering, share: 1 / n}, {phase: gathering, share: 1 / n}}
	case reduceScatter:
		return []volley{{phase: scattering, share: 1 / n}}
	case allGather:
		return []volley{{phase: gathering, share: 1 / n}}
	case broadcast:
		return []volley{{phase: spreading, share: 1}}
	case reduce:
		return []volley{{phase: summing, share: 1}}
	}
	return []volley{{phase: exchanging, share: 1 / n}}
}

// volleyed builds the operations in which all transfers of a step start at once.
// A GPU passes on the sum of a chunk once all contributions have come.
func volleyed(j job) (*schedule, error) {
	if !j.whole() {
		return volleyOne(j)
	}
	volleys := j.volleys()
	s := newSchedule(j)
	sends := len(volleys) * j.n * (j.n - 1)
	if err := s.room(sends, sends*j.n); err != nil {
		return nil, err
	}
	s.net.laySwitch()
	s.net.layNICs()
	for _, v := range volleys {
		s.phases(span{phase: v.phase, count: 1})
	}
	chunks := j.n
	switch j.op {
	case broadcast, reduce:
		chunks = 1
	case allToAll:
		chunks = j.n * j.n
	}
	s.begin(part{chunks: chunks, share: 1, kind: "send/#/#/#"})
	lanes := make([]sim.Lane, j.n)
	for i := range lanes {
		lanes[i] = s.graph.Track(sim.ID{Kind: "gpu#/out", A: int32(i)})
	}
	arrived := make([][]sim.Ref, j.n) // at each GPU, in the step before
	for k, v := range volleys {
		arriving := make([][]sim.Ref, j.n)
		for from := range j.n {
			for to := range j.n {
				if !v.has(from, to) {
					continue
				}
				x := send{step: int32(k), from: int32(from), to: int32(to), phase: v.phase, chunk: int32(v.chunk(j, from, to)), chunks: 1}
				ref := s.add(x, sim.ID{Kind: "send/#/#/#", A: x.from, B: x.step, C: x.to}, lanes[from], s.net.hop(from, to),
					float64(j.size*v.share), arrived[from]...)
				arriving[to] = append(arriving[to], ref)
			}
		}
		arrived = arriving
	}
	return s, nil
}

// has says whether one GPU sends to the other.
func (v volley) has(from, to int) bool {
	switch {
	case from == to, v.phase == spreading && from != v.root, v.phase == summing && to != v.root:
		return false
	}
	return true
}

func (v volley) chunk(j job, from, to int) int {
	switch v.phase {
	case scattering:
		return to
	case gathering:
		return from
	case exchanging:
		return from*j.n + to
	}
	return 0
}

// volleyOne runs one GPU: the one whose port or NIC all wait for. Its transfers
// inside the node are one task, those between nodes another, since each kind
// starts and ends together.
func volleyOne(j job) (*schedule, error) {
	s := newSchedule(j)
	s.stands = 1
	s.begin(part{chunks: j.n, share: 1, kind: "send/#/#/#"})
	volleys := j.volleys()
	for _, v := range volleys {
		s.phases(span{phase: v.phase, count: 1})
	}
	side := "gpu#/out"
	if j.op == reduce {
		side = "gpu#/in"
	}
	lane := s.graph.Track(sim.ID{Kind: side})
	port := route{s.graph.Path(s.net.link(side, 0, j.link.bandwidth)), s.net.inside}
	var share route
	if j.nodes > 1 {
		l := s.graph.Link(sim.ID{Kind: "node0/nic0/share"}, sim.Bandwidth(j.nic.bandwidth/float64(j.volleyFlows())))
		share = route{s.graph.Path(l), s.net.between}
	}
	var before []sim.Ref
	for k, v := range volleys {
		var now []sim.Ref
		add := func(peers, to int, via route) {
			if peers > 0 {
				x := send{step: int32(k), to: int32(to), phase: v.phase, chunk: int32(to), chunks: int32(peers)}
				id := sim.ID{Kind: "send/#/#/#", B: x.step, C: x.to}
				now = append(now, s.add(x, id, lane, via, float64(j.size*v.share)*float64(peers), before...))
			}
		}
		add(j.g-1, 1, port)
		add(j.n-j.g, j.g, share)
		before = now
	}
	return s, nil
}

// volleyFlows is how many GPUs of a node fill its busiest NIC at once: all that
// use it, or only the root.
func (j job) volleyFlows() int {
	if j.op == broadcast || j.op == reduce {
		return 1
	}
	return j.nicGPUs()
}
