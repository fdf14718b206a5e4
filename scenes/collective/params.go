package collective

import (
	"inflight/scenes"
	"inflight/scenes/llm"
	"inflight/scenes/unit"
)

// Params is all that the scene depends on. An optional number that is 0 is left
// to the scene.
type Params struct {
	Op, Algo string
	GPUs     int
	Nodes    int
	NICs     int // of a node; optional: one for each GPU
	Channels int // optional: the NICs of a node, 1 on one node
	Pieces   int

	Bytes  float64 // S, the whole vector of a rank; optional: gradients of the model
	Model  string
	Params float64 // optional: those of the model
	DType  string

	Bandwidth    float64 // of a link, bytes per second one way
	Latency      float64 // of a transfer inside a node, seconds
	NICBandwidth float64 // of a NIC, bytes per second one way
	NICLatency   float64 // of a transfer between nodes, seconds
	Efficiency   float64 // share of both bandwidths that transfers reach
}

// Latencies a step of NCCL's Simple protocol with rings, over NVLink and over
// the network. Source: NVIDIA/nccl src/graph/tuning.cc:134-215.
const (
	ncclNVLink  = 3.4e-6
	ncclNetwork = 14e-6
)

// Default is an all-reduce of the gradients of a 7B model over one node.
var defaults = Params{
	Op: allReduce, Algo: ringAlgo,
	GPUs: 8, Nodes: 1, Pieces: 8,
	Model: "llama-2-7b", DType: string(llm.BF16),
	Bandwidth: 300e9, Latency: ncclNVLink,
	NICBandwidth: 50e9, NICLatency: ncclNetwork,
	Efficiency: 1,
}

// The operations and algorithms, as they stand in URLs.
const (
	allReduce     = "all-reduce"
	reduceScatter = "reduce-scatter"
	allGather     = "all-gather"
	broadcast     = "broadcast"
	reduce        = "reduce"
	allToAll      = "all-to-all"

	ringAlgo = "ring"
	ringBoth = "ring-both"
	tree     = "tree"
	halving  = "halving-doubling"
	direct   = "direct"
)

const (
	maxGPUs     = 16384
	maxNICs     = 64
	maxChannels = 64
	maxPieces   = 4096
)

func knobs(p *Params) []scenes.Knob {
	perNode := p.gpusOfNode()
	oneNode := p.Nodes == 1
	alone := p.Nodes == p.GPUs // no two GPUs in a node
	return []scenes.Knob{
		scenes.ChoiceKnob(&p.Op, "op", opWords...).In("work"),
		scenes.ChoiceKnob(&p.Algo, "algo", algoWords...).In("work"),
		scenes.WholeKnob(&p.Pieces, "pieces", 1, maxPieces).In("work").IdleIf(!p.pipelined()),

		scenes.NumberKnob(&p.Bytes, "bytes", unit.Byte, 1, 1e15).OrAuto(p.gradients()).In("data"),
		scenes.ModelKnob(&p.Model).In("data").IdleIf(p.Bytes > 0 || p.Params > 0),
		scenes.ParamsKnob(&p.Params, p.Model).In("data").IdleIf(p.Bytes > 0),
		scenes.DTypeKnob(&p.DType).In("data").IdleIf(p.Bytes > 0),

		scenes.WholeKnob(&p.GPUs, "gpus", 2, maxGPUs).In("cluster"),
		scenes.WholeKnob(&p.Nodes, "nodes", 1, maxGPUs).In("cluster"),
		scenes.WholeKnob(&p.NICs, "nics", 1, maxNICs).OrAuto(float64(perNode)).In("cluster").IdleIf(oneNode),
		scenes.WholeKnob(&p.Channels, "channels", 1, maxChannels).OrAuto(float64(p.autoChannels())).In("cluster").IdleIf(!p.channelled()),

		scenes.LinkKnob(&p.Bandwidth, "bandwidth").In("links").IdleIf(alone),
		scenes.LatencyKnob(&p.Latency, "latency").WithNames(latencyNames...).In("links").IdleIf(alone),
		scenes.NICKnob(&p.NICBandwidth, "nic-bandwidth").In("links").IdleIf(oneNode),
		scenes.LatencyKnob(&p.NICLatency, "nic-latency").WithNames(nicLatencyNames...).In("links").IdleIf(oneNode),
		scenes.NumberKnob(&p.Efficiency, "efficiency", unit.Share, 0.05, 1).In("links"),
	}
}

// pipelined says that the data travels in pieces.
func (p *Params) pipelined() bool {
	return p.Algo == tree || p.onRing() && (p.Op == broadcast || p.Op == reduce)
}

// channelled says that the data is split over channels.
func (p *Params) channelled() bool { return p.onRing() || p.Algo == tree && p.Nodes > 1 }

func (p *Params) onRing() bool { return p.Algo == ringAlgo || p.Algo == ringBoth }

// gpusOfNode is at least 1, also where nodes does not divide.
func (p *Params) gpusOfNode() int { return max(1, p.GPUs/max(1, p.Nodes)) }

func (p *Params) nics() int {
	if p.NICs > 0 {
		return p.NICs
	}
	return p.gpusOfNode()
}

func (p *Params) autoChannels() int {
	if p.Nodes == 1 {
		return 1
	}
	return p.nics()
}

// modelParams is the parameter count of the model, 0 if there is no such model.
func (p *Params) modelParams() float64 {
	m, err := llm.Find(p.Model)
	if err != nil {
		return 0
	}
	return m.Params()
}

// gradients is the size of a full set of gradients, in bytes.
func (p *Params) gradients() float64 {
	params := p.Params
	if params == 0 {
		params = p.modelParams()
	}
	return params * llm.DType(p.DType).Bytes()
}

// Choices and named values, in the order shown.
var (
	opWords   = scenes.Words(allReduce, reduceScatter, allGather, broadcast, reduce, allToAll)
	algoWords = scenes.Words(ringAlgo, ringBoth, tree, halving, direct)
)

// What NCCL's tuner adds for each step of a ring, by protocol.
// Source: NVIDIA/nccl src/graph/tuning.cc:134-215.
var (
	latencyNames = []scenes.Named{
		{Name: "nccl-nvlink-ll", Label: "NCCL, NVLink, LL", Value: 0.6e-6},
		{Name: "nccl-nvlink-ll128", Label: "NCCL, NVLink, LL128", Value: 1.9e-6},
		{Name: "nccl-nvlink", Label: "NCCL, NVLink, Simple", Value: ncclNVLink},
		{Name: "nccl-pcie", Label: "NCCL, PCIe, Simple", Value: 5.7e-6},
	}
	nicLatencyNames = []scenes.Named{
		{Name: "nccl-net-ll", Label: "NCCL, network, LL", Value: 2.7e-6},
		{Name: "nccl-net-ll128", Label: "NCCL, network, LL128", Value: 4e-6},
		{Name: "nccl-net", Label: "NCCL, network, Simple", Value: ncclNetwork},
	}
)
