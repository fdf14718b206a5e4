package bench

import (
	"fmt"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/sim"
)

// budget is what a row may cost natively and under WebAssembly.
type budget struct{ native, wasm float64 }

func (b budget) of(where string) float64 {
	if where == "wasm" {
		return b.wasm
	}
	return b.native
}

// Engine measures the rows that need only the engine and the scenes.
func Engine(where string) ([]Row, error) {
	var rows []Row
	g := pipeline(64, 1024)
	var timeline *sim.Timeline
	var err error
	seconds := Median(func() {
		if timeline, err = g.Run(); err != nil {
			panic(err) // the graph is ours
		}
	})
	rows = append(rows, Row{
		ID: "run", What: fmt.Sprintf("Run on 1F1B, 64 stages x 1024 micro-batches, %d tasks", timeline.Len()), Where: where,
		Value: float64(timeline.Len()) / seconds, Unit: "tasks/s", Budget: budget{3e6, 0.9e6}.of(where), More: true,
	})
	for _, b := range []struct {
		id, what string
		scene    string
		values   []scenes.Value
		budget   budget
	}{
		{"ring-16384", "ring all-reduce of 16,384 GPUs built", "collective",
			scenes.Values("gpus=16384"), budget{0.020, 0.060}},
		{"all-to-all-128", "all-to-all of 128 GPUs through shared NICs built", "collective",
			scenes.Values("gpus=128 nodes=16 nics=2 op=all-to-all algo=direct"), budget{0.050, 0.100}},
		{"pipeline", "1F1B of 4 stages x 8 micro-batches of a model built", "pipeline", nil, budget{0.004, 0.016}},
		{"pipeline-64x1024", "1F1B of 64 stages x 1,024 micro-batches built into a film", "pipeline",
			scenes.Values("stages=64 microbatches=1024"), budget{0.100, 0.350}},
		{"flash", "FlashAttention-2 over 1,024 tokens and 16 heads built", "flash", nil, budget{0.004, 0.016}},
		{"flash-128k", "FlashAttention-2, causal, over 131,072 tokens, 128 heads and 64 sequences built", "flash",
			scenes.Values("model=llama-3.1-405b seq=131072 batch=64 causal=true"), budget{0.100, 0.350}},
		{"fsdp-64", "step of FSDP over 64 GPUs built", "fsdp",
			scenes.Values("gpus=64 nodes=8"), budget{}},
		{"ddp-64", "step of DDP over 64 GPUs built, with its buckets", "fsdp",
			scenes.Values("gpus=64 nodes=8 strategy=ddp"), budget{}},
		{"paged", "60 requests to OPT-13B served, by all four allocators, built", "paged", nil, budget{0.004, 0.016}},
		{"paged-500", "500 requests to OPT-13B served, by all four allocators, built", "paged",
			scenes.Values("requests=500 rate=100"), budget{0.100, 0.350}},
	} {
		seconds, err := build(b.scene, b.values)
		if err != nil {
			return nil, err
		}
		rows = append(rows, Row{ID: b.id, What: b.what, Where: where, Value: seconds, Unit: "s", Budget: b.budget.of(where)})
	}
	return rows, nil
}

// build is the median of the seconds that a setting of a scene takes to build.
func build(scene string, values []scenes.Value) (float64, error) {
	s, err := all.Setting(scene, values)
	if err != nil {
		return 0, err
	}
	seconds := Median(func() {
		if _, e := s.Build(); e != nil {
			err = e
		}
	})
	return seconds, err
}

// pipeline is the graph of a 1F1B schedule with its transfers.
func pipeline(stages, microbatches int) *sim.Graph {
	const forward, backward, send = 10 * sim.Microsecond, 20 * sim.Microsecond, 1 * sim.Microsecond
	g := sim.NewGraph()
	p, m := int32(stages), int32(microbatches)
	ref := func(list []sim.Ref, s, mb int32) *sim.Ref { return &list[s*m+mb] }
	fwd, bwd := make([]sim.Ref, p*m), make([]sim.Ref, p*m)
	act, grad := make([]sim.Ref, p*m), make([]sim.Ref, p*m)
	streams, right, left := make([]sim.Lane, p), make([]sim.Lane, p), make([]sim.Lane, p)
	for s := range p {
		streams[s] = g.Stream(sim.ID{Kind: "stage#", A: s})
		right[s] = g.Stream(sim.ID{Kind: "stage#/right", A: s})
		left[s] = g.Stream(sim.ID{Kind: "stage#/left", A: s})
	}
	addForward := func(s, mb int32) {
		*ref(fwd, s, mb) = g.Work(sim.ID{Kind: "fwd/s#/mb#", A: s, B: mb}, streams[s], forward)
		if s < p-1 {
			*ref(act, s, mb) = g.Work(sim.ID{Kind: "act/s#/mb#", A: s, B: mb}, right[s], send, *ref(fwd, s, mb))
		}
	}
	addBackward := func(s, mb int32) {
		*ref(bwd, s, mb) = g.Work(sim.ID{Kind: "bwd/s#/mb#", A: s, B: mb}, streams[s], backward, *ref(fwd, s, mb))
		if s > 0 {
			*ref(grad, s, mb) = g.Work(sim.ID{Kind: "grad/s#/mb#", A: s, B: mb}, left[s], send, *ref(bwd, s, mb))
		}
	}
	for s := range p {
		warm := min(m, p-1-s)
		for mb := range warm {
			addForward(s, mb)
		}
		for mb := warm; mb < m; mb++ {
			addForward(s, mb)
			addBackward(s, mb-warm)
		}
		for mb := m - warm; mb < m; mb++ {
			addBackward(s, mb)
		}
	}
	for s := range p {
		for mb := range m {
			if s > 0 {
				g.Need(*ref(fwd, s, mb), *ref(act, s-1, mb))
			}
			if s < p-1 {
				g.Need(*ref(bwd, s, mb), *ref(grad, s+1, mb))
			}
		}
	}
	return g
}
