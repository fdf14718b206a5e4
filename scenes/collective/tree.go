package collective

import (
	"strconv"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// twoTrees are NCCL's double binary tree over n: the parent of each node in
// either tree, -1 for the root. In the first one a node whose lowest set bit is
// b hangs below the node with 2b in place of b, or with neither where that is
// beyond n. The second is its mirror image for an even n, else the first moved
// on by one. Source: NVIDIA/nccl src/graph/trees.cc.
func twoTrees(n int) [2][]int {
	trees := [2][]int{make([]int, n), make([]int, n)}
	for i := range n {
		up := binaryParent(i, n)
		trees[0][i] = up
		trees[1][inSecond(i, n)] = inSecond(up, n)
	}
	return trees
}

// inSecond is the node of the second tree that stands where i does in the first.
func inSecond(i, n int) int {
	switch {
	case i < 0:
		return -1
	case n%2 == 0:
		return n - 1 - i
	}
	return (i + 1) % n
}

func binaryParent(i, n int) int {
	if i == 0 {
		return -1
	}
	b := i & -i
	if up := i - b | 2*b; up < n {
		return up
	}
	return i - b
}

// branches is a tree of GPUs.
type branches struct {
	up    []int   // parent, -1 for the root
	down  [][]int // children
	root  int
	order []int // from the root, level by level
	depth []int
}

// treeOf is the tree of a channel: over the GPUs of one node, else over nodes
// with a chain in each. For broadcast and reduce it hangs from GPU 0.
func (j job) treeOf(channel, which int) branches {
	units, chain := j.n, 1 // what the double tree spans, and the GPUs of each
	if j.nodes > 1 {
		units, chain = j.nodes, j.g
	}
	over := twoTrees(units)[which]
	if j.op != allReduce {
		over = fromZero(over)
	}
	start := channel * chain / j.channels
	gpu := func(unit, place int) int { return unit*chain + (start+place)%chain }
	up := make([]int, j.n)
	for u := range units {
		up[gpu(u, 0)] = -1
		if over[u] >= 0 {
			up[gpu(u, 0)] = gpu(over[u], 0)
		}
		for k := 1; k < chain; k++ {
			up[gpu(u, k)] = gpu(u, k-1)
		}
	}
	if j.op != allReduce {
		up = hungFrom(up, 0)
	}
	return newBranches(up)
}

// fromZero lets unit 0 feed the root: it loses its own parent, and the root gets
// it as parent.
func fromZero(up []int) []int {
	for i := range up {
		if up[i] < 0 && i != 0 {
			up[i] = 0
			up[0] = -1
			break
		}
	}
	return up
}

// hungFrom turns the way from a GPU to the root round.
func hungFrom(up []int, gpu int) []int {
	for child, at := -1, gpu; at >= 0; {
		next := up[at]
		up[at] = child
		child, at = at, next
	}
	return up
}

func newBranches(up []int) branches {
	b := branches{up: up, down: make([][]int, len(up)), depth: make([]int, len(up))}
	for i, p := range up {
		if p < 0 {
			b.root = i
		} else {
			b.down[p] = append(b.down[p], i)
		}
	}
	b.order = append(b.order, b.root)
	for i := 0; i < len(b.order); i++ {
		for _, child := range b.down[b.order[i]] {
			b.depth[child] = b.depth[b.order[i]] + 1
			b.order = append(b.order, child)
		}
	}
	return b
}

// height is the depth of the deepest leaf.
func (b branches) height() int { return b.depth[b.order[len(b.order)-1]] }

// rises and falls say which ways data goes: up to be summed, down to be spread.
func (j job) rises() bool { return j.op != broadcast }
func (j job) falls() bool { return j.op != reduce }

// treeParts are the two trees of each channel, each with half of its data.
func (j job) treeParts() []part {
	var parts []part
	for c := range j.channels {
		for t := range 2 {
			kind := "send/#/#/tree" + strconv.Itoa(t)
			if j.channels > 1 {
				kind += "/ch" + strconv.Itoa(c)
			}
			parts = append(parts, part{channel: c, dir: t, chunks: j.pieces, share: 0.5 / float64(j.channels), kind: kind + "/#"})
		}
	}
	return parts
}

// maxTreeWork bounds the instants at which a piece ends times the streams that
// may then change their rate: ports tie all streams of the trees together. This
// many take about a second.
const maxTreeWork = 70_000_000

// trees builds the double binary tree. A piece goes up once it has come from all
// children, and down from the root once it is summed there, or once it has come
// from the parent.
func trees(j job) (*schedule, error) {
	s := newSchedule(j)
	parts := j.treeParts()
	ways := 1
	if j.op == allReduce {
		ways = 2
	}
	sends := (j.n - 1) * ways * j.pieces * len(parts)
	if err := s.room(sends, 2*sends); err != nil {
		return nil, err
	}
	s.net.laySwitch()
	s.net.layNICs()
	all := make([]branches, len(parts))
	height := 0
	for i, p := range parts {
		all[i] = j.treeOf(p.channel, p.dir)
		height = max(height, all[i].height())
	}
	if instants := min(sends, 2*j.pieces*(2*height+j.pieces)); instants*(j.n-1)*ways*len(parts) > maxTreeWork {
		return nil, scenes.Refuse("collective.refuse.tree", j.pieces, j.n)
	}
	s.treePhases(height)
	for i, p := range parts {
		s.begin(p)
		s.treePart(p, all[i])
		s.roots = append(s.roots, all[i].root)
	}
	return s, nil
}

// treePhases counts rounds: so many as pieces take that go one hop a round.
func (s *schedule) treePhases(height int) {
	rounds := height + s.pieces - 1
	switch s.op {
	case allReduce:
		s.phases(span{phase: summing, count: rounds + height})
	case broadcast:
		s.phases(span{phase: spreading, count: rounds})
	case reduce:
		s.phases(span{phase: summing, count: rounds})
	}
}

// treeWires are the streams of one way through a tree, by the lower GPU of each
// edge.
type treeWires struct {
	on  []sim.Lane
	via []route
}

func (s *schedule) treeWires(p part, b branches, rising bool) treeWires {
	kind := "gpu#/to#/tree" + strconv.Itoa(p.dir)
	if s.channels > 1 {
		kind += "/ch" + strconv.Itoa(p.channel)
	}
	w := treeWires{make([]sim.Lane, s.n), make([]route, s.n)}
	for _, v := range b.order[1:] {
		from, to := v, b.up[v]
		if !rising {
			from, to = to, from
		}
		w.on[v] = s.graph.Stream(sim.ID{Kind: kind, A: int32(from), B: int32(to)})
		w.via[v] = s.net.hop(from, to)
	}
	return w
}

func (s *schedule) treePart(p part, b branches) {
	var rising, falling treeWires
	if s.rises() {
		rising = s.treeWires(p, b, true)
	}
	if s.falls() {
		falling = s.treeWires(p, b, false)
	}
	bytes := s.size * p.share / float64(s.pieces)
	height := b.height()
	raised := make([]sim.Ref, s.n) // by GPU, the present piece's transfer to its parent
	fallen := make([]sim.Ref, s.n) // and from it
	fromChildren := func(v int) []sim.Ref {
		var needs []sim.Ref
		for _, c := range b.down[v] {
			needs = append(needs, raised[c])
		}
		return needs
	}
	for k := range s.pieces {
		if s.rises() {
			for i := len(b.order) - 1; i > 0; i-- {
				v := b.order[i]
				x := send{step: int32(k + height - b.depth[v]), from: int32(v), to: int32(b.up[v]), phase: summing, chunk: int32(k), chunks: 1}
				raised[v] = s.add(x, sim.ID{Kind: p.kind, A: x.from, B: x.to, C: int32(k)}, rising.on[v], rising.via[v], bytes, fromChildren(v)...)
			}
		}
		if !s.falls() {
			continue
		}
		for _, v := range b.order[1:] {
			up := b.up[v]
			x := send{step: int32(k + b.depth[v] - 1), from: int32(up), to: int32(v), phase: spreading, chunk: int32(k), chunks: 1}
			if s.rises() {
				x.step += int32(height)
			}
			var needs []sim.Ref
			switch {
			case up != b.root:
				needs = []sim.Ref{fallen[up]}
			case s.rises():
				needs = fromChildren(up)
			}
			fallen[v] = s.add(x, sim.ID{Kind: p.kind, A: x.from, B: x.to, C: int32(k)}, falling.on[v], falling.via[v], bytes, needs...)
		}
	}
}
