//go:build browser

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"inflight/scenes/draw"
)

// A frame without size, as behind a tab or a slide that is yet to come, gets its
// picture when it gets a size, again and again.
func TestResizeFromNothing(t *testing.T) {
	n := compute(t, "en")
	at := 0.43 * n.panel.Film.End
	p := hosted(t, fmt.Sprintf(`<iframe width="0" height="0" style="border: 0" src="%s%s?controls=none&t=%g"></iframe>`, origin, alone, at), setup{width: 820, height: 470})
	p.wait("it is ready", `last("ready")`)
	for _, width := range []int{800, 640} {
		eval[any](p, fmt.Sprintf(`Object.assign(one("iframe"), { width: %d, height: %d })`, width, width*9/16))
		want := n.drawn(t, at, draw.Light, width, float64(width)/draw.LandscapeWidth)
		p.waitFor(fmt.Sprintf("the picture is there, %d pixels wide", width), func() bool {
			return eval[bool](p, `!!last("time")`) && awayFromEdges(p.shot(rect{W: float64(width), H: float64(width * 9 / 16)}), want, 2, 8) < 0.001
		})
		eval[any](p, `Object.assign(one("iframe"), { width: 0, height: 0 })`)
		p.frames(5)
	}
	p.quietBut(t, "")
}

// zoom gives the page the room that a window of 1280x800 has at a zoom of the
// browser, in per cent.
func (p *tab) zoom(percent int64) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: 1280 * 100 / percent, Height: 800 * 100 / percent, DeviceScaleFactor: float64(percent) / 100,
	})
	p.frames(2)
}

// sideways is what sticks out of the window to the right, if the page can be
// scrolled there. What scrolls in a box of its own does not.
const sideways = `document.documentElement.scrollWidth <= innerWidth ? [] :
	[...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > innerWidth + .5 && !boxed(e))
	.slice(0, 3).map((e) => e.nodeName + "." + e.className + " " + e.textContent.trim().slice(0, 30))`

const boxedHelper = `const boxed = (e) => (e = e.parentElement) && e !== document.body && (getComputedStyle(e).overflowX !== "visible" || boxed(e));`

// tiny are texts of HTML under 11 CSS pixels, but for formulas and notes that are
// raised or lowered.
const tiny = `[...document.body.querySelectorAll("*")].filter((e) => !e.closest("svg, math, sup, sub, script, noscript") &&
	[...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 11)
	.map((e) => e.nodeName + "." + e.className + " " + getComputedStyle(e).fontSize + " " + e.textContent.trim().slice(0, 30))`

func TestZoomOfTheBrowser(t *testing.T) {
	for _, address := range []string{"/en/", explainer, "/en/flash/", "/en/fsdp/", "/en/numbers/", "/en/formulas/", "/en/claims/"} {
		t.Run(strings.Trim(address, "/"), func(t *testing.T) {
			p := open(t, address, setup{scripts: []string{boxedHelper}})
			for _, percent := range []int64{50, 200, 400} {
				p.zoom(percent)
				for _, s := range eval[[]string](p, sideways) {
					t.Errorf("at %d %% there sticks out: %s", percent, s)
				}
			}
			for _, s := range eval[[]string](p, tiny) {
				t.Errorf("under 11 pixels: %s", s)
			}
			p.quietBut(t, "")
		})
	}
}
