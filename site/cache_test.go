package site

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTheCacheKeepsWhatIsUsed(t *testing.T) {
	dir := t.TempDir()
	old, used := filepath.Join(dir, "a", "old"), filepath.Join(dir, "a", "used")
	long := time.Now().Add(-100 * 24 * time.Hour)
	for _, file := range []string{old, used} {
		if err := keep(file, []byte("result")); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if data, ok := kept(used); !ok || string(data) != "result" {
		t.Fatalf("%q, %v: want what was kept", data, ok)
	}
	prune(dir, time.Now().Add(-unused))
	if _, ok := kept(used); !ok {
		t.Error("what was read a moment ago is gone")
	}
	if _, ok := kept(old); ok {
		t.Error("what nobody has read for 100 days is still there")
	}
}
