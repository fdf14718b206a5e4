package sim_test

import (
	"fmt"

	"inflight/scenes/sim"
)

// A GPU computes, sends what it has over a link, and computes on meanwhile.
func Example() {
	g := sim.NewGraph()
	compute := g.Stream(sim.ID{Kind: "gpu#/compute", A: 0})
	send := g.Stream(sim.ID{Kind: "gpu#/send", A: 0})
	nvlink := g.Path(g.Link(sim.ID{Kind: "nvlink"}, 300e9))

	for layer := range int32(3) {
		done := g.Work(sim.ID{Kind: "fwd/#", A: layer}, compute, 2*sim.Millisecond)
		g.Send(sim.ID{Kind: "send/#", A: layer}, send, nvlink, 5*sim.Microsecond, 900e6, done)
	}
	t, err := g.Run()
	if err != nil {
		fmt.Println(err)
		return
	}
	for r := range sim.Ref(t.Len()) {
		s := t.Span(r)
		fmt.Println(s.ID, "from", s.Start, "to", s.End)
	}
	// Output:
	// fwd/0 from 0 ps to 2 ms
	// send/0 from 2 ms to 5.005 ms
	// fwd/1 from 2 ms to 4 ms
	// send/1 from 5.005 ms to 8.01 ms
	// fwd/2 from 4 ms to 6 ms
	// send/2 from 8.01 ms to 11.015 ms
}

// Two transfers share a link until the shorter one has ended.
func ExampleTimeline_Segments() {
	g := sim.NewGraph()
	nic := g.Path(g.Link(sim.ID{Kind: "nic"}, 50e9))
	g.Send(sim.ID{Kind: "short"}, 0, nic, 0, 25e6)
	long := g.Send(sim.ID{Kind: "long"}, 0, nic, 0, 75e6)
	t, err := g.Run()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range t.Segments(long) {
		fmt.Printf("%v to %v at %v GB/s\n", s.From, s.To, s.Rate/1e9)
	}
	// Output:
	// 0 ps to 1 ms at 25 GB/s
	// 1 ms to 2 ms at 50 GB/s
}

// Memory is counted where tasks take it and give it back.
func ExampleGraph_Count() {
	g := sim.NewGraph()
	gpu := g.Stream(sim.ID{Kind: "gpu"})
	memory := g.Counter(sim.ID{Kind: "gpu/memory"}, "B")
	fwd := g.Work(sim.ID{Kind: "fwd"}, gpu, 3*sim.Millisecond)
	bwd := g.Work(sim.ID{Kind: "bwd"}, gpu, 6*sim.Millisecond)
	g.Count(memory, fwd, sim.AtStart, 2e9)
	g.Count(memory, bwd, sim.AtEnd, -2e9)
	t, err := g.Run()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range t.Points(memory) {
		fmt.Println(p.At, p.Value, t.CounterUnit(memory))
	}
	// Output:
	// 0 ps 2e+09 B
	// 9 ms 0 B
}
