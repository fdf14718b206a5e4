// Package site builds the static site: prose and scenes in, files out. It needs
// Go and nothing else: no Node, no browser, no network.
package site

import (
	"errors"
	"io"

	"inflight/scenes"
)

// Options says what to build and where.
type Options struct {
	Root   string          // the repository: content/, site/, wasm/; "" is the current folder
	Out    string          // folder of the finished site: new, empty, or an earlier site, which is replaced
	Base   string          // path under which the site is served: "/" or "/sub/path/"
	Origin string          // "https://host" for absolute addresses; "" leaves out what needs one
	Dev    bool            // for the local server: nothing minified or compressed, pages reload themselves
	Wasm   string          // a built stage to use; "" builds ./wasm
	Scenes []*scenes.Entry // nil is all.List()
	Log    io.Writer       // progress, one line each; nil is silent
}

// Build writes the site. It reads and renders everything before it touches
// Out, so a failed build leaves an earlier site as it was. What is wrong with
// the content is reported all at once, one "content/en/ring.md:41: …" a line,
// as Errors.
func Build(o Options) error {
	return errors.New("site: not built yet")
}
