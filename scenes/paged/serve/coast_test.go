package serve

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// TestCoastingChangesNothing: a run whose steps are repeated in one go ends, to the
// last bit, as one that decides each of them, which a run with a trace does.
func TestCoastingChangesNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c, requests := randomRun(r)
		c.Cost.Rate = rapid.SampledFrom([]float64{1e3, 1e9}).Draw(r, "rate of the GPU") // the lower one bounds each step
		if rapid.Bool().Draw(r, "experts") {
			c.Cost.Routed, c.Cost.Missed = 700, 0.75
		}
		c.Cost.Window = rapid.SampledFrom([]int{0, 0, 20}).Draw(r, "window")
		each, err := Run(c, requests, true)
		once, err2 := Run(c, requests, false)
		if fmt.Sprint(err) != fmt.Sprint(err2) {
			r.Fatalf("%v with a trace, %v without", err, err2)
		}
		if err != nil {
			return
		}
		each.Steps, each.Trace = nil, nil
		if !reflect.DeepEqual(each, once) {
			r.Fatalf("step by step %+v\nin one go %+v", each, once)
		}
	})
}
