package bench

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"inflight/scenes/sim"
)

// Python compares the engine with script, a plain Python simulation of the same
// 1F1B pipeline. Both must come to the same end.
func Python(script string) ([]Row, error) {
	const stages, microbatches = 64, 1024
	python, err := exec.LookPath("python3")
	if err != nil {
		return nil, fmt.Errorf("the engine beside plain Python: no python3 on this machine")
	}
	version, err := exec.Command(python, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("python3 --version: %w", err)
	}
	g := pipeline(stages, microbatches)
	t, err := g.Run()
	if err != nil {
		return nil, err
	}
	var runs []float64
	for range 5 {
		text, err := exec.Command(python, script, fmt.Sprint(stages), fmt.Sprint(microbatches)).Output()
		if err != nil {
			return nil, fmt.Errorf("python3 %s: %w", script, err)
		}
		var r struct {
			Tasks   int      `json:"tasks"`
			End     sim.Time `json:"end_ps"`
			Seconds float64  `json:"seconds"`
		}
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("python3 %s: %w", script, err)
		}
		if r.Tasks != t.Len() || r.End != t.End() {
			return nil, fmt.Errorf("python3 %s: %d tasks end at %d ps: want %d at %d", script, r.Tasks, int64(r.End), t.Len(), int64(t.End()))
		}
		runs = append(runs, r.Seconds)
	}
	slices.Sort(runs)
	plain := runs[len(runs)/2]
	engine := Median(func() { g.Run() })
	where := strings.ToLower(strings.TrimSpace(string(version)))
	return []Row{
		{ID: "python", What: "the same 1F1B, 64 x 1024, in plain Python", Where: where, Value: float64(t.Len()) / plain, Unit: "tasks/s"},
		{ID: "python-ratio", What: "the engine's speed over plain Python's", Where: "native", Value: plain / engine, Unit: "x", More: true},
	}, nil
}
