package collective

import (
	"fmt"
	"math/bits"
	"sort"

	"inflight/scenes/sim"
)

// holding is what a GPU has of one chunk: whose contributions are in it, and how
// many. Above 64 GPUs only the number is kept.
type holding struct {
	set   uint64
	count int32
}

// whose is the contribution of one GPU.
func (j job) whose(gpu int) holding {
	if j.n > wholeGPUs {
		return holding{0, 1}
	}
	return holding{1 << gpu, 1}
}

// all is every GPU's contribution.
func (j job) all() holding {
	if j.n > wholeGPUs {
		return holding{0, int32(j.n)}
	}
	return holding{^uint64(0) >> (64 - j.n), int32(j.n)}
}

// origin is where the data of a chunk of a part is at first, for operations that
// move data without summing it, and, for an all-to-all, where it is wanted.
func (s *schedule) origin(p *part, chunk int) (from, to int) {
	switch {
	case s.op == broadcast:
		return 0, -1
	case s.op != allToAll:
		return chunk, -1
	case s.algo == direct:
		return chunk / s.n, chunk % s.n
	}
	i := chunk / s.n
	return int(p.order[i]), int(p.order[(i+chunk%s.n)%s.n])
}

// starts fills in what the GPUs hold of a chunk before the first step.
func (s *schedule) starts(p *part, chunk int, set func(gpu int, h holding)) {
	if s.reduces() {
		for gpu := range s.n {
			set(gpu, s.whose(gpu))
		}
		return
	}
	from, _ := s.origin(p, chunk)
	set(from, s.whose(from))
}

// wanted is what a GPU has to hold of a chunk at the end; ok is false where it
// does not matter.
func (s *schedule) wanted(p *part, gpu, chunk int) (h holding, ok bool) {
	switch s.op {
	case allReduce:
		return s.all(), true
	case reduceScatter:
		return s.all(), chunk == gpu
	case reduce:
		return s.all(), gpu == 0
	case allToAll:
		from, to := s.origin(p, chunk)
		return s.whose(from), to == gpu && s.travels(p, chunk)
	}
	from, _ := s.origin(p, chunk)
	return s.whose(from), true
}

// travels says whether a part carries a block of an all-to-all: round a ring
// those that go its way, which come next after the GPU's own.
func (s *schedule) travels(p *part, chunk int) bool {
	if s.algo == direct {
		return chunk/s.n != chunk%s.n
	}
	reach, _ := s.reach()
	away := chunk % s.n
	return away > 0 && away <= reach
}

// tracker follows the data of one part through a timeline.
type tracker struct {
	*schedule
	part   *part
	held   []holding // of each GPU, chunk by chunk
	moving []holding // what the sends carry
	first  []int     // where in moving those of a send begin
	heard  func(p *part, at sim.Time, gpu, chunk int, gained int32)
}

// track follows all data through a timeline. It fails where a GPU sends what it
// does not have, where a contribution would be counted twice, and where a GPU
// does not hold at the end what the operation promises. Each gain is reported.
func (s *schedule) track(tl *sim.Timeline, heard func(p *part, at sim.Time, gpu, chunk int, gained int32)) error {
	for i := range s.parts {
		p := &s.parts[i]
		t := tracker{schedule: s, part: p, held: make([]holding, s.n*p.chunks), heard: heard}
		for c := range p.chunks {
			s.starts(p, c, func(gpu int, h holding) { t.held[gpu*p.chunks+c] = h })
		}
		if err := t.play(tl); err != nil {
			return err
		}
		if err := t.finished(); err != nil {
			return err
		}
	}
	return nil
}

// play goes through the starts and ends of the part's sends. At an instant all
// ends come first.
func (t *tracker) play(tl *sim.Timeline) error {
	type moment struct {
		at    sim.Time
		start bool
		ref   sim.Ref
	}
	moments := make([]moment, 0, 2*(t.part.end-t.part.first))
	total := 0
	for i := t.part.first; i < t.part.end; i++ {
		r := sim.Ref(i)
		moments = append(moments, moment{tl.Start(r), true, r}, moment{tl.Finish(r), false, r})
		t.first = append(t.first, total)
		total += int(t.sends[i].chunks)
	}
	t.moving = make([]holding, total)
	sort.Slice(moments, func(i, j int) bool {
		a, b := &moments[i], &moments[j]
		if a.at != b.at {
			return a.at < b.at
		}
		if a.start != b.start {
			return b.start
		}
		return a.ref < b.ref
	})
	for _, m := range moments {
		if m.start {
			t.leave(m.ref)
		} else if err := t.arrive(m.ref, m.at); err != nil {
			return err
		}
	}
	return nil
}

func (t *tracker) leave(r sim.Ref) {
	x := t.sends[r]
	carried := t.moving[t.first[int(r)-t.part.first]:]
	for i := range int(x.chunks) {
		carried[i] = t.held[int(x.from)*t.part.chunks+t.chunk(x, i)]
	}
}

// chunk is the i-th that a send carries.
func (t *tracker) chunk(x send, i int) int { return (int(x.chunk) + i) % t.part.chunks }

func (t *tracker) arrive(r sim.Ref, at sim.Time) error {
	x := t.sends[r]
	carried := t.moving[t.first[int(r)-t.part.first]:]
	for i := range int(x.chunks) {
		chunk := t.chunk(x, i)
		here, got := &t.held[int(x.to)*t.part.chunks+chunk], carried[i]
		before := here.count
		if got.count == 0 {
			return fmt.Errorf("step %d: GPU %d sends chunk %d: want one that it has", x.step, x.from, chunk)
		}
		if x.phase.reduces() {
			if here.set&got.set != 0 {
				return fmt.Errorf("step %d: GPU %d adds chunk %d from GPU %d: want no contribution twice, got %#x and %#x", x.step, x.to, chunk, x.from, here.set, got.set)
			}
			*here = holding{here.set | got.set, here.count + got.count}
		} else {
			if here.set&^got.set != 0 {
				return fmt.Errorf("step %d: GPU %d replaces chunk %d: want nothing lost, got %#x for %#x", x.step, x.to, chunk, got.set, here.set)
			}
			*here = got
		}
		t.heard(t.part, at, int(x.to), chunk, here.count-before)
	}
	return nil
}

// finished compares what the GPUs hold with what they should.
func (t *tracker) finished() error {
	for gpu := range t.n {
		for c := range t.part.chunks {
			got := t.held[gpu*t.part.chunks+c]
			want, ok := t.wanted(t.part, gpu, c)
			if ok && (got != want || t.n <= wholeGPUs && bits.OnesCount64(got.set) != int(got.count)) {
				return fmt.Errorf("GPU %d ends with %d contributions (%#x) to chunk %d: want %d (%#x)", gpu, got.count, got.set, c, want.count, want.set)
			}
		}
	}
	return nil
}
