package collective

import (
	"slices"
	"sort"

	"inflight/scenes/sim"
)

// pieceTimes say when pieces have gone a part of their way, each list ascending.
type pieceTimes struct {
	left []sim.Time // broadcast: begin to leave the root; else: are summed at the root
	come []sim.Time // are where they are wanted, on every GPU
}

// pieceTimes finds them in the timeline. A piece counts once all parts of the
// data have got so far with theirs.
func (f *film) pieceTimes() pieceTimes {
	var t pieceTimes
	if !f.pipelined() {
		return t
	}
	t.left, t.come = make([]sim.Time, f.pieces), make([]sim.Time, f.pieces)
	if f.slowest != nil {
		return f.skeletonPieces(t)
	}
	for i, x := range f.sends {
		k, r := x.chunk, sim.Ref(i)
		switch {
		case x.phase == summing && f.endsAtRoot(x):
			t.left[k] = max(t.left[k], f.tl.Finish(r))
		case x.phase == spreading && f.op == broadcast && x.from == 0:
			t.left[k] = max(t.left[k], f.tl.Start(r))
		}
		t.come[k] = max(t.come[k], f.tl.Finish(r))
	}
	for _, times := range [][]sim.Time{t.left, t.come} {
		sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	}
	return t
}

// endsAtRoot says whether a transfer brings a sum to where it is complete.
func (f *film) endsAtRoot(x send) bool {
	if f.op == reduce {
		return x.to == 0
	}
	return int(x.to) == f.roots[x.part]
}

// piecesAt is how many pieces have left or been summed, and how many have come.
func (f *film) piecesAt(at sim.Time) (left, come int) {
	count := func(times []sim.Time) int {
		i, _ := slices.BinarySearch(times, at+1)
		return i
	}
	return count(f.pieceTime.left), count(f.pieceTime.come)
}

// skeletonPieces are the times of a chain of which only the slowest hop runs
// whole.
func (f *film) skeletonPieces(t pieceTimes) pieceTimes {
	for _, hops := range f.hops {
		first, last := hops[0], hops[len(hops)-1]
		for k := range f.pieces {
			t.come[k] = max(t.come[k], last.of(k))
			t.left[k] = t.come[k]
			if f.op == broadcast {
				t.left[k] = first.of(k) - first.pace
			}
		}
	}
	return t
}
