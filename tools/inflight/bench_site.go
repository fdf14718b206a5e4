package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"inflight/site"
	"inflight/tools/bench"
)

// siteRows measures a build of all pages, without programs, and Debian's hugo, which
// lays the same Markdown out in a bare template: it computes no number and draws no
// picture.
func siteRows() ([]bench.Row, error) {
	dir, err := os.MkdirTemp("", "inflight-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, err := emptyProgram(dir)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(dir, "site")
	ours, err := timed(func() error { return site.Build(site.Options{Out: out, Wasm: program, Plain: true}) })
	if err != nil {
		return nil, err
	}
	rows := []bench.Row{{ID: "site", What: fmt.Sprintf("all %d pages built, programs compiled before", count(out)), Where: "native", Value: ours, Unit: "s"}}
	theirs, where, err := hugo(dir)
	if err != nil {
		return rows, err
	}
	return append(rows,
		bench.Row{ID: "hugo", What: "their Markdown in a bare template, nothing computed, by hugo", Where: where, Value: theirs, Unit: "s"},
		bench.Row{ID: "hugo-ratio", What: "our build of all pages over hugo's", Where: "native", Value: ours / theirs, Unit: "x"},
	), nil
}

// emptyProgram is the smallest file that is a program, in place of what takes long to
// compile and to compress.
func emptyProgram(dir string) (file string, err error) {
	file = filepath.Join(dir, "empty.wasm")
	return file, os.WriteFile(file, []byte("\x00asm\x01\x00\x00\x00"), 0o644)
}

// hugo is how long hugo takes for the prose of the repository, and its name.
func hugo(dir string) (seconds float64, where string, err error) {
	program, err := exec.LookPath("hugo")
	if err != nil {
		return 0, "", errors.New("our build beside hugo's: no hugo on this machine")
	}
	version, err := exec.Command(program, "version").Output()
	if err != nil {
		return 0, "", fmt.Errorf("hugo version: %w", err)
	}
	name, _, _ := strings.Cut(string(version), "+")
	source := filepath.Join(dir, "hugo")
	files := map[string]string{
		"config.toml":                  "defaultContentLanguage = \"en\"\n[languages.en]\ncontentDir = \"content/en\"\n[languages.zh]\ncontentDir = \"content/zh\"\n[markup.goldmark.renderer]\nunsafe = true\n",
		"layouts/_default/baseof.html": "<!doctype html><title>{{.Title}}</title>{{block \"main\" .}}{{end}}\n",
		"layouts/_default/single.html": "{{define \"main\"}}<h1>{{.Title}}</h1>{{.Content}}{{end}}\n",
		"layouts/_default/list.html":   "{{define \"main\"}}<h1>{{.Title}}</h1>{{.Content}}{{end}}\n",
	}
	for name, text := range files {
		if err := writeFile(filepath.Join(source, name), []byte(text)); err != nil {
			return 0, "", err
		}
	}
	pages, err := copyProse(filepath.Join(source, "content"))
	if err != nil {
		return 0, "", err
	}
	out := filepath.Join(dir, "hugo-out")
	seconds, err = timed(func() error {
		text, err := exec.Command(program, "--quiet", "--ignoreCache", "--disableKinds", "taxonomy,term,RSS,sitemap", "-s", source, "-d", out).CombinedOutput()
		if err != nil {
			return fmt.Errorf("hugo: %s", bytes.TrimSpace(text))
		}
		return nil
	})
	if err == nil && count(out) < pages {
		err = fmt.Errorf("hugo: %d pages; want the %d of our Markdown", count(out), pages)
	}
	return seconds, strings.TrimSpace(name), err
}

// copyProse copies the Markdown of the pages, without that of decks, and says how
// many they are. A file index.md, which here is one page, would be a bundle of
// pages to hugo.
func copyProse(to string) (pages int, err error) {
	files, err := filepath.Glob("content/??/*.md")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		in := strings.TrimPrefix(filepath.ToSlash(file), "content/")
		if path.Base(in) == "index.md" {
			in = path.Join(path.Dir(in), "_index.md")
		}
		if err := writeFile(filepath.Join(to, filepath.FromSlash(in)), text); err != nil {
			return 0, err
		}
	}
	return len(files), err
}

// count is how many pages a folder holds.
func count(dir string) (n int) {
	filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(file) == ".html" {
			n++
		}
		return nil
	})
	return n
}

// timed is bench.Median of what can fail.
func timed(f func() error) (seconds float64, err error) {
	if err := f(); err != nil {
		return 0, err
	}
	seconds = bench.Median(func() { err = errors.Join(err, f()) })
	return seconds, err
}
