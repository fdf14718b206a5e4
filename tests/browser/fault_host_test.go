//go:build browser

package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
)

// host stands between the browser and a site. It hands everything on, but what
// comes from one part of the site only as a fault wants it.
type host struct {
	address string
	mu      sync.Mutex
	part    string
	fault   http.HandlerFunc // nil is none
	asked   int              // requests for the part
}

// before puts a host before a site, for one test.
func before(t *testing.T, site string) *host {
	t.Helper()
	to, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	h := &host{}
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(to) },
		FlushInterval: -1,
		ErrorHandler:  func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fault := h.of(r); fault != nil {
			fault(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	h.address = server.URL
	return h
}

func (h *host) of(r *http.Request) http.HandlerFunc {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.part == "" || !strings.Contains(r.URL.Path, h.part) {
		return nil
	}
	h.asked++
	return h.fault
}

// does makes a fault of a part of the site's addresses; nil mends it.
func (h *host) does(part string, fault http.HandlerFunc) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.part, h.fault, h.asked = part, fault, 0
}

func (h *host) requests() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.asked
}

// visits opens an address of the host in a tab of its own.
func (h *host) visits(t *testing.T, address string, s setup) *tab {
	t.Helper()
	p := blank(t, s)
	p.host = h.address
	p.visit(h.address + address)
	return p
}

// program is the stage's program as the site has it.
func program(t *testing.T) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "assets", "inflight.*.wasm"))
	if err != nil || len(files) != 1 {
		t.Fatalf("programs of the stage: got %q (%v), want one", files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// answer is a fault that gives these bytes as if they were what was asked for.
func answer(status int, kind string, b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		w.WriteHeader(status)
		w.Write(b)
	}
}

// cut is a fault that ends a connection after these bytes of more.
func cut(kind string, b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Length", fmt.Sprint(2*len(b)+1))
		w.Write(b)
		panic(http.ErrAbortHandler)
	}
}

// hang is a fault that gives these bytes and then nothing.
func hang(kind string, b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if len(b) > 0 {
			w.Header().Set("Content-Type", kind)
			w.Write(b)
			http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	}
}

// errorPage is what hosts give in place of what they lack.
var errorPage = []byte("<!doctype html><title>Sorry</title><h1>Something went wrong</h1>")

// hurrying keeps what waits for half a minute, to be hurried.
const hurrying = `const patient = new Map();
const setTimer = setTimeout, clearTimer = clearTimeout;
window.setTimeout = (run, ms, ...more) => {
	const id = setTimer(run, ms, ...more);
	if (ms >= 30000) patient.set(id, run);
	return id;
};
window.clearTimeout = (id) => (patient.delete(id), clearTimer(id));
const hurry = () => [...patient].forEach(([id, run]) => (clearTimeout(id), run()));`

func TestProgramThatDoesNotCome(t *testing.T) {
	const wasm, html = "application/wasm", "text/html"
	all := program(t)
	half := all[:len(all)/2]
	for i, c := range []struct {
		name  string
		part  string
		fault http.HandlerFunc
		text  string // "" where the scene lives all the same
		waits bool   // for nothing
		again bool   // a later try is made, which brings the scene
	}{
		{"no connection", ".wasm", cut(wasm, nil), "ui.fail.load", false, true},
		{"cut off", ".wasm", cut(wasm, half), "ui.fail.load", false, false},
		{"hang", ".wasm", hang(wasm, nil), "ui.fail.load", true, false},
		{"hang half-way", ".wasm", hang(wasm, half), "ui.fail.load", true, true},
		{"half as if that were all", ".wasm", answer(200, wasm, half), "ui.fail.broken", false, false},
		{"nothing", ".wasm", answer(200, wasm, nil), "ui.fail.broken", false, false},
		{"404", ".wasm", answer(404, html, errorPage), "ui.fail.broken", false, false},
		{"500", ".wasm", answer(500, html, errorPage), "ui.fail.broken", false, false},
		{"an error page that says 200", ".wasm", answer(200, html, errorPage), "ui.fail.broken", false, true},
		{"the wrong type", ".wasm", answer(200, "text/plain", all), "", false, false},
		{"an error page as the stage", "/stage/", answer(200, html, errorPage), "ui.fail.load", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			lang := []string{"en", "zh"}[i%2]
			h := before(t, origin)
			h.does(c.part, c.fault)
			p := h.visits(t, "/"+lang+"/collective/", setup{scripts: []string{hurrying}})
			p.click("[data-do=toggle]")
			if c.text == "" {
				p.wait("it plays", "live() && moments > 2")
				p.quietBut(t, "")
				return
			}
			if c.waits {
				p.waitFor("the host is asked", func() bool { return h.requests() > 0 })
				p.wait("it is loading", `document.querySelector("iframe") && one("[data-part=loading]").checkVisibility()`)
				p.readable(t)
				eval[any](p, "hurry()")
			}
			p.gaveUp(t, texts(t, lang)[c.text])
			if c.again {
				h.does(c.part, nil)
				p.click("[data-part=retry]")
				p.wait("a later try brings it", `live() && !one("[data-part=error]").checkVisibility()`)
			}
			p.quietBut(t, c.part)
		})
	}
}

