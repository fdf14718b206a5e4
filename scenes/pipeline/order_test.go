package pipeline

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// listed is a schedule of the reference files.
type listed struct {
	Schedule string
	Ranks    int
	Chunks   int `json:"stages_per_rank"`
	Micro    int `json:"microbatches"`
	Total    int `json:"microbatches_total"` // of DualPipe
	Order    [][]string
	Unit     struct {
		Makespan float64
		Idle     []float64 `json:"idle_per_rank"`
		Live     []int     `json:"peak_live_chunks_per_rank"`
	} `json:"derived_unit_time"`
	Derived []struct {
		F, B, W  float64
		Pair     float64 `json:"F&B"`
		Makespan float64
		Idle     []float64 `json:"idle_per_rank"`
		Formula  float64   `json:"formula_(PP/2-1)(F&B+B-3W)"`
	}
}

// listedNames are the schedules' names in the reference file.
var listedNames = map[string]string{
	"GPipe": gpipe, "1F1B": oneFOneB, "Interleaved1F1B": interleaved, "LoopedBFS": loopedBFS,
	"InterleavedZeroBubble (ZB1P / ZB-H1 when v=1)": zbH1, "ZBV": zbV, "DualPipeV": dualPipeV,
}

// references are the schedules of both files, under our names.
func references(t testing.TB) []listed {
	t.Helper()
	var all []listed
	for _, file := range []string{"pipeline_sequences.json", "dualpipe_sequences.json"} {
		var list struct{ Schedules []listed }
		readJSON(t, file, &list)
		for _, l := range list.Schedules {
			if l.Schedule == "" {
				l.Schedule, l.Chunks, l.Micro = dualPipe, 2, l.Total
			} else if l.Schedule = listedNames[l.Schedule]; l.Schedule == "" {
				t.Fatalf("%s has a schedule without a name here", file)
			}
			all = append(all, l)
		}
	}
	if len(all) != 15 {
		t.Fatalf("%d reference schedules, want 15", len(all))
	}
	return all
}

func readJSON(t testing.TB, file string, to any) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err == nil {
		err = json.Unmarshal(data, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestOrdersAreThoseOfTheProjects: every list of the reference files, token by
// token, and how many chunks are live.
func TestOrdersAreThoseOfTheProjects(t *testing.T) {
	for _, l := range references(t) {
		pl, err := newPlan(l.Schedule, l.Ranks, l.Chunks, l.Micro)
		if err != nil {
			t.Fatal(err)
		}
		for r, got := range pl.tokens() {
			if !slices.Equal(got, l.Order[r]) {
				t.Errorf("%s, p=%d v=%d m=%d, rank %d:\n got %v\nwant %v", l.Schedule, l.Ranks, l.Chunks, l.Micro, r, got, l.Order[r])
			}
			if l.Unit.Live != nil && live(pl.order[r]) != l.Unit.Live[r] {
				t.Errorf("%s, p=%d v=%d m=%d, rank %d: %d chunks live, want %d", l.Schedule, l.Ranks, l.Chunks, l.Micro, r, live(pl.order[r]), l.Unit.Live[r])
			}
		}
	}
}

var schedules = []string{gpipe, oneFOneB, interleaved, loopedBFS, zbH1, zbH2, zbV, dualPipe, dualPipeV}

// drawPlan is a random plan that is not refused, of at most so many ranks and
// micro-batches.
func drawPlan(r *rapid.T, schedule string, ranks, micro int) *plan {
	for {
		p, m := rapid.IntRange(1, ranks).Draw(r, "p"), rapid.IntRange(1, micro).Draw(r, "m")
		v := chunksOf(schedule, rapid.IntRange(1, 4).Draw(r, "v"))
		if schedule == dualPipe {
			p += p % 2
			m += m % 2
		}
		if schedule == dualPipe || schedule == dualPipeV {
			m += 2 * p
		}
		if pl, err := newPlan(schedule, p, v, m); err == nil {
			return pl
		}
	}
}

// TestOrdersAreComplete: whatever the setting, each stage runs each micro-batch
// forward once and backward once, on the rank where it lives, gradients after
// the forward, and weight gradients after input gradients.
func TestOrdersAreComplete(t *testing.T) {
	for _, schedule := range schedules {
		t.Run(schedule, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				if fault := incomplete(drawPlan(r, schedule, 12, 40)); fault != "" {
					r.Fatal(fault)
				}
			})
		})
	}
}

// incomplete says what an order lacks, or "".
func incomplete(pl *plan) string {
	type place struct{ stage, mb int16 }
	var done [4]map[place]bool
	for k := range done {
		done[k] = map[place]bool{}
	}
	fault := ""
	do := func(r int, k kind, stage, mb int16, needs ...kind) {
		at := place{stage, mb}
		name := pl.half(k, stage, mb)
		if done[k][at] {
			fault = name + " stands twice"
		}
		if pl.rank(int(stage), int(mb)) != r {
			fault = name + " is on another rank than its stage"
		}
		for _, need := range needs {
			if !done[need][at] {
				fault = name + " comes before what it needs"
			}
		}
		done[k][at] = true
	}
	for r, order := range pl.order {
		for _, o := range order {
			switch o.kind {
			case forward:
				do(r, forward, o.stage, o.mb)
			case pair:
				do(r, forward, o.stage, o.mb)
				do(r, backward, o.with, o.withMB, forward)
			case weightGrad:
				do(r, weightGrad, o.stage, o.mb, inputGrad)
			default:
				do(r, o.kind, o.stage, o.mb, forward)
			}
		}
	}
	want := pl.micro * pl.stages
	if f, b, i, w := len(done[forward]), len(done[backward]), len(done[inputGrad]), len(done[weightGrad]); f != want || b+i != want || i != w {
		fault = "some micro-batches are missing"
	}
	return fault
}
