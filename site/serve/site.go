package serve

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"inflight/site/headers"
)

// site is the last good build, what is wrong with the newest, and the pages that
// wait for news.
type site struct {
	build func(ctx context.Context, out string, anew bool) error
	log   io.Writer
	dir   string // builds go to folders 1, 2, … in it
	ended chan struct{}

	lock   sync.Mutex
	number int // of builds so far
	good   *build
	old    *build                 // the one before, which answers may still be reading
	wrong  string                 // of the newest build; "" when it is good
	pages  map[chan struct{}]bool // told when anything changes
}

// build is a site on disk.
type build struct {
	number int
	dir    string
	root   *os.Root
	table  headers.Table
}

func newSite(dir string, o Options) *site {
	return &site{build: o.Build, log: o.Log, dir: dir, ended: make(chan struct{}), pages: map[chan struct{}]bool{}}
}

func (s *site) close() { close(s.ended) }

// rebuild builds and tells the open pages how it went; anew also compiles the
// generator.
func (s *site) rebuild(ctx context.Context, anew bool) {
	s.number++
	out := filepath.Join(s.dir, strconv.Itoa(s.number))
	start := time.Now()
	b, err := s.buildInto(ctx, out, anew)
	if ctx.Err() != nil {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if err != nil {
		os.RemoveAll(out)
		s.wrong = err.Error()
		fmt.Fprintf(s.log, "%s\nthe build failed; the last good site stays\n", s.wrong)
	} else {
		s.old.remove()
		s.old, s.good, s.wrong = s.good, b, ""
		fmt.Fprintf(s.log, "built in %.2f s\n", time.Since(start).Seconds())
	}
	for page := range s.pages {
		select {
		case page <- struct{}{}:
		default: // it has not yet read the last news, and will read these with them
		}
	}
}

func (s *site) buildInto(ctx context.Context, out string, anew bool) (*build, error) {
	if err := s.build(ctx, out, anew); err != nil {
		return nil, err
	}
	file, err := os.ReadFile(filepath.Join(out, "_headers"))
	if err != nil {
		return nil, err
	}
	table, err := headers.Parse(file)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(out)
	if err != nil {
		return nil, err
	}
	return &build{s.number, out, root, table}, nil
}

func (b *build) remove() {
	if b != nil {
		b.root.Close()
		os.RemoveAll(b.dir)
	}
}

// state is what there is to serve.
func (s *site) state() (good, old *build, wrong string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.good, s.old, s.wrong
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, r.Method+": want GET or HEAD", http.StatusMethodNotAllowed)
		return
	}
	good, old, wrong := s.state()
	switch {
	case r.URL.Path == reloadPath:
		serveReload(w)
	case r.URL.Path == eventsPath:
		s.serveEvents(w, r)
	case good == nil:
		serveWrong(w, wrong)
	case old != nil && !good.has(r.URL.Path) && old.has(r.URL.Path):
		old.serve(w, r) // an asset of a page that was opened before the build
	default:
		good.serve(w, r)
	}
}
