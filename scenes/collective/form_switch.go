package collective

import (
	"inflight/scenes"
)

// halvingForm is the sum over the steps of recursive halving and doubling.
//
// Over several nodes all GPUs that share a NIC cross it in the same steps, so it
// is exact where ranks are a power of two; a step whose ranks are a node's GPUs
// or more apart crosses NICs.
func (j job) halvingForm() form {
	f := form{text: j.halvingText(), source: j.halvingSource()}
	p := powerBelow(j.n)
	folded := p < j.n && j.nodes > 1
	if folded {
		f.why = scenes.Say("collective.why.folded", j.n)
	}
	for _, c := range j.costs() {
		bytes := float64(j.size*float64(c.blocks)) / float64(p)
		time := j.link.time(bytes, 1)
		if c.between {
			time = j.nic.time(bytes, c.flows)
		}
		if folded { // whoever crosses, it is at most all of a node
			time = max(time, j.nic.time(bytes, j.g))
		}
		f.seconds += time
		f.rounded += 4
	}
	return f
}

func (j job) halvingText() string {
	if j.nodes > 1 {
		return "Σ over log₂n steps at distance d: d < g: α + b/B, else α′ + m·b/B′"
	}
	switch j.op {
	case allReduce:
		if powerBelow(j.n) < j.n {
			return "(2⌊log₂n⌋+2)α + (2(p−1)/p + 2)·S/B, p = 2^⌊log₂n⌋"
		}
		return "2·log₂n·α + 2(n−1)/n·S/B"
	case broadcast, reduce:
		return "2·log₂n·α + 2(n−1)/n·S/B"
	}
	return "log₂n·α + (n−1)/n·S/B"
}

func (j job) halvingSource() string {
	file := map[string]string{
		allReduce:     "allreduce/allreduce_intra_reduce_scatter_allgather.c:34,38",
		reduceScatter: "reduce_scatter/reduce_scatter_intra_recursive_halving.c:25",
		allGather:     "allgather/allgather_intra_recursive_doubling.c:13",
		broadcast:     "bcast/bcast_intra_scatter_recursive_doubling_allgather.c:26",
		reduce:        "reduce/reduce_intra_reduce_scatter_gather.c:28",
	}[j.op]
	return thakur + "; " + mpich + file + mpichCommit
}

// directForm is the time of transfers that all start at once. Inside a node a
// GPU's port carries those to its g-1 peers, between nodes a NIC those of its
// GPUs to the n-g others, and both go on at the same time.
//
// It is exact also where some NICs serve more GPUs than others: what crosses the
// busiest NIC gets an even share of it, since no other link on its way is
// busier. Only an all-reduce over such NICs has no form: its second step starts
// earlier on some GPUs, and meets what is left of the first.
func (j job) directForm() form {
	f := form{text: j.directText(), source: "NVIDIA/nccl-tests doc/PERFORMANCE.md:54-138 as of commit a0b82b2260cf5152b9f8c061bbf7eaf0ba096432"}
	if j.op == allToAll || j.op == reduceScatter {
		f.source = mpich + "alltoall/alltoall_intra_pairwise.c:20" + mpichCommit + ", all steps at once; " + f.source
	}
	if j.op == allReduce && j.nodes > 1 && j.g%j.nics != 0 {
		f.why = scenes.Say("collective.why.uneven", j.nics, j.g)
	}
	for _, v := range j.volleys() {
		each := float64(j.size * v.share)
		inside, between := 0.0, 0.0
		if j.g > 1 {
			inside = j.link.time(each, j.g-1)
		}
		if j.nodes > 1 {
			between = j.nic.time(each, (j.n-j.g)*j.volleyFlows())
		}
		f.seconds += max(inside, between)
		f.rounded += 4
	}
	return f
}

func (j job) directText() string {
	times, share := "", "/n"
	switch j.op {
	case allReduce:
		times = "2·"
	case broadcast, reduce:
		share = ""
	}
	if j.nodes > 1 {
		return times + "max(α + (g−1)·S" + share + "/B, α′ + m·(n−g)·S" + share + "/B′)"
	}
	if share == "" {
		return "α + (n−1)·S/B"
	}
	if times == "" {
		return "α + (n−1)/n·S/B"
	}
	return "2(α + (n−1)/n·S/B)"
}

