package sizing

import (
	"inflight/scenes"
	"inflight/scenes/fsdp"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/pipeline"
	"inflight/scenes/unit"
)

// Params is all that an answer depends on. An optional number that is 0 is left to
// the calculator.
type Params struct {
	Model  string
	Params float64 // ψ; optional: those of the model
	DType  string  // of parameters, gradients and activations

	Seq        int // s, tokens
	Microbatch int // b, sequences
	Batch      int // sequences of a step, all GPUs together
	Tokens     float64
	Optimizer  string
	Recompute  string
	Flash      bool

	Strategy         string
	Tensor           int // t
	SequenceParallel bool
	Stages           int // p, ranks of the pipeline
	Schedule         string
	Chunks           int // v; optional: by the schedule
	Context          int // c
	Expert           int

	GPU  string
	GPUs int // N
	Node int // GPUs of a node
	MFU  float64

	Bandwidth    float64 // of a GPU's port, bytes per second one way; optional: the GPU's own
	Latency      float64
	NICBandwidth float64
	NICLatency   float64
}

// Latencies of a round of NCCL's rings, Simple protocol.
// Source: NVIDIA/nccl src/graph/tuning.cc:134-215.
const (
	ncclNVLink  = 3.4e-6
	ncclNetwork = 14e-6
)

// The default is Llama 3 70B on eight nodes, which it fills well.
var defaults = Params{
	Model: "llama-3-70b", DType: string(llm.BF16),
	Seq: 8192, Microbatch: 1, Batch: 128, Tokens: 1e12,
	Optimizer: string(llm.Adam), Recompute: string(llm.RecomputeNone), Flash: true,
	Strategy: "fsdp", Tensor: 8, SequenceParallel: true, Stages: 1, Schedule: "1f1b", Context: 1, Expert: 1,
	GPU: "h100-sxm", GPUs: 64, Node: 8, MFU: 0.5,
	Latency: ncclNVLink, NICBandwidth: 50e9, NICLatency: ncclNetwork,
}

const (
	maxGPUs   = 1 << 17
	maxGroup  = 1 << 10
	maxBatch  = 1 << 20
	maxMicro  = 1 << 10
	maxTokens = 1e15
)

func knobs(p *Params) []scenes.Knob {
	alone := p.GPUs == 1
	oneNode := p.GPUs <= p.Node
	m, err := llm.Pick(p.Model, p.Params)
	dense := err != nil || m.MoE.Experts == 0
	return []scenes.Knob{
		scenes.ModelKnob(&p.Model).In("model").IdleIf(p.Params > 0),
		scenes.ParamsKnob(&p.Params, p.Model).In("model"),
		scenes.DTypeKnob(&p.DType).In("model"),

		scenes.GPUKnob(&p.GPU).In("cluster"),
		scenes.WholeKnob(&p.GPUs, "gpus", 1, maxGPUs).In("cluster"),
		scenes.WholeKnob(&p.Node, "node", 1, maxGroup).In("cluster"),
		scenes.MFUKnob(&p.MFU).In("cluster"),

		fsdp.StrategyKnob(&p.Strategy).In("parallel").IdleIf(p.replicas() == 1),
		scenes.WholeKnob(&p.Tensor, "tensor", 1, maxGroup).In("parallel"),
		scenes.SwitchKnob(&p.SequenceParallel, "sequence-parallel").In("parallel").IdleIf(p.Tensor == 1),
		scenes.WholeKnob(&p.Context, "context", 1, maxGroup).In("parallel"),
		scenes.WholeKnob(&p.Expert, "expert", 1, maxGroup).In("parallel").IdleIf(dense),
		scenes.WholeKnob(&p.Stages, "stages", 1, pipeline.MaxStages).In("parallel"),
		pipeline.ScheduleKnob(&p.Schedule).In("parallel").IdleIf(p.Stages == 1),
		pipeline.ChunksKnob(&p.Chunks, p.Schedule).In("parallel").IdleIf(p.Stages == 1),

		scenes.SeqKnob(&p.Seq).In("step"),
		scenes.WholeKnob(&p.Microbatch, "microbatch", 1, maxMicro).In("step"),
		scenes.WholeKnob(&p.Batch, "batch", 1, maxBatch).In("step"),
		scenes.RecomputeKnob(&p.Recompute).In("step"),
		scenes.SwitchKnob(&p.Flash, "flash").In("step"),
		scenes.OptimizerKnob(&p.Optimizer).In("step"),
		scenes.NumberKnob(&p.Tokens, "tokens", unit.Tokens, 1, maxTokens).In("step"),

		scenes.LinkKnob(&p.Bandwidth, "bandwidth").OrAuto(p.ownBandwidth()).In("links").IdleIf(alone || p.Node == 1),
		scenes.LatencyKnob(&p.Latency, "latency").In("links").IdleIf(alone || p.Node == 1),
		scenes.NICKnob(&p.NICBandwidth, "nic-bandwidth").In("links").IdleIf(oneNode),
		scenes.LatencyKnob(&p.NICLatency, "nic-latency").In("links").IdleIf(oneNode),
	}
}

// others is how many GPUs share what data parallelism repeats.
func (p *Params) others() int { return p.Tensor * p.Stages * p.Context }

// replicas is d, the data-parallel size; 0 where it is no whole number.
func (p *Params) replicas() int {
	if p.GPUs%p.others() != 0 {
		return 0
	}
	return p.GPUs / p.others()
}

// ownBandwidth is that of the GPU's links to its neighbours.
func (p *Params) ownBandwidth() float64 {
	a, err := hw.Find(p.GPU)
	if err != nil {
		return 0
	}
	return float64(a.Neighbour())
}
