package pipeline

// writer writes the order of one rank. Sources: gpipe, 1f1b, interleaved-1f1b,
// looped-bfs, zb-h1, zb-v and dualpipe-v are the orders of pytorch/pytorch
// torch/distributed/pipelining/schedules.py as of commit
// 00722e648b740f91d0e71494baa17891749fd291, dualpipe that of deepseek-ai/DualPipe
// dualpipe/dualpipe.py as of commit 3da1bbea53606543d7f5f232338fc58096db30e3.
// zb-h2 is Qi et al., arXiv 2401.10241, Figure 3, as a rule that gives the bubble
// rates of its Table 5.
type writer struct {
	*plan
	rank int
	ops  []op
}

func (w *writer) write() {
	switch w.schedule {
	case gpipe:
		w.gpipe()
	case oneFOneB:
		w.oneFOneB()
	case interleaved:
		w.interleaved(2)
	case loopedBFS:
		w.loopedBFS()
	case zbH1:
		w.interleaved(1)
	case zbH2:
		w.zbH2()
	case zbV:
		w.zbV()
	default:
		w.dual()
	}
}

func (w *writer) add(k kind, stage, mb int) {
	w.ops = append(w.ops, op{kind: k, stage: int16(stage), mb: int16(mb)})
}

// gpipe runs all forwards, then all backwards.
func (w *writer) gpipe() {
	for _, k := range [...]kind{forward, backward} {
		for mb := range w.micro {
			w.add(k, w.rank, mb)
		}
	}
}

// oneFOneB warms up with a forward for each stage that follows, then alternates.
func (w *writer) oneFOneB() {
	warm := min(w.micro, w.ranks-1-w.rank)
	for mb := range w.micro + warm {
		if mb < w.micro {
			w.add(forward, w.rank, mb)
		}
		if mb >= warm {
			w.add(backward, w.rank, mb-warm)
		}
	}
}

// loopedBFS runs each stage over all micro-batches before the next one.
func (w *writer) loopedBFS() {
	for c := range w.chunks {
		for mb := range w.micro {
			w.add(forward, c*w.ranks+w.rank, mb)
		}
	}
	for c := w.chunks - 1; c >= 0; c-- {
		for mb := w.micro - 1; mb >= 0; mb-- {
			w.add(backward, c*w.ranks+w.rank, mb)
		}
	}
}

// interleaved runs rounds of micro-batches through the stages of a rank. Each
// rank that follows costs so many forwards of warm-up: two for a whole backward;
// one where its gradients are split. Then weight gradients lag behind input
// gradients by the number of the rank.
func (w *writer) interleaved(ahead int) {
	total, round := w.micro*w.chunks, w.micro/w.rounds()
	warm := min(total, (w.chunks-1)*round+ahead*(w.ranks-1-w.rank))
	lag := w.rank
	for i := range total + warm {
		if i < total {
			chunk, mb := w.turn(i, round)
			w.add(forward, chunk*w.ranks+w.rank, mb)
		}
		if i < warm {
			continue
		}
		if ahead == 2 {
			w.back(backward, i-warm, round)
			continue
		}
		w.back(inputGrad, i-warm, round)
		if i-warm >= lag {
			w.back(weightGrad, i-warm-lag, round)
		}
	}
	if ahead == 1 {
		for i := max(0, total-lag); i < total; i++ {
			w.back(weightGrad, i, round)
		}
	}
}

// turn is the chunk and the micro-batch of step i: a round of each chunk in turn.
func (w *writer) turn(i, round int) (chunk, mb int) {
	loop := i / round
	return loop % w.chunks, loop/w.chunks*round + i%round
}

// back adds the gradient of step i, whose chunks run from last to first.
func (w *writer) back(k kind, i, round int) {
	chunk, mb := w.turn(i, round)
	w.add(k, (w.chunks-1-chunk)*w.ranks+w.rank, mb)
}

// zbH2 fills the warm-up with forwards and lets weight gradients lag behind.
func (w *writer) zbH2() {
	f := min(w.micro, 2*(w.ranks-1-w.rank)+1)
	for mb := range f {
		w.add(forward, w.rank, mb)
	}
	done := 0 // weight gradients
	for i := range w.micro {
		w.add(inputGrad, w.rank, i)
		if i+1-done > 2*w.rank {
			w.add(weightGrad, w.rank, done)
			done++
		}
		if f < w.micro {
			w.add(forward, w.rank, f)
			f++
		}
	}
	for ; done < w.micro; done++ {
		w.add(weightGrad, w.rank, done)
	}
}
