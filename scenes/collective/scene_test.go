package collective_test

import (
	"testing"

	"inflight/scenes/collective"
	"inflight/scenes/scenetest"
)

func TestScene(t *testing.T) { scenetest.Run(t, collective.Scene.Entry()) }
