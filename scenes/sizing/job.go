package sizing

import (
	"inflight/scenes"
	"inflight/scenes/fsdp"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/pipeline"
	"inflight/scenes/sim"
)

// job is a setting with everything settled.
type job struct {
	Params
	model  llm.Model
	device hw.Accelerator
	rate   float64 // FLOP/s that matrix products reach
	d      int     // data-parallel size
	micro  int     // micro-batches of a step
	expert int     // GPUs that share experts; 1 of a dense model
	number float64 // bytes of one number

	tensor, context, experts, data hw.Group

	runs map[shape]fsdp.Figures
}

// settle checks a setting. What cannot be is refused in words.
func settle(p Params) (*job, error) {
	j := &job{Params: p, expert: 1, number: llm.DType(p.DType).Bytes(), runs: map[shape]fsdp.Figures{}}
	var err error
	if j.model, err = llm.Pick(p.Model, p.Params); err == nil {
		j.device, err = hw.Find(p.GPU)
	}
	if err != nil {
		return nil, scenes.Refuse("refuse.model", err.Error())
	}
	if j.model.MoE.Experts > 0 {
		j.expert = p.Expert
	}
	if err := j.divide(); err != nil {
		return nil, err
	}
	rate, _ := j.device.Products(p.DType)
	j.rate = float64(rate * p.MFU)
	j.place()
	return j, nil
}

// divide finds what the numbers of GPUs and sequences leave.
func (j *job) divide() error {
	each := j.others()
	if j.GPUs%each != 0 {
		return scenes.Refuse("calculator.refuse.gpus", j.GPUs, j.Tensor, j.Context, j.Stages, each)
	}
	j.d = j.GPUs / each
	turn := j.d * j.Microbatch
	if j.Batch%turn != 0 {
		return scenes.Refuse("calculator.refuse.batch", j.Batch, turn, j.d, j.Microbatch)
	}
	j.micro = j.Batch / turn
	switch {
	case j.Stages > 1 && j.micro > pipeline.MaxMicrobatches:
		return scenes.Refuse("calculator.refuse.micro", j.micro, pipeline.MaxMicrobatches)
	case j.Context > j.Seq:
		return scenes.Refuse("calculator.refuse.context", j.Seq, j.Context)
	case j.d%j.expert != 0:
		return scenes.Refuse("calculator.refuse.expert", j.expert, j.d)
	case j.model.MoE.Experts > 0 && j.model.MoE.Experts%j.expert != 0:
		return scenes.Refuse("calculator.refuse.experts", j.expert, j.model.MoE.Experts)
	}
	return nil
}

// place says where the GPUs of each group lie.
func (j *job) place() {
	port := j.Bandwidth
	if port == 0 {
		port = j.ownBandwidth()
	}
	inside := hw.Wire{Latency: j.Latency, Bandwidth: sim.Bandwidth(port)}
	between := hw.Wire{Latency: j.NICLatency, Bandwidth: sim.Bandwidth(j.NICBandwidth)}
	group := func(size, stride int) hw.Group {
		return hw.Group{Size: size, InNode: inNode(size, max(1, j.Node/stride)), Port: inside, NIC: between}
	}
	j.tensor = group(j.Tensor, 1)
	j.context = group(j.Context, j.Tensor)
	j.experts = group(j.expert, j.Tensor*j.Context)
	j.data = group(j.d*j.Context, j.Tensor)
}

// inNode is how many of a group's GPUs lie in one node that has room for so many:
// the same in each node.
func inNode(size, room int) int {
	for n := min(size, room); n > 1; n-- {
		if size%n == 0 {
			return n
		}
	}
	return 1
}

// oneNode says that all GPUs lie in one.
func (j *job) oneNode() bool { return j.GPUs <= j.Node }

// pipelining is the setting as package pipeline has it.
func (j *job) pipelining() pipeline.Params {
	p := pipeline.Scene.Default
	p.Schedule, p.Stages, p.Chunks, p.Microbatches = j.Schedule, j.Stages, j.Chunks, j.micro
	if j.Stages == 1 { // a stage is the model, and its micro-batches run one after another
		p.Schedule, p.Chunks, p.Microbatches = "1f1b", 0, 1
	}
	p.Model, p.Params, p.DType, p.Seq, p.Microbatch, p.Tensor = j.Model, j.Params.Params, j.DType, j.Seq, j.Microbatch, j.Tensor
	p.GPU, p.MFU, p.Recompute, p.Optimizer = j.GPU, j.MFU, j.Recompute, j.Optimizer
	hop := j.tensor.NIC
	if j.oneNode() {
		hop = j.tensor.Port
	}
	p.Bandwidth, p.Latency = float64(hop.Bandwidth), hop.Latency
	return p
}

// split says how stages are split further.
func (j *job) split() pipeline.Part {
	return pipeline.Part{Whole: !j.SequenceParallel, Context: j.Context, Flash: j.Flash}
}

// sharding is the setting as package fsdp has it, for one micro-batch.
func (j *job) sharding() fsdp.Params {
	p := fsdp.Scene.Default
	p.Strategy, p.GPUs, p.Nodes, p.ShardGroup = j.Strategy, j.data.Size, j.data.Size/j.data.InNode, 0
	p.Model, p.Params, p.DType, p.Seq, p.Batch = j.Model, j.Params.Params, j.DType, j.Seq, j.Microbatch
	p.GPU, p.MFU, p.Recompute, p.Optimizer = j.GPU, j.MFU, j.Recompute, j.Optimizer
	p.Bandwidth, p.Latency = float64(j.data.Port.Bandwidth), j.data.Port.Latency
	p.NICBandwidth, p.NICLatency = float64(j.data.NIC.Bandwidth), j.data.NIC.Latency
	return p
}

// shape is all that a run of data parallelism on a part depends on: how many layers
// of each kind there are, and what is at the ends.
type shape struct {
	dense, experts  int
	params          float64
	embedding, head bool
}

// run is a step of one micro-batch on the stages of a pipeline, by data
// parallelism.
func (j *job) run(stages []pipeline.Stage, which ...int) (fsdp.Figures, error) {
	part := fsdp.Part{
		Tensor: j.Tensor, SequenceParallel: j.SequenceParallel, Context: j.Context, Expert: j.expert, Flash: j.Flash,
		Delay: func(layer int) (ahead, back float64) {
			h := j.hold(layer)
			return h.ahead(), h.back()
		},
	}
	var key shape
	for _, i := range which {
		s := &stages[i]
		for layer := s.First; layer < s.Last; layer++ {
			part.Layers = append(part.Layers, layer)
			key.params += j.model.LayerParams(layer)
			if j.model.ExpertParams(layer) > 0 {
				key.experts++
			} else {
				key.dense++
			}
		}
		part.Embedding = part.Embedding || i == 0
		part.Head = part.Head || i == len(stages)-1
	}
	key.embedding, key.head = part.Embedding, part.Head
	if f, ok := j.runs[key]; ok {
		return f, nil
	}
	f, err := fsdp.Measure(j.sharding(), part)
	if err == nil {
		j.runs[key] = f
	}
	return f, err
}

// eachTime says that data parallelism reduces, and where it gathers gathers, with
// each micro-batch; the others once a step.
func (j *job) eachTime() bool { return j.Strategy != "ddp" && j.Strategy != "zero1" }
