package flash

import "math"

// small is attention on small real matrices, one head: Q, K, V and the gradient
// of O, n×d each, row by row. What it computes is drawn and never timed.
type small struct {
	n, d        int
	q, k, v, do []float64
	scale       float64
	hidden      func(row, col int) bool // masked pairs; nil for none
}

// newSmall makes matrices from a fixed seed.
func newSmall(n, d int, causal bool) *small {
	s := &small{n: n, d: d, scale: 1 / math.Sqrt(float64(d))}
	r := source(2205_14135)
	for _, m := range []*[]float64{&s.q, &s.k, &s.v, &s.do} {
		*m = make([]float64, n*d)
		for i := range *m {
			(*m)[i] = 2 * r.next()
		}
	}
	if causal {
		s.hidden = func(row, col int) bool { return col > row }
	}
	return s
}

// source draws numbers from -1 to 1: the 64-bit mixer of Steele, Lea and Flood,
// OOPSLA 2014 (SplitMix64).
type source uint64

func (s *source) next() float64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64(int64(z^z>>31)>>11) / (1 << 52)
}

// score is an element of S = scale·QKᵀ; -Inf where the pair is masked.
func (s *small) score(row, col int) float64 {
	if s.hidden != nil && s.hidden(row, col) {
		return math.Inf(-1)
	}
	return s.scale * dot(s.q[row*s.d:][:s.d], s.k[col*s.d:][:s.d])
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// state is what a row has so far: the maximum and the sum of its exponentials,
// and its row of O.
type state struct {
	m, l float64
	o    []float64
}

func newState(d int) state { return state{m: math.Inf(-1), o: make([]float64, d)} }

// absorb takes columns from…to-1 into a row. FlashAttention-1 keeps O divided by
// l, FlashAttention-2 divides at the end.
// Source: Dao et al., arXiv 2205.14135, Algorithm 1; Dao, arXiv 2307.08691,
// Algorithm 1.
func (s *small) absorb(t *state, row, from, to int, divided bool) {
	m := t.m
	for col := from; col < to; col++ {
		m = max(m, s.score(row, col))
	}
	if math.IsInf(m, -1) {
		return // nothing but masked pairs so far
	}
	kept := math.Exp(t.m - m)
	l := t.l * kept
	if divided {
		kept *= t.l
	}
	for i := range t.o {
		t.o[i] *= kept
	}
	for col := from; col < to; col++ {
		p := math.Exp(s.score(row, col) - m)
		l += p
		for i, v := range s.v[col*s.d:][:s.d] {
			t.o[i] += p * v
		}
	}
	t.m, t.l = m, l
	if divided {
		t.divide()
	}
}

// divide ends a row: O over l, and zero where all pairs are masked.
func (t *state) divide() {
	if t.l == 0 {
		return
	}
	for i := range t.o {
		t.o[i] /= t.l
	}
}

// plain is a row of softmax attention, whole.
func (s *small) plain(row int) state {
	t := newState(s.d)
	for col := range s.n {
		t.m = max(t.m, s.score(row, col))
	}
	if math.IsInf(t.m, -1) {
		return t
	}
	for col := range s.n {
		t.l += math.Exp(s.score(row, col) - t.m)
	}
	for col := range s.n {
		p := math.Exp(s.score(row, col)-t.m) / t.l
		for i, v := range s.v[col*s.d:][:s.d] {
			t.o[i] += p * v
		}
	}
	return t
}

// gradients are dQ, dK and dV, n×d each.
type gradients struct{ q, k, v []float64 }

func (s *small) newGradients() gradients {
	return gradients{make([]float64, s.n*s.d), make([]float64, s.n*s.d), make([]float64, s.n*s.d)}
}

// retrace adds what a tile of rows and columns gives to the gradients, from the
// finished rows of the forward pass: P is computed again from m and l.
// Source: Dao et al., arXiv 2205.14135, Algorithm 4.
func (s *small) retrace(g *gradients, done []state, row0, row1, col0, col1 int) {
	for row := row0; row < row1; row++ {
		t := &done[row]
		do := s.do[row*s.d:][:s.d]
		delta := dot(do, t.o)
		for col := col0; col < col1; col++ {
			if t.l == 0 {
				continue
			}
			p := math.Exp(s.score(row, col)-t.m) / t.l
			ds := p * (dot(do, s.v[col*s.d:][:s.d]) - delta) * s.scale
			for i := range s.d {
				g.v[col*s.d+i] += p * do[i]
				g.q[row*s.d+i] += ds * s.k[col*s.d+i]
				g.k[col*s.d+i] += ds * s.q[row*s.d+i]
			}
		}
	}
}
