package pipeline

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/scenetest"
)

// setting applies values to the default; all have to fit.
func setting(t testing.TB, values string) *scenes.Setting {
	t.Helper()
	return scenetest.Setting(t, Scene.Entry(), values)
}

// TestRefusalsSayWhatIsWanted: settings that a schedule cannot run.
func TestRefusalsSayWhatIsWanted(t *testing.T) {
	scenetest.Refused(t, Scene.Entry(), map[string]string{
		"schedule=interleaved-1f1b microbatches=9":                            "9 micro-batches do not go round 4 ranks",
		"schedule=zb-h1 chunks=2 microbatches=9":                              "multiple of 4",
		"schedule=dualpipe stages=3 microbatches=12":                          "even number",
		"schedule=dualpipe stages=1 microbatches=4":                           "DualPipe over 1 rank",
		"schedule=dualpipe microbatches=9":                                    "want an even number",
		"schedule=dualpipe microbatches=6":                                    "want at least 8",
		"schedule=dualpipe-v microbatches=7":                                  "DualPipeV with 7 micro-batches on 4 ranks: want at least 8",
		"schedule=interleaved-1f1b chunks=16 stages=64 microbatches=1024":     "fewer stages or micro-batches",
		"timing=manual tf=1000 tb=1000 tw=1000 stages=64 microbatches=1024":   "fifty days",
		"model=deepseek-v3 microbatch=1024 seq=1000000 mfu=0.01 gpu=rtx-4090": "fifty days",
	})
}

// TestWhatLooksOddRuns: fewer micro-batches than ranks, one rank, one
// micro-batch, more stages than layers, the largest pipeline.
func TestWhatLooksOddRuns(t *testing.T) {
	for _, schedule := range schedules {
		if schedule == dualPipe || schedule == dualPipeV {
			continue
		}
		for _, values := range []string{
			" stages=8 microbatches=3", " stages=1", " stages=1 microbatches=1", " stages=5 microbatches=1", " stages=64 microbatches=2",
		} {
			if _, err := setting(t, "schedule="+schedule+values).Build(); err != nil {
				t.Errorf("%s%s: %v", schedule, values, err)
			}
		}
	}
	for _, values := range []string{
		"schedule=interleaved-1f1b microbatches=6", "stages=64 microbatches=1024", "schedule=dualpipe-v stages=1 microbatches=2",
		"schedule=dualpipe stages=64 microbatches=1024",
	} {
		if _, err := setting(t, values).Build(); err != nil {
			t.Errorf("%s: %v", values, err)
		}
	}
}

// TestIdleKnobsChangeNothing turns each knob that the setting says it does not
// depend on.
func TestIdleKnobsChangeNothing(t *testing.T) {
	scenetest.IdleKnobs(t, Scene.Entry(), map[string]string{
		"mfu": "0.3", "bandwidth": "7GB/s", "latency": "1us", "chunks": "3", "tf": "7ms", "tb": "7ms", "tw": "7ms", "tfb": "7ms", "tcomm": "7ms", "model": "gpt-2",
	}, map[string]int{
		"": 6, "timing=manual": 5, "timing=manual schedule=dualpipe": 4, "params=1B schedule=interleaved-1f1b": 6,
	})
}
