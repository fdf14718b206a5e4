package flash

import (
	"math"

	"inflight/scenes/sim"
)

// toy is the algorithm of a run on small matrices that stand for each head, with
// the same tiles: where the sequence is longer than the matrices, the edges of
// its tiles are scaled down. It keeps what each row is after each column block.
type toy struct {
	*small
	row, col []int     // edges of tiles, in the small matrices: tr+1, tc+1
	states   [][]state // by columns taken in (n+1, nil between edges), by row
	final    []state   // divided
	grads    gradients // where there is a backward pass
	least    float64   // of all maxima, at the first edge
	most     state     // largest maximum and sum
}

const (
	smallRows = 64
	smallDim  = 16
)

// newToy runs the algorithm.
func newToy(j *job) *toy {
	n := min(j.n, smallRows)
	t := &toy{small: newSmall(n, min(j.d, smallDim), j.causal)}
	edge := func(at int) int { return min(at, j.n) * n / j.n }
	for i := range j.tr + 1 {
		t.row = append(t.row, edge(i*j.bq))
	}
	for k := range j.tc + 1 {
		t.col = append(t.col, edge(k*j.bk))
	}
	t.forward(j.algo == fa1, j.algo == standard)
	if j.pass != forward {
		t.backward()
	}
	t.measure()
	return t
}

// forward keeps the states of all rows at the edges of column blocks.
func (t *toy) forward(divided, plain bool) {
	now := make([]state, t.n)
	for r := range now {
		now[r] = newState(t.d)
		if plain {
			now[r] = t.plain(r)
		}
	}
	t.states = make([][]state, t.n+1)
	t.states[0] = copied(now)
	for k, to := range t.col[1:] {
		from := t.col[k]
		if to == from {
			continue // less than a column of the small matrices
		}
		for r := range now {
			if !plain {
				t.absorb(&now[r], r, from, to, divided)
			}
		}
		t.states[to] = copied(now)
	}
	t.final = copied(now)
	if !divided && !plain {
		for r := range t.final {
			t.final[r].divide()
		}
	}
}

// measure finds the range of m and l.
func (t *toy) measure() {
	t.least, t.most = math.Inf(1), state{m: math.Inf(-1), l: 1}
	for _, states := range t.states {
		for i := range states {
			if s := &states[i]; s.l > 0 {
				t.least, t.most.m, t.most.l = min(t.least, s.m), max(t.most.m, s.m), max(t.most.l, s.l)
			}
		}
	}
	t.least -= 0.1 * (t.most.m - t.least) // the least of them shows too
}

// copied are states that do not change with the others.
func copied(states []state) []state {
	all := make([]state, len(states))
	d := len(states[0].o)
	numbers := make([]float64, 0, len(states)*d)
	for i, s := range states {
		numbers = append(numbers, s.o...)
		all[i] = state{s.m, s.l, numbers[i*d : (i+1)*d : (i+1)*d]}
	}
	return all
}

// backward adds up the gradients, column block by column block.
func (t *toy) backward() {
	t.grads = t.newGradients()
	for k, to := range t.col[1:] {
		t.retrace(&t.grads, t.final, 0, t.n, t.col[k], to)
	}
}

// rowState is what a row of the small matrices has when its row block has taken in
// so many column blocks. A row that is done is divided by its sum.
func (t *toy) rowState(j *job, block, row, taken int) *state {
	if taken >= j.colsSeen(block) {
		return &t.final[row]
	}
	return &t.states[t.col[taken]][row]
}

// output is O as the algorithm has it at an instant, small n × small d.
func (f *film) output(at sim.Time) []float64 {
	m := f.at(at)
	var o []float64
	for i := range f.tr {
		taken := f.absorbed(&m, i)
		for r := f.toy.row[i]; r < f.toy.row[i+1]; r++ {
			if f.algo == standard && taken == 0 { // rows come whole
				o = append(o, make([]float64, f.toy.d)...)
				continue
			}
			o = append(o, f.toy.rowState(f.job, i, r, taken).o...)
		}
	}
	return o
}
