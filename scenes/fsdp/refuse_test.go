package fsdp

import (
	"testing"

	"inflight/scenes/scenetest"
)

// TestRefusalsSayWhatIsWanted: settings that cannot be run are refused in words.
func TestRefusalsSayWhatIsWanted(t *testing.T) {
	scenetest.Refused(t, Scene.Entry(), map[string]string{
		"gpus=10 nodes=3":                                  "3 nodes cannot share 10 GPUs",
		"gpus=8 strategy=hsdp shard-group=3":               "divides the GPUs",
		"gpus=24 nodes=2 strategy=hsdp shard-group=8":      "straddle",
		"params=1T gpus=16 bandwidth=1MB/s":                "fifty days",
		"batch=4096 seq=1048576 model=gpt-3-175b mfu=0.01": "fifty days",
	})
}

// TestExtremesRun builds the ends of the knobs.
func TestExtremesRun(t *testing.T) {
	for _, values := range [][]string{
		{"gpus=1"}, {"gpus=16384", "nodes=16384"}, {"gpus=16384"}, {"params=1M"}, {"params=10T", "gpus=16384", "nodes=2048"},
		{"prefetch=256", "reshard=false"}, {"prefetch=0"}, {"seq=1"}, {"bucket=1", "first-bucket=1", "strategy=ddp", "params=10T", "gpus=16384", "nodes=2048", "bandwidth=100TB/s", "nic-bandwidth=100TB/s"},
		{"model=deepseek-v3", "strategy=zero2", "gpus=2048", "nodes=256"}, {"latency=1ms", "nic-latency=1ms", "gpus=16384", "nodes=2048"},
		{"strategy=hsdp", "gpus=16384", "nodes=2048", "shard-group=1"}, {"strategy=hsdp", "gpus=16384", "nodes=2048", "shard-group=16384"},
	} {
		if _, err := build(settingOf(t, values...)); err != nil {
			t.Errorf("%v: %v", values, err)
		}
	}
}

// TestWhatDoesNotFitIsRemarked, not refused.
func TestWhatDoesNotFitIsRemarked(t *testing.T) {
	f := must(t, "strategy=ddp")
	found := false
	for _, r := range f.Remarks() {
		found = found || r.Key == "fsdp.remark.memory"
	}
	if !found {
		t.Errorf("%v bytes on a GPU of %v are not remarked", f.peak, f.device.HBM)
	}
	if r := must(t).Remarks(); len(r) > 0 {
		t.Errorf("the default setting is remarked: %v", r)
	}
}

// TestIdleKnobsChangeNothing turns each knob that a setting says it does not
// depend on.
func TestIdleKnobsChangeNothing(t *testing.T) {
	texts := map[string]string{
		"shard-group": "2", "prefetch": "3", "reshard": "false", "bucket": "1MB", "first-bucket": "5MB", "model": "gpt-2",
		"bandwidth": "77GB/s", "latency": "1us", "nic-bandwidth": "77GB/s", "nic-latency": "1us",
	}
	scenetest.IdleKnobs(t, Scene.Entry(), texts, map[string]int{
		"": 5, "strategy=ddp": 5, "gpus=1": 9, "gpus=4 nodes=4": 5, "params=7B": 6, "strategy=hsdp shard-group=1": 6,
	})
}
