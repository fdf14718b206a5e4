//go:build !js

package all_test

import (
	"testing"

	"inflight/tests/platform"
)

func TestFilmsOnOtherPlatforms(t *testing.T) {
	platform.Run(t, "TestFilmsAreTheSameOnEveryPlatform")
}
