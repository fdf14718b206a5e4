package collective

import "testing"

// TestTreesConvergeToTheBusiestPort: with many pieces and no latency an
// all-reduce tends to 2S/B, a broadcast and a reduce to S/B. Between two GPUs
// each carries half of the data up and half down: S/B. The last column is the
// upper bound (h+P-1)/P - 1, which proves the convergence, for a tree of height
// h (twice that for an all-reduce).
func TestTreesConvergeToTheBusiestPort(t *testing.T) {
	for _, c := range []struct {
		op        string
		n, pieces int
		want      float64 // times S/B
		above     float64
	}{
		{allReduce, 2, 1000, 1, 0.0011},
		{allReduce, 8, 4096, 2, 0.002},
		{allReduce, 16, 2048, 2, 0.005},
		{allReduce, 32, 1024, 2, 0.011},
		{allReduce, 64, 512, 2, 0.026},
		{broadcast, 8, 4096, 1, 0.002},
		{broadcast, 64, 1024, 1, 0.009},
		{reduce, 8, 4096, 1, 0.002},
		{reduce, 64, 1024, 1, 0.009},
	} {
		p := defaults
		p.Op, p.Algo, p.GPUs, p.Pieces, p.Latency = c.op, tree, c.n, c.pieces, 0
		j, err := settle(p)
		if err != nil {
			t.Fatal(err)
		}
		_, tl, err := j.run()
		if err != nil {
			t.Fatal(err)
		}
		got := tl.End().Seconds() / (j.size / j.link.bandwidth)
		f := j.timeForm()
		if got < c.want || got > c.want*(1+c.above) {
			t.Errorf("%s, %d GPUs, %d pieces: %v S/B, want %v and at most %v more", c.op, c.n, c.pieces, got, c.want, c.above)
		}
		if limit := f.seconds / (j.size / j.link.bandwidth); limit != c.want {
			t.Errorf("%s, %d GPUs: the form tends to %v S/B, want %v", c.op, c.n, limit, c.want)
		}
		if over := f.upper/f.seconds - 1; over > c.above {
			t.Errorf("%s, %d GPUs, %d pieces: the bound is %v above the limit, want %v", c.op, c.n, c.pieces, over, c.above)
		}
	}
}

// TestEachGPUIsALeafOfOneTree: for an even number of GPUs the leaves of one tree
// are the inner ranks of the other, which is why both ports can be full.
func TestEachGPUIsALeafOfOneTree(t *testing.T) {
	for n := 2; n <= wholeGPUs; n += 2 {
		trees := twoTrees(n)
		for gpu := range n {
			leaves := 0
			for _, up := range trees {
				if newBranches(up).down[gpu] == nil {
					leaves++
				}
			}
			if leaves != 1 && n > 2 {
				t.Errorf("%d GPUs: GPU %d is a leaf of %d trees, want 1", n, gpu, leaves)
			}
		}
	}
}
