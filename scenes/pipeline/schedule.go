package pipeline

import "inflight/scenes"

// The schedules, as they stand in URLs.
const (
	gpipe       = "gpipe"
	oneFOneB    = "1f1b"
	interleaved = "interleaved-1f1b"
	loopedBFS   = "looped-bfs"
	zbH1        = "zb-h1"
	zbH2        = "zb-h2"
	zbV         = "zb-v"
	dualPipe    = "dualpipe"
	dualPipeV   = "dualpipe-v"
)

var scheduleWords = scenes.Words(gpipe, oneFOneB, interleaved, loopedBFS, zbH1, zbH2, zbV, dualPipe, dualPipeV)

// kind is what an op computes.
type kind uint8

const (
	forward    kind = iota // F
	backward               // B, both gradients
	inputGrad              // I in PyTorch's lists, B in the Zero Bubble paper
	weightGrad             // W
	pair                   // F and B of two micro-batches, overlapped
)

// op is one task of a rank: a micro-batch of a stage. Of a pair, stage and mb
// are those of F, with is the stage and withMB the micro-batch of B.
type op struct {
	kind      kind
	stage, mb int16
	with      int16
	withMB    int16
}

// plan is a pipeline: where stages live, and what each rank does in which order.
type plan struct {
	schedule string
	ranks    int // p
	chunks   int // v, stages of a rank
	stages   int // of one direction
	micro    int // m; of DualPipe both directions together
	order    [][]op
}

// newPlan orders the work of each rank; what a schedule cannot run is refused.
func newPlan(schedule string, ranks, chunks, micro int) (*plan, error) {
	pl := &plan{schedule: schedule, ranks: ranks, chunks: chunks, micro: micro, stages: ranks * chunks}
	if schedule == dualPipe {
		pl.stages = ranks
	}
	if err := pl.check(); err != nil {
		return nil, err
	}
	ops := make([]op, 0, pl.ops())
	for r := range ranks {
		w := writer{plan: pl, rank: r, ops: ops[len(ops):]}
		w.write()
		pl.order = append(pl.order, w.ops)
		ops = ops[:len(ops)+len(w.ops)]
	}
	return pl, nil
}

// check refuses what the generators of the literature refuse.
func (pl *plan) check() error {
	p, m := pl.ranks, pl.micro
	switch {
	case pl.chunks > 1 && pl.inRounds() && m%pl.rounds() != 0:
		return scenes.Refuse("pipeline.refuse.rounds", m, p)
	case pl.schedule == dualPipe && p%2 != 0:
		return scenes.Refuse("pipeline.refuse.odd-ranks", p)
	case pl.schedule == dualPipe && m%2 != 0:
		return scenes.Refuse("pipeline.refuse.odd-microbatches", m)
	case pl.dual() && m < 2*p:
		return scenes.Refuse("pipeline.refuse.few", scenes.Say("choice.schedule."+pl.schedule), m, p, 2*p)
	case pl.tasks() > maxTasks:
		return scenes.Refuse("pipeline.refuse.tasks", pl.tasks(), maxTasks)
	}
	return nil
}

// maxTasks is how many tasks a film holds at most, transfers among them: about a
// second of work in a browser.
const maxTasks = 1_000_000

// inRounds says that micro-batches take turns with the stages of a rank, a round
// of them at a time.
func (pl *plan) inRounds() bool { return pl.schedule == interleaved || pl.schedule == zbH1 }

// vee says that rank r holds stages r and 2p-1-r.
func (pl *plan) vee() bool { return pl.schedule == zbV || pl.schedule == dualPipeV }

// dual says that forwards and backwards run in overlapped pairs.
func (pl *plan) dual() bool { return pl.schedule == dualPipe || pl.schedule == dualPipeV }

// splits says that input and weight gradients are separate ops.
func (pl *plan) splits() bool {
	return pl.schedule == zbH1 || pl.schedule == zbH2 || pl.schedule == zbV
}

// rounds is how often the micro-batches of interleaved schedules go round.
func (pl *plan) rounds() int { return max(1, pl.micro/pl.ranks) }

// perRank is how many micro-batches pass each stage of a rank: of DualPipe half
// of them by one direction, half by the other.
func (pl *plan) perRank() int { return pl.micro * pl.stages / pl.ranks }

// ops is at least the number of ops of all ranks.
func (pl *plan) ops() int {
	n := 2 * pl.micro * pl.stages
	if pl.splits() {
		n += pl.micro * pl.stages
	}
	if pl.dual() { // the gradients of the last micro-batches are split
		n += 2 * pl.ranks * pl.ranks
	}
	return n
}

// tasks is at least the number of tasks of a film.
func (pl *plan) tasks() int { return pl.ops() + 2*pl.micro*(pl.stages-1) }

// rank is where a stage lives, for a micro-batch.
func (pl *plan) rank(stage, mb int) int {
	switch {
	case pl.schedule == dualPipe && pl.second(mb):
		return pl.ranks - 1 - stage
	case pl.vee() && stage >= pl.ranks:
		return 2*pl.ranks - 1 - stage
	}
	return stage % pl.ranks
}

// second says that a micro-batch of DualPipe runs from the last rank to the
// first.
func (pl *plan) second(mb int) bool { return pl.schedule == dualPipe && mb >= pl.micro/2 }

// chunksOf is v of a schedule: where it can have any number, the wanted one; 0
// leaves it to the schedule.
func chunksOf(schedule string, wanted int) int {
	switch schedule {
	case gpipe, oneFOneB, zbH2:
		return 1
	case zbV, dualPipe, dualPipeV:
		return 2
	}
	switch {
	case wanted > 0:
		return wanted
	case schedule == zbH1:
		return 1
	}
	return 2
}
