//go:build browser

package browser_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
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
			// A deck opens on its title; TestOwnDeck goes on from there.
			if !strings.Contains(address, "/decks/") && eval[bool](p, `!!document.querySelector("inflight-scene")`) {
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
