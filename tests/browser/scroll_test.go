//go:build browser

package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func TestThePageScrollsOverThePicture(t *testing.T) {
	p := open(t, explainer, setup{touch: true, width: 1240, height: 500})
	for _, state := range []string{"poster", "stage"} {
		t.Run(state, func(t *testing.T) {
			p := p.with(t)
			if state == "stage" {
				eval[any](p, `one("inflight-scene [data-do=next]").click()`)
				p.wait("the scene is live", "live()")
			}
			p.toTop()
			r := p.box("[data-part=picture]")
			x, y := r.X+r.W/2, r.Y+r.H/2
			if y < 0 || y > 500 {
				t.Fatalf("the picture's middle is at %g in a window of 500", y)
			}
			p.wheel(x, y, 200)
			p.wait("the wheel has scrolled the page", "scrollY > 100")

			p.toTop()
			p.waitFor("the finger scrolls the page", func() bool {
				p.swipe(x, y, x, y-150)
				p.scrolled()
				return eval[float64](p, "scrollY") > 50
			})

			p.toTop()
			eval[any](p, `one("[data-part=picture]").focus({ preventScroll: true })`)
			p.press(kb.PageDown)
			p.wait("PageDown has scrolled the page", "scrollY > 100")
			// The browser drops a key that comes while it scrolls smoothly.
			p.waitFor("PageUp has scrolled it back", func() bool {
				p.press(kb.PageUp)
				p.scrolled()
				return eval[float64](p, "scrollY") == 0
			})
		})
	}
}

// scrolled waits until the page has come to rest.
func (p *tab) scrolled() {
	p.t.Helper()
	p.waitFor("the page rests", func() bool {
		before := eval[float64](p, "scrollY")
		p.frames(5)
		return eval[float64](p, "scrollY") == before
	})
}

// toTop scrolls to the top; a finger's throw may go on after it has left.
func (p *tab) toTop() {
	p.t.Helper()
	p.waitFor("the page is at its top", func() bool {
		eval[any](p, `scrollTo({ top: 0, behavior: "instant" })`)
		p.scrolled()
		return eval[float64](p, "scrollY") == 0
	})
}
