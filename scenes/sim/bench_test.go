package sim

import "testing"

// oneFOneB is a 1F1B pipeline: at each stage as many forwards as the stages
// after it, then forwards and backwards in turn. Results move to the next stage
// over links; memory is counted as activations come and go.
func oneFOneB(stages, micro int, counted bool) *Graph {
	g := NewGraph()
	tasks := 4*stages*micro - 2*micro
	g.Grow(tasks, 2*tasks)
	const fwd, bwd = 3 * Millisecond, 6 * Millisecond
	compute := make([]Lane, stages)
	memory := make([]Counter, stages)
	var down, up []Lane
	var downPath, upPath []Path
	for s := range stages {
		n := int32(s)
		compute[s] = g.Stream(ID{"stage#", n, 0, 0})
		memory[s] = g.Counter(ID{"stage#/memory", n, 0, 0}, "B")
		down = append(down, g.Stream(ID{"stage#/down", n, 0, 0}))
		up = append(up, g.Stream(ID{"stage#/up", n, 0, 0}))
		downPath = append(downPath, g.Path(g.Link(ID{"link#/down", n, 0, 0}, 50e9)))
		upPath = append(upPath, g.Path(g.Link(ID{"link#/up", n, 0, 0}, 50e9)))
	}
	f := make([]Ref, stages*micro)
	b := make([]Ref, stages*micro)
	// Stage by stage in the order of its stream; a backward's need comes later.
	sends := make([]Ref, micro) // of forwards of the stage before
	backSends := make([]Ref, stages*micro)
	for s := range stages {
		at := s * micro
		warm := min(stages-1-s, micro)
		forward := func(m int) {
			id := ID{"fwd/s#/mb#", int32(s), int32(m), 0}
			if s == 0 {
				f[at+m] = g.Work(id, compute[s], fwd)
			} else {
				f[at+m] = g.Work(id, compute[s], fwd, sends[m])
			}
			if counted {
				g.Count(memory[s], f[at+m], AtStart, 1e8)
			}
		}
		backward := func(m int) {
			b[at+m] = g.Work(ID{"bwd/s#/mb#", int32(s), int32(m), 0}, compute[s], bwd, f[at+m])
			if counted {
				g.Count(memory[s], b[at+m], AtEnd, -1e8)
			}
		}
		for m := range warm {
			forward(m)
		}
		for m := range micro {
			if m+warm < micro {
				forward(m + warm)
			}
			backward(m)
		}
		if s+1 < stages {
			for m := range micro {
				sends[m] = g.Send(ID{"act/s#/mb#", int32(s), int32(m), 0}, down[s], downPath[s], 5*Microsecond, 33554432, f[at+m])
			}
		}
		if s > 0 {
			for m := range micro {
				backSends[at+m] = g.Send(ID{"grad/s#/mb#", int32(s), int32(m), 0}, up[s], upPath[s], 5*Microsecond, 33554432, b[at+m])
			}
		}
	}
	for s := range stages - 1 {
		for m := range micro {
			g.Need(b[s*micro+m], backSends[(s+1)*micro+m])
		}
	}
	return g
}

func BenchmarkPipelineRun(b *testing.B) {
	g := oneFOneB(64, 1024, false)
	b.ResetTimer()
	for range b.N {
		if _, err := g.Run(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(len(g.ids))/b.Elapsed().Seconds(), "tasks/s")
}

// The graph, the run, and what a film of it asks for at once.
func BenchmarkPipelineFilm(b *testing.B) {
	for range b.N {
		g := oneFOneB(64, 1024, true)
		t, err := g.Run()
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range t.Counters() {
			t.Points(c)
		}
		t.In(nil, 1, 0, Second)
	}
}

// allToAll starts all transfers between the GPUs of some nodes at once. Inside a
// node they cross two ports, between nodes two shared NICs.
func allToAll(nodes, gpus, nics int, size func(from, to int) Bytes) *Graph {
	g := NewGraph()
	n := nodes * gpus
	var out, in, send, receive []Link
	for i := range n {
		out = append(out, g.Link(ID{"gpu#/out", int32(i), 0, 0}, 450e9))
		in = append(in, g.Link(ID{"gpu#/in", int32(i), 0, 0}, 450e9))
	}
	for i := range nodes * nics {
		send = append(send, g.Link(ID{"nic#/out", int32(i), 0, 0}, 50e9))
		receive = append(receive, g.Link(ID{"nic#/in", int32(i), 0, 0}, 50e9))
	}
	nic := func(gpu int) int { return gpu/gpus*nics + gpu%gpus*nics/gpus }
	for from := range n {
		lane := g.Track(ID{"gpu#", int32(from), 0, 0})
		for to := range n {
			if from == to {
				continue
			}
			path, latency := g.Path(out[from], in[to]), 2*Microsecond
			if from/gpus != to/gpus {
				path, latency = g.Path(send[nic(from)], receive[nic(to)]), 5*Microsecond
			}
			g.Send(ID{"send/#/#", int32(from), int32(to), 0}, lane, path, latency, size(from, to))
		}
	}
	return g
}

func equalSize(int, int) Bytes { return 1e9 / 128 }

func unequalSize(from, to int) Bytes { return Bytes(1e7 + 37*from*from + 1001*to) }

func BenchmarkAllToAll(b *testing.B) {
	for _, nics := range []int{1, 2, 3, 4, 8} {
		b.Run(ID{"nics#", int32(nics), 0, 0}.String(), func(b *testing.B) {
			for range b.N {
				t, err := allToAll(16, 8, nics, equalSize).Run()
				if err != nil {
					b.Fatal(err)
				}
				t.End()
			}
		})
	}
}

// All sizes differ, so no two transfers end together.
func BenchmarkAllToAllUnequal(b *testing.B) {
	for range b.N {
		t, err := allToAll(8, 8, 8, unequalSize).Run()
		if err != nil {
			b.Fatal(err)
		}
		t.End()
	}
}
