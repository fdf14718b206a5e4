package pipeline

import "testing"

// BenchmarkBuild is 1F1B of 64 stages and 1,024 micro-batches with all that a
// film of it has.
func BenchmarkBuild(b *testing.B) {
	p := defaults
	p.Stages, p.Microbatches = 64, 1024
	for range b.N {
		if _, err := build(p); err != nil {
			b.Fatal(err)
		}
	}
}
