package flash

import (
	"inflight/scenes/hw"
	"inflight/scenes/sim"
)

// pace turns moves and steps into durations.
type pace struct {
	*job
	err error
}

func (p *pace) keep(t sim.Time, err error) sim.Time {
	if err != nil && p.err == nil {
		p.err = err
	}
	return t
}

// bytes of a transfer: a move and those that ride with it.
func (p *pace) bytes(moves []move) sim.Bytes {
	total := 0.0
	for _, m := range moves {
		total += float64(float64(m.elements) * m.tensor.bytes(p.e))
	}
	return sim.Bytes(total)
}

func (p *pace) transfer(n sim.Bytes) sim.Time { return p.keep(p.bandwidth.Duration(n)) }

// units is how many SMs share what a step computes.
func (p *pace) units(st *step) float64 {
	if st.spread {
		return float64(p.sms)
	}
	return 1
}

// product is how long so many FLOP of a step last on the matrix units.
func (p *pace) product(st *step, flops int64) sim.Time {
	return p.keep(hw.Compute(float64(flops), float64(p.matrix*p.units(st)), 1))
}

func (p *pace) exponentials(st *step) sim.Time {
	return p.keep(sim.Seconds(float64(st.exps) / float64(p.exp*p.units(st))))
}

// groups calls visit for each transfer among moves.
func groups(moves []move, visit func(first int, group []move)) {
	for i := 0; i < len(moves); {
		end := i + 1
		for end < len(moves) && moves[end].rides {
			end++
		}
		visit(i, moves[i:end])
		i = end
	}
}

// track is where a segment has come: when its lanes are free, and when the last
// two steps' products ended.
type track struct {
	memory, matrix, exp sim.Time
	last, before        sim.Time // ends of the last two steps
}

// less is by how much one track is behind another, if that is the same for all
// that later steps depend on.
func (t track) less(of track) (by sim.Time, ok bool) {
	by = t.last - of.last
	return by, t.memory-of.memory == by && t.matrix-of.matrix == by && t.exp-of.exp == by && t.before-of.before == by
}

// duration is how long a segment lasts from its first load to its last store:
// the engine's rules, for work that repeats in a circle of equal steps. Where the
// engine runs the segment too, a test holds both to the same picosecond.
func (p *pace) duration(s *segment) sim.Time {
	var t track
	groups(s.head, func(_ int, g []move) { t.memory += p.transfer(p.bytes(g)) })
	head := t.memory
	var pending []move // stores of the step before, which stand after the next loads
	for x := range s.steps {
		st := &s.steps[x]
		for n := 0; n < st.count; n++ {
			was := t
			t = p.advance(t, s, st, pending, head)
			pending = st.stores
			if n < 2 {
				continue // the stores before were another step's
			}
			if by, ok := t.less(was); ok { // from here on each step is like this one
				left := sim.Time(st.count - 1 - n)
				t.memory, t.matrix, t.exp = t.memory+left*by, t.matrix+left*by, t.exp+left*by
				t.last, t.before = t.last+left*by, t.before+left*by
				break
			}
		}
	}
	if s.second {
		t.memory = p.store(t.memory, t.last, pending)
	}
	t.memory = p.store(t.memory, t.last, s.tail)
	return max(t.memory, t.last)
}

// store is when the memory is free again after moves that are ready at an
// instant.
func (p *pace) store(free, ready sim.Time, moves []move) sim.Time {
	groups(moves, func(_ int, g []move) { free = max(free, ready) + p.transfer(p.bytes(g)) })
	return free
}

// advance is a step after a track.
func (p *pace) advance(t track, s *segment, st *step, pending []move, head sim.Time) track {
	free := t.last // of the only buffer
	if s.second {
		free = t.before
	}
	var early, late sim.Time
	groups(st.loads, func(first int, g []move) {
		t.memory = max(t.memory, free) + p.transfer(p.bytes(g))
		if first < st.early {
			early = t.memory
		}
		late = t.memory
	})
	if s.second {
		t.memory = p.store(t.memory, t.last, pending)
	}
	end := max(early, head)
	if st.first > 0 {
		t.matrix = max(t.matrix, end) + p.product(st, st.first)
		end = t.matrix
	}
	if st.exps > 0 {
		t.exp = max(t.exp, end) + p.exponentials(st)
		end = t.exp
	}
	if st.second > 0 {
		t.matrix = max(t.matrix, end, late) + p.product(st, st.second)
		end = t.matrix
	}
	end = max(end, late)
	if st.exps == 0 { // a lane without work keeps up
		t.exp = end
	}
	if st.first+st.second == 0 {
		t.matrix = end
	}
	t.before, t.last = t.last, end
	if !s.second {
		t.memory = p.store(t.memory, t.last, st.stores)
	}
	return t
}
