package collective

import (
	"inflight/scenes"
)

// form is a closed form for the time of an operation, in seconds.
type form struct {
	seconds      float64 // where lower and upper are set: what it tends to
	lower, upper float64 // bounds of a form that bounds, else both 0
	rounded      int     // durations on the critical path that the engine rounds
	text         string
	source       string
	why          scenes.Message // why there is no form here; then seconds is an estimate
}

// Sources of closed forms.
const (
	thakur      = "Thakur, Rabenseifner, Gropp, IJHPCA 2005"
	patarasuk   = "Patarasuk, Yuan, JPDC 2009"
	sanders     = "Sanders, Speck, Träff, Parallel Computing 2009"
	mpich       = "pmodels/mpich src/mpi/coll/"
	mpichCommit = " as of commit 6a79bf6575c3b5b41cabbd3d59340634d6f9412d"
	ncclRings   = "NVIDIA/nccl src/device/broadcast.h, reduce.h as of commit 5067397c2676d5aed50042fc39e5c8ee96eb0027"
	scalingBook = "jax-ml/scaling-book sharding.md:506,513,621 as of commit 0819a7d8c55ddc113f5cba0285a5f97380cac1e3"
	paced       = "; over nodes: the slowest link sets the pace (max-plus)"
)

// timeForm is the closed form for the time of the job.
func (j job) timeForm() form {
	switch {
	case j.algo == tree:
		return j.treeForm()
	case j.algo == halving:
		return j.halvingForm()
	case j.algo == direct:
		return j.directForm()
	case j.op == broadcast || j.op == reduce:
		return j.chainForm()
	}
	return j.lockstepForm()
}

// lockstepForm is the time of a ring whose GPUs all do the same.
//
// In step k a send starts once the GPU's own send and its neighbour's of step
// k-1 have ended, so with a time for each step and link the last end is the
// longest path that goes on by one step and by no or one link at a time. Where
// the same kind of link is the slowest in every step, a path that stays on it is
// the longest: the sum over steps of that link's time. This holds with shared
// links too: the parts that meet on the busiest link start there together, and
// a part that meets fewer is faster. Where steps shrink (all-to-all) and the
// slowest kind changes once, the path changes with it, by one link.
func (j job) lockstepForm() form {
	link, nic := j.ringFlows()
	f := form{text: j.lockstepText(), source: j.lockstepSource()}
	block := j.blockBytes()
	alike, changes := 0, false // 1: links are slower, -1: NICs
	for _, step := range j.ringSteps() {
		bytes := float64(block * step.blocks)
		inside, between := j.slowerOf(bytes, link, nic)
		f.seconds += max(inside, between)
		alone, aloneBetween := j.slowerOf(bytes, min(link, 1), min(nic, 1))
		f.lower += max(alone, aloneBetween)
		f.rounded += 4
		side := 1
		if between > inside {
			side = -1
		}
		changes = changes || alike == -side
		alike = side
	}
	if changes && j.crowded() {
		f.upper = f.seconds
		f.text += ", " + boundsText
		return f
	}
	f.lower = 0
	return f
}

const boundsText = "between links that are not shared and links that always are"

// slowerOf is the time of a transfer of so many bytes inside a node and between
// nodes; 0 where there is none.
func (j job) slowerOf(bytes float64, link, nic int) (inside, between float64) {
	if j.g > 1 {
		inside = j.link.time(bytes, link)
	}
	if j.nodes > 1 {
		between = j.nic.time(bytes, nic)
	}
	return inside, between
}

func (j job) lockstepText() string {
	if j.op == allToAll {
		switch {
		case j.nodes > 1 && j.algo == ringAlgo:
			return "Σₖ max(α + m·k·S/(C·n·B), α′ + m′·k·S/(C·n·B′)), k = 1 … n−1"
		case j.nodes > 1:
			return "Σₖ max(α + m·bₖ/B, α′ + m′·bₖ/B′), bₖ bytes in step k ≤ n/2"
		case j.algo == ringAlgo:
			return "(n−1)α + (n−1)/2·S/B"
		case j.n%2 == 0:
			return "n/2·α + n/8·S/B"
		}
		return "(n−1)/2·α + (n²−1)/(8n)·S/B"
	}
	steps, chunk := "(n−1)", "n"
	if j.op == allReduce {
		steps = "2(n−1)"
	}
	if j.algo == ringBoth {
		chunk = "2n"
	}
	if j.nodes > 1 {
		return steps + "·max(α + m·S/(C·" + chunk + "·B), α′ + m′·S/(C·" + chunk + "·B′))"
	}
	return steps + "(α + S/(" + chunk + "·B))"
}

func (j job) lockstepSource() string {
	source := ""
	switch j.op {
	case allReduce:
		source = patarasuk + "; " + thakur
	case reduceScatter:
		source = thakur + "; " + mpich + "reduce_scatter_block/reduce_scatter_block_intra_pairwise.c:21" + mpichCommit
	case allGather:
		source = thakur + "; " + mpich + "allgather/allgather_intra_ring.c:16" + mpichCommit
	case allToAll:
		source = scalingBook
	}
	if j.nodes > 1 {
		source += paced
	}
	return source
}

// chainForm is the time of pieces that follow one another over n-1 hops: one
// piece over all hops, the others behind it over the slowest. Where parts share
// links in ways that differ from hop to hop, it is a lower bound with links that
// are never shared and an upper one with links that always are.
func (j job) chainForm() form {
	link, nic := j.ringFlows()
	f := form{
		seconds: j.chainTime(link, nic), rounded: 4 * (j.n + j.pieces),
		text: "(n−2+P)(α + S/(P·B))", source: ncclRings + "; pipelined chain: " + sanders,
	}
	if j.algo == ringBoth {
		f.text = "(n−2+P)(α + S/(2P·B))"
	}
	if j.nodes > 1 {
		f.text = "Σ over hops (α + S/(C·P·B)) + (P−1)·slowest hop"
		f.source += paced
	}
	if j.crowded() {
		f.lower, f.upper = j.chainTime(min(link, 1), min(nic, 1)), f.seconds
		f.text += ", " + boundsText
	}
	return f
}

func (j job) chainTime(link, nic int) float64 {
	bytes := j.size / float64(j.channels*j.directions()*j.pieces)
	inside, between := j.slowerOf(bytes, link, nic)
	longest := 0.0
	for _, p := range j.ringParts(j.pieces, j.channels) {
		crossings := float64(j.crossings(j.ringOf(p.channel, p.dir)))
		time := float64((float64(j.n-1)-crossings)*inside) + float64(crossings*between)
		longest = max(longest, time)
	}
	return longest + float64(float64(j.pieces-1)*max(inside, between))
}

// crossings is how many hops of a chain go from node to node: all of the ring's,
// or one less where the hop that the chain leaves out, into the root of a
// broadcast or out of that of a reduce, is one of them.
func (j job) crossings(r ring) int {
	if j.nodes == 1 {
		return 0
	}
	left := r.index(0)
	if j.op == broadcast {
		left--
	}
	if j.node(r.gpu(left)) != j.node(r.gpu(left+1)) {
		return j.nodes - 1
	}
	return j.nodes
}
