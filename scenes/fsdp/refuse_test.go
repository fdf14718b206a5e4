package fsdp

import (
	"strings"
	"testing"

	"inflight/scenes"
)

// TestRefusalsSayWhatIsWanted: settings that cannot be run are refused in words.
func TestRefusalsSayWhatIsWanted(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{"gpus=10", "nodes=3"}, "3 nodes cannot share 10 GPUs"},
		{[]string{"gpus=8", "strategy=hsdp", "shard-group=3"}, "divides the GPUs"},
		{[]string{"gpus=24", "nodes=2", "strategy=hsdp", "shard-group=8"}, "straddle"},
		{[]string{"params=1T", "gpus=16", "bandwidth=1MB/s"}, "fifty days"},
		{[]string{"batch=4096", "seq=1048576", "model=gpt-3-175b", "mfu=0.01"}, "fifty days"},
	} {
		_, err := build(settingOf(t, c.values...))
		if refusal, ok := err.(scenes.Refusal); !ok || !strings.Contains(refusal.Text("en"), c.want) {
			t.Errorf("%v: %v, want a refusal with %q", c.values, err, c.want)
		}
	}
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
	for _, values := range [][]string{{}, {"strategy=ddp"}, {"gpus=1"}, {"gpus=4", "nodes=4"}, {"params=7B"}, {"strategy=hsdp", "shard-group=1"}} {
		p := settingOf(t, values...)
		hash := func(p Params) any {
			f, err := build(p)
			if err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
			return f.Timeline().Hash()
		}
		want, idle := hash(p), 0
		for i, k := range knobs(&p) {
			if !k.Idle {
				continue
			}
			idle++
			q := p
			text := map[string]string{
				"shard-group": "2", "prefetch": "3", "reshard": "false", "bucket": "1MB", "first-bucket": "5MB", "model": "gpt-2",
				"bandwidth": "77GB/s", "latency": "1us", "nic-bandwidth": "77GB/s", "nic-latency": "1us",
			}[k.Key]
			if problem := knobs(&q)[i].Set(text); problem != nil {
				t.Fatalf("%s=%s: %v", k.Key, text, problem)
			}
			if hash(q) != want {
				t.Errorf("%s=%s changes the film of %v, which calls it idle", k.Key, text, values)
			}
		}
		if idle == 0 {
			t.Errorf("%v has no idle knob", values)
		}
	}
}
