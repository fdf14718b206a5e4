package pipeline

import (
	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// rankFigures are what the run says of a rank.
type rankFigures struct {
	busy, span sim.Time // time that it computes; from its first start to its last end
	live       int      // most chunks whose activations it holds at once
	most       float64  // bytes resident at its peak
	peak       sim.Time // when that is reached first
}

// figures reads off the timeline what metrics and pictures ask for.
func (f *film) figures() {
	f.byRank = make([]rankFigures, f.ranks)
	for r := range f.byRank {
		x := &f.byRank[r]
		first, last := f.tasks.first[r], f.tasks.first[r+1]-1
		for _, o := range f.order[r] {
			x.busy += f.duration(o)
		}
		x.span = f.tl.Finish(last) - f.tl.Start(first)
		x.live = live(f.order[r])
		base := 0.0
		for _, bytes := range f.static(r) {
			base += bytes
		}
		for _, p := range f.tl.Points(f.tasks.memory[r][activations]) {
			if base+p.Value > x.most {
				x.most, x.peak = base+p.Value, p.At
			}
		}
		if x.most > f.byRank[f.fullest].most {
			f.fullest = r
		}
	}
	f.crowded = f.hopsMeet()
}

// hopsMeet says that a hop had to wait for the one before it.
func (f *film) hopsMeet() bool {
	if f.hop.bandwidth == 0 {
		return false
	}
	for r := f.tasks.firstHop; int(r) < f.tl.Len(); r++ {
		if f.tl.Start(r) > f.tl.Finish(f.tl.Needs(r)[0]) {
			return true
		}
	}
	return false
}

// idle is how long a rank waits until the last one is done.
func (f *film) idle(r int) sim.Time { return f.tl.End() - f.byRank[r].busy }

// mostIdle is the longest of them.
func (f *film) mostIdle() sim.Time {
	most := sim.Time(0)
	for r := range f.byRank {
		most = max(most, f.idle(r))
	}
	return most
}

// cost is the longest span of a rank, and ideal what the busiest one computes if
// nothing overlaps: m micro-batches of forward, input and weight gradient.
func (f *film) cost() (cost, ideal sim.Time) {
	for r := range f.byRank {
		cost = max(cost, f.byRank[r].span)
		work := sim.Time(0)
		for _, s := range f.stagesOf(r) {
			c := &f.costs[s]
			work += c.fps + c.bps + c.wps
		}
		ideal = max(ideal, work*sim.Time(f.perRank()/len(f.stagesOf(r))))
	}
	return cost, ideal
}

// ratio is a/b, and 0 where b is 0: nothing takes time then.
func ratio(a, b sim.Time) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// idleAndBusy is the time that all ranks wait, and that they compute, together:
// in floats, for a sum over ranks may be beyond the range of Time.
func (f *film) idleAndBusy() (idle, busy float64) {
	for r := range f.byRank {
		idle += float64(f.idle(r))
		busy += float64(f.byRank[r].busy)
	}
	return idle, busy
}

// The shares of time that ranks wait, by three definitions.
func (f *film) bubbleOfTotal() float64 {
	idle, busy := f.idleAndBusy()
	if idle == 0 {
		return 0
	}
	return idle / (idle + busy)
}

func (f *film) bubbleOfIdeal() float64 {
	idle, busy := f.idleAndBusy()
	if busy == 0 {
		return 0
	}
	return idle / busy
}

func (f *film) bubbleRateZB() float64 {
	cost, ideal := f.cost()
	return ratio(cost-ideal, cost)
}

// crossed is what all hops carry, in bytes.
func (f *film) crossed() float64 {
	return float64(f.tl.Len()-int(f.tasks.firstHop)) * f.hop.bytes * float64(f.p.Tensor)
}

func (f *film) Metrics() []scenes.Metric {
	end := f.tl.End().Seconds()
	tokens := float64(f.micro) * float64(f.p.Microbatch) * float64(f.p.Seq)
	speed := 0.0
	if end > 0 {
		speed = tokens / end
	}
	list := []scenes.Metric{
		{ID: "time", Value: end, Unit: unit.Second},
		{ID: "bubble-of-total", Value: f.bubbleOfTotal(), Unit: unit.Share},
		{ID: "bubble-of-ideal", Value: f.bubbleOfIdeal(), Unit: unit.Share},
		{ID: "bubble-rate-zb", Value: f.bubbleRateZB(), Unit: unit.Share},
		{ID: "idle", Value: f.mostIdle().Seconds(), Unit: unit.Second},
		{ID: "peak-inflight", Value: float64(f.byRank[0].live), Unit: unit.None},
		{ID: "memory", Value: f.byRank[f.fullest].most, Unit: unit.Byte},
		{ID: "activation-memory", Value: f.mostActivations(), Unit: unit.Byte},
		{ID: "comm-bytes", Value: f.crossed(), Unit: unit.Byte},
		{ID: "throughput", Value: speed, Unit: unit.TokensPerSecond},
	}
	if f.schedule == interleaved {
		list = append(list, scenes.Metric{ID: "bubble-rate-fitted", Value: f.fittedRate(), Unit: unit.Share})
	}
	return list
}

// mostActivations is the most activations that a rank holds.
func (f *film) mostActivations() float64 {
	most := 0.0
	for r := range f.byRank {
		base := 0.0
		for _, bytes := range f.static(r) {
			base += bytes
		}
		most = max(most, f.byRank[r].most-base)
	}
	return most
}

// fittedRate is the bubble rate that the Zero Bubble paper prints for interleaved
// 1F1B, by a form fitted to its Table 5: (p−1)(F+B+W)/v + (2pv−p−2)c more than
// the work, F, B and W over the v chunks of a rank. A run, whose sends never
// block, finds 2(pv−1)c for the hops.
func (f *film) fittedRate() float64 {
	_, ideal := f.cost()
	p, v := float64(f.ranks), float64(f.chunks)
	work := ideal.Seconds() / float64(f.micro)
	extra := (p-1)*work/v + (2*p*v-p-2)*f.hop.seconds()
	if extra <= 0 {
		return 0
	}
	return extra / (ideal.Seconds() + extra)
}
