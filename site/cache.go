package site

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// kept is what the cache holds in a file. Being read keeps it from prune.
func kept(file string) ([]byte, bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, false
	}
	now := time.Now()
	os.Chtimes(file, now, now) // at worst it is made again a month later
	return data, true
}

// keep writes a file of the cache so that others see all of it or nothing.
func keep(file string, data []byte) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(dir, "part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(data)
	if shut := part.Close(); err == nil {
		err = shut
	}
	if err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		os.Remove(part.Name())
	}
	return err
}

// prune removes the files of the cache that nothing has read or written since.
// What cannot be removed stays: a cache is no reason for a build to fail.
func prune(cache string, since time.Time) {
	filepath.WalkDir(cache, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil
		}
		if info, err := e.Info(); err == nil && info.ModTime().Before(since) {
			os.Remove(name)
		}
		return nil
	})
}
