// Package pipeline shows how micro-batches run through the stages of a model that
// is split over ranks, by nine schedules of the literature.
//
// # Orders
//
// What each rank does in which order is generated for any p, v and m, not looked
// up, and is that of PyTorch's and DualPipe's own code (writer.go). A rank is a
// stream in that order. A whole backward lasts as long as input and weight
// gradient together. An overlapped pair is one task, and both of its results come
// at its end.
//
// # Hops
//
// A result for a stage on another rank crosses a link of its own for each pair of
// ranks and direction; one for a stage of the same rank is there at once. Sends
// never hold up the sender. On a link they go one after another, in the order in
// which they come, as messages between two ranks do. There is no hop after the
// last stage. With times typed in, a hop takes what was typed in whatever else is
// on its way.
//
// # Times from the model
//
// Layers are split over the stages as evenly as whole layers can be; the embedding
// is on the first stage, the output head on the last. FLOPs are those of matrix
// products with all pairs of attention, as papers count for MFU: the input
// gradient costs Linear + 2·Attention and what is recomputed, the weight gradient
// Linear. They run at the GPU's peak for the number format (its 16-bit peak where
// none is known) times the share of peak times the GPUs of a rank.
//
// # Memory
//
// Weights, gradients and optimizer states are resident from the start. The
// activations of a chunk are kept from the start of its forward to the end of its
// backward. Where the gradients are split, the end of the input gradient leaves
// what the weight gradient needs (cost.go), and its end leaves nothing. With full
// recomputation that is more than was kept before. Memory for a layer while it is
// recomputed is not counted.
//
// # Reading the code
//
// params.go holds knobs; schedule.go, writer.go and writer_vee.go make the orders,
// token.go writes them out; cost.go prices a stage, graph.go makes the tasks,
// memory.go and figures.go read off what they use. form*.go hold the closed forms
// and where they hold, check.go sets the engine beside them. film.go puts a film
// together, step.go names its instants. picture.go draws it: layout.go says where,
// box.go and strip.go draw ranks, hop.go what moves between them, lane.go time,
// dense.go what would be too many spans.
package pipeline
