package llm

import "testing"

// ZeRO counts K = 12 bytes of optimizer state for mixed-precision Adam.
func TestOptimizerStates(t *testing.T) {
	for o, want := range map[Optimizer]float64{Adam: 12, Adam8bit: 6, SGD: 4, "lion": 0} {
		if got := o.StateBytes(); got != want {
			t.Errorf("%s: %g bytes a parameter, want %g", o, got, want)
		}
	}
	for _, o := range Optimizers() {
		if o.StateBytes() == 0 {
			t.Errorf("%s has no states", o)
		}
	}
}
