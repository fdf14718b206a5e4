// Package serve shows the site on this machine while it is being written: it
// builds, serves, watches the sources, and reloads the pages that are open.
package serve

import (
	"context"
	"errors"
	"io"
)

// Options says what to serve.
type Options struct {
	Root string    // the repository; "" is the current folder
	Port int       // on 127.0.0.1; 0 takes a free one
	Log  io.Writer // the address, then what is rebuilt and what is wrong
	// Build writes a development site into the empty folder out. nil runs
	// "go run ./tools/inflight build -dev -out OUT" in Root, so that a change
	// of the Go sources takes effect.
	Build func(ctx context.Context, out string) error
}

// Run serves until ctx ends, and then returns nil. The site answers only on
// 127.0.0.1 and only to requests for that host. While a build fails, the last
// good site stays, under a banner with the error; before the first good build
// every page is that error. It fails when the port is taken.
func Run(ctx context.Context, o Options) error {
	return errors.New("serve: not built yet")
}
