// Package bench measures the budgets of the design. Nothing here is a test:
// figures are printed, kept in BENCHMARKS.md, and compared on one machine.
package bench

import (
	"slices"
	"time"
)

// Row is one measured figure beside its budget.
type Row struct {
	ID     string  `json:"id"`
	What   string  `json:"what"`
	Where  string  `json:"where"` // native, wasm, browser, build
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
	Budget float64 `json:"budget"` // 0 where there is none
	More   bool    `json:"more"`   // more is better
	None   bool    `json:"none"`   // the budget is nothing at all
}

// Report is what was measured in one place.
type Report struct {
	Rows    []Row    `json:"rows"`
	Growths []Growth `json:"growths"`
}

// Add appends what another place has measured.
func (r *Report) Add(more Report) {
	r.Rows = append(r.Rows, more.Rows...)
	r.Growths = append(r.Growths, more.Growths...)
}

// Meets says that the figure is within its budget, or that there is none.
func (r Row) Meets() bool {
	switch {
	case r.None:
		return r.Value == 0
	case r.Budget == 0:
		return true
	case r.More:
		return r.Value >= r.Budget
	default:
		return r.Value <= r.Budget
	}
}

// Median runs f until it has taken a second in all, at least five times, and
// returns the median of the seconds that a run took.
func Median(f func()) float64 {
	f() // warm
	var runs []float64
	for total := 0.0; total < 1 || len(runs) < 5; {
		start := time.Now()
		f()
		d := time.Since(start).Seconds()
		runs = append(runs, d)
		total += d
	}
	slices.Sort(runs)
	return runs[len(runs)/2]
}
