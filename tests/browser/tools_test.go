//go:build browser

package browser_test

import (
	"os"
	"path/filepath"
	"testing"
)

// modules is the folder of npm packages that tools/setup.sh installs, once it has
// a file of one of them.
func modules(t *testing.T, file string) string {
	t.Helper()
	dir := os.Getenv("INFLIGHT_TOOLS")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(cache, "inflight-tools")
	}
	dir = filepath.Join(dir, "node_modules")
	_, err := os.Stat(filepath.Join(dir, file))
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
	return dir
}
