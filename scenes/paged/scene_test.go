package paged_test

import (
	"testing"

	"inflight/scenes/paged"
	"inflight/scenes/scenetest"
)

func TestScene(t *testing.T) { scenetest.Run(t, paged.Scene.Entry()) }
