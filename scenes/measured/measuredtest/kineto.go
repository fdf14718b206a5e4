// Package measuredtest writes small traces in the shape of torch.profiler's, whose
// truth is known, for tests.
package measuredtest

import (
	"encoding/json"
	"fmt"
	"strings"

	"inflight/scenes/sim"
)

// Trace is one rank's recording; times are microseconds.
type Trace struct {
	Rank, World int
	Base        int64 // baseTimeNanoseconds
	events      []event
	launches    int
}

type event map[string]any

// The threads of the program.
const (
	Main     = 100 // runs the training loop
	Autograd = 200 // runs backward passes
)

func (t *Trace) add(cat, name string, pid, tid any, from, to float64, args event) {
	e := event{"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": from, "dur": to - from}
	if args != nil {
		e["args"] = args
	}
	t.events = append(t.events, e)
}

// Annotate adds a span that the program named, on a thread.
func (t *Trace) Annotate(thread int, name string, from, to float64) {
	t.add("user_annotation", name, 4711, thread, from, to, nil)
}

// OnGPU adds a named span as the kernels in it ran.
func (t *Trace) OnGPU(stream int, name string, from, to float64) {
	t.add("gpu_user_annotation", name, t.device(), stream, from, to, nil)
}

// Op adds an operator on a thread.
func (t *Trace) Op(thread int, name string, from, to float64) {
	t.add("cpu_op", name, 4711, thread, from, to, nil)
}

// Kernel adds a kernel that a thread launched at an instant.
func (t *Trace) Kernel(stream int, name string, from, to float64, thread int, launched float64) {
	t.launches++
	t.add("cuda_runtime", "cudaLaunchKernel", 4711, thread, launched, launched+1, event{"correlation": t.launches})
	t.add("kernel", name, t.device(), stream, from, to, event{"stream": stream, "correlation": t.launches, "grid": []int{1, 1, 1}})
}

// Collective adds a kernel of NCCL with the name of its collective among the args.
func (t *Trace) Collective(stream int, name, collective string, from, to float64) {
	t.add("kernel", name, t.device(), stream, from, to, event{"stream": stream, "Collective name": collective})
}

// Copy adds a copy of memory.
func (t *Trace) Copy(stream int, from, to float64) {
	t.add("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", t.device(), stream, from, to, nil)
}

func (t *Trace) device() int { return t.Rank % 8 }

// JSON is the trace as a file.
func (t *Trace) JSON() []byte {
	file := event{"schemaVersion": 1, "baseTimeNanoseconds": t.Base, "traceEvents": t.events, "traceName": fmt.Sprintf("rank%d.json", t.Rank)}
	if t.World > 0 {
		file["distributedInfo"] = event{"backend": "nccl", "rank": t.Rank, "world_size": t.World}
	}
	text, err := json.Marshal(file)
	if err != nil {
		panic(err) // numbers and texts
	}
	return text
}

// Of records a rank that does in each step what a film says, so many times slower,
// as torch.profiler would: its passes as named spans round kernels, its transfers
// as kernels of NCCL on streams of their own.
func Of(tl *sim.Timeline, rank, world, steps int, slower float64) *Trace {
	t := &Trace{Rank: rank, World: world, Base: 1759300074000000000}
	micro := func(at sim.Time) float64 { return float64(at) / float64(sim.Microsecond) * slower }
	for n := range steps {
		start := 1e6 + micro(tl.End())*float64(n)
		t.Annotate(Main, fmt.Sprintf("ProfilerStep#%d", n+2), start-40, start+micro(tl.End())-50)
		for _, lane := range tl.Lanes() {
			for _, r := range tl.In(nil, lane, 0, sim.Never) {
				s := tl.Span(r)
				if of(tl.LaneID(lane)) == rank && s.End > s.Start {
					t.task(s, start+micro(s.Start), start+micro(s.End), start-30)
				}
			}
		}
	}
	return t
}

// of is the rank of a lane, the sender's of a hop.
func of(lane sim.ID) int {
	if strings.HasPrefix(lane.Kind, "rank") || strings.HasPrefix(lane.Kind, "hop") {
		return int(lane.A)
	}
	return 0
}

// passes are what a program calls its work, collectives what NCCL calls its own,
// with a stream.
var (
	passes = map[string]string{
		"fwd": "Forward %d", "bwd": "Backward %d", "forward": "FullyShardedDataParallel.forward", "backward": "BackwardPass",
		"optimizer": "Optimizer.step#AdamW.step",
	}
	collectives = map[string]struct {
		stream int
		kernel string
	}{
		"act": {20, "SendRecv"}, "grad": {24, "SendRecv"},
		"all-gather": {20, "AllGather_RING_LL"}, "reduce-scatter": {24, "ReduceScatter_Sum_bf16_RING_LL"}, "all-reduce": {28, "AllReduce_Sum_f32_RING_LL"},
	}
)

func (t *Trace) task(s sim.Span, from, to, launched float64) {
	if c, ok := collectives[s.ID.Name()]; ok {
		t.Collective(c.stream, "ncclDevKernel_"+c.kernel+"(ncclDevKernelArgsStorage<4096ul>)", "", from, to)
		return
	}
	name := passes[s.ID.Name()]
	if strings.Contains(name, "%") {
		name = fmt.Sprintf(name, s.ID.B)
	}
	t.OnGPU(7, name, from, to)
	const pieces = 4
	for k := range pieces {
		length := (to - from) / pieces
		t.Kernel(7, "sm90_xmma_gemm_bf16bf16_bf16f32", from+length*float64(k), from+length*float64(k+1), Main, launched)
	}
}
