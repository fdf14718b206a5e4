package collective

import "strconv"

// bytesForm is how many bytes the busiest GPU sends, and how that is written.
func (j job) bytesForm() (bytes float64, text string) {
	n, s := float64(j.n), j.size
	p := float64(powerBelow(j.n))
	switch {
	case j.algo == tree:
		edges := j.mostEdges()
		bytes = s * float64(edges) / float64(2*j.channels)
		return bytes, amount(bytes/s) + "S"
	case j.op == broadcast && j.algo == direct:
		return (n - 1) * s, "(n−1)·S"
	case j.op == broadcast && j.algo == halving:
		return 2 * (n - 1) / n * s, "2(n−1)/n·S"
	case j.op == reduce && j.algo == halving:
		return ((n-1)/n + 0.5) * s, "(n−1)/n·S + S/2"
	case j.op == broadcast, j.op == reduce:
		return s, "S"
	case j.op == allReduce && j.algo == halving && p < n:
		return (2*(p-1)/p + 1) * s, "2(p−1)/p·S + S, p = 2^⌊log₂n⌋"
	case j.op == allReduce:
		return 2 * (n - 1) / n * s, "2(n−1)/n·S"
	case j.op == allToAll && j.algo == ringAlgo:
		return (n - 1) / 2 * s, "(n−1)/2·S"
	case j.op == allToAll && j.algo == ringBoth && j.n%2 == 0:
		return n / 4 * s, "n/4·S"
	case j.op == allToAll && j.algo == ringBoth:
		return (n*n - 1) / (4 * n) * s, "(n²−1)/(4n)·S"
	}
	return (n - 1) / n * s, "(n−1)/n·S"
}

// mostEdges is how many streams leave the busiest GPU, over all trees.
func (j job) mostEdges() int {
	count, most := make([]int, j.n), 0
	for _, p := range j.treeParts() {
		b := j.treeOf(p.channel, p.dir)
		for _, v := range b.order[1:] {
			if j.rises() {
				count[v]++
			}
			if j.falls() {
				count[b.up[v]]++
			}
		}
	}
	for _, c := range count {
		most = max(most, c)
	}
	return most
}

// amount writes a factor: "" for 1, "2", "1.5".
func amount(x float64) string {
	text := strconv.FormatFloat(x, 'g', 4, 64)
	if text == "1" {
		return ""
	}
	return text
}

// busFactor is busbw / algbw. Source: NVIDIA/nccl-tests doc/PERFORMANCE.md and
// src/*.cu as of commit a0b82b2260cf5152b9f8c061bbf7eaf0ba096432.
func (j job) busFactor() (factor float64, text string) {
	n := float64(j.n)
	switch j.op {
	case allReduce:
		return 2 * (n - 1) / n, "2(n−1)/n·S/t"
	case broadcast, reduce:
		return 1, "S/t"
	}
	return (n - 1) / n, "(n−1)/n·S/t"
}
