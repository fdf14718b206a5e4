package fsdp

import (
	"inflight/scenes/sim"
)

// detail is what the scene says in the JSON of a plan, besides its film.
type detail struct {
	Units   []unitDetail   `json:"units"`
	Buckets []bucketDetail `json:"buckets,omitempty"`
	Streams []exposure     `json:"streams"`
	Peak    peakDetail     `json:"peak"`
}

type unitDetail struct {
	Name        string   `json:"name"` // embedding, 0, 1, …, head
	Params      float64  `json:"params"`
	Forward     sim.Time `json:"forward_ps"`
	Recompute   sim.Time `json:"recompute_ps"`
	Backward    sim.Time `json:"backward_ps"`
	Activations float64  `json:"activation_bytes"` // kept for the backward pass
}

// bucketDetail is a bucket in the order in which they leave.
type bucketDetail struct {
	Bytes float64 `json:"bytes"`
	First string  `json:"first"` // unit of the first gradient in it
	Last  string  `json:"last"`
}

// peakDetail is the memory of a GPU, by kind, when it is fullest.
type peakDetail struct {
	At          sim.Time `json:"t_ps"`
	Params      float64  `json:"params"`
	Optimizer   float64  `json:"optimizer"`
	Grads       float64  `json:"grads"`
	Gathered    float64  `json:"gathered"`
	WholeGrads  float64  `json:"whole_grads"`
	Activations float64  `json:"activations"`
}

func (f *film) detail() detail {
	at := func(k kind) float64 { return f.tl.Value(f.mem.byKind[k], f.peakAt) }
	d := detail{
		Streams: f.exposures,
		Peak: peakDetail{
			f.peakAt, at(params), at(optimizer), at(grads), at(gathered), at(wholeGrads), at(activations),
		},
	}
	if d.Streams == nil {
		d.Streams = []exposure{}
	}
	for i := range f.pieces {
		p := &f.pieces[i]
		d.Units = append(d.Units, unitDetail{p.name(), p.params, p.forward, p.recompute, p.backward, p.kept})
	}
	for _, b := range f.list {
		d.Buckets = append(d.Buckets, bucketDetail{b.bytes, f.pieces[b.first.piece].name(), f.pieces[b.last.piece].name()})
	}
	return d
}
