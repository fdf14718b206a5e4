//go:build !js

package sim

import (
	"os"
	"path/filepath"
	"testing"

	"inflight/tests/platform"
)

// The clock is one everywhere.
func TestHashOnOtherPlatforms(t *testing.T) {
	// A change that leaves the native binary as it is still has to run this test:
	// the test cache looks at the files that a test opens.
	sources, _ := filepath.Glob("*.go")
	for _, file := range sources {
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	platform.Run(t, "TestHashIsTheSameOnEveryPlatform")
}
