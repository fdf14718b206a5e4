//go:build browser

package browser_test

import (
	"context"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"inflight/site"
)

// The addresses of the pages that most tests look at.
const (
	explainer = "/en/collective/"
	alone     = "/en/embed/collective/"
)

// pagesIn are the addresses of all pages of a built site, without the stage's own.
func pagesIn(t *testing.T, folder string) []string {
	t.Helper()
	var pages []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".html") && !strings.HasPrefix(name, "stage/") {
			pages = append(pages, "/"+strings.TrimSuffix(name, "index.html"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func TestEveryPageIsQuietAndAsksNobodyElse(t *testing.T) {
	scenes := 0
	tab := blank(t, setup{})
	for _, address := range pagesIn(t, folder) {
		t.Run(strings.Trim(address, "/"), func(t *testing.T) {
			p := tab.with(t)
			p.visit(address)
			if eval[bool](p, `!!document.querySelector("inflight-scene")`) {
				scenes++
				p.click("inflight-scene [data-do=toggle]")
				p.wait("the scene plays", "live() && moments > 2")
			}
			p.frames(3)
			for _, trouble := range p.troubles() {
				t.Error(trouble)
			}
			p.forget()
		})
	}
	if scenes < 4 {
		t.Errorf("got %d pages with a scene, want at least the explainer and the embed in two languages", scenes)
	}
}

// The site as hosts get it is minified and has a service worker. Its stage is an
// empty program here: compressing the real one takes a minute.
func TestPublishedSiteIsQuietAndCanBeReadOffline(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.wasm")
	if err := os.WriteFile(empty, []byte("\x00asm\x01\x00\x00\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, hostEnds := context.WithCancel(t.Context())
	published, folder, err := serveSite(ctx, site.Options{Wasm: empty, Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	p := blank(t, setup{})
	p.host = published
	for _, address := range pagesIn(t, folder) {
		p.visit(published + address)
		p.frames(2)
		for _, trouble := range p.troubles() {
			t.Errorf("%s: %s", address, trouble)
		}
		p.forget()
	}
	page := published + explainer
	p.visit(page)
	p.wait("the service worker is in charge", "navigator.serviceWorker.controller")
	p.visit(page) // now through it
	hostEnds()
	p.waitFor("the host is gone", func() bool {
		r, err := http.Get(page)
		if err == nil {
			r.Body.Close()
		}
		return err != nil
	})
	p.visit(page)
	if !eval[bool](p, `one("h1").checkVisibility() && one("[data-part=landscape] svg").checkVisibility()`) {
		t.Error("offline, title and poster are not seen")
	}
	if eval[string](p, `getComputedStyle(one(".scene-picture")).position`) != "relative" || !eval[bool](p, "!!session()") {
		t.Error("offline, style sheet or script is missing")
	}
}
