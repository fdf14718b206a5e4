package serve

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// sources are what the site is made of, inside the repository.
var sources = []string{"content", "site", "scenes", "wasm", "tools/inflight", "go.mod", "go.sum"}

// quiet is how long the sources must rest before a build: editors and version
// control write many files at once.
const quiet = 150 * time.Millisecond

// watcher tells when sources have changed.
type watcher struct {
	changed chan change
	files   *fsnotify.Watcher
}

// change is what has changed since the last build: prose, scripts, styles and
// templates, which a running program reads anew; messages, which it does, too,
// but which the programs for browsers have compiled in; or what it is compiled
// from itself.
type change int

const (
	shallow change = iota + 1
	worded
	deep
)

// read are the kinds of files that the generator reads while it runs. Of other
// kinds some are compiled in.
var read = map[string]bool{".md": true, ".ts": true, ".css": true, ".html": true}

func changeOf(name string) change {
	folder, file := filepath.Split(name)
	switch ext := filepath.Ext(file); {
	case read[ext]:
		return shallow
	case ext != ".json", file == "measured.json":
		return deep
	case filepath.Base(folder) == "messages", file == "calculator.json":
		return worded
	}
	return shallow
}

func newWatcher(root string) (*watcher, error) {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &watcher{make(chan change, 1), files}
	for _, source := range sources {
		if err := w.add(filepath.Join(root, filepath.FromSlash(source))); err != nil {
			files.Close()
			return nil, err
		}
	}
	go w.run()
	return w, nil
}

func (w *watcher) close() { w.files.Close() }

// add watches a folder with all folders in it, or a file. What is not there is
// left out.
func (w *watcher) add(name string) error {
	return filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case d.IsDir() && ignored(p):
			return fs.SkipDir
		case d.IsDir() || p == name:
			return w.files.Add(p)
		}
		return nil
	})
}

// ignored are the files of editors and tools.
func ignored(name string) bool {
	base := filepath.Base(name)
	return base != "." && strings.HasPrefix(base, ".") || strings.HasPrefix(base, "#") || strings.HasSuffix(base, "~") ||
		slices.Contains([]string{"node_modules", "testdata", "4913"}, base) || slices.Contains([]string{".swp", ".swx", ".tmp", ".new"}, filepath.Ext(base))
}

// run collects changes until the sources rest.
func (w *watcher) run() {
	rest := time.NewTimer(time.Hour)
	rest.Stop()
	var since change
	for {
		select {
		case e, ok := <-w.files.Events:
			if !ok {
				return
			}
			if ignored(e.Name) || e.Op == fsnotify.Chmod || strings.HasSuffix(e.Name, "_test.go") {
				continue
			}
			if info, err := os.Stat(e.Name); err == nil && info.IsDir() {
				w.add(e.Name) // a folder that cannot be watched is seen at the next start
			}
			since = max(since, changeOf(e.Name))
			rest.Reset(quiet)
		case _, ok := <-w.files.Errors:
			if !ok {
				return
			}
			since = deep // events were lost, so anything may have changed
			rest.Reset(quiet)
		case <-rest.C:
			select {
			case before := <-w.changed: // nobody has taken it yet
				since = max(since, before)
			default:
			}
			w.changed <- since
			since = 0
		}
	}
}
