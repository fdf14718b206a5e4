package fsdp

import (
	"inflight/scenes"
	"inflight/scenes/llm"
	"inflight/scenes/unit"
)

// Params is all that the scene depends on. An optional number that is 0 is left
// to the scene.
type Params struct {
	Strategy   string
	GPUs       int
	Nodes      int
	ShardGroup int // of hsdp; optional: the GPUs of a node

	Model  string
	Params float64 // psi; optional: those of the model
	DType  string  // of parameters, gradients and activations

	GPU       string
	MFU       float64 // share of the peak that matrix products reach
	Seq       int
	Batch     int // sequences a GPU
	Optimizer string
	Recompute string

	Bandwidth    float64 // of a GPU's port, bytes per second one way
	Latency      float64 // of a round inside a node, seconds
	NICBandwidth float64 // of a GPU's NIC, bytes per second one way
	NICLatency   float64 // of a round between nodes, seconds

	Prefetch    int  // units gathered ahead
	Reshard     bool // release after the forward pass
	Bucket      float64
	FirstBucket float64
}

// The strategies, as they stand in URLs.
const (
	ddp   = "ddp"
	zero1 = "zero1"
	zero2 = "zero2"
	full  = "fsdp"
	hsdp  = "hsdp"
)

// Sizes of DDP's buckets, in bytes.
// Source: pytorch torch/csrc/distributed/c10d/reducer.hpp:29-30.
const (
	torchFirstBucket = 1 << 20
	torchBucket      = 25 << 20
)

// Latencies a round of NCCL's rings, Simple protocol.
// Source: NVIDIA/nccl src/graph/tuning.cc:134-215.
const (
	ncclNVLink  = 3.4e-6
	ncclNetwork = 14e-6
)

// Default is a 7B model, too large for one GPU with its optimizer, over a node.
var defaults = Params{
	Strategy: full, GPUs: 8, Nodes: 1,
	Model: "llama-2-7b", DType: string(llm.BF16),
	GPU: "h100-sxm", MFU: 0.5, Seq: 2048, Batch: 1,
	Optimizer: string(llm.Adam), Recompute: string(llm.RecomputeNone),
	Bandwidth: 450e9, Latency: ncclNVLink, NICBandwidth: 50e9, NICLatency: ncclNetwork,
	Prefetch: 1, Reshard: true, Bucket: torchBucket, FirstBucket: torchFirstBucket,
}

const (
	maxGPUs     = 16384
	maxBatch    = 4096
	maxPrefetch = 256
)

func knobs(p *Params) []scenes.Knob {
	alone, oneNode := p.GPUs == 1, p.Nodes == 1
	between := p.Nodes == p.GPUs // no two GPUs in a node
	sharded := p.sharded() && p.shardGroup() > 1
	return []scenes.Knob{
		StrategyKnob(&p.Strategy).In("sharding"),
		scenes.WholeKnob(&p.ShardGroup, "shard-group", 1, maxGPUs).OrAuto(float64(p.gpusOfNode())).In("sharding").IdleIf(p.Strategy != hsdp),
		scenes.WholeKnob(&p.Prefetch, "prefetch", 0, maxPrefetch).In("sharding").IdleIf(!sharded),
		scenes.SwitchKnob(&p.Reshard, "reshard").In("sharding").IdleIf(!sharded),
		bucketKnob(&p.Bucket, "bucket").In("sharding").IdleIf(p.sharded()),
		bucketKnob(&p.FirstBucket, "first-bucket").In("sharding").IdleIf(p.sharded()),

		scenes.ModelKnob(&p.Model).In("workload").IdleIf(p.Params > 0),
		scenes.ParamsKnob(&p.Params, p.Model).In("workload"),
		scenes.DTypeKnob(&p.DType).In("workload"),
		scenes.SeqKnob(&p.Seq).In("workload"),
		scenes.WholeKnob(&p.Batch, "batch", 1, maxBatch).In("workload"),
		scenes.OptimizerKnob(&p.Optimizer).In("workload"),
		scenes.RecomputeKnob(&p.Recompute).In("workload"),

		scenes.WholeKnob(&p.GPUs, "gpus", 1, maxGPUs).In("cluster"),
		scenes.WholeKnob(&p.Nodes, "nodes", 1, maxGPUs).In("cluster"),
		scenes.GPUKnob(&p.GPU).In("cluster"),
		scenes.MFUKnob(&p.MFU).In("cluster"),

		scenes.LinkKnob(&p.Bandwidth, "bandwidth").In("links").IdleIf(alone || between),
		scenes.LatencyKnob(&p.Latency, "latency").In("links").IdleIf(alone || between),
		scenes.NICKnob(&p.NICBandwidth, "nic-bandwidth").In("links").IdleIf(oneNode),
		scenes.LatencyKnob(&p.NICLatency, "nic-latency").In("links").IdleIf(oneNode),
	}
}

// StrategyKnob binds what is split over the GPUs.
func StrategyKnob(p *string) scenes.Knob { return scenes.ChoiceKnob(p, "strategy", strategies...) }

func bucketKnob(p *float64, key string) scenes.Knob {
	const smallest, largest = 1, 1e12 // bytes
	return scenes.NumberKnob(p, key, unit.Byte, smallest, largest)
}

// sharded says that the strategy gathers parameters unit by unit.
func (p *Params) sharded() bool { return p.Strategy == full || p.Strategy == hsdp }

// gpusOfNode is at least 1, also where nodes does not divide.
func (p *Params) gpusOfNode() int { return max(1, p.GPUs/max(1, p.Nodes)) }

// shardGroup is how many GPUs hold the model together.
func (p *Params) shardGroup() int {
	switch {
	case p.Strategy != hsdp:
		return p.GPUs
	case p.ShardGroup > 0:
		return p.ShardGroup
	}
	return p.gpusOfNode()
}

// The strategies in the order shown: from the most memory to the least.
var strategies = scenes.Words(ddp, zero1, zero2, full, hsdp)