// treeForm bounds the time of the double binary tree, whose pieces of s bytes go
// along streams: one for each edge and way.
//
// Upper bound: max-min fairness gives a transfer at least B/m on each link,
// where m streams cross it. So a stream takes at most δ = α + m·s/B for a piece,
// and P pieces pass a row of streams in at most Σδ + (P-1)·max δ.
//
// Lower bound: the busiest link has to carry its bytes, after one latency; and
// the pieces take at least (α + s/B) a stream, in the same way, on the longest
// row.
//
// On one node a GPU's port has at most four streams of an all-reduce, so with
// many pieces and no latency both bounds go to 2S/B (S/B for broadcast and
// reduce): the bytes that cross the busiest port.
func (j job) treeForm() form {
	b := j.treeBounds()
	f := form{
		seconds: b.carried, lower: max(b.carried+b.latency, b.quickest), upper: b.slowest, rounded: 4 * b.durations,
		text:   "max(α + W/B, (h+P−1)(α + S/(2P·B))) … (h+P−1)(α + m·S/(2P·B)) → W/B, W = " + amount(b.bytes/j.size) + "S",
		source: "NVIDIA/nccl src/graph/trees.cc:12-112 as of commit 5067397c2676d5aed50042fc39e5c8ee96eb0027; " + sanders + "; bounds from max-min fairness",
	}
	if j.nodes > 1 {
		f.text = "max(α + W/B, Σδ + (P−1)max δ) … the same with each link's worst share, along the longest way"
	}
	return f
}

// bounds is what treeForm is made of, in seconds and bytes.
type bounds struct {
	carried   float64 // time of the busiest link for its bytes
	bytes     float64 // these
	latency   float64 // before it
	quickest  float64 // of the longest row of streams, alone
	slowest   float64 // of the slowest row, with the worst shares
	durations int     // along a row
}

// ends counts the streams at a port or NIC, out and in.
type ends struct{ out, in int }

func (j job) treeBounds() bounds {
	parts := j.treeParts()
	all := make([]branches, len(parts))
	ports := make([]ends, j.n)
	nics := make([]ends, j.nodes*j.nics)
	for i, p := range parts {
		all[i] = j.treeOf(p.channel, p.dir)
		j.countStreams(all[i], ports, nics)
	}
	piece := j.size * parts[0].share / float64(j.pieces)
	var b bounds
	most := func(list []ends, w wire) {
		for _, e := range list {
			bytes := float64(piece*float64(j.pieces)) * float64(max(e.out, e.in))
			if t := bytes / w.bandwidth; t > b.carried {
				b.carried, b.bytes, b.latency = t, bytes, w.alpha
			}
		}
	}
	most(ports, j.link)
	most(nics, j.nic)
	for _, t := range all {
		j.boundRows(t, piece, ports, nics, &b)
	}
	return b
}

// countStreams adds the streams of a tree at both of their ends.
func (j job) countStreams(b branches, ports, nics []ends) {
	for _, v := range b.order[1:] {
		up := b.up[v]
		list, low, high := ports, v, up
		if j.node(v) != j.node(up) {
			list, low, high = nics, j.node(v)*j.nics+j.nicOf(v), j.node(up)*j.nics+j.nicOf(up)
		}
		if j.rises() {
			list[low].out++
			list[high].in++
		}
		if j.falls() {
			list[high].out++
			list[low].in++
		}
	}
}

// streamTimes are what one stream takes for a piece, alone and at the worst.
type streamTimes struct{ alone, worst float64 }

func (j job) streamTimes(from, to int, piece float64, ports, nics []ends) streamTimes {
	w, out, in := j.link, ports[from].out, ports[to].in
	if j.node(from) != j.node(to) {
		w = j.nic
		out, in = nics[j.node(from)*j.nics+j.nicOf(from)].out, nics[j.node(to)*j.nics+j.nicOf(to)].in
	}
	return streamTimes{w.time(piece, 1), w.time(piece, max(out, in))}
}

// row is a row of streams: the sum of their times and the longest.
type row struct{ sum, most float64 }

func (r row) then(t float64) row { return row{r.sum + t, max(r.most, t)} }

// boundRows looks at the rows of a tree: from the leaves up to the root, or from
// the root down, or one after the other.
func (j job) boundRows(t branches, piece float64, ports, nics []ends, b *bounds) {
	var alone, worst row
	extend := func(rising bool) {
		var longest row // of those that end anywhere
		var worstSum, worstMost float64
		rows, worstRows := make([]row, j.n), make([]row, j.n)
		for _, v := range t.order[1:] {
			up := t.up[v]
			from, to := v, up
			if !rising {
				from, to = up, v
			}
			times := j.streamTimes(from, to, piece, ports, nics)
			rows[v], worstRows[v] = rows[up].then(times.alone), worstRows[up].then(times.worst)
			if rows[v].sum > longest.sum {
				longest = rows[v]
			}
			worstSum, worstMost = max(worstSum, worstRows[v].sum), max(worstMost, worstRows[v].most)
		}
		alone = row{alone.sum + longest.sum, max(alone.most, longest.most)}
		worst = row{worst.sum + worstSum, max(worst.most, worstMost)}
		b.durations = max(b.durations, 2*(t.height()+j.pieces))
	}
	if j.rises() {
		extend(true)
	}
	if j.falls() {
		extend(false)
	}
	rest := float64(j.pieces - 1)
	b.quickest = max(b.quickest, alone.sum+float64(rest*alone.most))
	b.slowest = max(b.slowest, worst.sum+float64(rest*worst.most))
}
