//go:build browser

package browser_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// helpers.js stands in every document before its own scripts.
//
//go:embed helpers.js
var helpers string

// tab is a page under test in a tab and a profile of its own. Its methods fail
// the test instead of returning errors.
type tab struct {
	t    *testing.T
	ctx  context.Context
	host string // whose pages may be asked for besides the site's
	*record
}

// record is what a tab says and asks for.
type record struct {
	mu       sync.Mutex
	wrong    []string // console errors, exceptions, failed requests
	requests []string // addresses asked for
	asking   map[network.RequestID]string
}

// setup is how a page is opened.
type setup struct {
	browser       context.Context // nil is the shared one
	width, height int64           // CSS pixels; 0 is 1240x700
	scripts       []string        // run before those of each document
	dark          bool
	still         bool // the reader wants no motion
	noScript      bool
	touch         bool
}

// open opens an address: one of the site, or a whole one.
func open(t *testing.T, address string, s setup) *tab {
	t.Helper()
	p := blank(t, s)
	p.visit(address)
	return p
}

// blank is an empty tab.
func blank(t *testing.T, s setup) *tab {
	t.Helper()
	if s.browser == nil {
		s.browser = browser
	}
	limited, cancel := context.WithTimeout(s.browser, deadline)
	t.Cleanup(cancel)
	p := &tab{t: t, record: &record{asking: map[network.RequestID]string{}}}
	ctx, end := chromedp.NewContext(limited, chromedp.WithNewBrowserContext(), chromedp.WithListener(p.hear))
	t.Cleanup(end)
	p.ctx = ctx
	must(p, chromedp.Do(ctx))
	p.prepare(s)
	return p
}

// with is the same tab in a subtest.
func (p *tab) with(t *testing.T) *tab {
	return &tab{t: t, ctx: p.ctx, host: p.host, record: p.record}
}

func (p *tab) prepare(s setup) {
	p.t.Helper()
	if s.width == 0 {
		// Just wide enough for two columns: drawing in software is slow.
		s.width, s.height = 1240, 700
	}
	call(p, network.Enable, network.EnableParams{})
	call(p, log.Enable, cdp.Empty{})
	for _, script := range append([]string{helpers}, s.scripts...) {
		call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	}
	p.window(s.width, s.height)
	p.media(s.dark, s.still)
	if s.noScript {
		call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	}
	if s.touch {
		call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	}
}

// window gives the page a size in CSS pixels; the ratio stays the browser's.
func (p *tab) window(width, height int64) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height})
}

func (p *tab) media(dark, still bool) {
	p.t.Helper()
	scheme, motion := "light", "no-preference"
	if dark {
		scheme = "dark"
	}
	if still {
		motion = "reduce"
	}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: motion},
	}})
}

// visit goes to an address and waits until it has loaded.
func (p *tab) visit(address string) {
	p.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = origin + address
	}
	must(p, chromedp.Do(p.ctx, chromedp.Navigate(address)))
}

func (r *record) hear(event any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert || e.Type == runtime.ConsoleAPICalledTypeWarning {
			r.wrong = append(r.wrong, fmt.Sprintf("console: %s", said(e.Args)))
		}
	case *runtime.EventExceptionThrown:
		r.wrong = append(r.wrong, "uncaught: "+thrown(e.ExceptionDetails))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			r.wrong = append(r.wrong, fmt.Sprintf("log: %s %s", e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		r.requests = append(r.requests, e.Request.URL)
		r.asking[e.RequestID] = e.Request.URL
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			r.wrong = append(r.wrong, fmt.Sprintf("%s: status %d", e.Response.URL, e.Response.Status))
		}
	case *network.EventLoadingFailed:
		// A page that goes away gives up the stream that tells it to reload. And the
		// browser's own inspector, where it comes to a frame that has loaded, looks
		// for what the frame has in the cache, where it may not be.
		url, began := r.asking[e.RequestID]
		if inspector := !began && e.ErrorText == "net::ERR_CACHE_MISS"; !e.Canceled && !inspector {
			r.wrong = append(r.wrong, fmt.Sprintf("%s: %s", url, e.ErrorText))
		}
	}
}

func thrown(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Exception.Description
	}
	return d.Text
}

func said(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		if a.Description != "" {
			words = append(words, a.Description)
		} else {
			words = append(words, string(a.Value))
		}
	}
	return strings.Join(words, " ")
}

// troubles are the errors so far, and requests that left the site.
func (p *tab) troubles() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := append([]string{}, p.wrong...)
	for _, r := range p.requests {
		ours := strings.HasPrefix(r, origin+"/") || p.host != "" && strings.HasPrefix(r, p.host+"/")
		if strings.HasPrefix(r, "http") && !ours {
			list = append(list, "asked another host: "+r)
		}
	}
	return list
}

// forget drops the troubles so far.
func (p *tab) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong, p.requests = nil, nil
}

// asked says whether an address with this part was requested.
func (p *tab) asked(part string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.requests {
		if strings.Contains(r, part) {
			return true
		}
	}
	return false
}

func must(p *tab, err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%v\nconsole: %s", err, strings.Join(p.troubles(), "\n"))
	}
}

// call runs a command of the browser's protocol.
func call[P, R any](p *tab, c cdp.Command[P, R], params P) R {
	p.t.Helper()
	r, err := chromedp.Call(p.ctx, c, params)
	must(p, err)
	return r
}

// eval is the value of an expression, awaited where it is a promise. The
// helpers of helpers.js are in its scope.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	yes := true
	r := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, AwaitPromise: &yes, ReturnByValue: &yes})
	if r.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s", expression, thrown(r.ExceptionDetails))
	}
	var value T
	if r.Result.Value != nil {
		if err := json.Unmarshal(r.Result.Value, &value); err != nil {
			p.t.Fatalf("%s: %v", expression, err)
		}
	}
	return value
}

// wait waits until an expression is true.
func (p *tab) wait(what, expression string) {
	p.t.Helper()
	p.waitFor(what, func() bool { return eval[bool](p, "!!("+expression+")") })
}

func (p *tab) waitFor(what string, holds func() bool) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("waited in vain until %s\nstate: %s\nconsole: %s", what, eval[string](p, "state()"), strings.Join(p.troubles(), "\n"))
		}
	}
}

// shot is a picture of a part of the window, given in CSS pixels, in device
// pixels.
func (p *tab) shot(r rect) image.Image {
	p.t.Helper()
	data := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Clip: &page.Viewport{X: r.X, Y: r.Y, Width: r.W, Height: r.H, Scale: 1},
	}).Data
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		p.t.Fatal(err)
	}
	return img
}

// rect is a rectangle in CSS pixels.
type rect struct{ X, Y, W, H float64 }

// box is where an element is in the window.
func (p *tab) box(selector string) rect {
	p.t.Helper()
	return eval[rect](p, fmt.Sprintf("boxOf(%q)", selector))
}
