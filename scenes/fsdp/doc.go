// Package fsdp shows one training step of data parallelism, from every GPU
// holding everything (ddp) to every GPU holding a shard (fsdp): who gathers and
// sums what, when, and what of it compute has to wait for.
//
// # Units
//
// The model is a row of units: the embedding, each layer, and the head with the
// final norm. A unit is what is gathered, computed, released and reduced at once.
// Where the head is tied to the embedding their common matrix is the embedding's;
// it stays gathered from the embedding's forward pass to the head's, and from the
// head's backward pass to the embedding's.
//
// # Strategies
//
// ddp, zero1 and zero2 keep whole parameters. Gradients leave in buckets, filled
// in the reverse order of the parameters and closed as PyTorch's DDP closes
// them: all-reduced by ddp, reduce-scattered by zero1 and zero2, which gather the
// new parameters after the optimizer's step. Each tensor's gradient is ready as
// soon as the backward pass has come to it.
//
// fsdp gathers a unit before its forward pass and, unless it was kept (reshard
// off), before its backward pass; after each it is released, and its gradients
// are reduce-scattered. With prefetch d the gather of a unit may begin when the
// compute of the one d+1 places before it has ended: at most d+1 are unsharded.
// hsdp does this in groups of GPUs and all-reduces the shards of the gradient
// across groups.
//
// The backward pass of a unit begins once the gradient of the one two places
// before it has been reduced and freed, as in PyTorch's fully_shard
// (_fsdp_param_group.py, post_backward): at most two are whole. ddp and zero1
// keep whole gradients anyway and do not wait.
//
// # Wires
//
// Each GPU has a port into its node, and a NIC of its own where there are several
// nodes. Collectives are rings, over nodes with as many channels as GPUs of the
// group in a node, as in package collective: of k GPUs in a node a channel crosses
// k-1 ports and one NIC, and each of N-1 rounds lasts as long as its slowest hop.
// All GPUs do the same at the same time, so one stands for all; a collective is
// one transfer over its port and one over its NIC, the latencies of all rounds
// first. Collectives that meet on a port or NIC share it.
//
// # Compute
//
// Durations are the FLOPs of the unit over the share of the peak rate that is
// reached; a backward pass is twice the forward pass, and what is recomputed is a
// task of its own. The embedding and the optimizer are bound by HBM: what they
// read and write over its bandwidth.
//
// # Reading the code
//
// params.go holds knobs; job.go settles them, unit.go cuts the model. ring.go
// has the collectives, bucket.go DDP's buckets. stage.go sets the tasks of a
// step, sharded.go those of fsdp and hsdp, bucketed.go those of the others,
// memory.go counts bytes. wait.go finds what compute waits for, form.go has the
// closed forms, film.go puts it together. picture.go draws it: stacks.go the
// shards, rows.go the lanes, aside.go the memory.
package fsdp
