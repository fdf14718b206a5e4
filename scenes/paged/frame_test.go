package paged

import (
	"testing"

	"inflight/scenes/scenetest"
)

func TestFramesMakeNoGarbage(t *testing.T) {
	scenetest.NoGarbage(t, Scene.Entry(), "request/3",
		smallText, smallText+" allocator=contiguous-pow2", smallText+" samples=4 blocks=60", smallText+" preempt=swap",
		smallText+" blocks=500 requests=100 rate=100 prompt=200", smallText+" blocks=500 requests=100 rate=100 allocator=contiguous-max",
		smallText+" blocks=5000 requests=100 rate=100")
}

func TestPictures(t *testing.T) {
	scenetest.Pictures(t, Scene.Entry(), 9000,
		"", "allocator=contiguous-max", "blocks=500 requests=100 rate=100", "blocks=5000 requests=100", "requests=1", "requests=1000 rate=100",
		smallText, smallText+" samples=4 blocks=60", smallText+" preempt=swap", smallText+" allocator=contiguous-pow2")
}
