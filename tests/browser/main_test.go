//go:build browser

package browser_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"inflight/site"
	"inflight/site/serve"
	"inflight/tests/browser/chromium"
)

// The browser and the site that all tests share.
var (
	browser context.Context
	origin  string // "http://127.0.0.1:PORT"
	folder  string // of the built site
)

// So long may a test take, and a condition be waited for, before something counts
// as stuck: a machine that builds beside the tests draws a frame a second.
var (
	deadline = 5 * time.Minute
	patience = time.Minute
)

func TestMain(m *testing.M) {
	if _, err := chromium.Find(); err != nil {
		fmt.Println("skipped:", err)
		if os.Getenv("CI") == "true" {
			os.Exit(1)
		}
		return
	}
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var err error
	if origin, folder, err = serveSite(ctx, site.Options{Dev: true}); err != nil {
		return 1, err
	}
	b, stop, err := chromium.Start(ctx, chromium.Options{})
	if err != nil {
		return 1, err
	}
	defer stop()
	browser = b
	code := m.Run()
	for _, f := range ends {
		f()
	}
	return code, nil
}

// ends are called when all tests have run.
var ends []func()

func atEnd(f func()) { ends = append(ends, f) }

// serveSite builds a site and serves it as "make serve" does, with the headers
// that hosts give it, until ctx ends.
func serveSite(ctx context.Context, o site.Options) (address, folder string, err error) {
	said := &serverLog{address: make(chan string, 1)}
	failed := make(chan error, 1)
	nothing, err := os.MkdirTemp("", "inflight-nothing") // to watch: the site must not change under a test
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(nothing)
	if o.Root, err = filepath.Abs("../.."); err != nil {
		return "", "", err
	}
	var wrong error
	build := func(_ context.Context, out string, _ bool) error {
		folder, o.Out = out, out
		wrong = site.Build(o)
		return wrong
	}
	go func() { failed <- serve.Run(ctx, serve.Options{Root: nothing, Log: said, Build: build}) }()
	select {
	case address = <-said.address: // said after the first build
		return address, folder, wrong
	case err := <-failed:
		return "", "", fmt.Errorf("serve: %w", err)
	}
}

// serverLog keeps what the server says and finds its address there.
type serverLog struct {
	mu      sync.Mutex
	text    []byte
	address chan string
}

var addressForm = regexp.MustCompile(`http://[0-9a-z.]+:[0-9]+`)

func (l *serverLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	if a := addressForm.Find(l.text); a != nil {
		select {
		case l.address <- string(a):
		default:
		}
	}
	return len(p), nil
}
