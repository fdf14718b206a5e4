package parts

import (
	"testing"

	"inflight/scenes/unit"
)

func TestDialTellsThreeDigitsApart(t *testing.T) {
	for _, c := range []struct {
		full, v float64
		u       unit.Unit
		of      bool
		want    string
	}{
		{35.38e9, 9.41e9, unit.Byte, true, "9.4 of 35.4 GB"},
		{35.38e9, 35.38e9, unit.Byte, true, "35.4 of 35.4 GB"},
		{0.1878, 0.05, unit.Second, false, "50 ms"},
		{0.1878, 9, unit.Second, false, "188 ms"}, // beyond the end
		{1.2e-6, 0, unit.Second, true, "0.00 of 1.20 µs"},
		{0, 0, unit.Byte, true, "0 B"},
	} {
		d := NewDial(c.full, c.u, c.of)
		if got := d.At(c.v); got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.v, c.full, got, c.want)
		}
	}
}
