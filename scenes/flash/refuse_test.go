package flash

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/scenetest"
	"inflight/scenes/sim"
)

// setting applies "key=value key=value" to the defaults.
func setting(t testing.TB, text string) *scenes.Setting {
	t.Helper()
	return scenetest.Setting(t, Scene.Entry(), text)
}

func TestRefusals(t *testing.T) {
	scenetest.Refused(t, Scene.Entry(), map[string]string{
		"block-q=512 block-k=512":           "tiles of 512 rows and 512 columns take",
		"sram=100B":                         "want at least 512 B",
		"gpu=h100-pcie":                     "number of SMs is not in the tables",
		"gpu=gb200":                         "number of SMs",
		"gpu=tpu-v5p":                       "number of SMs",
		"gpu=tpu-v5p sms=8":                 "shared memory of an SM",
		"gpu=tpu-v5p sms=8 sram=1MiB":       "rate of exponentials",
		"dtype=fp32":                        "no matrix rate for fp32",
		"dtype=fp8":                         "no matrix rate for fp8",
		"model=deepseek-v3":                 "latent attention",
		"kv-heads=5":                        "cannot serve 16 query heads",
		"seq=1048576 block-q=32 block-k=32": "32768 blocks along the sequence",
		"seq=786432 head-dim=10 batch=5 model=llama-2-7b exp-rate=1.2e6": "want less than fifty days",
		"seq=1048576 batch=65536": "want at most 2 EFLOP",
	})
}

// TestWhatIsTypedInRuns: what the tables lack can be given.
func TestWhatIsTypedInRuns(t *testing.T) {
	for _, set := range []string{
		"gpu=h100-pcie sms=114", "gpu=gb200 sms=148", "gpu=tpu-v5p sms=2 sram=32MiB exp-rate=1e12", "dtype=fp32 matrix-rate=19.5TFLOP/s",
		"model=deepseek-v3 head-dim=128", "params=7B", "params=2M", "model=llama-3.1-405b seq=131072 batch=64", "seq=1048576 causal=true heads=1 kv-heads=1",
		"seq=1", "seq=1 head-dim=1", "block-q=1 block-k=1 heads=1 kv-heads=1", "seq=16384 algo=fa1 causal=true batch=100 pass=both",
	} {
		f, err := setting(t, set).Build()
		if err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		if err := sim.Verify(f.Timeline()); err != nil {
			t.Errorf("%s: %v", set, err)
		}
		t.Logf("%-60s %v in %d tasks", set, f.Timeline().End(), f.Timeline().Len())
	}
}

// TestEveryGPU runs or says what is missing.
func TestEveryGPU(t *testing.T) {
	for _, a := range hw.Accelerators() {
		_, err := setting(t, "gpu="+a.Key).Build()
		if complete := a.SMs > 0 && a.SharedMemory > 0; (err == nil) != complete {
			t.Errorf("%s has %d SMs and %v of shared memory: %v", a.Key, a.SMs, a.SharedMemory, err)
		}
	}
}

// TestPaperRules: the tiles that the papers' rules give.
func TestPaperRules(t *testing.T) {
	for _, c := range []struct {
		set    string
		bq, bk int
	}{
		{"algo=fa1", 64, 328}, // M = 164 KiB / 2 B = 83,968 = 4·64·328
		{"algo=fa1 head-dim=128", 128, 164},
		{"algo=fa1 sram=100KiB", 64, 200}, // flashattention.json, example
		{"algo=fa1 sram=100KiB head-dim=128", 100, 100},
		{"algo=fa1 sram=1001B head-dim=16", 7, 7}, // ⌈500/64⌉ = 8 would take 1,024 B
		{"algo=fa2", 128, 128},
		{"algo=fa2 head-dim=128", 128, 64},
		{"algo=fa2 head-dim=256", 64, 64},
		{"algo=fa2 head-dim=128 gpu=l40s causal=true", 64, 64},
		{"algo=fa2 head-dim=128 gpu=l40s sram=48KiB", 64, 32}, // 128×32 would take 80 KiB
		{"algo=fa2 dropout=true", 128, 64},
		{"algo=fa2 seq=50", 50, 50},
	} {
		f, err := setting(t, c.set).Build()
		if err != nil {
			t.Errorf("%s: %v", c.set, err)
		} else if j := f.(*film).job; j.bq != c.bq || j.bk != c.bk {
			t.Errorf("%s: tiles of %d×%d, want %d×%d", c.set, j.bq, j.bk, c.bq, c.bk)
		}
	}
}
