// Package sizing answers at once what a training run takes: bytes of each kind on
// a GPU, whether they fit, how long a step lasts and what bounds it.
//
// # What it is made of
//
// Nothing here has a formula of its own where a scene has one. Stages of the
// model, their FLOPs and the activations that they keep are those of package
// pipeline, and so is the run of the schedule; what data parallelism gathers,
// reduces and keeps, and what of it compute waits for, is a run of package fsdp on
// the part of the model that a GPU has; rings and all-to-alls are hw.Group.
// Tests hold the results against the films of both scenes.
//
// # Where GPUs lie
//
// GPUs are numbered with the tensor-parallel group inside, then those that share a
// sequence, then data parallelism, and the ranks of the pipeline outside; a node
// has so many of consecutive numbers. Experts are shared by neighbours in data
// parallelism. Gradients are reduced over data parallelism and over the GPUs that
// share a sequence.
// Source: Narayanan et al., arXiv 2104.04473, §3; Llama 3, arXiv 2407.21783, §3.3.2.
//
// # What holds compute up
//
// Tensor parallelism: two all-reduces a layer forward and two backward, none of
// them hidden, and two more where the layer is computed again. Source: Korthikanti
// et al., arXiv 2205.05198, §4.2.2.
// Context parallelism: keys and values go round a ring while attention computes;
// what is longer than that is waited for. Source: Liu et al., arXiv 2310.01889, §3.
// Experts: two all-to-alls a layer forward and two backward, none hidden.
// Data parallelism: what a run of one micro-batch waits for. DDP and ZeRO-1 reduce
// once a step, with the last micro-batch; ZeRO-2, FSDP and HSDP with each.
//
// # Reading the code
//
// params.go holds the knobs, job.go settles them, hold.go finds what holds a layer
// up. memory.go and time.go make the Result. advice.go tries other settings,
// report.go writes all that in a language, link.go leads to the scenes.
package sizing
