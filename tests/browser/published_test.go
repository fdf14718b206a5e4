//go:build browser

package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"inflight/site"
)

// under is the path of the published site on its host.
const under = "/some/path/"

// publishedOnce is the site as hosts get it, minified and with its service
// worker, under a path of an origin.
var publishedOnce = sync.OnceValues(func() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "inflight-published"); err != nil {
		return "", err
	}
	atEnd(func() { os.RemoveAll(folder) })
	return folder, site.Build(site.Options{Root: "../..", Out: folder, Base: under, Origin: "https://example.org", Plain: true})
})

func published(t *testing.T) (folder string) {
	t.Helper()
	folder, err := publishedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// deck is a page of the same host that is not of the site.
const deck = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Deck</title><link rel="icon" href="data:,">
<script src="` + under + `inflight.js"></script><inflight-scene name="collective" gpus="4"></inflight-scene>`

// plainHost serves a folder under a path as any file server would, and nothing
// else but a page that embeds a scene.
func plainHost(t *testing.T, folder string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(under, http.StripPrefix(strings.TrimSuffix(under, "/"), http.FileServer(http.Dir(folder))))
	mux.HandleFunc("/deck/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, deck)
	})
	host := httptest.NewServer(mux)
	t.Cleanup(host.Close)
	return host
}

func TestPublishedUnderAPathEverythingWorks(t *testing.T) {
	folder := published(t)
	host := plainHost(t, folder)
	p := blank(t, setup{scripts: []string{searchHelpers}})
	p.host = host.URL
	home := host.URL + under
	for _, address := range pagesIn(t, folder) {
		p.visit(home + address[1:])
		p.frames(2)
		for _, trouble := range p.troubles() {
			t.Errorf("%s: %s", address, trouble)
		}
		p.forget()
	}
	p.visit(home + "en/pipeline/")
	p.click("inflight-scene [data-do=next]")
	p.wait("the scene is live", "live()")
	p.search("ring all-reduce")
	p.press(kb.Enter)
	p.wait("the result is there", "document.readyState === 'complete' && location.pathname.startsWith("+quoted(t, under+"en/")+") && location.pathname !== "+quoted(t, under+"en/pipeline/"))
	p.visit(host.URL + "/deck/")
	p.wait("the scene is embedded", `document.querySelector("inflight-scene iframe")?.src.startsWith(`+quoted(t, home+"en/embed/collective/")+`)`)
	p.wait("it has told its height", `one("inflight-scene iframe").style.height !== ""`)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// After one visit all else comes while the page rests, and stays.
func TestAfterOneVisitEverythingOpensOffline(t *testing.T) {
	folder := published(t)
	host := plainHost(t, folder)
	p := blank(t, setup{})
	home := host.URL + under
	p.visit(home + "en/collective/")
	if eval[bool](p, `caches.open("inflight").then((c) => c.keys()).then((k) => k.some((r) => r.url.endsWith(".wasm")))`) {
		t.Error("the stage is kept before the page has rested")
	}
	pages := pagesIn(t, folder)
	files, err := filepath.Glob(filepath.Join(folder, "assets", "*"))
	if err != nil {
		t.Fatal(err)
	}
	want := len(pages) + 1 - 1 // with the stage's own, without 404.html
	for _, file := range files {
		if filepath.Ext(file) != ".png" { // of cards, which no page shows
			want++
		}
	}
	p.waitFor("all is kept", func() bool {
		return eval[int](p, `caches.open("inflight").then((c) => c.keys()).then((k) => k.filter((r) => !r.url.endsWith(".png")).length)`) >= want
	})
	host.CloseClientConnections()
	host.Close()
	for _, address := range pages {
		if address == "/404.html" {
			continue
		}
		p.visit(home + address[1:])
		if !eval[bool](p, `one("h1").checkVisibility() && getComputedStyle(document.body).margin === "0px"`) {
			t.Errorf("%s: offline it is not seen, or without its style sheet", address)
		}
		if strings.HasPrefix(address, "/en/embed/") && address != "/en/embed/" {
			p.click("inflight-scene [data-do=next]")
			p.wait("the scene of "+address+" is live", "live()")
			p.frames(1)
		}
	}
}

// A reader who saves data gets what was visited, and no more.
func TestSavingDataKeepsOnlyWhatWasRead(t *testing.T) {
	host := plainHost(t, published(t))
	p := blank(t, setup{scripts: []string{`Object.defineProperty(navigator, "connection", { value: { saveData: true } });
		let waits = []; const wait = setTimeout; globalThis.setTimeout = (f, ms, ...more) => { waits.push(ms); return wait(f, ms, ...more); };`}})
	p.visit(host.URL + under + "en/glossary/")
	p.wait("the service worker is in charge", "navigator.serviceWorker.controller")
	p.wait("the page is kept", `caches.match(location.pathname, { ignoreSearch: true })`)
	p.frames(5)
	if eval[bool](p, "waits.includes(4000)") {
		t.Error("the rest of the site is to be kept")
	}
}

func TestHTMLIsValid(t *testing.T) {
	const vnu = "vnu-jar/build/dist/vnu.jar"
	jar := filepath.Join(modules(t, vnu), filepath.FromSlash(vnu))
	java, err := exec.LookPath("java")
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
	folder := published(t)
	out, err := exec.Command(java, "-jar", jar, "--errors-only", "--skip-non-html", folder).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		t.Error(strings.TrimSpace(strings.ReplaceAll(line, folder, "")))
	}
	if err != nil && len(out) == 0 {
		t.Error(err)
	}
}
