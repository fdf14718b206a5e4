package collective

import (
	"strconv"

	"inflight/scenes/sim"
)

// ring is the order in which a part of the data visits the GPUs.
type ring struct {
	job
	start int // the GPU by which it enters a node
	left  bool
}

// gpu is the rank at an index of the ring, modulo n. The way left round is the
// way right, read backwards.
func (r ring) gpu(i int) int {
	if r.left {
		i = -i
	}
	i = mod(i, r.n)
	return i/r.g*r.g + (r.start+i%r.g)%r.g
}

// index is where a rank stands on the ring.
func (r ring) index(gpu int) int {
	i := gpu/r.g*r.g + mod(gpu%r.g-r.start, r.g)
	if r.left {
		return mod(-i, r.n)
	}
	return i
}

// chunk is the name of the chunk that ends on the GPU at an index: the rank for
// operations that place chunks by rank, else the index on the way right.
func (r ring) chunk(i int) int {
	switch {
	case r.op != allReduce:
		return r.gpu(i)
	case r.left:
		return mod(-i, r.n)
	}
	return mod(i, r.n)
}

func mod(a, n int) int { return ((a % n) + n) % n }

// ringOf is the ring of a channel and direction. On one node all channels start
// with GPU 0.
func (j job) ringOf(channel, dir int) ring {
	r := ring{job: j, left: dir == 1}
	if j.nodes > 1 {
		r.start = channel * j.g / j.channels
	}
	return r
}

// ringParts are the first channels, each in its directions. Chunks are those of
// one part.
func (j job) ringParts(chunks, channels int) []part {
	var parts []part
	for c := range channels {
		for d := range j.directions() {
			p := part{channel: c, dir: d, chunks: chunks, share: 1 / float64(j.channels*j.directions())}
			p.kind = "send/#/#" + p.suffix(j)
			p.order = j.orderOf(j.ringOf(c, d))
			parts = append(parts, p)
		}
	}
	return parts
}

// orderOf lists the GPUs of a ring, where all of them run.
func (j job) orderOf(r ring) []int32 {
	if !j.whole() {
		return nil
	}
	order := make([]int32, j.n)
	for i := range order {
		order[i] = int32(r.gpu(i))
	}
	return order
}

// suffix tells the IDs of a part from those of the others.
func (p part) suffix(j job) string {
	s := ""
	if j.channels > 1 {
		s = "/ch" + strconv.Itoa(p.channel)
	}
	if p.dir == 1 {
		s += "/left"
	}
	return s
}

// lane makes the stream of a part by which a GPU sends to its neighbour.
func (s *schedule) ringLane(p part, gpu int) sim.Lane {
	kind := "gpu#/right"
	if p.dir == 1 {
		kind = "gpu#/left"
	}
	if s.channels > 1 {
		kind += "/ch" + strconv.Itoa(p.channel)
	}
	return s.graph.Stream(sim.ID{Kind: kind, A: int32(gpu)})
}

// ringStep is what every GPU of a ring does in one step: send chunks that began
// so many places behind it.
type ringStep struct {
	phase  phase
	behind int     // the first chunk is that of the GPU so many places back
	chunks int     // that it sends, all-to-all: of the source that is behind
	blocks float64 // how many chunks these weigh
}

// ringSteps are the steps of the operations in which all GPUs do the same. Of an
// all-reduce they are those of NCCL: in step k of the reduce-scatter index i
// sends chunk i-1-k, in step k of the all-gather chunk i-k.
func (j job) ringSteps() []ringStep {
	steps := make([]ringStep, 0, 2*j.n)
	if j.op == allReduce || j.op == reduceScatter {
		for k := range j.n - 1 {
			steps = append(steps, ringStep{scattering, k + 1, 1, 1})
		}
	}
	if j.op == allReduce || j.op == allGather {
		for k := range j.n - 1 {
			steps = append(steps, ringStep{gathering, k, 1, 1})
		}
	}
	if j.op == allToAll {
		reach, half := j.reach()
		for k := range reach {
			blocks := float64(reach - k)
			if half {
				blocks -= 0.5
			}
			steps = append(steps, ringStep{exchanging, k, reach - k, blocks})
		}
	}
	return steps
}

// reach is how far the blocks of an all-to-all travel: all the way round, or, in
// both directions, to the other side; then the block for the GPU opposite goes
// half and half.
func (j job) reach() (places int, half bool) {
	if j.algo == ringAlgo {
		return j.n - 1, false
	}
	return j.n / 2, j.n%2 == 0
}

// blockBytes is the size of one chunk of a part.
func (j job) blockBytes() float64 {
	n := float64(j.n * j.channels)
	if j.op != allToAll { // its blocks go one way or the other, whole
		n *= float64(j.directions())
	}
	return j.size / n
}

// lockstep builds the operations in which all GPUs of a ring do the same. What a
// GPU sends in a step it needs to have received in the step before.
func lockstep(j job) (*schedule, error) {
	steps := j.ringSteps()
	st := j.standIn()
	tasks := len(steps) * st.gpus * st.channels * j.directions()
	if j.whole() || tasks <= longRun || j.op == allToAll {
		return runLockstep(j, steps, len(steps), st)
	}
	return extrapolate(j, steps, st)
}

// standIn says what runs in place of a whole ring.
type standIn struct {
	gpus     int // in the order of the ring
	channels int
}

