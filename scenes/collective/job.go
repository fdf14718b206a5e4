package collective

import (
	"inflight/scenes"
	"inflight/scenes/sim"
)

// job is a setting with everything settled: what schedules and closed forms are
// written in.
type job struct {
	op, algo string
	n        int // GPUs
	nodes    int
	g        int // GPUs of a node
	nics     int // of a node
	channels int
	pieces   int
	size     float64 // S, bytes
	link     wire
	nic      wire
	apart    bool // run stand-ins also where the whole schedule could run; for tests
}

// wire is a kind of connection: α in seconds, B in bytes per second one way.
type wire struct{ alpha, bandwidth float64 }

// time is α + bytes/B, in seconds, when flows share the wire evenly.
func (w wire) time(bytes float64, flows int) float64 {
	return w.alpha + float64(bytes*float64(flows))/w.bandwidth
}

// wholeGPUs is up to how many GPUs the whole schedule runs.
const wholeGPUs = 64

// maxSends is how many transfers a film may hold.
const maxSends = 400_000

// settle checks a setting and fills in what was left to the scene.
func settle(p Params) (job, error) {
	switch {
	case p.GPUs%p.Nodes != 0:
		return job{}, scenes.Refuse("collective.refuse.nodes", p.Nodes, p.GPUs)
	case p.Nodes > 1 && p.NICs > p.gpusOfNode():
		return job{}, scenes.Refuse("collective.refuse.nics", p.NICs, p.gpusOfNode())
	}
	j := job{
		op: p.Op, algo: p.Algo,
		n: p.GPUs, nodes: p.Nodes, g: p.gpusOfNode(), nics: p.nics(), channels: 1, pieces: 1,
		size: p.Bytes,
		link: wire{p.Latency, float64(p.Bandwidth * p.Efficiency)},
		nic:  wire{p.NICLatency, float64(p.NICBandwidth * p.Efficiency)},
	}
	if j.size == 0 {
		j.size = p.gradients()
	}
	if p.channelled() {
		if j.channels = p.Channels; j.channels == 0 {
			j.channels = p.autoChannels()
		}
	}
	if p.pipelined() {
		j.pieces = p.Pieces
	}
	return j, j.check()
}

// check refuses what the literature does not have.
func (j job) check() error {
	switch {
	case !known(j.op, j.algo):
		return j.refusePair()
	case j.algo == halving && j.op != allReduce && j.n != powerBelow(j.n):
		return scenes.Refuse("collective.refuse.power", scenes.Say("choice.op."+j.op), j.n)
	case !j.whole() && j.algo == halving && j.nodes > 1 && j.n != powerBelow(j.n):
		return scenes.Refuse("collective.refuse.power-nodes", j.n)
	case !j.whole() && (j.algo == halving || j.algo == direct) && j.nodes > 1 && j.g%j.nics != 0:
		return scenes.Refuse("collective.refuse.uneven", j.nics, j.g)
	}
	return nil
}

// known says that the literature has an algorithm for an operation.
func known(op, algo string) bool {
	switch algo {
	case tree:
		return op == allReduce || op == broadcast || op == reduce
	case halving:
		return op != allToAll
	default:
		return true
	}
}

func (j job) refusePair() error {
	var others scenes.List
	for _, algo := range algoWords {
		if known(j.op, algo.Value) {
			others = append(others, scenes.Say("choice.algo."+algo.Value))
		}
	}
	return scenes.Refuse("collective.refuse.pair", scenes.Say("choice.op."+j.op), scenes.Say("choice.algo."+j.algo), others)
}

// refuseSends says that a schedule has too many transfers to run.
func (j job) refuseSends(sends int) error {
	return scenes.Refuse("collective.refuse.sends", sends, maxSends)
}

// whole says that every GPU runs, not only representatives.
func (j job) whole() bool { return j.n <= wholeGPUs && !j.apart }

func (j job) node(gpu int) int { return gpu / j.g }

// nicOf is the NIC, within its node, that a GPU uses.
func (j job) nicOf(gpu int) int { return gpu % j.g * j.nics / j.g }

// directions is 2 where data travels both ways round a ring.
func (j job) directions() int {
	if j.algo == ringBoth {
		return 2
	}
	return 1
}

// reduces says that contributions are summed.
func (j job) reduces() bool { return j.op == allReduce || j.op == reduceScatter || j.op == reduce }

// powerBelow is the greatest power of two that is not above n.
func powerBelow(n int) int {
	p := 1
	for 2*p <= n {
		p *= 2
	}
	return p
}

// log2 is the logarithm of a power of two.
func log2(p int) int {
	k := 0
	for ; p > 1; p /= 2 {
		k++
	}
	return k
}

// ps is a latency in picoseconds. Knobs keep it in range.
func (w wire) ps() sim.Time {
	t, err := sim.Seconds(w.alpha)
	if err != nil {
		return sim.Never - 1 // Run refuses it
	}
	return t
}
