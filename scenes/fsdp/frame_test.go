package fsdp

import (
	"testing"

	"inflight/scenes/scenetest"
)

func TestFramesMakeNoGarbage(t *testing.T) {
	scenetest.NoGarbage(t, Scene.Entry(), "unit/3",
		"", "strategy=ddp", "strategy=zero1", "strategy=zero2 model=gpt-2", "strategy=hsdp gpus=64 nodes=8", "gpus=16384 nodes=2048", "gpus=1",
		"model=llama-3.1-405b gpus=512 nodes=64 recompute=full", "params=10T gpus=16384 nodes=2048 strategy=ddp", "params=1M gpus=3")
}

func TestPictures(t *testing.T) {
	scenetest.Pictures(t, Scene.Entry(),
		"", "strategy=ddp", "strategy=zero1", "strategy=zero2", "gpus=2", "gpus=1", "gpus=64 nodes=8", "strategy=hsdp gpus=16384 nodes=2048", "params=200B")
}
