package pipeline

// flow is a way through a rank: a stage and the micro-batches that pass it, with
// how many have been seen forward, backward and in weight gradients.
type flow struct {
	stage, first, count int
	f, b, w             int
}

// next adds the flow's next op of a kind. Micro-batches beyond the last are left
// out: a schedule that wants more of them than there are runs with gaps.
func (w *writer) next(k kind, x *flow) {
	n := &x.f
	switch k {
	case inputGrad, backward:
		n = &x.b
	case weightGrad:
		n = &x.w
	}
	if *n < x.count {
		w.add(k, x.stage, x.first+*n)
	}
	*n++
	if k == backward {
		x.w++
	}
}

// zbV goes down the ranks with the first half of the layers and up again with the
// second, so that the last stage lives beside the first.
func (w *writer) zbV() {
	p, r := w.ranks, w.rank
	micro := max(w.micro, 2*p-1) // what fills the pipeline; the surplus is left out
	down := &flow{stage: r, count: w.micro}
	up := &flow{stage: 2*p - 1 - r, count: w.micro}
	for range 2*(p-r) - 1 {
		w.next(forward, down)
	}
	for range r {
		w.next(forward, up)
		w.next(forward, down)
	}
	whole := func(x *flow) {
		w.next(inputGrad, x)
		w.next(weightGrad, x)
	}
	for range p - r {
		w.next(forward, up)
		whole(up)
	}
	for up.f < down.f || down.f < micro {
		if down.f < micro {
			w.next(forward, down)
		}
		whole(down)
		w.next(forward, up)
		whole(up)
	}
	for range r {
		w.next(inputGrad, down)
		w.next(inputGrad, up)
	}
	for range p - r {
		whole(down)
	}
	for up.w < up.b {
		w.next(weightGrad, up)
	}
	for down.w < down.b {
		w.next(weightGrad, down)
	}
}

// dual runs two flows through a rank in overlapped pairs: the two directions of
// DualPipe, or the way down and the way up of DualPipeV, which is DualPipe with
// its ranks folded in the middle.
func (w *writer) dual() {
	half, r, micro := w.ranks, w.rank, w.micro
	a := &flow{stage: r, count: micro}
	b := &flow{stage: 2*half - 1 - r, count: micro}
	if w.schedule == dualPipe {
		half, micro = half/2, micro/2
		a = &flow{stage: r, count: micro}
		b = &flow{stage: w.ranks - 1 - r, first: micro, count: micro}
		if r >= half {
			a, b = b, a
			r = w.ranks - 1 - r
		}
	}
	after := half - 1 - r // ranks from here to the middle
	for range 2 * after {
		w.next(forward, a)
	}
	for range r + 1 {
		w.next(forward, a)
		w.next(forward, b)
	}
	for range after {
		w.next(inputGrad, b)
		w.next(weightGrad, b)
		w.next(forward, b)
	}
	for i := range micro - 2*half + r + 1 {
		if i == 0 && after == 0 { // the backward needs the forward beside it
			w.next(forward, a)
			w.next(backward, b)
		} else {
			w.pair(a, b)
		}
		w.pair(b, a)
	}
	for range after {
		w.next(backward, b)
		w.pair(b, a)
	}
	w.drain(a, b, r, after)
}

// drain runs what is left of the backwards, from half of the rank's last ones on
// with split gradients, so that weight gradients fill the gaps.
func (w *writer) drain(a, b *flow, r, after int) {
	var owed []*flow // weight gradients, in the order of their input gradients
	split := false
	back := func(x *flow) {
		if split {
			w.next(inputGrad, x)
			owed = append(owed, x)
		} else {
			w.next(backward, x)
		}
	}
	pay := func() {
		w.next(weightGrad, owed[0])
		owed = owed[1:]
	}
	for i := range r + 1 {
		split = split || i == (r+1)/2 && r%2 == 1
		back(b)
		split = split || i == (r+1)/2 && r%2 == 0
		back(a)
	}
	for range after {
		pay()
		back(a)
	}
	for len(owed) > 0 {
		pay()
	}
}

// pair adds the next forward of one flow with the next backward of another.
func (w *writer) pair(x, y *flow) {
	w.ops = append(w.ops, op{pair, int16(x.stage), int16(x.first + x.f), int16(y.stage), int16(y.first + y.b)})
	x.f++
	y.b++
	y.w++
}
