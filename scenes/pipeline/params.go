package pipeline

import (
	"inflight/scenes"
	"inflight/scenes/llm"
	"inflight/scenes/unit"
)

// Params is all that the scene depends on. An optional number that is 0 is left
// to the scene.
type Params struct {
	Schedule     string
	Stages       int // p, ranks of the pipeline
	Chunks       int // v, stages of a rank; optional
	Microbatches int // m

	Timing     string
	TF, TB, TW float64 // of a stage, seconds: forward, input gradient, weight gradient
	TFB        float64 // of an overlapped pair; optional: TF+TB+TW
	TComm      float64 // of a hop, seconds
	LastStage  float64 // cost of the last stage, relative to what it would be
	Model      string
	Params     float64 // optional: those of the model
	DType      string
	Seq        int
	Microbatch int // b, sequences
	Tensor     int // t, GPUs that share a stage
	GPU        string
	MFU        float64
	Bandwidth  float64 // between neighbours, bytes per second one way
	Latency    float64 // of a hop, seconds
	Recompute  string
	Optimizer  string
}

const (
	byModel = "model"
	manual  = "manual"
)

var defaults = Params{
	Schedule: oneFOneB, Stages: 4, Microbatches: 8,
	Timing: byModel, TF: 1e-3, TB: 1e-3, TW: 1e-3, LastStage: 1,
	Model: "llama-2-7b", DType: string(llm.BF16), Seq: 4096, Microbatch: 1, Tensor: 1,
	GPU: "h100-sxm", MFU: 0.5,
	Bandwidth: 50e9, Latency: 5e-6,
	Recompute: string(llm.RecomputeSelective), Optimizer: string(llm.Adam),
}

// So many ranks a pipeline has at most, and micro-batches a step.
const (
	MaxStages       = 64
	MaxMicrobatches = 1024
)

const (
	maxChunks     = 16
	maxMicrobatch = 1024
	maxTensor     = 64
	shortest      = 1e-9 // of what is typed in, seconds
	longestTask   = 1000
)

func knobs(p *Params) []scenes.Knob {
	typed := p.Timing == manual
	pairs := p.Schedule == dualPipe || p.Schedule == dualPipeV
	seconds := func(field *float64, key string, least float64) scenes.Knob {
		k := scenes.NumberKnob(field, key, unit.Second, least, longestTask).IdleIf(!typed).In("times")
		return k.OnLogScale(1e-6)
	}
	return []scenes.Knob{
		ScheduleKnob(&p.Schedule).In("schedule"),
		scenes.WholeKnob(&p.Stages, "stages", 1, MaxStages).In("schedule"),
		ChunksKnob(&p.Chunks, p.Schedule).In("schedule"),
		scenes.WholeKnob(&p.Microbatches, "microbatches", 1, MaxMicrobatches).In("schedule"),

		scenes.ModelKnob(&p.Model).In("model").IdleIf(p.Params > 0),
		scenes.ParamsKnob(&p.Params, p.Model).In("model"),
		scenes.DTypeKnob(&p.DType).In("model"),
		scenes.SeqKnob(&p.Seq).In("model"),
		scenes.WholeKnob(&p.Microbatch, "microbatch", 1, maxMicrobatch).In("model"),
		scenes.RecomputeKnob(&p.Recompute).In("model"),
		scenes.OptimizerKnob(&p.Optimizer).In("model"),

		scenes.GPUKnob(&p.GPU).In("cluster"),
		scenes.WholeKnob(&p.Tensor, "tensor", 1, maxTensor).In("cluster"),
		scenes.MFUKnob(&p.MFU).In("cluster").IdleIf(typed),
		bandwidthKnob(&p.Bandwidth).In("cluster").IdleIf(typed),
		scenes.LatencyKnob(&p.Latency, "latency").In("cluster").IdleIf(typed),

		scenes.ChoiceKnob(&p.Timing, "timing", scenes.Words(byModel, manual)...).In("times"),
		seconds(&p.TF, "tf", shortest),
		seconds(&p.TB, "tb", shortest),
		seconds(&p.TW, "tw", 0),
		seconds(&p.TFB, "tfb", shortest).OrAuto(p.TF + p.TB + p.TW).IdleIf(!typed || !pairs),
		seconds(&p.TComm, "tcomm", 0),
		scenes.NumberKnob(&p.LastStage, "last-stage", unit.None, 0.1, 10).In("times"),
	}
}

// ScheduleKnob binds the schedule of a pipeline.
func ScheduleKnob(p *string) scenes.Knob { return scenes.ChoiceKnob(p, "schedule", scheduleWords...) }

// ChunksKnob binds how many stages a rank has; empty leaves it to the schedule.
func ChunksKnob(p *int, schedule string) scenes.Knob {
	fixed := chunksOf(schedule, 1) == chunksOf(schedule, 3)
	return scenes.WholeKnob(p, "chunks", 1, maxChunks).OrAuto(float64(chunksOf(schedule, 0))).IdleIf(fixed)
}

// bandwidthKnob binds the bandwidth between neighbours, inside a node or between
// nodes.
func bandwidthKnob(p *float64) scenes.Knob {
	k := scenes.NICKnob(p, "bandwidth")
	return k.WithNames(append(k.Named[:len(k.Named):len(k.Named)], scenes.LinkKnob(p, "bandwidth").Named...)...)
}
