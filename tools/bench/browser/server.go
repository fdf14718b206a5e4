package browser

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"inflight/site/headers"
)

//go:embed host.html
var host []byte

//go:embed bare.html
var bare []byte

// server serves the site with its headers and, under /-/, the pages that measure
// its stage. What is asked for is noted.
type server struct {
	*httptest.Server
	Options
	wasm string // path of the stage's program
	size int64  // of it, in bytes

	mu    sync.Mutex
	dir   string // served now
	table headers.Table
	asked []request
}

// request is one file that was asked for.
type request struct {
	name   string
	worker bool // by or for the service worker, beside the page
}

func newServer(o Options) (*server, error) {
	s := &server{Options: o}
	programs, err := filepath.Glob(filepath.Join(o.Site, "assets", "inflight.*.wasm"))
	if err != nil || len(programs) != 1 {
		return nil, fmt.Errorf("%s: got %d programs of a stage, want one", o.Site, len(programs))
	}
	info, err := os.Stat(programs[0])
	if err != nil {
		return nil, err
	}
	s.wasm, s.size = "/assets/"+filepath.Base(programs[0]), info.Size()
	if err := s.use(o.Site); err != nil {
		return nil, err
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	return s, nil
}

func (s *server) close() { s.Server.Close() }

// use serves another folder from now on, and forgets what was asked.
func (s *server) use(dir string) error {
	file, err := os.ReadFile(filepath.Join(dir, "_headers"))
	if err != nil {
		return err
	}
	table, err := headers.Parse(file)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dir, s.table, s.asked = dir, table, nil
	return nil
}

// requests are those since use.
func (s *server) requests() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]request{}, s.asked...)
}

var kinds = map[string]string{".wasm": "application/wasm", ".js": "text/javascript", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml"}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	// Frames of other pages must be allowed to hold what is measured.
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
	switch r.URL.Path {
	case "/-/host":
		w.Header().Set("Content-Type", kinds[".html"])
		w.Write(host)
	case "/-/bare":
		w.Header().Set("Content-Type", kinds[".html"])
		w.Write(bare)
	case "/-/bare.wasm":
		w.Header().Set("Content-Type", kinds[".wasm"])
		http.ServeFile(w, r, s.Bare)
	case "/-/wasm_exec.js":
		w.Header().Set("Content-Type", kinds[".js"])
		http.ServeFile(w, r, s.Support)
	case "/-/stage.json":
		json.NewEncoder(w).Encode(map[string]any{"url": s.wasm, "size": s.size})
	default:
		s.file(w, r)
	}
}

func (s *server) file(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	dir, table := s.dir, s.table
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	worker := r.Header.Get("Service-Worker") != "" || strings.HasSuffix(r.Referer(), "/sw.js")
	s.asked = append(s.asked, request{name, worker})
	s.mu.Unlock()
	for key, values := range table.For(r.URL.Path) {
		w.Header()[key] = values
	}
	if kind := kinds[filepath.Ext(name)]; kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	file, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Write(file)
}
