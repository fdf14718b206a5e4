package flash

import (
	"testing"

	"inflight/scenes/scenetest"
)

func TestScene(t *testing.T) { scenetest.Run(t, Scene.Entry()) }
