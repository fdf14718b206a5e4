package flash

// waves are all waves of the setting, in order.
func (j *job) waves() []wave {
	var waves []wave
	for _, pass := range [...]string{forward, backward} {
		if j.pass != both && j.pass != pass {
			continue
		}
		first := 0
		if n := len(waves); n > 0 {
			first = waves[n-1].index + waves[n-1].count
		}
		switch j.algo {
		case standard:
			waves = append(waves, j.kernels(pass, first)...)
		case fa1:
			waves = append(waves, j.rounds(pass, first)...)
		default:
			if pass == backward {
				waves = append(waves, j.prepare(first))
				first++
			}
			waves = append(waves, j.grid(pass).waves(first)...)
		}
	}
	return waves
}

// prepare is the kernel before FlashAttention-2's backward pass: D of each row.
// Source: Dao, arXiv 2307.08691, Algorithm 2, line 4.
func (j *job) prepare(index int) wave {
	s := segment{kind: prepare, outer: -1, second: true}
	d := int64(j.d)
	for i := 0; i < j.tr; {
		n := j.copies() * int64(j.rows(i))
		count := 1
		if i == 0 {
			count = max(1, j.tr-1)
		}
		s.steps = append(s.steps, step{
			inner: i, count: count, blocks: j.sms,
			loads:  []move{{tensor: tO, elements: n * d}, {tensor: tdO, elements: n * d}},
			stores: []move{{tensor: tD, write: true, elements: n}},
		})
		i += count
	}
	return wave{kind: prepare, index: index, count: 1, blocks: j.sms, segments: []segment{s}}
}

// rounds are the waves of FlashAttention-1, a thread block for each head, with a
// segment for each round of its outer loop.
// Source: Dao et al., arXiv 2205.14135, Algorithms 1 and 4.
func (j *job) rounds(pass string, first int) []wave {
	heads := j.copies()
	per := int64(j.sms)
	var waves []wave
	for b := int64(0); b < heads; {
		blocks := min(per, heads-b)
		count := max(1, (heads-b)/per)
		w := wave{kind: attend, index: first, count: int(count), block: b, blocks: int(blocks)}
		if pass == backward {
			w.kind = derive
		}
		for k := range j.tc {
			w.segments = append(w.segments, j.round(pass, k, blocks))
		}
		waves = append(waves, w)
		first += int(count)
		b += blocks * count
	}
	return waves
}

// round is column block k against the row blocks that meet it.
func (j *job) round(pass string, k int, blocks int64) segment {
	c, d := int64(j.cols(k)), int64(j.d)
	s := segment{kind: attend, outer: k, second: j.second(pass)}
	s.head = []move{{tensor: tK, elements: blocks * c * d}, {tensor: tV, elements: blocks * c * d}}
	if pass == backward {
		s.kind = derive
		s.tail = []move{{tensor: tdK, write: true, elements: blocks * c * d}, {tensor: tdV, write: true, elements: blocks * c * d}}
	}
	again := k > 0 && j.l2 && j.cacheHolds(pass, blocks)
	for i := j.firstRow(k); i < j.tr; {
		count := 1
		if i < j.tr-1 {
			count = j.tr - 1 - i
		}
		s.steps = append(s.steps, j.visit(pass, i, count, blocks, c, again))
		i += count
	}
	return s
}

// visit is count steps from row block i on, of a round over c columns.
func (j *job) visit(pass string, i, count int, blocks, c int64, again bool) step {
	r, d := int64(j.rows(i)), int64(j.d)
	st := step{inner: i, count: count, blocks: int(blocks), exps: r * c, allExps: blocks * r * c}
	get := func(t tensor, rides bool, each int64) {
		m := move{tensor: t, rides: rides, elements: blocks * each}
		if again {
			m.cached, m.elements = m.elements, 0
		}
		st.loads = append(st.loads, m)
	}
	put := func(t tensor, rides bool, each int64) {
		st.stores = append(st.stores, move{tensor: t, write: true, rides: rides, elements: blocks * each})
	}
	get(tQ, false, r*d)
	st.early = 1
	if pass == backward {
		get(tO, false, r*d)
		get(tdO, false, r*d)
		get(tl, true, r)
		get(tm, true, r)
		st.early = 5
		get(tdQ, false, r*d)
		st.first, st.second, st.flops = 4*r*c*d, 6*r*c*d, 10*blocks*r*c*d
		put(tdQ, false, r*d)
		return st
	}
	get(tO, false, r*d)
	get(tl, true, r)
	get(tm, true, r)
	put(tO, false, r*d)
	put(tl, true, r)
	put(tm, true, r)
	st.first, st.second, st.flops = 2*r*c*d, 2*r*c*d, 4*blocks*r*c*d
	return st
}
