package fsdp

import (
	"math"
	"strconv"
	"testing"
)

// TestScaleOutIsPredicted fits the share of the peak to a measurement on 8 GPUs
// and predicts the one on 128: Llama 3.1 8B, FSDP with torch.compile, two
// sequences of 8,192 tokens a GPU, 400 Gbit/s a GPU. 6,667 and 6,514 tokens a
// second and GPU.
//
// Source: pytorch/torchtitan benchmarks/llama3_h100_202412_torchtitan.md, tables
// 1 and 3, as of commit 31a17bfdb70bab6f62a13d21816a5339b911d6e3.
func TestScaleOutIsPredicted(t *testing.T) {
	const on8, on128 = 6667., 6514.
	setting := []string{"model=llama-3.1-8b", "batch=2", "seq=8192", "recompute=selective", "nic-bandwidth=50GB/s"}
	each := func(mfu float64, gpus, nodes int) float64 {
		f := must(t, append(setting, "mfu="+strconv.FormatFloat(mfu, 'f', 6, 64), "gpus="+strconv.Itoa(gpus), "nodes="+strconv.Itoa(nodes))...)
		return metric(t, f, "tokens-per-second") / float64(gpus)
	}
	lo, hi := 0.1, 1.
	for hi-lo > 1e-5 {
		if mid := (lo + hi) / 2; each(mid, 8, 1) < on8 {
			lo = mid
		} else {
			hi = mid
		}
	}
	if got := each(lo, 128, 16); math.Abs(got-on128) > 0.03*on128 {
		t.Errorf("%.0f tokens a second and GPU on 128 GPUs, measured %.0f", got, on128)
	}
	// What 128 GPUs save on each is the shards of the states: 15 GiB measured.
	of := func(gpus, nodes string) float64 {
		return metric(t, must(t, append(setting, gpus, nodes)...), "peak-memory") / (1 << 30)
	}
	if got := of("gpus=8", "nodes=1") - of("gpus=128", "nodes=16"); math.Abs(got-15) > 1.5 {
		t.Errorf("128 GPUs need %.1f GiB less than 8, measured 15", got)
	}
}

// TestPublishedRunOn64GPUs: the preset is fitted to it.
func TestPublishedRunOn64GPUs(t *testing.T) {
	for _, p := range presets {
		if p.ID != "64xa100-llama3" {
			continue
		}
		var values []string
		for _, v := range p.Values {
			values = append(values, v.Key+"="+v.Text)
		}
		if got := metric(t, must(t, values...), "tokens-per-second") / 64; math.Abs(got-2973) > 0.01*2973 {
			t.Errorf("%.0f tokens a second and GPU, measured 2973", got)
		}
	}
}
