package flash

// step is one tile of S, of all thread blocks in flight, or one slab of rows in a
// kernel of standard attention. A step that repeats stands for several: what it
// moves and computes is the same in each.
type step struct {
	inner  int // first column block of FlashAttention-2's forward pass, else row block
	count  int // of steps
	blocks int // thread blocks that take part

	loads  []move // what the first product needs comes first
	early  int    // so many of the loads
	stores []move

	// Of the largest thread block; they set the time.
	first, second int64 // FLOP of matrix products before and after the exponentials
	exps          int64
	spread        bool // evenly over all SMs, so that these are of all thread blocks

	// Of all thread blocks.
	flops, allExps int64
}

// segment is a stretch of work between two barriers: a thread block's whole work
// in FlashAttention-2, one round of the outer loop in FlashAttention-1, a kernel
// of standard attention.
type segment struct {
	kind   kernel
	outer  int // column block of FlashAttention-1 and of backward passes, else -1
	second bool
	head   []move
	steps  []step
	tail   []move
}

// kernel tells apart what a segment does.
type kernel uint8

const (
	attend  kernel = iota // tiles of FlashAttention's forward pass
	derive                // tiles of its backward pass
	prepare               // D = rowsum(dO∘O), before FlashAttention-2's backward pass
	scores                // kernels of standard attention: S = QKᵀ
	masking
	softmax
	dropping
	output // O = PV
	gradV
	gradP
	undrop
	gradS
	gradQ
	gradK
)

// wave is what the SMs do between two launches of thread blocks: all of a wave
// start together, and the next wave starts when all are done. Equal waves follow
// one another count times.
type wave struct {
	kind     kernel
	index    int // of the first
	count    int
	block    int64 // number of the first thread block
	blocks   int   // in flight
	segments []segment
}

// steps is how many steps a segment has.
func (s *segment) length() int {
	n := 0
	for i := range s.steps {
		n += s.steps[i].count
	}
	return n
}

// sum adds up what all waves move and compute.
func sum(waves []wave) (t tally, flops, exps int64) {
	for i := range waves {
		w := &waves[i]
		for k := range w.segments {
			s := &w.segments[k]
			times := int64(w.count)
			for _, m := range s.head {
				t.add(m, times)
			}
			for _, m := range s.tail {
				t.add(m, times)
			}
			for x := range s.steps {
				st := &s.steps[x]
				n := times * int64(st.count)
				for _, m := range st.loads {
					t.add(m, n)
				}
				for _, m := range st.stores {
					t.add(m, n)
				}
				flops += st.flops * n
				exps += st.allExps * n
			}
		}
	}
	return t, flops, exps
}
