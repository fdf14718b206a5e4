package sim

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// play runs a graph that has to run.
func play(t *testing.T, g *Graph) *Timeline {
	t.Helper()
	tl, err := g.Run()
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(tl); err != nil {
		t.Error(err)
	}
	return tl
}

// spans writes a timeline as one line: a task, its start, its end.
func spans(tl *Timeline) string {
	var all []string
	for i := range tl.Len() {
		s := tl.Span(Ref(i))
		all = append(all, fmt.Sprintf("%v %d-%d", s.ID, s.Start, s.End))
	}
	return strings.Join(all, ", ")
}

func TestLanesServeTheirTasks(t *testing.T) {
	name := func(s string) ID { return ID{Kind: s} }
	tests := []struct {
		name  string
		build func(g *Graph)
		want  string
	}{
		{"no lane", func(g *Graph) {
			a := g.Work(name("a"), 0, 3)
			b := g.Work(name("b"), 0, 2)
			g.Work(name("c"), 0, 1, a, b)
		}, "a 0-3, b 0-2, c 3-4"},
		{"a track orders nothing", func(g *Graph) {
			l := g.Track(name("l"))
			a := g.Work(name("a"), l, 3)
			g.Work(name("b"), l, 2)
			g.Work(name("c"), l, 1, a)
		}, "a 0-3, b 0-2, c 3-4"},
		{"nothing overtakes on a stream", func(g *Graph) {
			l := g.Stream(name("l"))
			x := g.Work(name("x"), 0, 5)
			g.Work(name("a"), l, 3, x)
			g.Work(name("b"), l, 2)
		}, "x 0-5, a 5-8, b 8-10"},
		{"a pool takes what is ready", func(g *Graph) {
			l := g.Pool(name("l"), 1)
			x := g.Work(name("x"), 0, 5)
			g.Work(name("a"), l, 3, x)
			g.Work(name("b"), l, 2)
			g.Work(name("c"), l, 4)
			g.Work(name("d"), l, 1)
		}, "x 0-5, a 6-9, b 0-2, c 2-6, d 9-10"},
		{"a pool has a width", func(g *Graph) {
			l := g.Pool(name("l"), 2)
			g.Work(name("a"), l, 3)
			g.Work(name("b"), l, 1)
			g.Work(name("c"), l, 4)
			g.Work(name("d"), l, 1)
		}, "a 0-3, b 0-1, c 1-5, d 3-4"},
		{"a pool chooses after all ends", func(g *Graph) {
			// a and x end at 2; c waits since 0, but b was added before it.
			l := g.Pool(name("l"), 1)
			x := g.Work(name("x"), 0, 2)
			g.Work(name("a"), l, 2)
			g.Work(name("b"), l, 1, x)
			g.Work(name("c"), l, 1)
		}, "x 0-2, a 0-2, b 2-3, c 3-4"},
		{"a pool chooses after what takes no time", func(g *Graph) {
			l := g.Pool(name("l"), 1)
			s := g.Stream(name("s"))
			x := g.Work(name("x"), s, 0)
			y := g.Work(name("y"), 0, 0, x)
			g.Work(name("a"), l, 1, y)
			g.Work(name("b"), l, 1)
		}, "x 0-0, y 0-0, a 0-1, b 1-2"},
		{"no time on a pool takes a round", func(g *Graph) {
			// a ends in the instant in which it starts, so b is ready at 0 as well;
			// but the pool has chosen by then.
			l := g.Pool(name("l"), 2)
			a := g.Work(name("a"), l, 0)
			g.Work(name("b"), l, 5, a)
			g.Work(name("c"), l, 5)
			g.Work(name("d"), l, 5)
		}, "a 0-0, b 0-5, c 0-5, d 5-10"},
		{"a round on one pool is too late for another", func(g *Graph) {
			l, m := g.Pool(name("l"), 1), g.Pool(name("m"), 1)
			a := g.Work(name("a"), l, 0)
			g.Work(name("b"), m, 5, a)
			g.Work(name("c"), m, 5)
		}, "a 0-0, b 5-10, c 0-5"},
		{"needs of later tasks", func(g *Graph) {
			l := g.Stream(name("l"))
			a := g.Work(name("a"), l, 1)
			b := g.Work(name("b"), 0, 4)
			g.Need(a, b)
			c := g.Work(name("c"), 0, 6)
			g.Need(a, c)
			g.Need(b, g.Work(name("d"), 0, 1))
		}, "a 6-7, b 1-5, c 0-6, d 0-1"},
		{"bytes without a path take no time", func(g *Graph) {
			a := g.Send(name("a"), 0, 0, 7, 1e9)
			g.Send(name("b"), 0, 0, 0, 1e9, a)
		}, "a 0-7, b 7-7"},
		{"a transfer without bytes takes its latency", func(g *Graph) {
			p := g.Path(g.Link(name("l"), 1))
			a := g.Send(name("a"), 0, p, 7, 0)
			g.Send(name("b"), 0, p, 0, 0, a)
		}, "a 0-7, b 7-7"},
		{"a transfer holds its lane", func(g *Graph) {
			l := g.Stream(name("l"))
			p := g.Path(g.Link(name("link"), 1e12))
			g.Send(name("a"), l, p, 7, 10)
			g.Send(name("b"), l, p, 1, 10)
		}, "a 0-17, b 17-28"},
		{"the same need twice", func(g *Graph) {
			a := g.Work(name("a"), 0, 2)
			g.Work(name("b"), 0, 1, a, a)
		}, "a 0-2, b 2-3"},
		{"nothing", func(g *Graph) {}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := NewGraph()
			test.build(g)
			if got := spans(play(t, g)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// Tasks that wait for each other are named.
func TestACircleIsAnError(t *testing.T) {
	name := func(s string) ID { return ID{Kind: s} }
	tests := []struct {
		name  string
		build func(g *Graph)
		want  string
	}{
		{"itself", func(g *Graph) {
			a := g.Work(name("a"), 0, 1)
			g.Need(a, a)
		}, "a waits for itself: a needs a: want"},
		{"needs", func(g *Graph) {
			x := g.Work(name("x"), 0, 1)
			a := g.Work(name("a"), 0, 1, x)
			b := g.Work(name("b"), 0, 1, a)
			g.Need(a, b)
			g.Work(name("after"), 0, 1, b)
		}, "a waits for itself: a needs b, b needs a: want"},
		{"order of a stream", func(g *Graph) {
			l := g.Stream(name("gpu"))
			g.Work(name("done"), l, 1)
			a := g.Work(name("a"), l, 1)
			g.Work(name("b"), l, 1)
			c := g.Work(name("c"), l, 1)
			g.Need(a, c)
		}, "a waits for itself: a needs c, c comes after a on gpu: want"},
		{"two streams", func(g *Graph) {
			l, m := g.Stream(name("l")), g.Stream(name("m"))
			a := g.Work(name("a"), l, 1)
			b := g.Work(name("b"), l, 1)
			c := g.Work(name("c"), m, 1, b)
			d := g.Work(name("d"), m, 1)
			g.Need(a, d)
			_ = c
		}, "a waits for itself: a needs d, d comes after c on m, c needs b, b comes after a on l: want"},
		{"a long one", func(g *Graph) {
			first := g.Work(ID{"t#", 0, 0, 0}, 0, 1)
			last := first
			for i := range 99 {
				last = g.Work(ID{"t#", int32(i + 1), 0, 0}, 0, 1, last)
			}
			g.Need(first, last)
		}, "t0 waits for itself: t0 needs t99, t99 needs t98, t98 needs t97, t97 needs t96, t96 needs t95, t95 needs t94, … 94 more: want"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := NewGraph()
			test.build(g)
			if _, err := g.Run(); err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestBeyondTheRangeOfTimeIsAnError(t *testing.T) {
	const want = "would end beyond the range of time"
	g := NewGraph()
	a := g.Work(ID{Kind: "a"}, 0, 9e6*Second)
	g.Work(ID{Kind: "b"}, 0, 9e6*Second, a)
	if _, err := g.Run(); err == nil || !strings.HasPrefix(err.Error(), "b: "+want) {
		t.Errorf("work: got %v, want b: %s", err, want)
	}
	g = NewGraph()
	p := g.Path(g.Link(ID{Kind: "link"}, 1))
	g.Send(ID{Kind: "a"}, 0, p, 0, 6e6)
	g.Send(ID{Kind: "b"}, 0, p, 0, 1e30)
	if _, err := g.Run(); err == nil || !strings.HasPrefix(err.Error(), "b: "+want) {
		t.Errorf("transfer: got %v, want b: %s", err, want)
	}
	g = NewGraph()
	g.Work(ID{Kind: "a"}, 0, Never)
	if _, err := g.Run(); err == nil {
		t.Errorf("never: got no error, want a: %s", want)
	}
}

// A graph may grow and run again; the first timeline stays as it was.
func TestATimelineDoesNotChange(t *testing.T) {
	g := NewGraph()
	lane := g.Stream(ID{Kind: "lane"})
	c := g.Counter(ID{Kind: "counter"}, "B")
	p := g.Path(g.Link(ID{Kind: "link"}, 1e12))
	a := g.Work(ID{Kind: "a"}, lane, 5)
	b := g.Send(ID{Kind: "b"}, lane, p, 1, 10, a)
	g.Count(c, a, AtStart, 3)
	first := play(t, g)
	before, text := first.Hash(), spans(first)

	d := g.Work(ID{Kind: "d"}, 0, 50)
	g.Need(a, d)
	g.Count(c, b, AtEnd, 4)
	g.Path(g.Link(ID{Kind: "link2"}, 1e12))
	second := play(t, g)
	if got, want := spans(second), "a 50-55, b 55-66, d 0-50"; got != want {
		t.Errorf("the second run gives %s, want %s", got, want)
	}
	if first.Hash() != before || spans(first) != text || first.Len() != 2 {
		t.Errorf("the first timeline is now %s, want %s", spans(first), text)
	}
	if second.Hash() == before {
		t.Error("different timelines have the same hash")
	}
}

// A 1F1B pipeline with equal stages and free transfers takes (m + p - 1) times a
// forward and a backward. Source: Narayanan et al., SC 2021, §2.2.1.
func TestPipelineTakesItsClosedForm(t *testing.T) {
	g := oneFOneB(4, 10, true)
	for i := range g.length {
		if g.path[i] != 0 {
			g.length[i], g.bytes[i] = 0, 0
		}
	}
	tl := play(t, g)
	if got, want := tl.End(), (10+4-1)*9*Millisecond; got != want {
		t.Errorf("ends at %v, want %v", got, want)
	}
	// Stage s holds at most p - s activations. Source: ibid.
	for s, c := range tl.Counters() {
		peak := 0.0
		for _, p := range tl.Points(c) {
			peak = max(peak, p.Value)
		}
		if got, want := peak, float64(4-s)*1e8; got != want {
			t.Errorf("stage %d holds %v B, want %v", s, got, want)
		}
	}
}

func TestCountersMergeAnInstant(t *testing.T) {
	g := NewGraph()
	lane := g.Stream(ID{Kind: "lane"})
	c := g.Counter(ID{Kind: "memory"}, "B")
	idle := g.Counter(ID{Kind: "idle"}, "")
	a := g.Work(ID{Kind: "a"}, lane, 5)
	b := g.Work(ID{Kind: "b"}, lane, 5)
	d := g.Work(ID{Kind: "d"}, lane, 5)
	g.Count(c, d, AtEnd, -2./3)
	g.Count(c, a, AtStart, 1)
	g.Count(c, a, AtEnd, -1)
	g.Count(c, b, AtStart, 1) // as a's goes: no step
	g.Count(c, b, AtEnd, -1./3)
	tl := play(t, g)
	third := 1. / 3                                   // rounded, as the counter sees it
	want := []Point{{0, 1}, {10, 1 - third}, {15, 0}} // exactly 0, though of thirds
	if got := tl.Points(c); !slices.Equal(got, want) {
		t.Errorf("points %v, want %v", got, want)
	}
	if got := tl.Points(idle); !slices.Equal(got, []Point{{0, 0}}) {
		t.Errorf("an idle counter has the points %v, want one at 0", got)
	}
	for _, test := range []struct {
		at   Time
		want float64
	}{{-1, 0}, {0, 1}, {9, 1}, {10, 1 - third}, {15, 0}, {Never, 0}} {
		if got := tl.Value(c, test.at); got != test.want {
			t.Errorf("at %d the counter is %v, want %v", test.at, got, test.want)
		}
	}
	if got, want := tl.CounterUnit(c), "B"; got != want {
		t.Errorf("unit %q, want %q", got, want)
	}
}

func TestProgressIsExactAtTheEnds(t *testing.T) {
	g := NewGraph()
	p := g.Path(g.Link(ID{Kind: "link"}, 2e12))
	g.Send(ID{Kind: "a"}, 0, p, 0, 10)
	b := g.Send(ID{Kind: "b"}, 0, p, 5, 31)
	w := g.Work(ID{Kind: "w"}, 0, 8)
	z := g.Work(ID{Kind: "z"}, 0, 0, w)
	tl := play(t, g)
	// b has the link alone from 5 on: 31 bytes in 15.5 ps, so to 21.
	for _, test := range []struct {
		task Ref
		at   Time
		want float64
	}{
		{b, 0, 0}, {b, 5, 0}, {b, 6, 2. / 31}, {b, 20, 30. / 31}, {b, 21, 1}, {b, 22, 1}, {b, Never, 1},
		{w, -1, 0}, {w, 0, 0}, {w, 2, 0.25}, {w, 8, 1},
		{z, 7, 0}, {z, 8, 1},
	} {
		if got := tl.Progress(test.task, test.at); math.Abs(got-test.want) > 1e-15 {
			t.Errorf("%v has done %v at %d, want %v", tl.Span(test.task).ID, got, test.at, test.want)
		}
	}
}

func TestFindFindsTasksOnly(t *testing.T) {
	tl := play(t, oneFOneB(3, 5, true))
	want := ID{"grad/s#/mb#", 2, 4, 0}
	r, ok := tl.Find(want)
	if !ok || tl.Span(r).ID != want {
		t.Errorf("found task %d, %v, want %v", r, ok, want)
	}
	for _, id := range []ID{{"grad/s#/mb#", 2, 5, 0}, {"stage#", 1, 0, 0}, {"nothing", 0, 0, 0}, {}} {
		if r, ok := tl.Find(id); ok {
			t.Errorf("found %v as task %d, want nothing", id, r)
		}
	}
	twice := NewGraph()
	for range 20 {
		twice.Work(ID{Kind: "a"}, 0, 1)
	}
	tl, err := twice.Run()
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := tl.Find(ID{Kind: "a"}); r != 0 || !ok {
		t.Errorf("found task %d, %v, want the first one", r, ok)
	}
	if r, ok := play(t, NewGraph()).Find(want); ok {
		t.Errorf("found task %d in nothing", r)
	}
}

// Tasks that start together stand in the order in which they were added.
func TestInKeepsTheOrderOfEqualStarts(t *testing.T) {
	g := NewGraph()
	wait := g.Work(ID{Kind: "wait"}, 0, 1)
	track := g.Track(ID{Kind: "track"})
	var want, later []Ref
	for i := range int32(100) {
		if i%3 == 0 {
			later = append(later, g.Work(ID{"later#", i, 0, 0}, track, 1, wait))
		} else {
			want = append(want, g.Work(ID{"task#", i, 0, 0}, track, 5))
		}
	}
	want = append(want, later...)
	dst := make([]Ref, 0, 100)
	tl := play(t, g)
	if got := tl.In(dst, track, 0, 2); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if n := testing.AllocsPerRun(10, func() { tl.In(dst, track, 0, 2) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// Several readers at once, for the race detector.
func TestReadersShareATimeline(t *testing.T) {
	tl := play(t, oneFOneB(4, 8, true))
	done := make(chan [16]byte)
	for range 4 {
		go func() {
			for _, l := range tl.Links() {
				tl.Load(l)
			}
			tl.In(nil, 1, 0, tl.End())
			tl.Find(ID{"fwd/s#/mb#", 1, 1, 0})
			done <- tl.Hash()
		}()
	}
	first := <-done
	for range 3 {
		if got := <-done; got != first {
			t.Errorf("hash %x, want %x", got, first)
		}
	}
}
