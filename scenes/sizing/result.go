package sizing

import (
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/pipeline"
)

// Result is what a setting takes.
type Result struct {
	Model    llm.Model
	Device   hw.Accelerator
	Replicas int // d
	Micro    int // micro-batches of a step

	Memory Memory
	Time   Time
	Sent   float64 // bytes that a GPU sends a step for data parallelism

	TokensPerSecond float64 // all GPUs together
	MFU             float64 // of the step
	GPUSeconds      float64 // for Params.Tokens
	rated           bool    // the peak is that of the number format
}

// Memory is the bytes on the GPU that holds most, by kind, at its peak.
type Memory struct {
	Rank     int     // of the pipeline
	Params   float64 // its own
	Grads    float64 // its own
	States   float64 // of the optimizer
	Gathered float64 // whole units of other GPUs' parameters
	Whole    float64 // gradients that are not reduced yet
	Kept     float64 // activations
	Remade   float64 // activations that recomputation adds
	Capacity float64
}

// Total is the sum.
func (m *Memory) Total() float64 {
	return m.Params + m.Grads + m.States + m.Gathered + m.Whole + m.Kept + m.Remade
}

// Free is what is left of the GPU's memory; negative where it does not fit.
func (m *Memory) Free() float64 { return m.Capacity - m.Total() }

// Fits says that it does; also where no capacity is known.
func (m *Memory) Fits() bool { return m.Capacity == 0 || m.Free() >= 0 }

// Time is a step in seconds, by what it goes into: the mean over the ranks of the
// pipeline. The sum is the step.
type Time struct {
	Compute   float64 // matrix products, without what is computed again
	Again     float64 // recomputation
	Tensor    float64 // exposed communication of tensor parallelism
	Context   float64
	Expert    float64
	Data      float64
	Hops      float64 // what the pipeline's hops add
	Bubble    float64 // waits for other ranks
	Optimizer float64
}

// Total is the step.
func (t *Time) Total() float64 {
	return t.Compute + t.Again + t.Tensor + t.Context + t.Expert + t.Data + t.Hops + t.Bubble + t.Optimizer
}

// Measure finds what a setting takes. A setting that cannot be run is a
// scenes.Refusal.
func Measure(p Params) (Result, error) {
	j, err := settle(p)
	if err != nil {
		return Result{}, err
	}
	stages, err := j.stages()
	if err != nil {
		return Result{}, err
	}
	r := Result{Model: j.model, Device: j.device, Replicas: j.d, Micro: j.micro}
	ranks, err := j.clock(&r, stages)
	if err != nil {
		return Result{}, err
	}
	if err := j.weigh(&r, stages, ranks); err != nil {
		return Result{}, err
	}
	j.conclude(&r)
	return r, nil
}

// stages are those of the pipeline, with what their layers are held up by.
func (j *job) stages() ([]pipeline.Stage, error) {
	stages, err := pipeline.Price(j.pipelining(), j.split())
	if err != nil {
		return nil, err
	}
	return stages, j.layered(stages)
}

// conclude finds the rates.
func (j *job) conclude(r *Result) {
	step := r.Time.Total()
	tokens := float64(j.Batch) * float64(j.Seq)
	peak, known := j.device.Products(j.DType)
	r.rated = known
	r.TokensPerSecond = tokens / step
	flops := 3 * j.model.Forward(1, j.Seq).Total() * float64(j.Batch)
	r.MFU = flops / (peak * float64(j.GPUs) * step)
	r.GPUSeconds = j.Tokens / r.TokensPerSecond * float64(j.GPUs)
}
