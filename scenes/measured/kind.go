// Package measured sets a trace that somebody recorded beside a film: which of
// its spans are what the scene predicts, where its lanes stand on the film's axis,
// and how long each kind of span takes against how long it was to take.
//
// # From a file to a table
//
// trace.Read keeps the slices that Keep wants. Load joins files of several ranks
// to a Trace with its steps (load.go, gpu.go, plain.go), each span with a kind by
// the rules in rules.go. Trace.Run cuts a step out, Predicted gives the same of a
// film (film.go), Compare sets one against the other (compare.go). words.go writes
// that in a language, picture.go draws the lanes.
package measured

// Kind is what a span of time is spent on.
type Kind uint8

const (
	Other         Kind = iota // not classified
	Forward                   // pass
	Backward                  // pass, or its input gradient where the weight gradient is on its own; with recomputation
	WeightGrad                // on its own
	Pair                      // a forward and a backward pass at once, as one task
	Optimizer                 // step
	SendRecv                  // from rank to rank
	AllGather                 // collective
	ReduceScatter             // collective
	AllReduce                 // collective
	Collective                // another one
	Copy                      // of memory, by the GPU
	kinds
)

// ids are the kinds in messages and JSON.
var ids = [kinds]string{
	"other", "forward", "backward", "weight-grad", "pair", "optimizer",
	"send-recv", "all-gather", "reduce-scatter", "all-reduce", "collective", "copy",
}

func (k Kind) String() string { return ids[k] }

// Comm says that a kind moves data between ranks.
func (k Kind) Comm() bool { return k >= SendRecv && k <= Collective }

// Compute says that a kind keeps a compute stream busy; what is not classified
// does, too.
func (k Kind) Compute() bool { return !k.Comm() && k != Copy }
