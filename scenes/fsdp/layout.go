package fsdp

import (
	"inflight/scenes/parts"
)

// layout says where things stand in one of the two formats.
type layout struct {
	shards    parts.Box // what GPU 0 holds, shard by shard
	memory    parts.Box // the chart
	sentBar   parts.Box // tracks of the meters
	waitedBar parts.Box
	lanes     parts.Box // with their labels
	axis      float64   // y of the time axis
}

var (
	wide = layout{
		shards:    parts.Box{X: 30, Y: 26, W: 1046, H: 606},
		memory:    parts.Box{X: 1136, Y: 58, W: 424, H: 316},
		sentBar:   parts.Box{X: 1136, Y: 446, W: 424, H: 18},
		waitedBar: parts.Box{X: 1136, Y: 556, W: 424, H: 18},
		lanes:     parts.Box{X: 30, Y: 690, W: 1530, H: 150}, axis: 848,
	}
	high = layout{
		shards:    parts.Box{X: 16, Y: 20, W: 868, H: 464},
		memory:    parts.Box{X: 16, Y: 532, W: 868, H: 248},
		sentBar:   parts.Box{X: 16, Y: 834, W: 414, H: 16},
		waitedBar: parts.Box{X: 470, Y: 834, W: 414, H: 16},
		lanes:     parts.Box{X: 16, Y: 948, W: 868, H: 196}, axis: 1148,
	}
)
