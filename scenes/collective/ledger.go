package collective

import (
	"sort"

	"inflight/scenes/sim"
)

// ledger says what one GPU, the busiest, has sent over time.
type ledger struct {
	ends  []entry // ascending
	sends []sim.Ref
	moved []float64 // where GPUs stand in for others: by step, all that it and those before it move
}

// entry is the sum of what had been sent when a transfer ended.
type entry struct {
	at  sim.Time
	sum float64
}

// keepLedger lists the transfers of the busiest GPU.
func (f *film) keepLedger() ledger {
	var l ledger
	if !f.runsAll() && !f.pipelined() {
		l.moved = f.movedBySteps()
		return l
	}
	for i, x := range f.sends {
		if int(x.from) == f.busiest {
			l.sends = append(l.sends, sim.Ref(i))
		}
	}
	sort.Slice(l.sends, func(i, j int) bool {
		a, b := l.sends[i], l.sends[j]
		x, y := f.tl.Finish(a), f.tl.Finish(b)
		return x < y || x == y && a < b
	})
	sum := 0.0
	for _, r := range l.sends {
		sum += float64(f.tl.Span(r).Bytes)
		l.ends = append(l.ends, entry{f.tl.Finish(r), sum})
	}
	return l
}

// sentAt is how many bytes the busiest GPU has sent at an instant, with those of
// transfers under way.
func (f *film) sentAt(at sim.Time) float64 {
	if at >= f.tl.End() {
		return f.sent
	}
	if !f.runsAll() {
		return f.sentByStandIn(at)
	}
	l := &f.ledger
	i := sort.Search(len(l.ends), func(i int) bool { return l.ends[i].at > at })
	sum := 0.0
	if i > 0 {
		sum = l.ends[i-1].sum
	}
	// Sends end in about the order in which they start: those under way are the
	// next few.
	for _, r := range l.sends[i:min(len(l.sends), i+4*fewGPUs*fewGPUs)] {
		if f.tl.Start(r) <= at {
			sum += float64(f.tl.Span(r).Bytes) * f.tl.Progress(r, at)
		}
	}
	return sum
}

// sentByStandIn counts whole steps and the share of the present one.
func (f *film) sentByStandIn(at sim.Time) float64 {
	if f.pipelined() { // a GPU passes on what it gets
		left, come := f.piecesAt(at)
		return f.sent * float64(max(left, come)) / float64(f.pieces)
	}
	k := f.stepAt(at)
	r, before := f.rounds[k], 0.0
	if k > 0 {
		before = f.ledger.moved[k-1]
	}
	share := max(0, min(float64(at-r.start)/float64(max(r.end-r.start, 1)), 1))
	return f.sent * (before + (f.ledger.moved[k]-before)*share) / f.ledger.moved[len(f.rounds)-1]
}

// movedBySteps is how much the steps up to each one move, in chunks or blocks.
func (f *film) movedBySteps() []float64 {
	moved := make([]float64, len(f.rounds))
	sum := 0.0
	for _, x := range f.sends { // of a GPU, the first that stands in
		if x.part == 0 && x.from == f.sends[0].from {
			moved[x.step] += float64(x.chunks)
		}
	}
	for k := range moved {
		if k >= f.ranSteps {
			moved[k] = 1
		}
		sum += moved[k]
		moved[k] = sum
	}
	return moved
}
