//go:build browser

package browser_test

import (
	"fmt"
	"testing"

	devtools "github.com/chromedp/cdproto/browser"

	"inflight/scenes/draw"
)

// refused takes away what browsers refuse to some readers.
const refused = `for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"])
	Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
Object.defineProperty(Navigator.prototype, "serviceWorker", { get() { throw new DOMException("denied", "SecurityError"); } });
Object.defineProperty(document, "cookie", { get() { throw new DOMException("denied", "SecurityError"); } });
history.replaceState = () => { throw new DOMException("denied", "SecurityError"); };`

func TestStorageRefused(t *testing.T) {
	for _, c := range []struct{ name, script string }{
		{"throws", refused},
		{"missing", "for (const name of ['localStorage', 'sessionStorage', 'caches']) Object.defineProperty(window, name, { value: undefined }); delete Navigator.prototype.serviceWorker;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, explainer, setup{scripts: []string{c.script}})
			p.click("button.theme")
			p.wait("the theme changes", `document.documentElement.dataset.theme === "light"`)
			p.click("[data-do=toggle]")
			p.wait("it plays", "live() && moments > 2")
			p.click("[data-do=toggle]")
			p.enter(entry("gpus"), "4")
			p.shows("gpus=4", compute(t, "en", set("gpus", "4")))
			p.quietBut(t, "")
		})
	}
}

// A picture that is lost while it plays comes back and plays on from there.
func TestLostContextPlaysOn(t *testing.T) {
	p := open(t, alone+"?controls=mini&t=0&play=1&speed=0.0005", setup{width: 800, height: 560})
	n := compute(t, "en")
	p.wait("it plays", "live() && moments > 3")
	eval[any](p, "old = stage(), told = [], addEventListener('scene-time', () => told.push(seconds()), true), "+lose)
	p.wait("a new stage plays", "document.querySelector('iframe.scene-stage') && stage() !== old && live() && told.length > 3")
	instants := eval[[]float64](p, "told")
	for i := 1; i < len(instants); i++ {
		if instants[i] < instants[i-1] {
			t.Errorf("after %g s came %g s, want it to play on", instants[i-1], instants[i])
		}
	}
	if !eval[bool](p, "playing()") {
		t.Error("it has stopped")
	}
	eval[any](p, "session().pause()")
	p.rests()
	got := p.settled(eval[rect](p, inner))
	want := n.drawn(t, p.time(), draw.Light, got.Bounds().Dx(), 0.5)
	if wrong := awayFromEdges(got, want, 2, 8); wrong > 0.002 {
		t.Errorf("%.3g of the pixels away from edges differ from the picture of the instant", wrong)
		keep(t, "lost", got, want)
	}
	p.quietBut(t, "")
}

// skewed lets a test move the clocks of a document forward.
const skewed = `let skew = 0;
const clock = performance.now.bind(performance);
performance.now = () => clock() + skew;
addEventListener("skew", (e) => (skew += e.detail));`

// Nothing is drawn in a tab that nobody sees. The clock runs on, and the tab comes
// back to where that is.
func TestHiddenTab(t *testing.T) {
	const minute, speed = 60, 0.0001
	p := open(t, fmt.Sprintf("%s?t=0&play=1&speed=%g", explainer, speed), setup{scripts: []string{skewed, counting}})
	p.wait("it plays", "live() && moments > 3")
	eval[any](p, "then = { t: seconds(), at: performance.now() }")
	p.tabIs("minimized")
	p.wait("the tab is hidden", "document.hidden")
	const drawn = "stage().framesRun"
	rest := func() bool {
		before := eval[int](p, drawn)
		eval[any](p, "new Promise((done) => setTimeout(done, 200))")
		return eval[int](p, drawn) == before
	}
	p.waitFor("no more is drawn", rest)
	eval[any](p, fmt.Sprintf("moments = 0, stage().dispatchEvent(new CustomEvent('skew', { detail: %d }))", minute*1000))
	if !rest() || eval[int](p, "moments") > 0 {
		t.Error("something is drawn in the hidden tab")
	}
	p.tabIs("normal")
	p.wait("the tab is seen", "!document.hidden")
	p.wait("it plays on", "moments > 2 && playing()")
	type passed struct{ Film, Wall float64 }
	got := eval[passed](p, "({ Film: seconds() - then.t, Wall: (performance.now() - then.at) / 1000 })")
	const late = 30 // seconds by which the page may know of an instant too late
	if least, most := minute*speed, (minute+got.Wall+late)*speed; got.Film < least || got.Film > most {
		t.Errorf("the film moved by %g s, want %g to %g", got.Film, least, most)
	}
	p.quietBut(t, "")
}

// tabIs makes the window of the tab "minimized" or "normal".
func (p *tab) tabIs(state devtools.WindowState) {
	p.t.Helper()
	w := call(p, devtools.GetWindowForTarget, devtools.GetWindowForTargetParams{})
	call(p, devtools.SetWindowBounds, devtools.SetWindowBoundsParams{WindowID: w.WindowID, Bounds: &devtools.Bounds{WindowState: state}})
}
