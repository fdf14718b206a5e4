package collective

import (
	"strconv"

	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// maxSteps is how many steps a film names.
const maxSteps = 64

// nameSteps names the instants at which steps begin: "rs/0", "ag/3"; where there
// are many, every 2nd, 4th, 8th … of each phase.
func (f *film) nameSteps() []scenes.Step {
	if f.algo == tree {
		return f.nameTreeSteps()
	}
	stride := strideOf(f.spans)
	var steps []scenes.Step
	last := sim.Time(0)
	for _, sp := range f.spans {
		for k := 0; k < sp.count; k += stride {
			last = max(last, f.rounds[sp.first+k].start)
			steps = append(steps, scenes.Step{
				ID: phaseSlugs[sp.phase] + "/" + strconv.Itoa(k), At: last,
				Label: scenes.Say("collective.step", phaseMessage(sp.phase), k+1, sp.count),
			})
		}
	}
	return steps
}

// strideOf is the power of two that leaves at most maxSteps steps.
func strideOf(spans []span) int {
	for stride := 1; ; stride *= 2 {
		total := 0
		for _, sp := range spans {
			total += (sp.count + stride - 1) / stride
		}
		if total <= maxSteps {
			return stride
		}
	}
}

func phaseMessage(p phase) scenes.Message { return scenes.Say("collective.phase." + phaseSlugs[p]) }

// nameTreeSteps names the instants at which a piece leaves the first leaf and
// the first root: "up/0", "down/0".
func (f *film) nameTreeSteps() []scenes.Step {
	ups, downs := make([]sim.Time, f.pieces), make([]sim.Time, f.pieces)
	for k := range f.pieces {
		ups[k], downs[k] = sim.Never, sim.Never
	}
	for i, x := range f.sends {
		list := downs
		if x.phase == summing {
			list = ups
		}
		list[x.chunk] = min(list[x.chunk], f.tl.Start(sim.Ref(i)))
	}
	stride := strideOf([]span{{count: f.pieces}, {count: f.pieces}})
	var steps []scenes.Step
	add := func(slug string, k int, at sim.Time) {
		steps = append(steps, scenes.Step{ID: slug + "/" + strconv.Itoa(k), At: at, Label: scenes.Say("collective.step."+slug, k+1, f.pieces)})
	}
	up, down := 0, 0
	if !f.rises() {
		up = f.pieces
	}
	if !f.falls() {
		down = f.pieces
	}
	for up < f.pieces || down < f.pieces {
		if down >= f.pieces || up < f.pieces && ups[up] <= downs[down] {
			add("up", up, ups[up])
			up += stride
		} else {
			add("down", down, downs[down])
			down += stride
		}
	}
	return steps
}

// Caption says what is happening, in a sentence with numbers.
func (f *film) Caption(at sim.Time) scenes.Message {
	if at >= f.tl.End() {
		return scenes.Say("collective.caption.done."+f.op, quantity(f.tl.End().Seconds(), unit.Second), f.n)
	}
	if f.pipelined() {
		return f.pieceCaption(at)
	}
	k := f.stepAt(at)
	sp := f.phaseOf(k)
	name := phaseMessage(sp.phase)
	switch f.algo {
	case halving:
		return f.halvingCaption(name, sp, k)
	case direct:
		return f.directCaption(name, sp)
	}
	chunk := quantity(f.size/float64(f.n*f.directions()), unit.Byte)
	if sp.phase == exchanging {
		step := f.ringSteps()[k]
		return scenes.Say("collective.caption.pass."+f.algo, name, k+1, f.steps, step.chunks,
			quantity(f.blockBytes()*float64(f.channels)*step.blocks, unit.Byte))
	}
	return scenes.Say("collective.caption."+f.algo, name, k+1, f.steps, chunk)
}

func (f *film) halvingCaption(name scenes.Message, sp span, k int) scenes.Message {
	c := f.costs()[k]
	bytes := quantity(f.size*float64(c.blocks)/float64(powerBelow(f.n)), unit.Byte)
	switch sp.phase {
	case folding, unfolding:
		return scenes.Say("collective.caption."+phaseSlugs[sp.phase], k+1, f.steps, f.n-powerBelow(f.n), bytes)
	case dealing, collecting:
		return scenes.Say("collective.caption."+phaseSlugs[sp.phase], k+1, f.steps, bytes, c.far)
	}
	return scenes.Say("collective.caption.halving-doubling", name, k+1, f.steps, bytes, c.far)
}

func (f *film) directCaption(name scenes.Message, sp span) scenes.Message {
	switch sp.phase {
	case spreading, summing:
		return scenes.Say("collective.caption.direct."+phaseSlugs[sp.phase], quantity(f.size, unit.Byte), f.n-1)
	}
	return scenes.Say("collective.caption.direct", name, quantity(f.size/float64(f.n), unit.Byte), f.n-1)
}

// pieceCaption counts the pieces that have gone a part of their way.
func (f *film) pieceCaption(at sim.Time) scenes.Message {
	left, come := f.piecesAt(at)
	return scenes.Say("collective.caption."+f.pieceKey(), left, f.pieces, come)
}

func (f *film) pieceKey() string {
	if f.algo == tree {
		return "tree." + f.op
	}
	return "chain." + f.op
}

// stepAt is the last step that has begun.
func (f *film) stepAt(at sim.Time) int {
	lo, hi := 0, len(f.rounds)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; f.rounds[mid].start <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func quantity(v float64, u unit.Unit) scenes.Quantity { return scenes.Quantity{Value: v, Unit: u} }
