package pipeline

import (
	"sort"

	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// moments are the instants that divide a film.
type moments struct {
	turn    sim.Time // the last stage begins its first gradient
	back    sim.Time // the first gradient reaches the first stage
	last    sim.Time // the first stage begins its last forward
	peak    sim.Time // the fullest rank is fullest
	drained sim.Time // the first rank to end for good ends
}

func (f *film) findMoments() {
	s0, sl := 0, f.stages-1
	f.at = moments{turn: sim.Never, back: sim.Never, drained: sim.Never, peak: f.byRank[f.fullest].peak}
	for mb := range f.micro {
		f.at.turn = min(f.at.turn, f.tl.Start(f.tasks.backs[sl*f.micro+mb]))
		f.at.back = min(f.at.back, f.tl.Start(f.tasks.backs[s0*f.micro+mb]))
		f.at.last = max(f.at.last, f.tl.Start(f.tasks.forwards[s0*f.micro+mb]))
		f.entered = append(f.entered, f.tl.Start(f.tasks.forwards[s0*f.micro+mb]))
		f.left = append(f.left, f.tl.Finish(f.tasks.backs[s0*f.micro+mb]))
	}
	sortTimes(f.entered)
	sortTimes(f.left)
	for r := range f.ranks {
		f.at.drained = min(f.at.drained, f.tl.Finish(f.tasks.first[r+1]-1))
	}
}

type byTime []sim.Time

func (x byTime) Len() int           { return len(x) }
func (x byTime) Less(i, j int) bool { return x[i] < x[j] }
func (x byTime) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

func sortTimes(x []sim.Time) { sort.Sort(byTime(x)) }

// countUpTo is how many of the ascending instants are not after an instant.
func countUpTo(x []sim.Time, at sim.Time) int {
	return sort.Search(len(x), func(i int) bool { return x[i] > at })
}

// nameSteps names the instants, ascending.
func (f *film) nameSteps() {
	f.named = []scenes.Step{
		{ID: "start", Label: scenes.Say("pipeline.step.start")},
		{ID: "turn", At: f.at.turn, Label: scenes.Say("pipeline.step.turn")},
		{ID: "back", At: f.at.back, Label: scenes.Say("pipeline.step.back")},
		{ID: "peak", At: f.at.peak, Label: scenes.Say("pipeline.step.peak", f.rankWord(), f.fullest)},
		{ID: "last-forward", At: f.at.last, Label: scenes.Say("pipeline.step.last-forward")},
		{ID: "drain", At: f.at.drained, Label: scenes.Say("pipeline.step.drain")},
		{ID: "end", At: f.tl.End(), Label: scenes.Say("pipeline.step.end")},
	}
	sort.SliceStable(f.named[1:6], func(i, j int) bool { return f.named[1+i].At < f.named[1+j].At })
}

func (f *film) Steps() []scenes.Step { return f.named }

// rankWord is what a row of the chart is called: a stage where each rank has one.
func (f *film) rankWord() scenes.Message {
	if f.stages == f.ranks && f.chunks == 1 {
		return scenes.Say("pipeline.word.stage")
	}
	return scenes.Say("pipeline.word.rank")
}

// Telling is in the middle between the first gradient at the first stage and its
// last forward, where forwards and backwards mix; the turn where nothing mixes.
func (f *film) Telling() sim.Time {
	if f.at.last > f.at.back {
		return (f.at.last + f.at.back) / 2
	}
	return f.tl.End() * 3 / 5
}

// Caption counts who computes, and how many micro-batches are under way.
func (f *film) Caption(at sim.Time) scenes.Message {
	end := f.tl.End()
	if at >= end {
		return scenes.Say("pipeline.caption.done", scenes.Quantity{Value: end.Seconds(), Unit: unit.Second},
			scenes.Quantity{Value: f.bubbleOfTotal(), Unit: unit.Share}, scenes.Quantity{Value: f.bubbleOfIdeal(), Unit: unit.Share})
	}
	busy := 0
	for r := range f.ranks {
		if _, ok := f.now(r, at); ok {
			busy++
		}
	}
	in, out := countUpTo(f.entered, at), countUpTo(f.left, at)
	phase := "steady"
	switch {
	case at < f.at.turn:
		phase = "warm"
	case in == f.micro:
		phase = "cool"
	}
	return scenes.Say("pipeline.caption."+phase, busy, f.ranks, in, f.micro, out, in-out)
}

// now is the op of a rank that runs at an instant, by its place in the order.
func (f *film) now(r int, at sim.Time) (i int, ok bool) {
	i = f.begun(r, at) - 1
	return i, i >= 0 && f.tl.Finish(f.tasks.first[r]+sim.Ref(i)) > at
}

// begun is how many ops of a rank have begun.
func (f *film) begun(r int, at sim.Time) int {
	lo, hi := f.tasks.first[r], f.tasks.first[r+1]
	for lo < hi {
		if mid := (lo + hi) / 2; f.tl.Start(mid) <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return int(lo - f.tasks.first[r])
}

// Remarks say what does not fit and what stands for something else.
func (f *film) Remarks() []scenes.Message {
	var list []scenes.Message
	if most, has := f.byRank[f.fullest].most, float64(f.gpu.HBM); most > has {
		list = append(list, scenes.Say("pipeline.remark.memory", f.rankWord(), f.fullest,
			scenes.Quantity{Value: most, Unit: unit.Byte}, scenes.Quantity{Value: has, Unit: unit.Byte}))
	}
	if f.model.Layers < f.stages {
		list = append(list, scenes.Say("pipeline.remark.layers", f.model.Layers, f.stages))
	}
	if f.p.Timing == byModel && f.crowded {
		list = append(list, scenes.Say("pipeline.why.crowded"))
	}
	if _, ok := f.gpu.Rate(f.p.DType); !ok && f.p.Timing == byModel {
		list = append(list, scenes.Say("pipeline.remark.rate", f.gpu.Name, f.p.DType))
	}
	return list
}
