package paged

import (
	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/unit"
)

// Params is all that the scene depends on. An optional number that is 0 is left
// to the scene.
type Params struct {
	Allocator  string
	Block      int
	Blocks     int // in GPU memory; optional: what memory, weights and reserve leave
	MaxTokens  int // longest sequence; optional: what the model was trained for
	FreeOrder  string
	Cache      bool
	Watermark  float64
	CPUBlocks  int
	Batching   string
	Preempt    string
	MaxBatch   int
	StepTokens int

	Requests int
	Rate     float64 // arrivals a second
	Prompt   int     // mean tokens of a prompt, after the prefix
	Output   int     // mean tokens generated
	Prefix   int     // tokens that all prompts begin with
	Samples  int
	Sampling string
	Seed     int

	Model  string
	Params float64 // optional: those of the model
	DType  string

	GPU          string
	Memory       float64 // bytes of the GPU; optional: the GPU's
	HBMBandwidth float64 // optional: the GPU's
	Reserve      float64 // share of the memory for neither weights nor KV cache
	MFU          float64
	PCIe         float64 // bandwidth to CPU memory, one way
}

// Choices, as they stand in URLs.
const (
	contiguousMax    = "contiguous-max"
	contiguousPow2   = "contiguous-pow2"
	contiguousOracle = "contiguous-oracle"
	pagedBlocks      = "paged"

	continuous = "continuous"
	static     = "static"
	recompute  = "recompute"
	swap       = "swap"
	parallel   = "parallel"
	beam       = "beam"

	TailFirst    = "tail-first"
	PartialFirst = "partial-first"
)

// FreeOrders are the orders in which freed blocks are taken again.
var FreeOrders = scenes.Words(TailFirst, PartialFirst)

// defaults is the setting of the paper that introduced paging: OPT-13B on an A100
// with 40 GB, lengths with the means of ShareGPT; fewer requests than there, at a
// rate that fills the memory.
// Source: Kwon et al., SOSP 2023 (arXiv 2309.06180), Table 1, Fig. 11.
var defaults = Params{
	Allocator: pagedBlocks, Block: 16, FreeOrder: TailFirst, Cache: true,
	Watermark: 0.01, CPUBlocks: 256, Batching: continuous, Preempt: recompute, MaxBatch: 256, StepTokens: 2048,
	Requests: 60, Rate: 12, Prompt: 161, Output: 338, Samples: 1, Sampling: parallel, Seed: 3,
	Model: opt13b.Key, DType: string(llm.FP16),
	GPU: "a100-40gb-sxm", Reserve: 0.1, MFU: 0.5, PCIe: 31e9,
}

const (
	maxRequests = 4096
	maxBlocks   = 1 << 17
	maxLength   = 1 << 17
)

func knobs(p *Params) []scenes.Knob {
	gpu, _ := hw.Find(p.GPU)
	m := p.model()
	return []scenes.Knob{
		scenes.ChoiceKnob(&p.Allocator, "allocator", scenes.Words(contiguousMax, contiguousPow2, contiguousOracle, pagedBlocks)...).In("kv"),
		scenes.WholeKnob(&p.Block, "block", 1, 1024).In("kv"),
		scenes.WholeKnob(&p.Blocks, "blocks", 1, maxBlocks).OrAuto(float64(p.room())).In("kv"),
		scenes.WholeKnob(&p.MaxTokens, "max-tokens", 2, maxLength).OrAuto(float64(max(2, min(m.Context, maxLength)))).In("kv"),
		scenes.SwitchKnob(&p.Cache, "prefix-cache").In("kv"),
		scenes.ChoiceKnob(&p.FreeOrder, "free-order", FreeOrders...).In("kv"),
		WatermarkKnob(&p.Watermark).In("kv"),

		scenes.WholeKnob(&p.Requests, "requests", 1, maxRequests).In("stream"),
		scenes.NumberKnob(&p.Rate, "rate", unit.PerSecond, 0.001, 1e6).In("stream").IdleIf(p.Requests == 1),
		scenes.WholeKnob(&p.Prompt, "prompt", 1, maxLength).In("stream"),
		scenes.WholeKnob(&p.Output, "output", 1, maxLength).In("stream"),
		scenes.WholeKnob(&p.Prefix, "prefix", 0, maxLength).In("stream"),
		scenes.WholeKnob(&p.Samples, "samples", 1, 16).In("stream"),
		scenes.ChoiceKnob(&p.Sampling, "sampling", scenes.Words(parallel, beam)...).In("stream").IdleIf(p.Samples == 1),
		scenes.WholeKnob(&p.Seed, "seed", 0, 1<<30).In("stream"),

		scenes.ChoiceKnob(&p.Batching, "batching", scenes.Words(continuous, static)...).In("server"),
		scenes.ChoiceKnob(&p.Preempt, "preempt", scenes.Words(recompute, swap)...).In("server"),
		scenes.WholeKnob(&p.CPUBlocks, "cpu-blocks", 0, maxBlocks).In("server").IdleIf(p.Preempt != swap),
		scenes.WholeKnob(&p.MaxBatch, "max-batch", 1, 4096).In("server"),
		scenes.WholeKnob(&p.StepTokens, "step-tokens", 16, 1<<20).In("server").IdleIf(p.Batching == static),

		modelKnob(&p.Model).In("machine").IdleIf(p.Params > 0),
		scenes.ParamsKnob(&p.Params, p.Model).OrAuto(p.modelParams()).In("machine"),
		scenes.DTypeKnob(&p.DType).In("machine"),
		scenes.GPUKnob(&p.GPU).In("machine"),
		scenes.NumberKnob(&p.Memory, "memory", unit.Byte, 1e6, 1e14).OrAuto(float64(gpu.HBM)).In("machine").IdleIf(p.Blocks > 0),
		scenes.NumberKnob(&p.HBMBandwidth, "hbm-bandwidth", unit.BytesPerSecond, 1e6, 1e15).OrAuto(float64(gpu.HBMBandwidth)).In("machine"),
		scenes.NumberKnob(&p.Reserve, "reserve", unit.Share, 0, 0.9).In("machine").IdleIf(p.Blocks > 0),
		scenes.MFUKnob(&p.MFU).In("machine"),
		scenes.LinkKnob(&p.PCIe, "pcie-bandwidth").In("machine").IdleIf(p.Preempt != swap),
	}
}

// WatermarkKnob binds the share of the blocks that admission leaves free.
func WatermarkKnob(p *float64) scenes.Knob {
	return scenes.NumberKnob(p, "watermark", unit.Share, 0, 0.5)
}
