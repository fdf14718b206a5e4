package sim

import (
	"strings"
	"testing"
)

// healthy is a timeline with one of everything, for tests to spoil.
func healthy(t *testing.T) *Timeline {
	name := func(s string) ID { return ID{Kind: s} }
	g := NewGraph()
	gpu, hbm, show := g.Stream(name("gpu")), g.Pool(name("hbm"), 2), g.Track(name("show"))
	wire := g.Link(name("wire"), 2e12)
	g.Link(name("spare"), 1e12)
	memory := g.Counter(name("memory"), "B")
	g.Counter(name("blocks"), "")

	a := g.Work(name("a"), gpu, 10)
	g.Work(name("b"), gpu, 10)
	g.Work(name("p"), hbm, 7)
	g.Work(name("q"), hbm, 5)
	g.Work(name("r"), hbm, 5)
	g.Work(name("s"), hbm, 5)
	g.Work(name("late"), show, 5, a)
	x := g.Send(name("x"), show, g.Path(wire), 1, 10)
	g.Send(name("y"), show, g.Path(wire), 1, 40)
	g.Count(memory, a, AtStart, 5)
	g.Count(memory, x, AtEnd, -5)
	return play(t, g)
}

// In a pool of width 1, a (added first) is ready last; it may still not be
// overtaken from then on.
func TestVerifyFindsOvertakingByReadiness(t *testing.T) {
	g := NewGraph()
	l := g.Pool(ID{Kind: "pool"}, 1)
	wait := g.Work(ID{Kind: "wait"}, 0, 5)
	a := g.Work(ID{Kind: "a"}, l, 10, wait)
	g.Work(ID{Kind: "b"}, l, 10)
	g.Work(ID{Kind: "c"}, l, 10)
	d := g.Work(ID{Kind: "d"}, l, 10)
	tl := play(t, g) // b, a, c, d
	tl.start[a], tl.start[d] = tl.start[d], tl.start[a]
	tl.end[a], tl.end[d] = tl.end[d], tl.end[a]
	want := "d: starts at 10 ps: want no start before a"
	if err := Verify(tl); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// Each fault is one that an engine could make; Verify has to find it.
func TestVerifyFindsEachFault(t *testing.T) {
	task := func(t *Timeline, name string) Ref {
		r, _ := t.Find(ID{Kind: name})
		return r
	}
	shift := func(t *Timeline, name string, by Time) {
		t.start[task(t, name)] += by
		t.end[task(t, name)] += by
	}
	tests := []struct {
		name  string
		spoil func(t *Timeline)
		want  string
	}{
		{"task twice", func(t *Timeline) { t.ids[1] = t.ids[0] }, "a: stands twice among the tasks"},
		{"task twice as written", func(t *Timeline) {
			t.names = append(t.names, "a#", "a1#")
			n := int32(len(t.names))
			t.ids[0], t.ids[1] = key{n - 2, 12, 0, 0}, key{n - 1, 2, 0, 0}
		}, "a12: stands twice among the tasks"},
		{"lane twice", func(t *Timeline) { t.lanes[2].id = t.lanes[1].id }, "gpu: stands twice among the lanes"},
		{"link twice", func(t *Timeline) { t.links[2].id = t.links[1].id }, "wire: stands twice among the links"},
		{"counter twice", func(t *Timeline) { t.counters[2].id = t.counters[1].id }, "memory: stands twice among the counters"},

		{"before time", func(t *Timeline) { shift(t, "a", -1) }, "a: from -1 to 9 ps"},
		{"end before start", func(t *Timeline) { t.end[task(t, "a")] = -1 }, "a: from 0 to -1 ps"},
		{"too long", func(t *Timeline) { t.end[task(t, "a")]++ }, "a: lasts 11 ps: want 10"},
		{"too short", func(t *Timeline) { t.end[task(t, "s")]-- }, "s: lasts 4 ps: want 5"},
		{"before a need", func(t *Timeline) { shift(t, "late", -1) }, "late: starts at 9 ps: want no start before a"},

		{"late on a track", func(t *Timeline) { shift(t, "late", 1) }, "late: starts at 11 ps: want 10"},
		{"late on no lane", func(t *Timeline) {
			t.lane[0] = 0
			t.byLane = append([]Ref{0}, t.byLane...)
			t.laneEnd[0] = 1
			shift(t, "a", 1)
			shift(t, "late", 1)
		}, "a: starts at 1 ps: want 0"},
		{"overlap on a stream", func(t *Timeline) { shift(t, "b", -1) }, "b: starts at 9 ps: want no start before a, added before it to gpu"},
		{"late on a stream", func(t *Timeline) { shift(t, "b", 1) }, "b: starts at 11 ps: want 10"},
		{"order of a stream", func(t *Timeline) {
			shift(t, "a", 10)
			shift(t, "b", -10)
			shift(t, "late", 10)
		}, "a: starts at 10 ps: want 0"},
		{"overfull pool", func(t *Timeline) { shift(t, "s", -1) }, "hbm: serves 3 tasks at 6 ps: want at most 2"},
		{"late on a pool", func(t *Timeline) { shift(t, "s", 1) }, "s: starts at 8 ps: want 7"},
		{"late at once on a pool", func(t *Timeline) { shift(t, "p", 12) }, "p: starts at 12 ps: want 0"},
		{"overtaken on a pool", func(t *Timeline) {
			shift(t, "r", 2) // r was to start at 5 and s at 7
			shift(t, "s", -2)
		}, "s: starts at 5 ps: want no start before r"},

		{"no rate", func(t *Timeline) { t.changes[0].rate = 0 }, "x: moves at 0 B/s"},
		{"gap in a transfer", func(t *Timeline) { t.last[task(t, "x")] = -1 }, "x: stops moving at 1 ps: want its end, 11"},
		{"rate that comes too late", func(t *Timeline) { t.changes[0].at = 30 }, "x: moves at 1e+12 B/s from 30 to 11 ps"},
		{"too few bytes", func(t *Timeline) { t.end[task(t, "x")]-- }, "x: moves 9 B: want 10"},
		{"too many bytes", func(t *Timeline) { t.end[task(t, "x")] += 3 }, "x: moves 13 B: want 10"},
		{"slow at the end", func(t *Timeline) { t.end[task(t, "y")] += 2 }, "y: moves 44 B: want 40"},
		{"overfull link", func(t *Timeline) { t.links[1].bandwidth *= 0.999 }, "wire: carries 2e+12 B/s at 1 ps: want at most"},
		{"counter below zero", func(t *Timeline) { t.counts[1].delta = -6 }, "memory: is -1 B at 11 ps"},
		{"counter counted down first", func(t *Timeline) { t.counts[0].when = AtEnd; t.counts[1].when = AtStart }, "memory: is -5 B at 0 ps"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tl := healthy(t)
			test.spoil(tl)
			if err := Verify(tl); err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
