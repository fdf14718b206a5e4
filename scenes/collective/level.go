package collective

import (
	"sort"

	"inflight/scenes/sim"
)

// level is how full a column of a GPU is at an instant, 0 to 1: tracked where the
// whole schedule ran, else as the GPU that stands in for it has it.
func (f *film) level(gpu, column int, at sim.Time) float64 {
	switch {
	case f.stacks != nil:
		return float64(f.stacks.level(gpu, column, at))
	case f.algo == halving:
		return f.halvingLevel(gpu, column, f.stepsDone(at))
	case f.algo == direct:
		return f.directLevel(gpu, column, at)
	case f.pipelined():
		return f.chainLevel(gpu, column, at)
	}
	return f.ringLevel(gpu, column, at)
}

// stepsDone is how many steps have ended on all GPUs.
func (f *film) stepsDone(at sim.Time) int {
	return sort.Search(len(f.rounds), func(k int) bool { return f.rounds[k].end > at })
}

// received is how many steps of a ring a GPU has received the data of, on the
// first channel: as many as the GPU before it, in its place, has sent.
func (f *film) received(gpu, dir int, at sim.Time) int {
	before := mod(gpu-1, f.stands)
	if dir == 1 { // the stand-ins are numbered the way they come
		before = f.stands - 1 - (gpu+1)%f.stands
	}
	before += f.parts[dir].first
	last := sim.Ref(before + (f.ranSteps-1)*f.stands)
	if end := f.tl.Finish(last); f.period > 0 && at >= end {
		return min(f.ranSteps+int((at-end)/f.period), f.steps)
	}
	return sort.Search(f.ranSteps, func(k int) bool { return f.tl.Finish(sim.Ref(before+k*f.stands)) > at })
}

// ringLevel follows the schedule of a ring. In both directions the halves of a
// chunk mirror each other.
func (f *film) ringLevel(gpu, chunk int, at sim.Time) float64 {
	behind := mod(gpu-chunk, f.n) // places that the chunk has come, on the way right
	right := f.oneWayLevel(behind, f.received(gpu, 0, at))
	if f.algo == ringAlgo {
		return right
	}
	ahead := mod(-behind, f.n)
	left := f.oneWayLevel(ahead, f.received(gpu, 1, at))
	if f.op == allToAll && ahead != behind {
		return max(right, left) // a block goes one way or the other
	}
	return (right + left) / 2
}

func (f *film) oneWayLevel(behind, steps int) float64 {
	n := f.n
	switch f.op {
	case allToAll:
		if reach, _ := f.reach(); behind > reach || behind > steps {
			return 0
		}
		return 1
	case allGather:
		if behind <= steps {
			return 1
		}
		return 0
	}
	if f.op == allReduce && steps > n-1 && behind <= steps-(n-1) {
		return 1
	}
	// In step j of the reduce-scatter the chunk two places and j behind comes
	// with the sums of j+1 GPUs.
	if j := mod(behind-2, n); j < min(steps, n-1) {
		return float64(j+2) / float64(n)
	}
	return 1 / float64(n)
}

// chainLevel counts the pieces that a hop of the chain has delivered.
func (f *film) chainLevel(gpu, column int, at sim.Time) float64 {
	per := f.pieceColumns()
	dir, k := column/per, column%per
	first, last := (k*f.pieces+per-1)/per, ((k+1)*f.pieces+per-1)/per // pieces of the column
	sum := 0.0
	for c := range f.channels {
		sum += f.hopLevel(c, dir, gpu, first, last, at)
	}
	return sum / float64(f.channels)
}

// hopLevel is how full the pieces first … last-1 of a part are on a GPU.
func (f *film) hopLevel(channel, dir, gpu, first, last int, at sim.Time) float64 {
	r := f.ringOf(channel, dir)
	hop := mod(r.index(gpu)-r.index(0)-1, f.n) // that ends here; n-1 where none does
	had, gets := 0.0, 1.0
	if f.op == reduce {
		hop = mod(hop-1, f.n)
		had, gets = 1/float64(f.n), float64(hop+2)/float64(f.n)
	}
	if hop == f.n-1 {
		return max(had, either(f.op == broadcast))
	}
	h := f.hops[channel*f.directions()+dir][hop]
	come := 0
	if at >= h.first {
		come = f.pieces
		if h.pace > 0 {
			come = min(come, int((at-h.first)/h.pace)+1)
		}
	}
	share := float64(max(0, min(come, last)-first)) / float64(last-first)
	return had + (gets-had)*share
}

// directLevel knows two arrivals a step: from GPUs of the same node, and from all
// others.
func (f *film) directLevel(gpu, chunk int, at sim.Time) float64 {
	come := func(step int) (same, others bool) {
		for i, x := range f.sends {
			if int(x.step) != step {
				continue
			}
			done := f.tl.Finish(sim.Ref(i)) <= at
			if f.g > 1 && x.to == 1 {
				same = done
			} else {
				others = done
			}
		}
		return same, others
	}
	of := func(step, a, b int) bool { // has come between these two
		same, others := come(step)
		return f.node(a) == f.node(b) && same || f.node(a) != f.node(b) && others
	}
	switch {
	case f.op == broadcast:
		return either(gpu == 0 || of(0, gpu, 0))
	case f.op == reduce && gpu == 0, f.reduces() && f.op != reduce && gpu == chunk:
		sum := 1
		same, others := come(0)
		if same {
			sum += f.g - 1
		}
		if others {
			sum += f.n - f.g
		}
		return float64(sum) / float64(f.n)
	case f.op == reduceScatter, f.op == reduce, f.op == allReduce && !of(1, gpu, chunk):
		return 1 / float64(f.n)
	case f.op == allReduce:
		return 1
	}
	return either(gpu == chunk || of(0, gpu, chunk))
}

func either(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
