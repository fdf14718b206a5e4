package flash

import (
	"sort"

	"inflight/scenes/sim"
)

// moment is where a run is at an instant, seen from the first SM.
type moment struct {
	part  *part    // that the instant falls in
	shown *part    // whose tiles show it: those of an equal wave, where waves repeat
	at    sim.Time // the instant within the time of shown
	wave  *wave
	index int // of the wave, from 0
	seg   *segment
	done  int // tile steps of the segment that have ended
	begun int // whose first load has begun
	over  bool
}

// at finds where a run is.
func (r *run) at(t sim.Time) moment {
	k := sort.Search(len(r.parts), func(i int) bool { return r.parts[i].end > t })
	over := k == len(r.parts)
	if over {
		k--
		t = r.parts[k].end
	}
	p := &r.parts[k]
	m := moment{part: p, shown: p, at: t, wave: &r.waves[p.wave], over: over}
	m.index = m.wave.index
	if p.repeats > 0 {
		each := (p.end - p.start) / sim.Time(p.repeats)
		n := min(int((t-p.start)/max(1, each)), p.repeats-1)
		m.index += 1 + n
		m.at = r.parts[p.like].start + t - p.start - each*sim.Time(n)
		i := p.like
		for i < k-1 && r.parts[i].end <= m.at {
			i++
		}
		m.shown = &r.parts[i]
	}
	m.seg = &m.wave.segments[m.shown.segment]
	r.count(&m)
	return m
}

// count finds how many tile steps of the segment have begun and ended.
func (r *run) count(m *moment) {
	p := m.shown
	if len(p.tiles) == 0 {
		share := 1.0
		if p.end > p.start {
			share = float64(m.at-p.start) / float64(p.end-p.start)
		}
		m.done = int(share * float64(m.seg.length()))
		m.begun = min(m.done+1, m.seg.length())
		return
	}
	m.done = sort.Search(len(p.tiles), func(i int) bool { return r.tl.Finish(p.tiles[i].end) > m.at })
	m.begun = sort.Search(len(p.tiles), func(i int) bool { return r.tl.Start(p.tiles[i].loads[0]) > m.at })
}

// moved is how many bytes have crossed HBM's pins at an instant.
func (r *run) moved(t sim.Time) float64 {
	if t >= r.tl.End() {
		return r.read + r.written
	}
	m := r.at(t)
	if p := m.part; p.repeats > 0 {
		like := &r.parts[p.like]
		wave := p.bytes / float64(p.repeats)
		n := m.index - m.wave.index - 1
		return p.before + wave*float64(n) + r.within(m.shown, m.at) - like.before
	}
	return r.within(m.part, m.at)
}

// within is how many bytes have moved at an instant of a part that runs once.
func (r *run) within(p *part, t sim.Time) float64 {
	if len(p.tiles) == 0 {
		if p.end == p.start {
			return p.before + p.bytes
		}
		return p.before + p.bytes*float64(t-p.start)/float64(p.end-p.start)
	}
	k := sort.Search(len(p.memory), func(i int) bool { return r.tl.Finish(p.memory[i]) > t })
	if k == len(p.memory) {
		return p.before + p.bytes
	}
	ref := p.memory[k]
	return p.before + p.moved[k] + float64(r.tl.Span(ref).Bytes)*r.tl.Progress(ref, t)
}

// head is which query head of the batch the first SM works on, from 0.
func (r *run) head(m *moment) int64 {
	if r.algo == standard || m.wave.kind == prepare {
		return 0
	}
	b := r.blockNumber(m)
	if r.algo == fa1 {
		return b
	}
	return b % r.copies()
}

// blockNumber is the thread block of the first SM.
func (r *run) blockNumber(m *moment) int64 {
	return m.wave.block + int64(m.index-m.wave.index)*int64(m.wave.blocks)
}

// position is the place of the first SM's thread block in a grid.
func (r *run) position(m *moment) int { return int(r.blockNumber(m) / r.copies()) }

// inner is the number of tile step k: a column block of FlashAttention-2's
// forward pass, else a row block or a slab.
func (m *moment) inner(k int) int { return m.seg.steps[0].inner + k }

// ran says that a kernel of standard attention has been through slab i.
func (m *moment) ran(k kernel, i int) bool {
	return m.over || m.wave.kind > k || m.wave.kind == k && i < m.done
}

// absorbed is how many column blocks row block i of the shown head has taken in.
func (r *run) absorbed(m *moment, i int) int {
	switch {
	case m.over && r.pass != backward, m.wave.kind == prepare, m.wave.kind == derive:
		return r.colsSeen(i)
	case r.algo == fa1:
		k := min(m.seg.outer, r.colsSeen(i))
		if first := m.inner(0); k < r.colsSeen(i) && i >= first && i < first+m.done {
			k++
		}
		return k
	case r.algo == standard:
		if m.ran(output, i) {
			return r.tc
		}
		return 0
	}
	g := r.grid(forward)
	p := i
	if r.causal {
		p = r.tr - 1 - i
	}
	number, b := int64(p)*r.copies()+r.head(m), r.blockNumber(m)
	switch {
	case number < b:
		return g.at(p).hi
	case number >= b+int64(m.wave.blocks):
		return 0
	}
	return min(m.done, g.at(p).hi)
}
