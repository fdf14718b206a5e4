package fsdp_test

import (
	"testing"

	"inflight/scenes/fsdp"
	"inflight/scenes/scenetest"
)

func TestScene(t *testing.T) { scenetest.Run(t, fsdp.Scene.Entry()) }
