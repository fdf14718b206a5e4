// Package serve shows the site on this machine while it is being written: it
// builds, serves, watches the sources, and reloads the pages that are open.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Options says what to serve.
type Options struct {
	Root string    // the repository; "" is the current folder
	Port int       // on 127.0.0.1; 0 takes a free one
	Log  io.Writer // the address, then what is rebuilt and what is wrong
	// Build writes a development site into the empty folder out; anew says that
	// the Go sources may have changed. nil runs "go run ./tools/inflight build
	// -dev -again" in Root, and keeps that running until they have.
	Build func(ctx context.Context, out string, anew bool) error
}

// settling is how long messages must rest before the programs that have them
// compiled in are made anew. Pages have them at once.
var settling = 5 * time.Second

// Run serves until ctx ends, and then returns nil. The site answers only on
// 127.0.0.1 and only to requests for that host. While a build fails, the last
// good site stays, under a banner with the error; before the first good build
// every page is that error. It fails when the port is taken.
func Run(ctx context.Context, o Options) error {
	if o.Root == "" {
		o.Root = "."
	}
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.Build == nil {
		c := &child{root: o.Root}
		defer c.stop()
		o.Build = c.build
	}
	listener, err := listen(o.Port)
	if err != nil {
		return err
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	dir := buildsDir(port)
	if err := os.RemoveAll(dir); err != nil { // of a server that was killed
		return err
	}
	defer os.RemoveAll(dir)

	s := newSite(dir, o)
	watch, err := newWatcher(o.Root)
	if err != nil {
		return err
	}
	defer watch.close()
	s.rebuild(ctx, true) // the port is ours already: requests wait for the first build
	if ctx.Err() != nil {
		return nil
	}
	server := &http.Server{Handler: onlyLocal(port, s), ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	fmt.Fprintf(o.Log, "serving http://127.0.0.1:%d/ (Ctrl-C ends)\n", port)
	var settled <-chan time.Time // since messages changed; nil when programs have all of them
	for {
		select {
		case c := <-watch.changed:
			s.rebuild(ctx, c == deep)
			switch c {
			case worded:
				settled = time.After(settling)
			case deep:
				settled = nil
			}
		case <-settled:
			settled = nil
			s.rebuild(ctx, true)
		case err := <-done:
			return err
		case <-ctx.Done():
			s.close() // ends the streams of events, which Shutdown would wait for
			end, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			server.Shutdown(end)
			return nil
		}
	}
}

// buildsDir is where the builds go. Nobody else has the port, so nobody else has
// the folder.
func buildsDir(port int) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return filepath.Join(cache, "inflight", "serve", strconv.Itoa(port))
}

func listen(port int) (net.Listener, error) {
	if port < 0 || port > 65535 {
		return nil, fmt.Errorf("port=%d: want 0 to 65535", port)
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("port=%d: taken by another program; want a free one, such as -port %d", port, port%65535+1)
	}
	return listener, err
}

// onlyLocal refuses requests for other hosts: a page of another site that has its
// name point here must not read this one.
func onlyLocal(port int, next http.Handler) http.Handler {
	allowed := map[string]bool{}
	for _, host := range []string{"127.0.0.1", "localhost"} {
		allowed[net.JoinHostPort(host, strconv.Itoa(port))] = true
		if port == 80 {
			allowed[host] = true
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !allowed[r.Host] {
			http.Error(w, "host "+strconv.Quote(r.Host)+": want 127.0.0.1", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
