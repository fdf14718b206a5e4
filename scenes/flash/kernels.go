package flash

// Standard attention is one kernel after another, each over all heads and all
// SMs, cut into slabs of rows. S and P go through HBM in between.

// pass of standard attention: Algorithm 0 and Algorithm 3 of Dao et al., arXiv
// 2205.14135. An additive mask is a kernel of its own that reads and writes S,
// with no gradient. Dropout reads P and writes it anew with a mask of one byte an
// element, and reads and writes dP on the way back.
func (j *job) kernels(pass string, first int) []wave {
	b := kernelBuilder{j, j.copies(), int64(j.n), int64(j.d)}
	p := tP
	if j.dropout {
		p = tPdrop
	}
	var list []segment
	add := func(has bool, s segment) {
		if has {
			list = append(list, s)
		}
	}
	if pass == forward {
		add(true, b.kernel(scores, whole{tK}, nil, rows{{tQ, false}}, rows{{tS, true}}, b.n*b.d, false))
		add(j.mask, b.kernel(masking, nil, nil, rows{{tS, true}}, rows{{tS, true}}, 0, false))
		add(true, b.kernel(softmax, nil, nil, rows{{tS, true}}, rows{{tP, true}}, 0, true))
		add(j.dropout, b.kernel(dropping, nil, nil, rows{{tP, true}}, rows{{tPdrop, true}, {tZ, true}}, 0, false))
		add(true, b.kernel(output, whole{tV}, nil, rows{{p, true}}, rows{{tO, false}}, b.n*b.d, false))
	} else {
		add(true, b.kernel(gradV, nil, whole{tdV}, rows{{p, true}, {tdO, false}}, nil, b.n*b.d, false))
		add(true, b.kernel(gradP, whole{tV}, nil, rows{{tdO, false}}, rows{{tdP, true}}, b.n*b.d, false))
		add(j.dropout, b.kernel(undrop, nil, nil, rows{{tdP, true}, {tZ, true}}, rows{{tdP, true}}, 0, false))
		add(true, b.kernel(gradS, nil, nil, rows{{tP, true}, {tdP, true}}, rows{{tdS, true}}, 0, false))
		add(true, b.kernel(gradQ, whole{tK}, nil, rows{{tdS, true}}, rows{{tdQ, false}}, b.n*b.d, false))
		add(true, b.kernel(gradK, nil, whole{tdK}, rows{{tdS, true}, {tQ, false}}, nil, b.n*b.d, false))
	}
	waves := make([]wave, len(list))
	for i, s := range list {
		waves[i] = wave{kind: s.kind, index: first + i, count: 1, blocks: j.sms, segments: []segment{s}}
	}
	return waves
}

// whole are tensors that a kernel loads before its rows, or stores after them.
type whole []tensor

// rows are tensors that a kernel takes slab by slab: N wide or d wide.
type rows []struct {
	tensor tensor
	square bool
}

type kernelBuilder struct {
	*job
	heads, n, d int64
}

// kernel makes one: what it loads and stores, and for each row two times product
// FLOP, and N exponentials where it has any.
func (b kernelBuilder) kernel(kind kernel, head, tail whole, in, out rows, product int64, exps bool) segment {
	s := segment{kind: kind, outer: -1, second: true}
	for _, t := range head {
		s.head = append(s.head, move{tensor: t, elements: b.heads * b.n * b.d})
	}
	for _, t := range tail {
		s.tail = append(s.tail, move{tensor: t, write: true, elements: b.heads * b.n * b.d})
	}
	for i := 0; i < b.slabs(); {
		count := max(1, b.slabs()-1-i)
		s.steps = append(s.steps, b.slab(i, count, in, out, product, exps))
		i += count
	}
	return s
}

// slabs is into how many slabs of rows a kernel is cut.
func (b kernelBuilder) slabs() int { return b.tr }

func (b kernelBuilder) slab(i, count int, in, out rows, product int64, exps bool) step {
	r := b.heads * int64(b.rows(i))
	st := step{inner: i, count: count, blocks: b.sms, early: len(in), flops: 2 * r * product}
	if exps {
		st.allExps = r * b.n
	}
	moves := func(list rows, write bool) (moves []move) {
		for _, x := range list {
			elements := r * b.d
			if x.square {
				elements = r * b.n
			}
			moves = append(moves, move{tensor: x.tensor, write: write, rides: x.tensor == tZ, elements: elements})
		}
		return moves
	}
	st.loads, st.stores = moves(in, false), moves(out, true)
	st.first, st.exps, st.spread = st.flops, st.allExps, true
	return st
}
