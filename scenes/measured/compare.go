package measured

import (
	"slices"

	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Comparison is a step of a trace beside a film, on the film's axis.
type Comparison struct {
	Predicted, Measured Run
	Rows                []Row
	Step                int
	Steps               []int
	Matched             []Match // measured ranks that the film has
	Notes               []Note
	trace               *Trace
}

// Match says which rank of a film a measured rank is.
type Match struct{ Measured, Predicted int }

// Row is one quantity, the mean of the ranks that are measured.
type Row struct {
	ID                  string
	Measured, Predicted float64
	Has                 [2]bool // measured, predicted
	Unit                unit.Unit
}

// Ratio is measured over predicted, 0 where one is missing.
func (r *Row) Ratio() float64 {
	if !r.Has[0] || !r.Has[1] || r.Predicted == 0 {
		return 0
	}
	return r.Measured / r.Predicted
}

// Compare lays a step of a trace under a film of a scene.
func Compare(scene string, predicted Run, t *Trace, number int) *Comparison {
	c := &Comparison{Predicted: predicted, Measured: t.Run(number), Step: number, Steps: t.Steps(), trace: t}
	c.match()
	c.align()
	c.tabulate(scene)
	c.remark()
	return c
}

// match finds the rank of the film for each measured rank. A job of more ranks
// than stages has its stages one after another, each of neighbouring ranks, as in
// Megatron-LM's parallel_state and in a device mesh whose first dimension is the
// pipeline. A film of one rank stands for all.
func (c *Comparison) match() {
	film := c.Predicted.ranks()
	of := len(film)
	for _, r := range c.Measured.ranks() {
		to := r
		switch world := c.trace.Ranks; {
		case of == 1:
			to = film[0]
		case world > of && world%of == 0:
			to = r / (world / of)
		}
		if slices.Contains(film, to) {
			c.Matched = append(c.Matched, Match{r, to})
		} else {
			c.note("unmatched", r, of)
		}
	}
	if world := c.trace.Ranks; of > 1 && world > of && world%of == 0 && len(c.Matched) > 0 {
		c.note("stages", world, of, world/of)
	}
}

// align shifts the measured spans so that the first forward passes begin together,
// of the lowest rank where all have one clock.
func (c *Comparison) align() {
	forward := func(s *Span) bool { return s.Kind == Forward || s.Kind == Pair }
	any := func(*Span) bool { return true }
	shifts := map[int]sim.Time{}
	for _, m := range c.Matched {
		for _, of := range []func(*Span) bool{forward, any} {
			a, ok := c.Measured.first(m.Measured, of)
			b, also := c.Predicted.first(m.Predicted, of)
			if ok && also {
				shifts[m.Measured] = b - a
				break
			}
		}
	}
	if len(c.Matched) == 0 {
		return
	}
	if _, ok := c.Measured.first(c.Matched[0].Measured, forward); !ok {
		c.note("no-forward")
	}
	together := !c.Measured.apart
	base := shifts[c.Matched[0].Measured]
	for _, m := range c.Matched {
		if d := shifts[m.Measured] - base; d > c.Measured.Length || -d > c.Measured.Length {
			together = false
		}
	}
	if !together {
		c.note("clocks")
	}
	for i := range c.Measured.Lanes {
		l := &c.Measured.Lanes[i]
		by, ok := shifts[l.Rank]
		if together || !ok {
			by = base
		}
		for k := range l.Spans {
			l.Spans[k].From += by
			l.Spans[k].To += by
		}
	}
}

// fold is which rows kinds go to. What one side has on its own and the other does
// not tell apart is one row.
type fold [kinds]Kind

func (c *Comparison) fold() fold {
	var to fold
	for k := range to {
		to[k] = Kind(k)
	}
	has := func(r *Run, k Kind) bool {
		for i := range r.Lanes {
			if slices.ContainsFunc(r.Lanes[i].Spans, func(s Span) bool { return s.Kind == k }) {
				return true
			}
		}
		return false
	}
	switch {
	case has(&c.Predicted, Pair) != has(&c.Measured, Pair):
		to[Forward], to[Backward], to[WeightGrad] = Pair, Pair, Pair
		c.note("fold.pair")
	case has(&c.Predicted, WeightGrad) != has(&c.Measured, WeightGrad):
		to[WeightGrad] = Backward
		c.note("fold.weight-grad")
	}
	return to
}

// order is that of the rows.
var order = [...]Kind{Forward, Backward, WeightGrad, Pair, Optimizer, SendRecv, AllGather, ReduceScatter, AllReduce, Collective, Copy, Other}

func (c *Comparison) tabulate(scene string) {
	if len(c.Matched) == 0 {
		return
	}
	to := c.fold()
	for _, k := range order {
		m, p := c.mean(func(s *Span) bool { return to[s.Kind] == k })
		if m == 0 && p == 0 {
			continue
		}
		id := k.String()
		if k == Pair && to[Forward] == Pair {
			id = "compute"
		}
		c.Rows = append(c.Rows, Row{ID: id, Measured: m, Predicted: p, Has: [2]bool{m > 0, p > 0}, Unit: unit.Second})
	}
	both := [2]bool{true, true}
	compute := func(s *Span) bool { return s.Kind.Compute() }
	m, p := c.mean(compute)
	a, b := c.Measured.Length.Seconds(), c.Predicted.Length.Seconds()
	c.Rows = append(c.Rows, Row{"idle", a - m, b - p, both, unit.Second})
	if a > 0 && b > 0 {
		c.Rows = append(c.Rows, Row{"idle-share", 1 - m/a, 1 - p/b, both, unit.Share})
	}
	if scene == "fsdp" {
		m, p := c.exposed(compute)
		c.Rows = append(c.Rows, Row{"exposed", m, p, both, unit.Second})
	}
	c.Rows = append(c.Rows, Row{"step", a, b, both, unit.Second})
}

// mean is how long the ranks that are measured spend on something, in seconds, and
// how long the same ranks of the film do.
func (c *Comparison) mean(of func(*Span) bool) (measured, predicted float64) {
	for _, m := range c.Matched {
		measured += c.Measured.busy(m.Measured, of).Seconds()
		predicted += c.Predicted.busy(m.Predicted, of).Seconds()
	}
	n := float64(len(c.Matched))
	return measured / n, predicted / n
}

// exposed is how long a rank communicates while it computes nothing.
func (c *Comparison) exposed(compute func(*Span) bool) (measured, predicted float64) {
	comm := func(s *Span) bool { return s.Kind.Comm() }
	for _, m := range c.Matched {
		measured += length(without(c.Measured.when(m.Measured, comm), c.Measured.when(m.Measured, compute))).Seconds()
		predicted += length(without(c.Predicted.when(m.Predicted, comm), c.Predicted.when(m.Predicted, compute))).Seconds()
	}
	n := float64(len(c.Matched))
	return measured / n, predicted / n
}

// End is how long the axis has to be for both.
func (c *Comparison) End() sim.Time {
	end := c.Predicted.Length
	for i := range c.Measured.Lanes {
		for _, s := range c.Measured.Lanes[i].Spans {
			end = max(end, s.To)
		}
	}
	return end
}
