package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// tree holds the files of a site by their path, with slashes and without one at
// the start.
type tree map[string][]byte

// paths are the files, ascending.
func (t tree) paths() []string { return slices.Sorted(maps.Keys(t)) }

// addHashed adds a file under assets/ with a name that changes with its bytes,
// and returns its path.
func (t tree) addHashed(name string, data []byte) string {
	ext := path.Ext(name)
	p := "assets/" + strings.TrimSuffix(name, ext) + "." + hash(data) + ext
	t[p] = data
	return p
}

// hash is a short name for bytes.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}

// write makes the folder hold exactly the files of the tree. A folder that holds
// something else than an earlier site is left alone.
func (t tree) write(out string) error {
	old, err := siteFiles(out)
	if err != nil {
		return err
	}
	for _, p := range t.paths() {
		name := filepath.Join(out, filepath.FromSlash(p))
		if same, err := os.ReadFile(name); err == nil && bytes.Equal(same, t[p]) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, t[p], 0o644); err != nil {
			return err
		}
	}
	for _, p := range old {
		if _, kept := t[p]; !kept {
			if err := os.Remove(filepath.Join(out, filepath.FromSlash(p))); err != nil {
				return err
			}
		}
	}
	return nil
}

// siteFiles lists the files of an earlier site.
func siteFiles(out string) ([]string, error) {
	var files []string
	err := fs.WalkDir(os.DirFS(out), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, p)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && len(files) > 0 && !slices.Contains(files, "_headers") {
		err = fmt.Errorf("%s: not empty, and no earlier site; want a new folder", out)
	}
	return files, err
}
