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

// hopTasks are the transfers from one rank to another, by start.
type hopTasks struct {
	from, to    int
	lane        sim.Lane
	path        sim.Path
	refs, needs []sim.Ref // the hops, and what needs each
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

// The IDs of hops: from a stage, of a micro-batch.
const (
	actKind  = "act/s#/mb#"
	gradKind = "grad/s#/mb#"
)

// connect adds the hops between ranks, in the order in which they begin, and what
// needs them.
func (j *job) connect(t *tasks) {
	t.firstHop = t.first[j.ranks]
	latency, _ := sim.Seconds(j.hop.alpha) // knobs keep it in range
	l := links{job: j, t: t, latency: latency, of: make([]int32, j.ranks*j.ranks)}
	for r, order := range j.order {
		ref := t.first[r]
		for _, o := range order {
			switch o.kind {
			case forward:
				l.down(r, int(o.stage), int(o.mb), ref)
			case backward, inputGrad:
				l.up(r, int(o.stage), int(o.mb), ref)
			case pair:
				l.down(r, int(o.stage), int(o.mb), ref)
				l.up(r, int(o.with), int(o.withMB), ref)
			}
			ref++
		}
	}
}

// links are the connections between ranks, each way its own.
type links struct {
	*job
	t       *tasks
	of      []int32 // place in t.hops by from·p + to, from 1 on
	latency sim.Time
}

// down passes activations on to the next stage.
func (l *links) down(r, stage, mb int, what sim.Ref) {
	if stage+1 < l.stages {
		l.pass(actKind, r, stage, mb, l.rank(stage+1, mb), what, l.t.forwards[(stage+1)*l.micro+mb])
	}
}

// up passes a gradient back to the stage before.
func (l *links) up(r, stage, mb int, what sim.Ref) {
	if stage > 0 {
		l.pass(gradKind, r, stage, mb, l.rank(stage-1, mb), what, l.t.backs[(stage-1)*l.micro+mb])
	}
}

// pass adds a hop, unless both stages live on one rank. Over a link of some
// bandwidth results go in the order in which they come, one after another; a hop
// of a time that was typed in waits for no other.
func (l *links) pass(kind string, from, stage, mb, to int, what, needs sim.Ref) {
	if from == to {
		l.t.Need(needs, what)
		return
	}
	h := l.between(from, to)
	id := sim.ID{Kind: kind, A: int32(stage), B: int32(mb)}
	var ref sim.Ref
	if l.hop.bandwidth == 0 {
		ref = l.t.Work(id, h.lane, l.latency, what)
	} else {
		ref = l.t.Send(id, h.lane, h.path, l.latency, sim.Bytes(l.hop.bytes), what)
	}
	h.refs, h.needs = append(h.refs, ref), append(h.needs, needs)
	l.t.Need(needs, ref)
}

// between is the connection from one rank to another.
func (l *links) between(from, to int) *hopTasks {
	i := &l.of[from*l.ranks+to]
	if *i == 0 {
		a, b := int32(from), int32(to)
		h := hopTasks{from: from, to: to}
		if id := (sim.ID{Kind: "hop/#/#", A: a, B: b}); l.hop.bandwidth == 0 {
			h.lane = l.t.Track(id)
		} else {
			h.lane = l.t.Stream(id)
			h.path = l.t.Path(l.t.Link(sim.ID{Kind: "link/#/#", A: a, B: b}, sim.Bandwidth(l.hop.bandwidth)))
		}
		l.t.hops = append(l.t.hops, h)
		*i = int32(len(l.t.hops))
	}
	return &l.t.hops[*i-1]
}
