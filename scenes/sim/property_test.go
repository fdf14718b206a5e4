package sim

import (
	"math"
	"slices"
	"testing"

	"inflight/tests/noise"

	"pgregory.net/rapid"
)

// graphs says what kind of graph to draw.
type graphs struct {
	tasks int     // at most
	unit  float64 // bytes per second; links have 1 to 12 of them
	long  int     // the longest duration in ps, the most bytes
	pools bool
}

var (
	// tiny graphs have ends that are fractions of few picoseconds, often equal
	// ones: all is met at once, and floats have no room for more than errors.
	tiny = graphs{tasks: 24, unit: 1e12, long: 60, pools: true}

	// large graphs are tiny ones with more tasks: for the fuzzer.
	large = graphs{tasks: 64, unit: 1e12, long: 60, pools: true}

	// real graphs have transfers of up to 10 ms. They have no pools, where an
	// error of a picosecond would change the order of all that follows.
	real = graphs{tasks: 24, unit: 1e9, long: 1e7}
)

// choose picks a number from 0 to most.
type choose func(most int, what string) int

func byRapid(t *rapid.T) choose {
	return func(most int, what string) int { return rapid.IntRange(0, most).Draw(t, what) }
}

// byBytes takes a byte, or two, for each choice; where they end it picks 0.
func byBytes(choices []byte) choose {
	next := func() (b int) {
		if len(choices) > 0 {
			b, choices = int(choices[0]), choices[1:]
		}
		return b
	}
	return func(most int, _ string) int {
		n := next()
		if most > 255 {
			n = n<<8 | next()
		}
		return n % (most + 1)
	}
}

// draw returns a graph over streams, pools, tracks and links, with a counter
// that cannot fall below zero.
func (k graphs) draw(small choose) *Graph {
	g := NewGraph()
	lanes := []Lane{0}
	for i := range small(4, "lanes") {
		id := ID{"lane#", int32(i), 0, 0}
		switch kind := small(2, "lane"); {
		case kind == 0:
			lanes = append(lanes, g.Stream(id))
		case kind == 1 && k.pools:
			lanes = append(lanes, g.Pool(id, 1+small(2, "width")))
		default:
			lanes = append(lanes, g.Track(id))
		}
	}
	var links []Link
	for i := range 1 + small(4, "links") {
		links = append(links, g.Link(ID{"link#", int32(i), 0, 0}, Bandwidth(k.unit*float64(1+small(11, "bandwidth")))))
	}
	counter := g.Counter(ID{"counter", 0, 0, 0}, "B")
	n := 1 + small(k.tasks-1, "tasks")
	for i := range n {
		var needs []Ref
		for range min(i, small(2, "needs")) {
			needs = append(needs, Ref(small(i-1, "need")))
		}
		on := lanes[small(len(lanes)-1, "lane of task")]
		var r Ref
		if small(2, "send") > 0 {
			path := some(links, small)
			r = g.Send(ID{"send#", int32(i), 0, 0}, on, g.Path(path...), Time(small(4, "latency")), Bytes(small(k.long, "bytes")), needs...)
		} else {
			r = g.Work(ID{"work#", int32(i), 0, 0}, on, Time(small(k.long, "duration")), needs...)
		}
		if small(1, "count") > 0 {
			delta := float64(1+small(5, "delta")) / 3
			g.Count(counter, r, AtStart, delta)
			g.Count(counter, r, AtEnd, -delta)
		}
	}
	for range small(2, "late needs") {
		g.Need(Ref(small(n-1, "late")), Ref(small(n-1, "on")))
	}
	return g
}

// some are at most three of the links, each once.
func some(links []Link, small choose) (path []Link) {
	rest := slices.Clone(links)
	for range small(min(3, len(links)), "hops") {
		i := small(len(rest)-1, "link")
		path = append(path, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return path
}

func TestRunEqualsReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkAgainstReference(t, tiny.draw(byRapid(t)), 0)
	})
}

func TestRunEqualsReferenceAtLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := real.draw(byRapid(t))
		// Where a float ends just beside a whole picosecond, that end is one off;
		// others then have that much more or less to share.
		checkAgainstReference(t, g, Time(len(g.ids)))
	})
}

func TestAllToAllEqualsReference(t *testing.T) {
	for _, nics := range []int{1, 2, 3} {
		checkAgainstReference(t, allToAll(2, 3, nics, equalSize), 0)
		checkAgainstReference(t, allToAll(2, 3, nics, unequalSize), 0)
	}
}

// FuzzRun lets the fuzzer choose the graph.
func FuzzRun(f *testing.F) {
	for _, choices := range noise.Bytes(300, 400) {
		f.Add(choices)
	}
	f.Fuzz(func(t *testing.T, choices []byte) { checkAgainstReference(t, large.draw(byBytes(choices)), 0) })
}

