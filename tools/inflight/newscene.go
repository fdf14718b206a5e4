package main

import (
	"bytes"
	"embed"
	"fmt"
	gofmt "go/format"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"inflight/scenes/all"
)

//go:embed skeleton
var skeleton embed.FS

// skeletonFiles says where each file of the skeleton goes; NAME stands for the
// name of the scene.
var skeletonFiles = []struct{ from, to string }{
	{"scene.go.txt", "scenes/NAME/NAME.go"},
	{"draw.go.txt", "scenes/NAME/draw.go"},
	{"scene_test.go.txt", "scenes/NAME/NAME_test.go"},
	{"en.json.txt", "content/en/messages/NAME.json"},
	{"zh.json.txt", "content/zh/messages/NAME.json"},
	{"en.md.txt", "content/en/NAME.md"},
	{"zh.md.txt", "content/zh/NAME.md"},
}

var sceneName = regexp.MustCompile(`^[a-z][a-z0-9]{1,30}$`)

// runNewScene copies the skeleton of a scene and puts it on the list.
func runNewScene(args []string, out, _ io.Writer) error {
	f := newFlags("new-scene")
	root := f.String("root", ".", "the repository")
	if err := f.parse(args, 1); err != nil {
		return err
	}
	if len(f.words) == 0 {
		return bad("new-scene: name the scene")
	}
	name := f.words[0]
	if !sceneName.MatchString(name) {
		return bad("%q: want a name of lower-case letters and digits, such as moe", name)
	}
	if _, ok := all.Find(name); ok {
		return bad("%s: there is a scene of this name", name)
	}
	var written []string
	for _, file := range skeletonFiles {
		path := filepath.Join(*root, filepath.FromSlash(strings.ReplaceAll(file.to, "NAME", name)))
		if _, err := os.Stat(path); err == nil {
			return bad("%s: exists", path)
		}
		text, err := skeleton.ReadFile("skeleton/" + file.from)
		if err != nil {
			return err
		}
		text = bytes.ReplaceAll(text, []byte("NAME"), []byte(name))
		if err := writeFile(path, text); err != nil {
			return err
		}
		written = append(written, path)
	}
	list := filepath.Join(*root, "scenes", "all", "all.go")
	if err := addToList(list, name); err != nil {
		return err
	}
	fmt.Fprintln(out, strings.Join(append(written, list), "\n"))
	return nil
}

// addToList puts the scene at the end of the list in the file.
func addToList(path, name string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s := string(text)
	const end = ".Scene.Entry(),\n}"
	i := strings.Index(s, end)
	if i < 0 {
		return fmt.Errorf("%s: no list of scenes found; add %s.Scene.Entry() by hand", path, name)
	}
	i += len(end) - 1
	s = s[:i] + "\t" + name + ".Scene.Entry(),\n" + s[i:]
	const first = "\t\"inflight/scenes/"
	s = strings.Replace(s, first, first+name+"\"\n"+first, 1)
	sorted, err := gofmt.Source([]byte(s))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, sorted, 0o644)
}

// writeFile writes a file, in folders that need not be there.
func writeFile(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}
