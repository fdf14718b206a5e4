package pipeline

import "inflight/scenes/sim"

// tasks are the tasks of a pipeline: first those of each rank in the order of its
// stream, then the hops.
type tasks struct {
	*sim.Graph
	first    []sim.Ref // of each rank; those of rank r end where rank r+1 begins
	begin    sim.Ref   // takes no time: what is resident from the start
	memory   [][4]sim.Counter
	forwards []sim.Ref // by stage·m + micro-batch
	backs    []sim.Ref // what passes the gradient on
	hops     []hopTasks
	firstHop sim.Ref
}

// hopTasks are the transfers from one rank to another.
type hopTasks struct {
	from, to int
	lane     sim.Lane
}

// The IDs of tasks, by kind.
var taskKinds = [...]string{
	forward: "fwd/s#/mb#", backward: "bwd/s#/mb#", inputGrad: "igrad/s#/mb#", weightGrad: "wgrad/s#/mb#", pair: "pair/s#/mb#",
}

// What a rank's memory holds.
const (
	weights = iota
	gradients
	states
	activations
)

var memoryKinds = [...]string{weights: "rank#/weights", gradients: "rank#/gradients", states: "rank#/optimizer", activations: "rank#/activations"}

// graph makes the tasks. A rank is a stream in its order, so only results of
// other stages are needs.
func (j *job) graph() *tasks {
	t := &tasks{Graph: sim.NewGraph()}
	n := j.micro * j.stages
	t.forwards, t.backs = make([]sim.Ref, n), make([]sim.Ref, n)
	t.Grow(j.plan.tasks()+1, j.plan.tasks())
	t.begin = t.Work(sim.ID{Kind: "begin"}, 0, 0)
	for r, order := range j.order {
		t.first = append(t.first, t.begin+1+sim.Ref(j.before(r)))
		t.resident(j, r)
		lane := t.Stream(sim.ID{Kind: "rank#", A: int32(r)})
		for _, o := range order {
			j.work(t, lane, t.memory[r][activations], o)
		}
	}
	t.first = append(t.first, t.begin+1+sim.Ref(j.before(j.ranks)))
	j.connect(t)
	return t
}

// before is how many ops the ranks below r have.
func (j *job) before(r int) int {
	n := 0
	for _, order := range j.order[:r] {
		n += len(order)
	}
	return n
}

// resident counts what a rank holds from the start to the end.
func (t *tasks) resident(j *job, r int) {
	var c [4]sim.Counter
	for k, kind := range memoryKinds {
		c[k] = t.Counter(sim.ID{Kind: kind, A: int32(r)}, "B")
	}
	t.memory = append(t.memory, c)
	for k, bytes := range j.static(r) {
		t.Count(c[k], t.begin, sim.AtStart, bytes)
	}
}

// work adds an op and counts what it keeps and frees.
func (j *job) work(t *tasks, lane sim.Lane, memory sim.Counter, o op) {
	r := t.Work(sim.ID{Kind: taskKinds[o.kind], A: int32(o.stage), B: int32(o.mb)}, lane, j.duration(o))
	c := &j.costs[o.stage]
	at := int(o.stage)*j.micro + int(o.mb)
	switch o.kind {
	case forward:
		t.forwards[at] = r
		t.Count(memory, r, sim.AtStart, c.act)
	case backward:
		t.backs[at] = r
		t.Count(memory, r, sim.AtEnd, -c.act)
	case inputGrad:
		t.backs[at] = r
		if c.owed != c.act {
			t.Count(memory, r, sim.AtEnd, c.owed-c.act)
		}
	case weightGrad:
		t.Count(memory, r, sim.AtEnd, -c.owed)
	case pair:
		t.forwards[at] = r
		t.backs[int(o.with)*j.micro+int(o.withMB)] = r
		t.Count(memory, r, sim.AtStart, c.act)
		t.Count(memory, r, sim.AtEnd, -j.costs[o.with].act)
	}
}

// connect adds the hops between ranks, and what needs them.
func (j *job) connect(t *tasks) {
	links := newLinks(j, t)
	t.firstHop = t.first[j.ranks]
	for s := range j.stages - 1 {
		for mb := range j.micro {
			here, there := s*j.micro+mb, (s+1)*j.micro+mb
			from, to := j.rank(s, mb), j.rank(s+1, mb)
			if from == to {
				t.Need(t.forwards[there], t.forwards[here])
				t.Need(t.backs[here], t.backs[there])
				continue
			}
			t.Need(t.forwards[there], links.send("act/s#/mb#", s, mb, from, to, t.forwards[here]))
			t.Need(t.backs[here], links.send("grad/s#/mb#", s+1, mb, to, from, t.backs[there]))
		}
	}
}

// links are the connections between ranks, each way its own.
type links struct {
	*job
	t       *tasks
	lanes   []sim.Lane // by from·p + to; 0 where there is none yet
	paths   []sim.Path
	latency sim.Time
}

func newLinks(j *job, t *tasks) *links {
	latency, _ := sim.Seconds(j.hop.alpha) // knobs keep it in range
	n := j.ranks * j.ranks
	return &links{job: j, t: t, lanes: make([]sim.Lane, n), paths: make([]sim.Path, n), latency: latency}
}

// send adds a hop. It never waits for the one before: a link carries all that is
// on its way, each at its share of the bandwidth.
func (l *links) send(kind string, stage, mb, from, to int, what sim.Ref) sim.Ref {
	i := from*l.ranks + to
	if l.lanes[i] == 0 {
		a, b := int32(from), int32(to)
		l.lanes[i] = l.t.Track(sim.ID{Kind: "hop/#/#", A: a, B: b})
		l.t.hops = append(l.t.hops, hopTasks{from, to, l.lanes[i]})
		if l.hop.bandwidth > 0 {
			l.paths[i] = l.t.Path(l.t.Link(sim.ID{Kind: "link/#/#", A: a, B: b}, sim.Bandwidth(l.hop.bandwidth)))
		}
	}
	id := sim.ID{Kind: kind, A: int32(stage), B: int32(mb)}
	if l.hop.bandwidth == 0 {
		return l.t.Work(id, l.lanes[i], l.latency, what)
	}
	return l.t.Send(id, l.lanes[i], l.paths[i], l.latency, sim.Bytes(l.hop.bytes), what)
}