// checkAgainstReference wants the times of the reference, to off, and a timeline
// that is in order.
func checkAgainstReference(t rapid.TB, g *Graph, off Time) {
	t.Helper()
	start, end := runReference(g)
	tl, err := g.Run()
	if err != nil {
		if !slices.Contains(end, Never) {
			t.Fatalf("got error %v, want none", err)
		}
		return
	}
	for i := range start {
		r := Ref(i)
		if max(start[i]-tl.Start(r), tl.Start(r)-start[i], end[i]-tl.Finish(r), tl.Finish(r)-end[i]) > off {
			t.Errorf("%v from %d to %d, want %d to %d", tl.id(r), tl.Start(r), tl.Finish(r), start[i], end[i])
		}
	}
	if err := Verify(tl); err != nil {
		t.Error(err)
	}
}

// What a timeline finds fast is what a look at everything finds.
func TestQueriesEqualScans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := tiny.draw(byRapid(t))
		tl, err := g.Run()
		if err != nil {
			t.Skip("no order")
		}
		from := Time(rapid.Int64Range(-1, int64(tl.End())+1).Draw(t, "from"))
		to := from + Time(rapid.Int64Range(0, 40).Draw(t, "window"))
		for _, l := range tl.Lanes() {
			var want []Ref
			for i := range tl.Len() {
				r := Ref(i)
				s := tl.Span(r)
				if s.Lane == l && s.Start < to && (s.End > from || s.Start >= from) {
					want = append(want, r)
				}
			}
			slices.SortStableFunc(want, func(a, b Ref) int { return int(tl.Start(a) - tl.Start(b)) })
			if got := tl.In(nil, l, from, to); !slices.Equal(got, want) {
				t.Errorf("%v in [%d, %d): %v, want %v", tl.LaneID(l), from, to, got, want)
			}
		}
		for _, l := range tl.Links() {
			want := 0.0
			for i := range tl.Len() {
				if r := Ref(i); slices.Contains(tl.paths.of(tl.path[r]), l) {
					for _, s := range tl.Segments(r) {
						if s.From <= from && from < s.To {
							want += s.Rate
						}
					}
				}
			}
			got := valueAt(tl.Load(l), from)
			if math.Abs(got-want) > 1e-12*want { // sums in another order
				t.Errorf("%v carries %v at %d, want %v", tl.LinkID(l), got, from, want)
			}
		}
		want := 0.0
		for _, c := range g.counts {
			when := tl.Start(c.task)
			if c.when == AtEnd {
				when = tl.Finish(c.task)
			}
			if when <= from {
				want += c.delta
			}
		}
		if got := tl.Value(1, from); math.Abs(got-want) > 1e-9 { // sums of thirds
			t.Errorf("counter is %v at %d, want %v", got, from, want)
		}
		for i := range tl.Len() {
			r := Ref(i)
			before, now := tl.Progress(r, from), tl.Progress(r, from+1)
			if !(0 <= before && before <= now && now <= 1) {
				t.Errorf("%v has done %v and then %v, want a share that rises", tl.id(r), before, now)
			}
			if got := tl.Progress(r, tl.Finish(r)); got != 1 {
				t.Errorf("%v has done %v at its end, want 1", tl.id(r), got)
			}
			if got := tl.Progress(r, tl.Start(r)); got != 0 && tl.Start(r) < tl.Finish(r) {
				t.Errorf("%v has done %v at its start, want 0", tl.id(r), got)
			}
			if got, ok := tl.Find(tl.Span(r).ID); !ok || got != r {
				t.Errorf("%v is found as task %d, want %d", tl.id(r), got, r)
			}
		}
	})
}

// The same graph with its links added in reverse, and its paths listed in
// reverse, moves everything in the same way to the last bit.
func TestTheOrderOfLinksDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := real.draw(byRapid(t))
		tl, err := g.Run()
		if err != nil {
			t.Skip("no order")
		}
		turned := *g
		turned.links = make([]link, 1)
		for l := len(g.links) - 1; l > 0; l-- {
			turned.links = append(turned.links, g.links[l])
		}
		turned.paths = pathTable{end: make([]int32, 1)}
		turned.path = make([]Path, len(g.path))
		for r := len(g.path) - 1; r >= 0; r-- {
			var links []Link
			for _, l := range slices.Backward(g.paths.of(g.path[r])) {
				links = append(links, Link(len(g.links))-l)
			}
			turned.path[r] = turned.Path(links...)
		}
		other, err := turned.Run()
		if err != nil {
			t.Fatal(err)
		}
		for i := range tl.Len() {
			r := Ref(i)
			if got, want := other.Span(r), tl.Span(r); got.Start != want.Start || got.End != want.End {
				t.Errorf("%v from %d to %d, want %d to %d", want.ID, got.Start, got.End, want.Start, want.End)
			}
			if got, want := other.Segments(r), tl.Segments(r); !slices.Equal(got, want) {
				t.Errorf("%v moves at %v, want %v", tl.id(r), got, want)
			}
		}
	})
}
