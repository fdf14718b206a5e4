package fsdp

import (
	"sort"
)

// tensor is a parameter as DDP sees it: its bytes, and its number format, since
// a bucket holds one format only.
type tensor struct {
	bytes  float64
	format int
}

// bucketsOf assigns tensors to buckets as PyTorch's DDP does. Tensors of a format
// go into its open bucket; a bucket closes once its bytes reach the limit. The
// limits are taken in turn, for each format, and the last one repeats. The
// buckets come by the smallest index in them.
//
// Source: pytorch torch/csrc/distributed/c10d/reducer.cpp,
// compute_bucket_assignment_by_size, and its tests.
func bucketsOf(tensors []tensor, limits []float64) [][]int {
	type open struct {
		indices []int
		bytes   float64
		limit   int // index in limits
	}
	var formats []int
	var state []open
	var closed [][]int
	for i, t := range tensors {
		f := index(formats, t.format)
		if f < 0 {
			f = len(formats)
			formats, state = append(formats, t.format), append(state, open{})
		}
		b := &state[f]
		b.indices, b.bytes = append(b.indices, i), b.bytes+t.bytes
		if b.bytes >= limits[b.limit] {
			closed = append(closed, b.indices)
			*b = open{limit: min(b.limit+1, len(limits)-1)}
		}
	}
	for _, b := range state {
		if len(b.indices) > 0 {
			closed = append(closed, b.indices)
		}
	}
	sort.Slice(closed, func(i, j int) bool { return closed[i][0] < closed[j][0] })
	return closed
}

// index is where v stands in list, -1 if it does not.
func index(list []int, v int) int {
	for i, x := range list {
		if x == v {
			return i
		}
	}
	return -1
}

// place is where a tensor of a model stands.
type place struct{ piece, tensor int }

// bucket is gradients that leave together.
type bucket struct {
	first, last place // in the order in which gradients come: the end of the model first
	bytes       float64
}

// buckets fills buckets in the reverse order of the parameters.
func (j *job) buckets() []bucket {
	var places []place
	var tensors []tensor
	for p := len(j.pieces) - 1; p >= 0; p-- {
		for t := len(j.pieces[p].tensors) - 1; t >= 0; t-- {
			if bytes := j.pieces[p].tensors[t]; bytes > 0 {
				places, tensors = append(places, place{p, t}), append(tensors, tensor{bytes: bytes})
			}
		}
	}
	assigned := bucketsOf(tensors, []float64{j.firstBucket, j.bucket})
	list := make([]bucket, len(assigned))
	for i, indices := range assigned {
		b := &list[i]
		b.first, b.last = places[indices[0]], places[indices[len(indices)-1]]
		for _, k := range indices {
			b.bytes += tensors[k].bytes
		}
	}
	return list
}
