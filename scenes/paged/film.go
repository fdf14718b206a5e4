package paged

import (
	"sort"

	"inflight/scenes"
	"inflight/scenes/paged/serve"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Scene is the scene.
var Scene = scenes.Scene[Params]{
	Name:    "paged",
	Default: defaults,
	Knobs:   knobs,
	Presets: presets,
	Build:   build,
}

// film is a stream served, with its times.
type film struct {
	p        Params
	config   serve.Config
	requests []serve.Request
	res      *serve.Result
	tl       *sim.Timeline
	named    []scenes.Step
	others   []rival // the allocators on the same stream, this one among them
	series
	picture
}

// rival is an allocator on the same stream.
type rival struct {
	Allocator string
	*serve.Result
}

// series are the counters.
type series struct{ tokens, reserved, internal, external, running, waiting, swapped sim.Counter }

func build(p Params) (scenes.Film, error) {
	requests, err := p.stream()
	if err != nil {
		return nil, scenes.Refuse("paged.refuse.engine", err.Error())
	}
	return serveRequests(p, requests)
}

// WithRequests is the scene with requests of one's own in place of the stream.
// They come by arrival.
func WithRequests(requests []serve.Request) scenes.Scene[Params] {
	s := Scene
	s.Build = func(p Params) (scenes.Film, error) {
		for i, r := range requests {
			if longest := p.maxTokens(); r.Longest() > longest {
				return nil, scenes.Refuse("paged.refuse.row", i+1, r.Longest(), longest)
			}
		}
		return serveRequests(p, requests)
	}
	return s
}

func serveRequests(p Params, requests []serve.Request) (scenes.Film, error) {
	if err := p.refuse(); err != nil {
		return nil, err
	}
	if err := tooMuch(requests); err != nil {
		return nil, err
	}
	f := &film{p: p, config: p.config(), requests: requests}
	var err error
	if f.res, err = run(f.config, requests, true); err != nil {
		return nil, err
	}
	if f.tl, err = f.play(); err != nil {
		return nil, scenes.Refuse("paged.refuse.engine", err.Error())
	}
	f.compare()
	f.named = f.nameSteps()
	f.lay()
	return f, nil
}

// compare serves the stream with the other allocators too, where they can.
func (f *film) compare() {
	for _, name := range []string{contiguousMax, contiguousPow2, contiguousOracle, pagedBlocks} {
		if name == f.p.Allocator {
			f.others = append(f.others, rival{name, f.res})
			continue
		}
		c := f.config
		c.Allocator = allocators[name]
		if r, err := serve.Run(c, f.requests, false); err == nil {
			f.others = append(f.others, rival{name, r})
		}
	}
}

// play lets the engine find the times: a step is copies over PCIe, both ways at
// once, and then work on the GPU.
func (f *film) play() (*sim.Timeline, error) {
	g := sim.NewGraph()
	g.Grow(len(f.res.Steps)+len(f.requests), len(f.res.Steps)+len(f.requests))
	gpu := g.Stream(sim.ID{Kind: "gpu"})
	var out, in sim.Lane
	var outPath, inPath sim.Path
	if f.config.Swap {
		out, in = g.Stream(sim.ID{Kind: "pcie/out"}), g.Stream(sim.ID{Kind: "pcie/in"})
		outPath = g.Path(g.Link(sim.ID{Kind: "link/out"}, f.config.Cost.PCIe))
		inPath = g.Path(g.Link(sim.ID{Kind: "link/in"}, f.config.Cost.PCIe))
	}
	count := f.counters(g)
	var needs []sim.Ref
	for k := range f.res.Steps {
		st, step := &f.res.Steps[k], int32(k)
		if st.Idle && st.Start > 0 {
			needs = append(needs, g.Work(sim.ID{Kind: "arrive/#", A: int32(st.Waits)}, 0, f.requests[st.Waits].Arrival))
		}
		before := needs
		first := sim.Ref(-1)
		send := func(kind string, lane sim.Lane, path sim.Path, n sim.Bytes) {
			if n > 0 {
				r := g.Send(sim.ID{Kind: kind, A: step}, lane, path, 0, n, before...)
				needs = append(needs, r)
				if first < 0 {
					first = r
				}
			}
		}
		send("swap-out/#", out, outPath, st.Out)
		send("swap-in/#", in, inPath, st.In)
		work := g.Work(sim.ID{Kind: kindOf(st), A: step}, gpu, st.Work, needs...)
		if first < 0 {
			first = work
		}
		count(first, sim.AtStart, st)
		needs = append(needs[:0], work)
	}
	count(needs[0], sim.AtEnd, &serve.Step{})
	return g.Run()
}

// kindOf is what a step mostly does.
func kindOf(st *serve.Step) string {
	switch {
	case st.Prefill > 0 && st.Decode > 0:
		return "mixed/#"
	case st.Prefill > 0:
		return "prefill/#"
	}
	return "decode/#"
}

// counters makes the counters and returns what sets them to a step's values.
func (f *film) counters(g *sim.Graph) func(task sim.Ref, edge sim.Edge, st *serve.Step) {
	type counter struct {
		c     sim.Counter
		value func(st *serve.Step) float64
		last  float64
	}
	whole := func(v float64) float64 { return float64(int(v + 0.5)) }
	var list []counter
	add := func(id, unit string, value func(st *serve.Step) float64) sim.Counter {
		c := g.Counter(sim.ID{Kind: id}, unit)
		list = append(list, counter{c: c, value: value})
		return c
	}
	f.tokens = add("kv/tokens", "tokens", func(st *serve.Step) float64 { return st.Usage.Tokens })
	f.reserved = add("kv/reserved", "tokens", func(st *serve.Step) float64 { return st.Usage.Reserved })
	f.internal = add("kv/internal", "tokens", func(st *serve.Step) float64 { return st.Usage.Internal })
	f.external = add("kv/external", "tokens", (*serve.Step).Lost)
	f.running = add("requests/running", "requests", func(st *serve.Step) float64 { return float64(st.Running) })
	f.waiting = add("requests/waiting", "requests", func(st *serve.Step) float64 { return float64(st.Waiting) })
	f.swapped = add("requests/swapped", "requests", func(st *serve.Step) float64 { return float64(st.Swapped) })
	return func(task sim.Ref, edge sim.Edge, st *serve.Step) {
		for i := range list {
			c := &list[i]
			if v := whole(c.value(st)); v != c.last {
				g.Count(c.c, task, edge, v-c.last)
				c.last = v
			}
		}
	}
}

func (f *film) Timeline() *sim.Timeline { return f.tl }
func (f *film) Steps() []scenes.Step    { return f.named }

// stepAt is the last step that has begun; len(Steps) when all have ended. idle
// says that it has ended and the next one has not begun.
func (f *film) stepAt(t sim.Time) (k int, idle bool) {
	k = sort.Search(len(f.res.Steps), func(i int) bool { return f.res.Steps[i].Start > t }) - 1
	if t >= f.res.Steps[k].End {
		if k == len(f.res.Steps)-1 {
			return k + 1, false
		}
		return k, true
	}
	return k, false
}

func (f *film) Metrics() []scenes.Metric {
	s := f.res.Shares
	ttft, tpot := f.latencies()
	return []scenes.Metric{
		{ID: "utilization", Value: s.Tokens, Unit: unit.Share},
		{ID: "reserved", Value: s.Reserved, Unit: unit.Share},
		{ID: "internal-fragmentation", Value: s.Internal, Unit: unit.Share},
		{ID: "external-fragmentation", Value: s.External, Unit: unit.Share},
		{ID: "throughput", Value: throughput(f.res), Unit: unit.TokensPerSecond},
		{ID: "batch", Value: f.res.Batch, Unit: unit.None},
		{ID: "hit-rate", Value: share(f.res.Hit, f.res.Asked), Unit: unit.Share},
		{ID: "time", Value: f.tl.End().Seconds(), Unit: unit.Second},
		{ID: "ttft", Value: ttft, Unit: unit.Second},
		{ID: "tpot", Value: tpot, Unit: unit.Second},
		{ID: "preemptions", Value: float64(f.res.Preempted), Unit: unit.None},
		{ID: "copies", Value: float64(f.res.Copies), Unit: unit.None},
		{ID: "blocks", Value: float64(f.config.Pool.Blocks), Unit: unit.None},
		{ID: "kv-memory", Value: float64(f.config.Pool.Blocks) * f.p.blockBytes(), Unit: unit.Byte},
		{ID: "kv-token", Value: f.config.Cost.KV, Unit: unit.Byte},
		{ID: "weights", Value: f.config.Cost.Weights, Unit: unit.Byte},
	}
}

func throughput(r *serve.Result) float64 { return float64(r.Made) / r.End().Seconds() }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// latencies are the mean time to the first token, and the mean time per token
// after it of requests that have more.
func (f *film) latencies() (ttft, tpot float64) {
	n := 0
	for i, q := range f.res.Requests {
		ttft += (q.First - q.Arrival).Seconds()
		if tokens := f.requests[i].Longest() - f.requests[i].Prompt; tokens > 1 {
			tpot += (q.End - q.First).Seconds() / float64(tokens-1)
			n++
		}
	}
	return ttft / float64(len(f.res.Requests)), tpot / float64(max(1, n))
}

// Remarks say what does not fit and what was left out.
func (f *film) Remarks() []scenes.Message {
	var list []scenes.Message
	m := f.p.model()
	all, usable := f.p.memory()
	kv := float64(f.config.Pool.Blocks) * f.p.blockBytes()
	switch room := f.p.room(); {
	case f.p.Blocks == 0:
	case room < 1:
		list = append(list, scenes.Say("paged.remark.weights", m.Name, bytes(f.config.Cost.Weights), bytes(all)))
	case room < f.p.Blocks:
		list = append(list, scenes.Say("paged.remark.blocks", f.p.Blocks, bytes(kv), room))
	case room > f.p.Blocks:
		list = append(list, scenes.Say("paged.remark.fewer", f.p.Blocks, bytes(kv), room, bytes(usable-f.config.Cost.Weights)))
	}
	if len(f.others) < 4 {
		list = append(list, scenes.Say("paged.remark.rivals", 4-len(f.others)))
	}
	return list
}

// Telling is an instant at which memory is short, where it ever is.
func (f *film) Telling() sim.Time {
	end := f.tl.End()
	for k := range f.res.Steps {
		if st := &f.res.Steps[k]; st.Short && st.Start > end/6 && st.Decode > 0 {
			return st.Start + (st.End-st.Start)/2
		}
	}
	return end / 5 * 2
}