// standIn is one GPU of one node, where all do the same; over nodes the GPUs of
// one node with all channels, or with one where all look alike.
func (j job) standIn() standIn {
	switch {
	case j.whole():
		return standIn{j.n, j.channels}
	case j.nodes == 1:
		return standIn{1, j.channels}
	case j.turns():
		return standIn{j.g, 1}
	}
	return standIn{j.g, j.channels}
}

// longRun is how many sends a run has before its steps are watched for a period.
const longRun = 50_000

// runLockstep runs the first steps.
func runLockstep(j job, steps []ringStep, run int, st standIn) (*schedule, error) {
	s := newSchedule(j)
	s.stands = st.gpus
	chunks := j.n
	if j.op == allToAll {
		chunks = j.n * j.n
	}
	parts := j.ringParts(chunks, st.channels)
	sends := run * st.gpus * len(parts)
	if err := s.room(sends, sends); err != nil {
		return nil, err
	}
	switch {
	case j.whole():
		s.net.layRing(j.n)
		s.net.layNICs()
	case j.turns():
		s.net.nodes = 1
		_, flows := j.ringFlows()
		s.net.layTurn(j.g/j.channels, flows)
	default:
		s.net.nodes = 1
		s.net.layRing(st.gpus)
		s.net.layNICs()
	}
	s.ringPhases(steps)
	s.ranSteps = run
	for _, p := range parts {
		s.begin(p)
		s.ringPart(p, steps[:run], st.gpus)
	}
	return s, nil
}

func (s *schedule) ringPhases(steps []ringStep) {
	for first := 0; first < len(steps); {
		last := first
		for last < len(steps) && steps[last].phase == steps[first].phase {
			last++
		}
		s.phases(span{phase: steps[first].phase, count: last - first})
		first = last
	}
}

// ringPart adds the sends of one part, step by step.
func (s *schedule) ringPart(p part, steps []ringStep, stands int) {
	r := s.ringOf(p.channel, p.dir)
	at := s.standing(r, stands)
	lanes := make([]sim.Lane, stands)
	routes := make([]route, stands)
	for i := range stands {
		from, to := r.gpu(at+i), r.gpu(at+i+1)
		lanes[i] = s.ringLane(p, from)
		routes[i] = s.net.step(from, to, r.left)
	}
	block := s.blockBytes()
	for k, step := range steps {
		before := sim.Ref(len(s.sends) - stands)
		for i := range stands {
			from := r.gpu(at + i)
			x := send{
				step: int32(k), from: int32(from), to: int32(r.gpu(at + i + 1)), phase: step.phase,
				chunk: int32(r.chunk(at + i - step.behind)), chunks: int32(step.chunks),
			}
			if step.phase == exchanging {
				x.chunk = int32(mod(at+i-step.behind, s.n)*s.n + step.behind + 1)
			}
			id := sim.ID{Kind: p.kind, A: int32(from), B: int32(k)}
			if k == 0 {
				s.add(x, id, lanes[i], routes[i], block*step.blocks)
			} else {
				s.add(x, id, lanes[i], routes[i], block*step.blocks, before+sim.Ref(mod(i-1, stands)))
			}
		}
	}
}

// standing is the first index of the GPUs that run: those of node 0, in the
// order of the ring.
func (s *schedule) standing(r ring, stands int) int {
	if r.left && stands < s.n {
		return s.n - stands + 1
	}
	return 0
}

// extrapolate runs steps until each repeats the one before it after the same
// time on all lanes, and lets one task a lane stand for the rest. That such a
// period comes is the theory of max-plus: the slowest link sets the pace, and
// after once round a node all others keep it.
func extrapolate(j job, steps []ringStep, st standIn) (*schedule, error) {
	for run := st.gpus + 4; run < len(steps) && run*st.gpus*st.channels*j.directions() <= maxSends; run *= 2 {
		s, err := runLockstep(j, steps, run, st)
		if err != nil {
			return nil, err
		}
		tl, err := s.play()
		if err != nil {
			return nil, err
		}
		if period, ok := s.findPeriod(tl); ok {
			s.period = period
			s.addRest(tl)
			return s, nil
		}
	}
	return runLockstep(j, steps, len(steps), st)
}

// findPeriod compares the last three steps that ran.
func (s *schedule) findPeriod(tl *sim.Timeline) (period sim.Time, ok bool) {
	for _, p := range s.parts {
		last := sim.Ref(p.end - s.stands)
		for r := last; r < sim.Ref(p.end); r++ {
			before, first := r-sim.Ref(s.stands), r-sim.Ref(2*s.stands)
			if period == 0 {
				period = tl.Start(r) - tl.Start(before)
			}
			if tl.Start(r)-tl.Start(before) != period || tl.Finish(r)-tl.Finish(before) != period ||
				tl.Start(before)-tl.Start(first) != period || tl.Finish(before)-tl.Finish(first) != period {
				return 0, false
			}
		}
	}
	return period, true
}

// addRest adds a task to each lane for the steps that do not run.
func (s *schedule) addRest(tl *sim.Timeline) {
	rest := sim.Time(s.steps-s.ranSteps) * s.period
	for _, p := range s.parts {
		for i := p.end - s.stands; i < p.end; i++ {
			id := sim.ID{Kind: "rest/#" + p.suffix(s.job), A: s.sends[i].from}
			s.graph.Work(id, tl.Span(sim.Ref(i)).Lane, rest, sim.Ref(i))
		}
	}
}
