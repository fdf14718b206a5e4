// Package collective shows how GPUs exchange data: all-reduce, reduce-scatter,
// all-gather, broadcast, reduce and all-to-all, each by the algorithms that the
// literature has for it.
//
// # The wires
//
// The algorithms ring and ring-both run on a point-to-point ring: each GPU has a
// link to each of its two neighbours in the node, full duplex. All others run on
// a switch that never blocks: each GPU has one port out and one port in, and a
// transfer crosses the sender's port out and the receiver's port in.
//
// Between nodes a transfer crosses the NIC out of the sender's node and the NIC
// in of the receiver's node, with the NIC's latency in place of the link's. It
// does not touch the GPU's link or port: the way to the NIC is PCIe. GPU g of a
// node uses NIC floor(g·nics/GPUs). The efficiency multiplies both bandwidths.
//
// Each transfer costs its latency first, then its bytes at the max-min fair
// share of the links that it crosses. Arithmetic costs nothing. The root of a
// broadcast or reduce is GPU 0.
//
// # Rings over nodes
//
// Channel c visits the GPUs of each node in the order s, s+1, …, s+g-1 (mod g)
// with s = floor(c·g/channels), nodes in order: it enters a node at GPU s and
// leaves it at GPU s-1. So channels cross between nodes by different NICs. On
// one node all channels have the same order: they share its links and take as
// long as one channel. The data is split evenly over the channels. The ring
// all-reduce is NCCL's (src/device/all_reduce.h).
//
// # Trees
//
// The double binary tree is NCCL's (src/graph/trees.cc): over ranks on one node,
// else over nodes, with a chain inside each node whose head is GPU s of the
// channel. Each of the two trees carries half of the data. NCCL uses them for
// all-reduce only. For broadcast and reduce, whose root is GPU 0, the root also
// feeds (or is fed by) the root of the second tree, as in Sanders, Speck, Träff,
// Parallel Computing 2009; its own place in the second tree stays, without the
// edge to its parent there.
//
// # Symmetry
//
// Up to 64 GPUs the whole schedule runs, and which ranks' data each chunk holds
// is tracked and verified. Above that, GPUs that do the same at the same time
// are run once: one GPU of a ring on one node, the GPUs of one node of a ring
// over nodes (with one channel, where all channels look alike), one GPU of
// recursive halving and doubling, all flows of one kind in direct. Where even
// these have many steps, they run until each step repeats the one before it, and
// one task stands for the rest. Of a long chain only the sends run that set its
// time. Trees do not collapse, because each GPU is an inner rank of one tree and
// a leaf of the other; they run whole. What would cost too much is refused.
//
// # Reading the code
//
// params.go holds knobs, job.go settles them. ring.go, chain.go, halving.go,
// direct.go and tree.go make schedules (schedule.go) over the links of
// network.go; track.go follows the data through them; form*.go and bytes.go hold
// the closed forms. film.go puts a film together, step.go names its instants.
// picture.go draws it: layout*.go and way.go say where, network_draw.go draws
// GPUs, field.go the map of many, rows.go the lanes, aside.go what is beside.
package collective
