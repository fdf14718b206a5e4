package fsdp

import (
	"inflight/scenes/sim"
)

// maxPieces is how many units a model has at most: 192 layers of the largest
// shape, embedding and head.
const maxPieces = 256

// hold is a stretch of time in which a unit is gathered, whole and released.
type hold struct {
	gather *move
	begin  sim.Time // of the gather
	whole  sim.Time
	free   sim.Time
}

// track is what a frame asks of a unit.
type track struct {
	holds    [2]hold // of the forward and the backward pass
	n        int
	backFrom sim.Time // its gradient is computed
	backTo   sim.Time
	reduce   *move // of the gradient of a unit, nil where buckets carry it
	fresh    *move // gathers its new parameters, or nil
}

// followAll finds when each unit is held and its gradient made.
func (f *film) followAll() {
	f.tracks = make([]track, len(f.pieces))
	for i := range f.pieces {
		f.tracks[i].backTo = f.tl.Finish(f.ends[i])
	}
	for i := range f.works {
		if w := &f.works[i]; w.doing == backward && w.tensor == 0 {
			f.tracks[w.piece].backFrom = f.tl.Start(w.ref)
		}
	}
	for k := range f.gather.tasks {
		f.followGather(&f.gather.tasks[k])
	}
	for k := range f.reduce.tasks {
		if m := &f.reduce.tasks[k]; m.piece >= 0 {
			f.tracks[m.piece].reduce = m
		}
	}
}

func (f *film) followGather(m *move) {
	t := &f.tracks[m.piece]
	if !f.sharded() {
		t.fresh = m
		return
	}
	s := m.span(f.tl)
	h := hold{m, s.from, s.to, f.tl.Finish(f.ends[m.piece])}
	if t.n == 0 && f.Reshard {
		last := m.piece
		if f.tied() && last == 0 {
			last = len(f.pieces) - 1
		}
		h.free = f.tl.Finish(f.forwards[last])
	}
	t.holds[t.n] = h
	t.n++
}

// column is what GPU 0 holds of a unit at an instant.
type column struct {
	here      float64 // share of the others' shards that has come
	gathering bool
	made      float64 // share of its gradient that is computed
	summed    float64 // share of the gradient that is reduced
	reducing  bool
	fresh     float64 // share of the others' new shards that has come
	stepped   float64 // share that the optimizer has stepped
}

// look finds all columns at an instant.
func (f *film) look(columns *[maxPieces]column, at sim.Time) {
	for i := range f.tracks {
		f.lookAt(&columns[i], &f.tracks[i], at)
	}
	if !f.sharded() {
		f.lookAtBuckets(columns, at)
	}
	done := f.tl.Progress(f.update, at) * float64(len(f.pieces))
	for i := range f.tracks {
		columns[i].stepped = max(0, min(done-float64(i), 1))
	}
}

func (f *film) lookAt(c *column, t *track, at sim.Time) {
	*c = column{}
	if !f.sharded() || f.shard.n == 1 {
		c.here = 1
	}
	for k := range t.n {
		h := &t.holds[k]
		switch {
		case at < h.begin || at >= h.free:
		case at >= h.whole:
			c.here = 1
		default:
			c.here, c.gathering = f.progress(h.gather, at), true
		}
	}
	if at >= t.backTo {
		c.made = 1
	} else if at > t.backFrom {
		c.made = float64(at-t.backFrom) / float64(t.backTo-t.backFrom)
	}
	if t.reduce != nil {
		c.summed = f.progress(t.reduce, at)
		c.reducing = c.summed < 1 && t.reduce.span(f.tl).from <= at
	} else if f.shard.n == 1 {
		c.summed = c.made
	}
	if t.fresh != nil {
		c.fresh = f.progress(t.fresh, at)
	}
}

// progress is the share of a collective's bytes that has moved.
func (f *film) progress(m *move, at sim.Time) float64 {
	share, total := 0.0, 0.0
	for _, r := range m.all() {
		bytes := float64(f.tl.Span(r).Bytes)
		share += bytes * f.tl.Progress(r, at)
		total += bytes
	}
	return min(share/total, 1)
}

// lot is the part of a bucket that belongs to one unit.
type lot struct {
	bucket, piece int
	share         float64 // of the unit's gradient
}

// spread finds what of which bucket belongs to which unit, and where buckets
// stand in the row of units.
func (f *film) spreadBuckets() {
	stream := f.bucketStream()
	f.strip = make([]strip, len(f.list))
	k := 0
	for i := len(f.pieces) - 1; i >= 0; i-- {
		p := &f.pieces[i]
		edge := p.bytes // where the next tensor, from the end, ends
		for t := len(p.tensors) - 1; t >= 0; t-- {
			if p.tensors[t] == 0 {
				continue
			}
			b := &f.list[k]
			if (place{i, t}) == b.first {
				f.strip[k].to = float64(i) + edge/p.bytes
			}
			edge -= p.tensors[t]
			share := p.tensors[t] / p.bytes
			if n := len(f.lots); n > 0 && f.lots[n-1].bucket == k && f.lots[n-1].piece == i {
				f.lots[n-1].share += share
			} else {
				f.lots = append(f.lots, lot{k, i, share})
			}
			if (place{i, t}) == b.last {
				f.strip[k].from = float64(i) + edge/p.bytes
				k++
			}
		}
	}
	if len(stream.tasks) == len(f.list) {
		for k := range stream.tasks {
			f.strip[k].move = &stream.tasks[k]
		}
	}
}

// strip is a bucket in the row of units: from is its left edge, in columns.
type strip struct {
	from, to float64
	move     *move // nil with one GPU
}

func (f *film) bucketStream() *stream {
	if f.Strategy == ddp {
		return f.across
	}
	return f.reduce
}

// left is how much of a bucket has been reduced.
func (f *film) left(s *strip, at sim.Time) float64 {
	if s.move == nil {
		return 0
	}
	return f.progress(s.move, at)
}

func (f *film) lookAtBuckets(columns *[maxPieces]column, at sim.Time) {
	for i := range f.lots {
		l := &f.lots[i]
		c := &columns[l.piece]
		if c.made == 0 || f.shard.n == 1 {
			continue
		}
		done := f.left(&f.strip[l.bucket], at)
		if m := f.strip[l.bucket].move; done < 1 && m != nil && m.span(f.tl).from <= at {
			c.reducing = true
		}
		if f.Strategy == ddp { // once round to sum, once round to hand the sums out
			done = max(0, 2*done-1)
		}
		c.summed += l.share * done
	}
}