// gaveUp checks what a reader has who gets no stage, and why.
func (p *tab) gaveUp(t *testing.T, why string) {
	t.Helper()
	p.wait("a sentence says why", `one("[data-part=error]").checkVisibility()`)
	if got := eval[string](p, `textOf("error-text")`); got != why {
		t.Errorf("got %q, want %q", got, why)
	}
	if eval[bool](p, `live() || playing() || !!document.querySelector("iframe") || one("[data-part=loading]").checkVisibility()`) {
		t.Error("there is a stage, or the page claims that there will be")
	}
	p.readable(t)
}

// quietBut reports troubles, without those that tell of one part of the site.
func (p *tab) quietBut(t *testing.T, part string) {
	t.Helper()
	for _, trouble := range p.troubles() {
		if part == "" || !strings.Contains(trouble, part) {
			t.Error(trouble)
		}
	}
}

// In a sandbox the stage fetches its own program, and the host is told.
func TestProgramThatDoesNotComeInASandbox(t *testing.T) {
	h := before(t, origin)
	h.does(".wasm", answer(200, "text/html", errorPage))
	p := hosted(t, strings.ReplaceAll(frame("?controls=mini&play=1"), origin, h.address), setup{})
	want := texts(t, "en")["ui.fail.broken"]
	p.wait("the host hears why", fmt.Sprintf(`last("error")?.text === %q`, want))
	in := p.inside()
	in.wait("the reader sees why", fmt.Sprintf(`textOf("error-text") === %q`, want))
	h.does(".wasm", nil)
	eval[any](in, `one("[data-part=retry]").click()`)
	p.wait("a later try brings it", `last("time")`)
}

func TestSlowLine(t *testing.T) {
	p := open(t, explainer, setup{})
	p.line(400, 50e3) // slow 3G, as developers' tools have it
	p.click("[data-do=toggle]")
	form := regexp.MustCompile(`^([0-9.]+) of ([0-9.]+) MB$`)
	said := map[string]bool{}
	p.waitFor("the megabytes move", func() bool {
		if m := form.FindStringSubmatch(eval[string](p, `textOf("loaded")`)); m != nil {
			said[m[1]] = true
		}
		return len(said) > 2
	})
	p.readable(t)
	p.click("[data-part=cancel]")
	p.wait("the poster is back, and no stage", `!document.querySelector("iframe") && !one("[data-part=loading]").checkVisibility() && !playing()`)
	if eval[bool](p, `one("[data-part=error]").checkVisibility()`) {
		t.Error("an error is seen, want none: the reader has canceled")
	}
	p.readable(t)
	p.line(0, -1)
	p.click("[data-do=toggle]")
	p.wait("a later start plays", "live() && moments > 2")
	p.quietBut(t, ".wasm")
}

// line gives the tab a latency in milliseconds and so many bytes a second, -1 for
// the machine's own.
func (p *tab) line(latency, rate float64) {
	p.t.Helper()
	call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Latency: latency, DownloadThroughput: rate, UploadThroughput: rate}},
	})
}

// Poster, numbers and prose stand before the page's own scripts have come.
func TestPageIsReadableBeforeItsScripts(t *testing.T) {
	come := make(chan bool)
	h := before(t, origin)
	scripts, err := filepath.Glob(filepath.Join(folder, "assets", "scene.*.js"))
	if err != nil || len(scripts) != 1 {
		t.Fatalf("scripts of scenes: got %q (%v), want one", scripts, err)
	}
	script, err := os.ReadFile(scripts[0])
	if err != nil {
		t.Fatal(err)
	}
	h.does(filepath.Base(scripts[0]), func(w http.ResponseWriter, r *http.Request) {
		<-come
		answer(200, "text/javascript", script)(w, r)
	})
	p := blank(t, setup{})
	p.host = h.address
	eval[any](p, fmt.Sprintf("location.href = %q, 0", h.address+explainer))
	p.wait("the script is asked for", `document.readyState !== "loading" || document.querySelector("[data-part=figure]")`)
	p.waitFor("the script is on its way", func() bool { return h.requests() > 0 })
	p.wait("the page is drawn", `performance.getEntriesByName("first-contentful-paint").length > 0`)
	if eval[bool](p, `!!customElements.get("inflight-scene")`) {
		t.Fatal("the script is there: the test holds back nothing")
	}
	p.readable(t)
	close(come)
	p.wait("the script runs", `customElements.get("inflight-scene") && session()`)
	p.click("[data-do=toggle]")
	p.wait("it plays", "live() && moments > 2")
	p.quietBut(t, "")
}

// On a phone what is below the first screen waits for page.js, but not for ever.
func TestPhoneShowsAllThoughThePageScriptFails(t *testing.T) {
	h := before(t, origin)
	h.does("/page.", answer(404, "text/plain", nil))
	p := blank(t, setup{width: 390, height: 844})
	p.host = h.address
	eval[any](p, fmt.Sprintf("location.href = %q, 0", h.address+explainer))
	const last = `document.querySelector(".prose > :last-child")?`
	p.wait("the end of the page waits", `document.readyState === "complete" && `+last+`.checkVisibility() === false`)
	p.wait("the end of the page is laid out", last+`.checkVisibility()`)
	p.quietBut(t, "/page.")
}
