package sim

import (
	"math/big"
	"slices"
)

// reference is the engine once more, slow and plain: it looks at every task at
// every instant, shares each link flow by flow, and calculates with fractions
// that have no error. It returns starts and ends; those of tasks that wait for
// ever are Never.
type reference struct {
	g     *Graph
	needs [][]Ref
	now   Time
	state []state
	at    []Time // of the next event of a task that runs
	left  []*big.Rat
	rate  []*big.Rat
	since []Time

	start, end []Time
}

type state uint8

const (
	waits state = iota
	runs
	moves
	done
)

func runReference(g *Graph) (start, end []Time) {
	n := len(g.ids)
	r := &reference{
		g:     g,
		needs: make([][]Ref, n),
		state: make([]state, n),
		at:    slices.Repeat([]Time{Never}, n),
		left:  make([]*big.Rat, n),
		rate:  make([]*big.Rat, n),
		since: make([]Time, n),
		start: slices.Repeat([]Time{Never}, n),
		end:   slices.Repeat([]Time{Never}, n),
	}
	from := int32(0)
	for i, end := range g.needEnd {
		r.needs[i] = slices.Clone(g.needs[from:end])
		from = end
	}
	for _, late := range g.late {
		r.needs[late.task] = append(r.needs[late.task], late.on)
	}
	for r.now != Never {
		for r.ends() || r.starts() || r.poolStarts() {
		}
		r.share()
		r.now = slices.Min(append(slices.Clone(r.at), Never))
	}
	return r.start, r.end
}

// ends ends what ends now and says whether anything did.
func (r *reference) ends() bool {
	any := false
	for i := range r.state {
		if r.at[i] != r.now {
			continue
		}
		any = true
		r.at[i] = Never
		if r.state[i] == runs && r.g.path[i] != 0 && r.g.bytes[i] > 0 {
			r.state[i] = moves
			r.left[i] = new(big.Rat).SetFloat64(float64(r.g.bytes[i]))
			r.rate[i] = new(big.Rat)
			r.since[i] = r.now
			continue
		}
		r.state[i] = done
		r.end[i] = r.now
	}
	return any
}

func (r *reference) ready(i int) bool {
	return r.state[i] == waits && !slices.ContainsFunc(r.needs[i], func(n Ref) bool { return r.state[n] != done })
}

func (r *reference) begin(i int) {
	r.state[i] = runs
	r.start[i] = r.now
	r.at[i] = r.now + r.g.length[i]
}

func (r *reference) starts() bool {
	any := false
	for i := range r.state {
		free := r.ready(i)
		switch l := r.g.lane[i]; r.g.lanes[l].kind {
		case pool:
			free = false
		case stream:
			for j := range i {
				if r.g.lane[j] == l && r.state[j] != done {
					free = false
				}
			}
		}
		if free {
			r.begin(i)
			any = true
		}
	}
	return any
}

func (r *reference) poolStarts() bool {
	any := false
	for l, lane := range r.g.lanes {
		room := lane.width
		for i := range r.state {
			if int(r.g.lane[i]) == l && (r.state[i] == runs || r.state[i] == moves) {
				room--
			}
		}
		for i := range r.state {
			if lane.kind == pool && int(r.g.lane[i]) == l && room > 0 && r.ready(i) {
				r.begin(i)
				room--
				any = true
			}
		}
	}
	return any
}

// share fills the links: again and again it takes the link with the least for
// each of its flows and gives these flows that much.
func (r *reference) share() {
	rest := make([]*big.Rat, len(r.g.links))
	for l := range rest {
		rest[l] = new(big.Rat).SetFloat64(float64(r.g.links[l].bandwidth))
	}
	open := map[int]bool{}
	for i, s := range r.state {
		if s == moves {
			open[i] = true
		}
	}
	for len(open) > 0 {
		var least *big.Rat
		var full Link
		for l := 1; l < len(rest); l++ {
			n := int64(0)
			for i := range open {
				if slices.Contains(r.g.paths.of(r.g.path[i]), Link(l)) {
					n++
				}
			}
			if n == 0 {
				continue
			}
			if share := new(big.Rat).Quo(rest[l], big.NewRat(n, 1)); least == nil || share.Cmp(least) < 0 {
				least, full = share, Link(l)
			}
		}
		for i := range r.state {
			path := r.g.paths.of(r.g.path[i])
			if !open[i] || !slices.Contains(path, full) {
				continue
			}
			delete(open, i)
			for _, l := range path {
				rest[l].Sub(rest[l], least)
			}
			r.move(i, least)
		}
	}
}

// move gives a flow its rate.
func (r *reference) move(i int, rate *big.Rat) {
	if r.rate[i].Cmp(rate) == 0 {
		return
	}
	second := big.NewRat(int64(Second), 1)
	passed := new(big.Rat).Quo(big.NewRat(int64(r.now-r.since[i]), 1), second)
	r.left[i].Sub(r.left[i], passed.Mul(passed, r.rate[i]))
	r.rate[i], r.since[i] = new(big.Rat).Set(rate), r.now
	need := new(big.Rat).Quo(r.left[i], rate)
	need.Mul(need, second)
	whole := new(big.Int).Div(new(big.Int).Add(need.Num(), new(big.Int).Sub(need.Denom(), big.NewInt(1))), need.Denom())
	r.at[i] = r.now + Time(whole.Int64())
}
