package hw

import (
	"math"
	"strings"
	"testing"

	"inflight/scenes/sim"
)

func must(t *testing.T, key string) Accelerator {
	t.Helper()
	a, err := Find(key)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestCompute(t *testing.T) {
	a100 := must(t, "a100-80gb-sxm")
	for _, c := range []struct {
		flops, utilization float64
		want               sim.Time
	}{
		{312e12, 1, sim.Second}, {156e12, 0.5, sim.Second}, {312, 1, 1 * sim.Picosecond}, {313, 1, 2 * sim.Picosecond}, {0, 0.4, 0},
	} {
		if got, err := a100.Compute(c.flops, c.utilization); err != nil || got != c.want {
			t.Errorf("Compute(%v, %v) = %v, %v, want %v", c.flops, c.utilization, got, err, c.want)
		}
	}
	for _, c := range [][3]float64{{1, 0, 1}, {1, -1, 1}, {1, math.NaN(), 1}, {1, 1, 0}, {1, 1, 1.5}, {1, 1, math.NaN()}, {math.NaN(), 1, 1}, {-1, 1, 1}, {math.Inf(1), 1, 1}, {1e30, 1, 1}} {
		if got, err := Compute(c[0], c[1], c[2]); err == nil {
			t.Errorf("Compute(%v) = %v, want an error", c, got)
		}
	}
}

func TestStreamAndTransfer(t *testing.T) {
	if got, err := must(t, "a100-80gb-sxm").Stream(80e9); err != nil || got != 40*sim.Millisecond {
		t.Errorf("80 GB at 2 TB/s last %v, %v, want 40 ms", got, err)
	}
	hdr, err := FindLink("hdr")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := hdr.Transfer(25e3); err != nil || got != 1600*sim.Nanosecond {
		t.Errorf("25 kB over HDR last %v, %v, want 0.6 µs + 1 µs", got, err)
	}
	if got, err := hdr.Transfer(-1); err == nil {
		t.Errorf("-1 B last %v, want an error", got)
	}
	if got, err := (Accelerator{}).Stream(1); err == nil {
		t.Errorf("without HBM 1 B lasts %v, want an error", got)
	}
}

func TestRate(t *testing.T) {
	for _, c := range []struct {
		key, dtype string
		want       float64
	}{
		{"h100-sxm", "bf16", 989e12}, {"h100-sxm", "fp16", 989e12}, {"h100-sxm", "fp8", 1979e12}, {"a100-80gb-sxm", "fp8", 0}, {"v100-32gb-sxm2", "bf16", 0},
		{"v100-32gb-sxm2", "fp16", 125e12}, {"v100-32gb-sxm2", "fp32", 15.7e12}, {"tpu-v5e", "int8", 394e12}, {"h100-sxm", "fp64", 0},
	} {
		if got, ok := must(t, c.key).Rate(c.dtype); got != c.want || ok != (c.want > 0) {
			t.Errorf("%s: Rate(%s) = %v, %v, want %v", c.key, c.dtype, got, ok, c.want)
		}
	}
}

func TestNeighbour(t *testing.T) {
	for key, want := range map[string]sim.Bandwidth{
		"a100-80gb-sxm": 300e9, "mi300x": 64e9, "l40s": 31e9, "tpu-v5e": 45e9, "h100-pcie": 63e9, "gb200": 900e9,
	} {
		if got := must(t, key).Neighbour(); got != want {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
	for _, a := range Accelerators() {
		if a.Neighbour() <= 0 || a.Matmul() <= 0 {
			t.Errorf("%s has neighbour %v, matmul %v, want both", a.Key, a.Neighbour(), a.Matmul())
		}
	}
}

func TestRoofline(t *testing.T) {
	a := must(t, "a100-80gb-sxm") // ridge at 156
	for intensity, want := range map[float64]float64{78: 156e12, 156: 312e12, 1000: 312e12, 0: 0} {
		if got := a.Attainable(intensity); got != want {
			t.Errorf("Attainable(%v) = %v, want %v", intensity, got, want)
		}
	}
	// BDF/(BD+DF+BF) in bf16, about B when B is small: jax-ml/scaling-book
	// roofline.md:130-167. A dot product has 2n FLOPs on 4n+2 bytes, 0.5.
	if got, want := MatmulIntensity(240, 4096, 16384, 2), 240*4096*16384./(240*4096+4096*16384+240*16384); math.Abs(got-want) > 1e-9*want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := MatmulIntensity(1, 1e9, 1, 2); math.Abs(got-0.5) > 1e-8 {
		t.Errorf("dot product: got %v, want 0.5", got)
	}
}

func TestAchievable(t *testing.T) {
	if got, ok := must(t, "a100-80gb-sxm").Achievable(); !ok || got != 271.2e12 {
		t.Errorf("got %v, %v, want 271.2 TFLOP/s", got, ok)
	}
	if got, ok := must(t, "l40s").Achievable(); ok || got != 0 {
		t.Errorf("got %v, %v, want none", got, ok)
	}
}

func TestLinksOf(t *testing.T) {
	var keys []string
	for _, l := range LinksOf(NVLink, InfiniBand) {
		keys = append(keys, l.Key)
	}
	if got, want := strings.Join(keys, " "), "nvlink1 nvlink2 nvlink3 nvlink4 nvlink5 nvlink6 edr hdr ndr xdr gdr"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(LinksOf()) != 0 {
		t.Error("no kinds should give no links")
	}
}
