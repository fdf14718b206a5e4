package pipeline

import (
	"testing"

	"inflight/scenes/scenetest"
)

func TestFramesMakeNoGarbage(t *testing.T) {
	scenetest.NoGarbage(t, Scene.Entry(), "fwd/s2/mb5",
		"", "schedule=interleaved-1f1b", "schedule=zb-h2 stages=8 microbatches=24", "schedule=dualpipe stages=12 microbatches=40", "stages=64 microbatches=256")
}

func TestPictures(t *testing.T) {
	scenetest.Pictures(t, Scene.Entry(), 9000,
		"", "schedule=gpipe", "schedule=interleaved-1f1b", "schedule=zb-h1", "schedule=zb-h2 stages=8 microbatches=24", "schedule=zb-v",
		"schedule=dualpipe stages=12 microbatches=40", "schedule=dualpipe-v microbatches=16", "timing=manual",
		"stages=1", "stages=2 microbatches=1", "stages=64 microbatches=256", "stages=64 microbatches=1024")
}
