package collective

import (
	"inflight/scenes/sim"
)

// network holds the links that a schedule uses. In a run that one node stands
// in for, node 0 is all there is, and what it sends to the next node arrives at
// its own NICs, as the node before would have sent it.
type network struct {
	graph       *sim.Graph
	job         job
	nodes       int        // that run
	turn        int        // GPUs of a node after which its links repeat, 0 if they do not
	right, left []sim.Path // from each GPU to its neighbour in the node
	out, in     []sim.Link // ports of each GPU
	nicOut      []sim.Link // of each node, one after another
	nicIn       []sim.Link
	inside      sim.Time // latency of a transfer inside a node
	between     sim.Time // and between nodes
}

// route is what a transfer crosses.
type route struct {
	path    sim.Path
	latency sim.Time
}

func newNetwork(j job, g *sim.Graph) *network {
	return &network{graph: g, job: j, nodes: j.nodes, inside: j.link.ps(), between: j.nic.ps()}
}

// layRing makes links to the neighbours for the first gpus GPUs.
func (w *network) layRing(gpus int) {
	if w.job.g == 1 {
		return
	}
	for i := range gpus {
		w.right = append(w.right, w.graph.Path(w.link("gpu#/right", i, w.job.link.bandwidth)))
		if w.job.directions() == 2 {
			w.left = append(w.left, w.graph.Path(w.link("gpu#/left", i, w.job.link.bandwidth)))
		}
	}
}

// laySwitch makes ports for all GPUs, where they have peers in their node.
func (w *network) laySwitch() {
	if w.job.g == 1 {
		return
	}
	for i := range w.job.n {
		w.out = append(w.out, w.link("gpu#/out", i, w.job.link.bandwidth))
		w.in = append(w.in, w.link("gpu#/in", i, w.job.link.bandwidth))
	}
}

// layNICs makes the NICs of the nodes that run.
func (w *network) layNICs() {
	if w.job.nodes == 1 {
		return
	}
	for i := range w.nodes {
		for k := range w.job.nics {
			w.nicOut = append(w.nicOut, w.nic("node#/nic#/out", i, k))
			w.nicIn = append(w.nicIn, w.nic("node#/nic#/in", i, k))
		}
	}
}

// layTurn makes the links of one turn, and for each direction one part's share of
// a NIC.
func (w *network) layTurn(turn, flows int) {
	w.turn = turn
	w.layRing(turn)
	for range w.job.directions() {
		id := sim.ID{Kind: "node0/nic0/share#", A: int32(len(w.nicOut))}
		w.nicOut = append(w.nicOut, w.graph.Link(id, sim.Bandwidth(w.job.nic.bandwidth/float64(flows))))
	}
}

func (w *network) shareOf(left bool) route {
	share := w.nicOut[0]
	if left {
		share = w.nicOut[1]
	}
	return route{w.graph.Path(share), w.between}
}

func (w *network) link(kind string, gpu int, bandwidth float64) sim.Link {
	return w.graph.Link(sim.ID{Kind: kind, A: int32(gpu)}, sim.Bandwidth(bandwidth))
}

func (w *network) nic(kind string, node, k int) sim.Link {
	return w.graph.Link(sim.ID{Kind: kind, A: int32(node), B: int32(k)}, sim.Bandwidth(w.job.nic.bandwidth))
}

// step is the route to the next GPU round a ring.
func (w *network) step(from, to int, left bool) route {
	if w.job.node(from) != w.job.node(to) {
		if w.turn > 0 {
			return w.shareOf(left)
		}
		return w.cross(from, to)
	}
	i := from % (w.nodes * w.job.g)
	if w.turn > 0 {
		i %= w.turn
	}
	if left {
		return route{w.left[i], w.inside}
	}
	return route{w.right[i], w.inside}
}

// hop is the route between two GPUs through the switch or, between nodes,
// through the NICs.
func (w *network) hop(from, to int) route {
	if w.job.node(from) != w.job.node(to) {
		return w.cross(from, to)
	}
	return route{w.graph.Path(w.out[from], w.in[to]), w.inside}
}

func (w *network) cross(from, to int) route {
	out := w.job.node(from)%w.nodes*w.job.nics + w.job.nicOf(from)
	in := w.job.node(to)%w.nodes*w.job.nics + w.job.nicOf(to)
	return route{w.graph.Path(w.nicOut[out], w.nicIn[in]), w.between}
}
