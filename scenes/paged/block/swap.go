package block

// cpuPool is the blocks in CPU memory: the lowest free one is taken.
type cpuPool struct {
	free []int32 // a stack
	refs []int32
}

func newCPUPool(blocks int) cpuPool {
	p := cpuPool{refs: make([]int32, blocks)}
	for b := blocks - 1; b >= 0; b-- {
		p.free = append(p.free, int32(b))
	}
	return p
}

func (p *cpuPool) take() int32 {
	b := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.refs[b] = 1
	return b
}

func (p *cpuPool) release(b int32) {
	if p.refs[b]--; p.refs[b] == 0 {
		p.free = append(p.free, b)
	}
}

// SwapOut copies the blocks of sequences to CPU memory, a block that several of
// them share once, and frees their tables. It returns how many blocks are copied,
// and false, changing nothing, if CPU memory has too few or a sequence has no
// blocks.
func (m *Manager) SwapOut(group ...*Sequence) (copied int, ok bool) {
	to := map[int32]int32{}
	for _, s := range group {
		if len(s.table) == 0 {
			return 0, false
		}
		for _, b := range s.table {
			to[b] = absent
		}
	}
	if len(to) > len(m.cpu.free) {
		return 0, false
	}
	for _, s := range group {
		for _, b := range s.table {
			if to[b] == absent {
				to[b] = m.cpu.take()
			} else {
				m.cpu.refs[to[b]]++
			}
			s.swapped = append(s.swapped, to[b])
		}
		m.releaseTable(s)
	}
	return len(to), true
}

// SwapIn copies the blocks of sequences back into new blocks of GPU memory. It
// returns how many blocks are copied, and false, changing nothing, if there would
// not stay free as many as the watermark and spare ask for; where force is set,
// those do not count.
func (m *Manager) SwapIn(spare int, force bool, group ...*Sequence) (copied int, ok bool) {
	to := map[int32]int32{}
	for _, s := range group {
		if len(s.swapped) == 0 {
			return 0, false
		}
		for _, b := range s.swapped {
			to[b] = absent
		}
	}
	keep := m.config.Keep + spare
	if force {
		keep = 0
	}
	if m.free.length-len(to) < keep {
		return 0, false
	}
	for _, s := range group {
		for i, b := range s.swapped {
			if to[b] == absent {
				to[b] = m.take(s, i)
			} else {
				m.share(to[b])
			}
			s.table = append(s.table, to[b])
		}
		for _, b := range s.swapped {
			m.cpu.release(b)
		}
		s.swapped = s.swapped[:0]
		m.hash(s, 0)
	}
	return len(to), true
}
