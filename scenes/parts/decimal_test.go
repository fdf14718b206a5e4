package parts

import (
	"strconv"
	"testing"
)

func TestDecimalWritesWhatStrconvWrites(t *testing.T) {
	for point := 1; point <= 3; point++ {
		ten := 1.0
		for range point {
			ten *= 10
		}
		for n := range 10_001 {
			if got, want := decimal(n, point), strconv.FormatFloat(float64(n)/ten, 'f', point, 64); got != want {
				t.Fatalf("%d with %d digits after the point: %q, want %q", n, point, got, want)
			}
		}
	}
	if n := testing.AllocsPerRun(10, func() { decimal(1234, 2) }); n > 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
