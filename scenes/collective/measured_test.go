package collective

import (
	"math"
	"testing"

	"inflight/scenes"
)

// metric is a value of a film.
func metric(t *testing.T, f scenes.Film, id string) float64 {
	t.Helper()
	for _, m := range f.Metrics() {
		if m.ID == id {
			return m.Value
		}
	}
	t.Fatalf("no metric %s", id)
	return 0
}

// preset builds a preset with further values.
func preset(t *testing.T, id string, values ...scenes.Value) scenes.Film {
	t.Helper()
	e := Scene.Entry()
	p, ok := e.Preset(id)
	if !ok {
		t.Fatalf("no preset %s", id)
	}
	s := e.New()
	for _, problem := range s.Apply(append(p.Values, values...), true) {
		t.Fatal(problem)
	}
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

type measured struct {
	Tables []struct {
		Name string
		Rows [][3]float64 `json:"rows_bytes_timeus_busbw"`
	}
}

// TestA100SweepIsWithin15Percent holds the preset to the measured sweep of 8
// A100, from 64 MiB up. Below that NCCL changes protocol, which the model does
// not have.
func TestA100SweepIsWithin15Percent(t *testing.T) {
	var ref measured
	load(t, "busbw_measured.json", &ref)
	rows := 0
	for _, row := range ref.Tables[0].Rows {
		bytes, us, bus := row[0], row[1], row[2]
		if bytes < 64<<20 {
			continue
		}
		rows++
		f := preset(t, "8xa100", scenes.Value{Key: "bytes", Text: textOf(bytes)})
		if got, want := metric(t, f, "time"), us*1e-6; math.Abs(got/want-1) > 0.15 {
			t.Errorf("%v bytes take %v s, measured %v", bytes, got, want)
		}
		if got := metric(t, f, "busbw") / 1e9; math.Abs(got/bus-1) > 0.18 { // 15 % of the time
			t.Errorf("%v bytes: busbw %v GB/s, measured %v", bytes, got, bus)
		}
	}
	if rows != 9 {
		t.Errorf("%d rows from 64 MiB up, want 9", rows)
	}
}

// TestH200WithoutNVLS holds the preset to the two measurements of 8 H200 with
// NVLS off: 8 GiB (network/README.md:929) and 16 GiB (:979). They differ by
// 0.4 %, so one efficiency fits both within 1 %.
func TestH200WithoutNVLS(t *testing.T) {
	for _, c := range []struct {
		bytes, bus float64
	}{{8 << 30, 365.6}, {16 << 30, 367.2}} {
		f := preset(t, "8xh200", scenes.Value{Key: "bytes", Text: textOf(c.bytes)})
		if got := metric(t, f, "busbw") / 1e9; math.Abs(got/c.bus-1) > 0.01 {
			t.Errorf("%v bytes: busbw %v GB/s, measured %v", c.bytes, got, c.bus)
		}
	}
}

// TestBusFactorsAreThoseOfNCCLTests evaluates the factors of the reference file.
func TestBusFactorsAreThoseOfNCCLTests(t *testing.T) {
	var ref struct {
		Factors []struct{ Collective, Factor string }
	}
	load(t, "busbw_factors.json", &ref)
	ours := map[string]string{
		"all_reduce": allReduce, "all_gather": allGather, "reduce_scatter": reduceScatter,
		"broadcast": broadcast, "reduce": reduce, "alltoall": allToAll,
	}
	values := map[string]func(n float64) float64{
		"2*(n-1)/n": func(n float64) float64 { return 2 * (n - 1) / n },
		"(n-1)/n":   func(n float64) float64 { return (n - 1) / n },
		"1":         func(n float64) float64 { return 1 },
	}
	found := 0
	for _, row := range ref.Factors {
		op, ok := ours[row.Collective]
		if !ok {
			continue
		}
		found++
		for _, n := range []int{2, 8, 1000} {
			got, _ := job{op: op, n: n}.busFactor()
			if want := values[row.Factor](float64(n)); got != want {
				t.Errorf("%s, %d GPUs: %v, want %v", op, n, got, want)
			}
		}
	}
	if found != len(ours) {
		t.Errorf("%d operations in the reference, want %d", found, len(ours))
	}
}

// TestLatenciesAreNCCLs holds the named latencies to the tuner's table, in
// microseconds: LL, LL128, Simple.
func TestLatenciesAreNCCLs(t *testing.T) {
	var ref struct {
		HW map[string]map[string][]float64 `json:"hwLatencies_us"`
	}
	load(t, "nccl_tuner_model.json", &ref)
	want := map[string]float64{
		"nccl-nvlink-ll": ref.HW["NVLINK"]["Ring"][0], "nccl-nvlink-ll128": ref.HW["NVLINK"]["Ring"][1], "nccl-nvlink": ref.HW["NVLINK"]["Ring"][2],
		"nccl-pcie":   ref.HW["PCI"]["Ring"][2],
		"nccl-net-ll": ref.HW["NET"]["Ring"][0], "nccl-net-ll128": ref.HW["NET"]["Ring"][1], "nccl-net": ref.HW["NET"]["Ring"][2],
	}
	for _, n := range append(latencyNames, nicLatencyNames...) {
		if us := n.Value * 1e6; math.Abs(us-want[n.Name]) > 1e-9 {
			t.Errorf("%s is %v µs, want %v", n.Name, us, want[n.Name])
		}
	}
}
