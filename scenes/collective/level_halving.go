package collective

import "math/bits"

// halvingLevel follows recursive halving and doubling by the bits of ranks and
// blocks, after so many steps.
func (f *film) halvingLevel(gpu, block, steps int) float64 {
	p := powerBelow(f.n)
	lg, rank := log2(p), gpu
	if extra := f.n - p; extra > 0 { // folded
		switch {
		case gpu < 2*extra && gpu%2 == 0:
			if steps == f.steps {
				return 1
			}
			return 1 / float64(f.n)
		case gpu < 2*extra:
			rank = gpu / 2
		default:
			rank = gpu - extra
		}
		steps = max(0, steps-1)
	}
	own := 1 / float64(p)
	switch f.op {
	case allReduce:
		agree := leadingBits(reverse(rank, lg)^block, lg)
		if agree >= lg-max(0, steps-lg) {
			if steps >= lg {
				return 1
			}
		}
		return own * float64(int(1)<<min(agree, steps, lg))
	case reduceScatter, reduce:
		if e := min(steps-lg, trailing(rank, lg)); e > 0 && block>>e == rank>>e { // gathered
			return 1
		}
		return own * float64(int(1)<<min(leadingBits(rank^block, lg), steps))
	case allGather:
		return either(rank>>steps == block>>steps)
	}
	if e := steps - lg; e > 0 && rank>>e == block>>e {
		return 1
	}
	dealt := steps >= lg-trailing(rank, lg) // the blocks up to the next rank as far from 0
	return either(dealt && block >= rank && block-rank < 1<<trailing(rank, lg))
}

// trailing is how many of lg bits are zero from the bottom.
func trailing(x, lg int) int { return min(lg, bits.TrailingZeros(uint(x))) }

// leadingBits is how many of lg bits are zero from the top.
func leadingBits(x, lg int) int { return lg - bits.Len(uint(x)) }

// reverse turns lg bits round.
func reverse(x, lg int) int {
	return int(bits.Reverse64(uint64(x)) >> (64 - lg))
}
