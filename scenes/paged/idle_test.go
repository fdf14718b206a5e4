package paged

import (
	"testing"

	"inflight/scenes/scenetest"
)

func TestIdleKnobsChangeNothing(t *testing.T) {
	texts := map[string]string{
		"rate": "3", "sampling": beam, "cpu-blocks": "7", "step-tokens": "16", "model": "llama-2-7b",
		"memory": "50GB", "reserve": "0.3", "pcie-bandwidth": "7GB/s",
	}
	scenetest.IdleKnobs(t, Scene.Entry(), texts, map[string]int{
		smallText: 5, smallText + " allocator=contiguous-oracle batching=static": 6, smallText + " requests=1 params=7B": 7,
	})
}
