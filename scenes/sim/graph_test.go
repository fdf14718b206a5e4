package sim

import (
	"math"
	"strings"
	"testing"
)

// Each wrong call is kept for Run, which names the task.
func TestRunReturnsTheFirstWrongCall(t *testing.T) {
	task := ID{"task#", 7, 0, 0}
	tests := []struct {
		name string
		call func(g *Graph)
		want string
	}{
		{"negative duration", func(g *Graph) { g.Work(task, 0, -1) }, "task7: duration -1 ps: want"},
		{"negative latency", func(g *Graph) { g.Send(task, 0, 0, -1, 1) }, "task7: latency -1 ps: want"},
		{"negative bytes", func(g *Graph) { g.Send(task, 0, 0, 0, -1) }, "task7: -1 B: want"},
		{"bytes that are no number", func(g *Graph) { g.Send(task, 0, 0, 0, Bytes(math.NaN())) }, "task7: NaN B: want"},
		{"infinite bytes", func(g *Graph) { g.Send(task, 0, 0, 0, Bytes(math.Inf(1))) }, "task7: +Inf B: want"},
		{"unknown lane", func(g *Graph) { g.Work(task, 1, 0) }, "task7: lane 1: want"},
		{"negative lane", func(g *Graph) { g.Work(task, -1, 0) }, "task7: lane -1: want"},
		{"unknown path", func(g *Graph) { g.Send(task, 0, 1, 0, 1) }, "task7: path 1: want"},
		{"need of itself", func(g *Graph) { g.Work(task, 0, 0, 0) }, "task7: needs task 0: want one that was added before"},
		{"negative need", func(g *Graph) { g.Work(task, 0, 0, -1) }, "task7: needs task -1: want"},
		{"need for no task", func(g *Graph) { g.Need(3) }, "task 3: want"},
		{"pool without width", func(g *Graph) { g.Pool(ID{"pool", 0, 0, 0}, 0) }, "pool: pool of width 0: want"},
		{"link without bandwidth", func(g *Graph) { g.Link(ID{"link", 0, 0, 0}, 0) }, "link: bandwidth 0 B/s: want"},
		{"bandwidth that is no number", func(g *Graph) { g.Link(ID{"link", 0, 0, 0}, Bandwidth(math.NaN())) }, "link: bandwidth NaN B/s: want"},
		{"infinite bandwidth", func(g *Graph) { g.Link(ID{"link", 0, 0, 0}, Bandwidth(math.Inf(1))) }, "link: bandwidth +Inf B/s: want"},
		{"path over no link", func(g *Graph) { g.Path(0) }, "link 0 in a path: want"},
		{"path over a link twice", func(g *Graph) { l := g.Link(ID{"link", 0, 0, 0}, 1); g.Path(l, l) }, "link: twice in a path: want"},
		{"unknown counter", func(g *Graph) { g.Count(0, g.Work(task, 0, 0), AtStart, 1) }, "task7: counter 0: want"},
		{"count at no task", func(g *Graph) { g.Count(g.Counter(ID{}, "B"), 1, AtStart, 1) }, "task 1: want"},
		{"count at no edge", func(g *Graph) { g.Count(g.Counter(ID{}, "B"), g.Work(task, 0, 0), 2, 1) }, "task7: counts at edge 2: want"},
		{"count of no number", func(g *Graph) { g.Count(g.Counter(ID{}, "B"), g.Work(task, 0, 0), AtEnd, math.NaN()) }, "task7: counts NaN: want"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := NewGraph()
			test.call(g)
			g.Work(ID{"later", 0, 0, 0}, 0, -5)
			if tl, err := g.Run(); tl != nil || err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v, want an error %q", err, test.want)
			}
		})
	}
}

// A late need may be added after the call, so only Run can tell.
func TestALateNeedHasToExist(t *testing.T) {
	for _, need := range []Ref{-1, 2} {
		g := NewGraph()
		g.Need(g.Work(ID{"task#", 7, 0, 0}, 0, 0), need)
		g.Work(ID{"later", 0, 0, 0}, 0, 0)
		if _, err := g.Run(); err == nil || !strings.HasPrefix(err.Error(), "task7: needs task ") {
			t.Errorf("need of task %d: got %v, want an error that names task7", need, err)
		}
	}
}

func TestEqualListsGiveTheSamePath(t *testing.T) {
	g := NewGraph()
	a, b := g.Link(ID{"a", 0, 0, 0}, 1), g.Link(ID{"b", 0, 0, 0}, 1)
	if g.Path() != 0 {
		t.Errorf("the empty path is %d, want 0", g.Path())
	}
	if p, q := g.Path(a, b), g.Path(a, b); p != q || p == 0 {
		t.Errorf("equal lists give %d and %d, want one path", p, q)
	}
	if p, q := g.Path(a, b), g.Path(b, a); p == q {
		t.Errorf("lists in another order both give %d, want two paths", p)
	}
	if p, q := g.Path(a), g.Path(b); p == q {
		t.Errorf("two links both give %d, want two paths", p)
	}
}

func TestALargeGraphIsRefused(t *testing.T) {
	tasks, needs := NewGraph(), NewGraph()
	tasks.ids = make([]key, MaxTasks+1)
	needs.needs = make([]Ref, MaxNeeds+1)
	for _, g := range []*Graph{tasks, needs} {
		const want = "want at most 10000000 tasks and 40000000 needs"
		if _, err := g.Run(); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want an error %q", err, want)
		}
	}
}
