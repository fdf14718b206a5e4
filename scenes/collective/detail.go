package collective

import (
	"sort"
)

// detail is what the scene says in the JSON of a plan, besides its film.
type detail struct {
	// Sends are all transfers by step, then sender. Above 64 GPUs they are left
	// out and SendsTotal counts them.
	Sends      []sendDetail            `json:"sends,omitempty"`
	SendsTotal int                     `json:"sends_total,omitempty"`
	Trees      map[string][]treeDetail `json:"trees,omitempty"`
	TreesOver  string                  `json:"trees_over,omitempty"` // ranks or nodes
}

type sendDetail struct {
	Step    int32  `json:"step"`
	From    int32  `json:"from"`
	To      int32  `json:"to"`
	Chunk   int    `json:"chunk"`
	Phase   string `json:"phase"`
	Channel int    `json:"channel"`
	Tree    *int   `json:"tree,omitempty"`
	Left    bool   `json:"left,omitempty"`   // the way left round the ring
	Chunks  int32  `json:"chunks,omitempty"` // how many follow one another, where it is more than one
}

// treeDetail is a node of one of the two trees; up is -1 for the root.
type treeDetail struct {
	Rank int   `json:"rank"`
	Up   int   `json:"up"`
	Down []int `json:"down"`
}

func (s *schedule) detail() detail {
	var d detail
	if s.algo == tree {
		d.treesOf(s.job)
	}
	if !s.whole() {
		d.SendsTotal = s.sendsTotal()
		return d
	}
	d.Sends = make([]sendDetail, len(s.sends))
	for i, x := range s.sends {
		p := &s.parts[x.part]
		w := sendDetail{
			Step: x.step, From: x.from, To: x.to, Chunk: s.label(p, x), Phase: phaseNames[x.phase], Channel: p.channel,
			Left: s.algo == ringBoth && p.dir == 1,
		}
		if s.algo == tree {
			w.Tree = &s.parts[x.part].dir
		}
		if x.chunks > 1 {
			w.Chunks = x.chunks
		}
		d.Sends[i] = w
	}
	sort.SliceStable(d.Sends, func(i, j int) bool {
		a, b := &d.Sends[i], &d.Sends[j]
		return a.Step < b.Step || a.Step == b.Step && a.From < b.From
	})
	return d
}

// label is the number by which a send's chunk is known: of an all-to-all the
// rank whose data it is.
func (s *schedule) label(p *part, x send) int {
	if s.op == allToAll {
		from, _ := s.origin(p, int(x.chunk))
		return from
	}
	return int(x.chunk)
}

func (d *detail) treesOf(j job) {
	units := j.n
	d.TreesOver = "ranks"
	if j.nodes > 1 {
		units, d.TreesOver = j.nodes, "nodes"
	}
	d.Trees = map[string][]treeDetail{}
	for t, up := range twoTrees(units) {
		list := make([]treeDetail, units)
		for k := range units {
			i := k
			if t == 1 {
				i = inSecond(k, units) // children in the order of the first tree
			}
			list[i].Rank, list[i].Up = i, up[i]
			if list[i].Down == nil {
				list[i].Down = []int{}
			}
			if p := up[i]; p >= 0 {
				list[p].Down = append(list[p].Down, i)
			}
		}
		d.Trees[[]string{"tree0", "tree1"}[t]] = list
	}
}

// sendsTotal is how many transfers the whole schedule has.
func (s *schedule) sendsTotal() int {
	switch {
	case s.algo == tree:
		return len(s.sends)
	case s.algo == halving:
		return s.halvingSends()
	case s.algo == direct:
		total := 0
		for _, v := range s.volleys() {
			if v.phase == spreading || v.phase == summing {
				total += s.n - 1
			} else {
				total += s.n * (s.n - 1)
			}
		}
		return total
	case s.pipelined():
		return (s.n - 1) * s.pieces * len(s.parts)
	}
	return s.n * s.steps * s.channels * s.directions()
}

// halvingSends counts the senders of each step.
func (j job) halvingSends() int {
	p := powerBelow(j.n)
	total := 0
	for _, c := range j.costs() {
		switch c.phase {
		case folding, unfolding:
			total += j.n - p
		case dealing, collecting:
			total += p / 2 / c.far
		default:
			total += p
		}
	}
	return total
}
