package collective

import (
	"testing"

	"inflight/scenes/scenetest"
)

// TestRefusalsSayWhatIsWanted: settings that cannot be run are refused in words.
func TestRefusalsSayWhatIsWanted(t *testing.T) {
	scenetest.Refused(t, Scene.Entry(), map[string]string{
		"gpus=10 nodes=3":                                "3 nodes cannot share 10 GPUs",
		"gpus=8 nodes=4 nics=3":                          "3 NICs for the 2 GPUs",
		"op=all-gather algo=tree":                        "want one of ring",
		"op=reduce-scatter algo=tree":                    "want one of ring",
		"op=all-to-all algo=tree":                        "want one of ring",
		"op=all-to-all algo=halving-doubling":            "want one of ring",
		"op=broadcast algo=halving-doubling gpus=12":     "power of two",
		"algo=halving-doubling gpus=96 nodes=2":          "power of two",
		"algo=direct gpus=128 nodes=16 nics=3":           "divides the GPUs",
		"op=broadcast gpus=16384 nodes=2048 pieces=4096": "transfers",
		"algo=tree gpus=64 pieces=4096":                  "transfers",
		"algo=tree gpus=64 pieces=1500":                  "too much to run",
		"bytes=1PB bandwidth=1MB/s":                      "fifty days",
	})
}

// TestEveryPairOfTheLiteratureRuns lists what runs and what does not.
func TestEveryPairOfTheLiteratureRuns(t *testing.T) {
	missing := map[string]bool{
		reduceScatter + tree: true, allGather + tree: true, allToAll + tree: true, allToAll + halving: true,
	}
	for _, op := range ops {
		for _, algo := range algos {
			p := defaults
			p.Op, p.Algo = op, algo
			if _, err := build(p); (err != nil) != missing[op+algo] {
				t.Errorf("%s by %s: %v", op, algo, err)
			}
		}
	}
}

// TestIdleKnobsChangeNothing turns each knob that the setting says it does not
// depend on.
func TestIdleKnobsChangeNothing(t *testing.T) {
	texts := map[string]string{
		"nodes": "2", "nics": "1", "channels": "2", "pieces": "3", "model": "gpt-2", "params": "70B", "dtype": "fp32", "bytes": "1GB",
		"bandwidth": "77GB/s", "latency": "1us", "nic-bandwidth": "77GB/s", "nic-latency": "1us", "efficiency": "0.5",
	}
	scenetest.IdleKnobs(t, Scene.Entry(), texts, map[string]int{
		"": 4, "algo=tree": 4, "op=broadcast algo=direct gpus=4 nodes=4 bytes=1GB": 7, "algo=halving-doubling nodes=2 params=7B": 3,
	})
}
