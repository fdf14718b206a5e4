// Package sim is a discrete-event engine: tasks that need each other, streams
// and pools that serve them, links that carry their bytes. It knows nothing of
// GPUs or of drawing.
//
// A Graph collects tasks, lanes and links; Run gives each task the earliest
// start that its lane and its needs allow and returns an immutable Timeline.
// Time is an integer number of picoseconds, so a run is the same bit for bit
// natively, in a browser and on every architecture.
package sim

// Ref names a task of one graph: tasks are numbered 0, 1, 2, … in the order in
// which they were added.
type Ref int32

// Lane names what serves a task: a stream, a pool or a track. The zero Lane is
// none: such a task starts as soon as its needs have ended, and no lane shows it.
type Lane int32

// Link names a carrier of bytes with a bandwidth, one direction.
type Link int32

// Path names a list of links that a transfer crosses at once, at the rate of
// its bottleneck.
type Path int32

// Counter names a step function over time, such as the bytes resident on a GPU.
type Counter int32

// ID is the name of a task, lane, link or counter: a path that stays the same
// when parameters change. Each # in Kind stands for the next of A, B, C, so
// ID{"fwd/s#/mb#", 2, 5, 0} is written fwd/s2/mb5.
type ID struct {
	Kind    string
	A, B, C int32
}

// Edge is an end of a task's span.
type Edge uint8

const (
	AtStart Edge = iota
	AtEnd
)

// Span is a task with the times that Run found. For a transfer the latency is
// part of the span: bytes move from Start+Latency to End.
type Span struct {
	ID         ID
	Lane       Lane
	Start, End Time
	Latency    Time
	Bytes      Bytes // 0 for work
	Path       Path  // 0 for work
}

// Segment is a stretch of time in which a transfer moved at one rate.
type Segment struct {
	From, To Time
	Rate     float64 // bytes per second
}

// Point is a step of a counter or of a link's load: Value holds from At on.
type Point struct {
	At    Time
	Value float64
}
