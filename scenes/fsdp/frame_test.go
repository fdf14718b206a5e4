package fsdp

import (
	"testing"

	"inflight/scenes/scenetest"
)

// pictured are settings whose pictures differ in kind.
var pictured = []string{
	"", "strategy=ddp", "strategy=zero1", "strategy=zero2", "strategy=zero2 model=gpt-2", "strategy=hsdp gpus=64 nodes=8", "strategy=hsdp gpus=16384 nodes=2048",
	"gpus=1", "gpus=2", "gpus=64 nodes=8", "gpus=16384 nodes=2048", "model=llama-3.1-405b gpus=512 nodes=64 recompute=full",
	"params=10T gpus=16384 nodes=2048 strategy=ddp", "params=1M gpus=3", "params=200B",
}

func TestFramesMakeNoGarbage(t *testing.T) {
	scenetest.NoGarbage(t, Scene.Entry(), "forward/layer3", pictured...)
}

func TestPictures(t *testing.T) { scenetest.Pictures(t, Scene.Entry(), 5500, pictured...) }
