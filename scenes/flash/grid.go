package flash

// FlashAttention-2 spreads (head, row block) pairs over thread blocks, in the
// backward pass (head, column block) pairs.

// place is a position in the order in which thread blocks are handed out: all
// heads of one row block, or column block, before those of the next.
type place struct {
	outer  int // row block, or column block
	size   int // its rows or columns
	lo, hi int // what it meets of the other side
}

// grid is the thread blocks of a FlashAttention-2 pass.
type grid struct {
	*job
	pass   string
	places int
	inner  int // blocks of the other side
}

func (j *job) grid(pass string) grid {
	if pass == forward {
		return grid{j, pass, j.tr, j.tc}
	}
	return grid{j, pass, j.tc, j.tr}
}

// at is a position. With a causal mask those with most work come first.
func (g grid) at(p int) place {
	if g.pass == backward {
		return place{outer: p, size: g.cols(p), lo: g.firstRow(p), hi: g.tr}
	}
	if g.causal {
		p = g.tr - 1 - p
	}
	return place{outer: p, size: g.rows(p), hi: g.colsSeen(p)}
}

// width is how much of the other side a step takes in.
func (g grid) width(x int) int {
	if g.pass == forward {
		return g.cols(x)
	}
	return g.rows(x)
}

// waves are the waves of the pass, equal ones together.
func (g grid) waves(first int) []wave {
	heads := g.copies()
	total := heads * int64(g.places)
	per := int64(g.sms)
	kind := attend
	if g.pass == backward {
		kind = derive
	}
	var waves []wave
	for b := int64(0); b < total; {
		blocks := min(per, total-b)
		count := max(1, (g.alike(b)-b)/per)
		waves = append(waves, wave{
			kind: kind, index: first, count: int(count), block: b, blocks: int(blocks),
			segments: []segment{g.segment(b, blocks)},
		})
		first += int(count)
		b += blocks * count
	}
	return waves
}

// alike is the end of the thread blocks that do the same as thread block b.
func (g grid) alike(b int64) int64 {
	heads := g.copies()
	p := int(b / heads)
	switch {
	case g.causal || g.l2 && p == 0:
		return int64(p+1) * heads
	case p < g.places-1:
		return int64(g.places-1) * heads
	}
	return int64(g.places) * heads
}

// share is what the thread blocks of one position that take part have together.
type share struct {
	place
	blocks int64
	kept   bool // an earlier position of the head has read the other side, and L2 keeps it
}

// segment is a wave of thread blocks, from number b on.
func (g grid) segment(b, blocks int64) segment {
	heads := g.copies()
	s := segment{kind: attend, outer: -1, second: g.second(g.pass)}
	if g.pass == backward {
		s.kind = derive
	}
	kept := g.l2 && g.cacheHolds(g.pass, min(blocks, heads))
	var shares []share
	for at := b; at < b+blocks; {
		p := int(at / heads)
		end := min(int64(p+1)*heads, b+blocks)
		x := share{place: g.at(p), blocks: end - at, kept: kept && p > 0}
		if !g.causal && len(shares) > 0 { // full row blocks do the same
			if last := &shares[len(shares)-1]; last.size == x.size && last.kept == x.kept {
				last.blocks += x.blocks
				at = end
				continue
			}
		}
		shares = append(shares, x)
		at = end
	}
	var own int64 // rows or columns of all blocks
	for _, x := range shares {
		own += x.blocks * int64(x.size)
	}
	s.head, s.tail = g.ends(own)
	x, end := met(shares)
	for x < end {
		next := min(g.nextChange(shares, x), end)
		s.steps = append(s.steps, g.step(shares, x, next-x))
		x = next
	}
	return s
}

// met is what of the other side any block meets.
func met(shares []share) (lo, hi int) {
	lo, hi = shares[0].lo, shares[0].hi
	for _, s := range shares[1:] {
		lo, hi = min(lo, s.lo), max(hi, s.hi)
	}
	return lo, hi
}

// nextChange is up to where steps from x on are all the same.
func (g grid) nextChange(shares []share, x int) int {
	next := g.inner
	if x < g.inner-1 && g.width(g.inner-1) != g.width(x) {
		next = g.inner - 1
	}
	for _, s := range shares {
		if s.lo > x {
			next = min(next, s.lo)
		}
		if s.hi > x {
			next = min(next, s.hi)
		}
	}
	return next
}

// ends are what thread blocks load before their loop and store after it, when
// they have so many rows or columns together.
func (g grid) ends(own int64) (head, tail []move) {
	d := int64(g.d)
	if g.pass == forward {
		return []move{{tensor: tQ, elements: own * d}},
			[]move{{tensor: tO, write: true, elements: own * d}, {tensor: tL, write: true, rides: true, elements: own}}
	}
	return []move{{tensor: tK, elements: own * d}, {tensor: tV, elements: own * d}},
		[]move{{tensor: tdK, write: true, elements: own * d}, {tensor: tdV, write: true, elements: own * d}}
}

// step is count steps from x on.
func (g grid) step(shares []share, x, count int) step {
	st := step{inner: x, count: count}
	w, d := int64(g.width(x)), int64(g.d)
	var area int64 // elements of S
	largest := int64(0)
	reading := int64(0) // thread blocks whose tile L2 has not kept from earlier
	for _, s := range shares {
		if x < s.lo || x >= s.hi {
			continue
		}
		st.blocks += int(s.blocks)
		area += s.blocks * int64(s.size) * w
		largest = max(largest, int64(s.size)*w)
		if s.kept {
			continue
		}
		reading += s.blocks
	}
	st.exps, st.allExps = largest, area
	blocks := int64(st.blocks)
	get := func(t tensor, rides bool, each int64) {
		reads := reading
		if g.l2 { // thread blocks of a head want the same tile
			reads = min(reading, g.copies())
		}
		st.loads = append(st.loads, move{tensor: t, rides: rides, elements: reads * each, cached: (blocks - reads) * each})
	}
	if g.pass == forward {
		get(tK, false, w*d)
		get(tV, false, w*d)
		st.early = 1
		st.first, st.second, st.flops = 2*largest*d, 2*largest*d, 4*area*d
		return st
	}
	get(tQ, false, w*d)
	get(tdO, false, w*d)
	get(tL, true, w)
	get(tD, true, w)
	get(tdQ, false, w*d)
	st.early = 4
	st.first, st.second, st.flops = 4*largest*d, 6*largest*d, 10*area*d
	st.stores = []move{{tensor: tdQ, write: true, elements: blocks * w * d}}
	return st
}

// cacheHolds says that what the thread blocks of so many heads read again and
// again fits into the L2 cache.
func (j *job) cacheHolds(pass string, heads int64) bool {
	tensors := 2.0 // Q and O, or K and V
	if pass == backward {
		tensors = 4 // Q, O, dO and dQ
	}
	return float64(heads)*tensors*float64(j.n*j.d)*j.e <= float64(j.gpu.L2)
}
