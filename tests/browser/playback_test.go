//go:build browser

package browser_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

func TestPlayPauseStepAndScrub(t *testing.T) {
	p := open(t, explainer, setup{})
	n := compute(t, "en")
	steps, end := n.panel.Film.Steps, n.panel.Film.End

	p.click("[data-do=toggle]")
	p.wait("it plays", "playing() && moments > 2")
	p.click("[data-do=toggle]")
	p.rests()
	at := p.time()
	if at <= 0 {
		t.Errorf("got %g s after playing, want more than 0", at)
	}
	p.says(n, at)

	p.click("[data-do=first]")
	p.wait("it is at the beginning", "share() === 0")
	p.says(n, 0) // so that what is heard next is no answer to this
	for i := 1; i <= 3; i++ {
		p.click("[data-do=next]")
		p.waitText("now", steps[i].Time)
		p.says(n, steps[i].T)
	}
	p.click("[data-do=previous]")
	p.waitText("now", steps[2].Time)

	p.drag("[data-part=scrub]", 0.2, 0.3, 0.45, 0.6)
	p.wait("it is where the scrubber was left", "Math.abs(share() - 0.6) < 0.04")
	p.rests()
	// A thumb of 16 pixels moves over a track of some eighty.
	if at := p.time(); math.Abs(at/end-0.6) > 0.04 {
		t.Errorf("scrubbed to 0.6: got %g s of %g", at, end)
	}
	p.says(n, p.time())
}

// time is where the page believes playback is, in seconds.
func (p *tab) time() float64 {
	p.t.Helper()
	return eval[float64](p, "seconds()")
}

// rests waits until it is not playing and nothing more moves.
func (p *tab) rests() {
	p.t.Helper()
	p.wait("it rests", "!playing()")
	p.waitFor("nothing moves", func() bool {
		before := p.time()
		p.frames(5)
		return p.time() == before
	})
}

// says checks time and caption against the film, at an instant in seconds.
func (p *tab) says(n native, seconds float64) {
	p.t.Helper()
	p.waitText("caption", n.film.Caption(instant(seconds)).Text("en"))
	if got, want := p.time(), seconds; math.Abs(got-want) > 1e-12 {
		p.t.Errorf("instant: got %g s, want %g", got, want)
	}
}

func TestSpeedAndLoop(t *testing.T) {
	p := open(t, explainer+"?t=0", setup{})
	p.wait("it is live", "live()")
	film := compute(t, "en").panel.Film
	shown := func() float64 { return eval[float64](p, "speed()") }
	p.click("summary:has([data-part=speed])")
	p.click("[data-do=faster]")
	p.waitFor("it is twice as fast", func() bool { return near(shown(), 2*film.Speed) })
	text := eval[string](p, `textOf("speed")`)
	p.click("[data-do=slower]")
	p.click("[data-do=slower]")
	p.waitFor("it is half as fast", func() bool { return near(shown(), film.Speed/2) })
	if got := eval[string](p, `textOf("speed")`); got == text {
		t.Errorf("got the same text %q for both speeds", got)
	}
	p.click("[data-do=usual]")
	p.waitFor("it has its usual speed", func() bool { return near(shown(), film.Speed) })
	p.press("\x1b")
	p.wait("the menu is closed", "!document.querySelector('.scene-menu[open]')")

	p.seek(0.97 * film.End)
	p.click("[data-do=toggle]")
	p.wait("it stops at the end", "!playing() && share() === 1")

	p.click("[data-part=loop]")
	p.wait("it repeats", `one("[data-part=loop]").ariaPressed === "true"`)
	p.seek(0.97 * film.End)
	p.click("[data-do=toggle]")
	p.wait("it has begun again", "playing() && share() < 0.9")
}

// seek goes to an instant, without the hand.
func (p *tab) seek(seconds float64) {
	p.t.Helper()
	eval[any](p, fmt.Sprintf("session().seek(%g)", seconds))
	p.waitFor("it is there", func() bool { return math.Abs(p.time()-seconds) < 1e-12 })
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-6*math.Abs(want) }

func TestListOfStepsSeeks(t *testing.T) {
	p := open(t, explainer, setup{})
	steps := compute(t, "en").panel.Film.Steps
	p.click("[data-part=steps] summary")
	p.wait("its steps are buttons", `document.querySelector("[data-part=step-list] button")`)
	if got, want := eval[int](p, `one("[data-part=step-list]").children.length`), len(steps); got != want {
		t.Fatalf("got %d steps, want %d", got, want)
	}
	for _, i := range []int{4, len(steps) - 1, 0} {
		p.click(fmt.Sprintf("[data-part=step-list] li:nth-child(%d) button", i+1))
		p.waitText("now", steps[i].Time)
		p.wait("the step is marked", fmt.Sprintf(`document.querySelector("[data-part=step-list] li:nth-child(%d) [aria-current=step]")`, i+1))
		p.waitFor("the stage stands at the step, to the picosecond", func() bool { return p.time() == steps[i].T })
	}
}

// A request under the pointer, or reached by Tab, lights its blocks.
func TestAStepLightsWhatItIsAbout(t *testing.T) {
	p := open(t, "/en/paged/", setup{})
	p.click("[data-do=next]")
	p.wait("it is live", "live()")
	p.click("[data-part=steps] summary")
	p.wait("its steps are buttons", `document.querySelector("[data-part=step-list] button")`)
	eval[any](p, `told = [], session().talk.tell = (m) => told.push(m), 0`)
	const request = "[data-part=step-list] li:nth-child(3) button"
	eval[any](p, fmt.Sprintf("one(%q).focus()", request))
	eval[any](p, "document.activeElement.blur()")
	if got, want := eval[string](p, `told.map((m) => m.focus).join(" ")`), "request/"; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, " ") {
		t.Errorf("told %q, want the request, then nothing", got)
	}
	r := p.box(request)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, r.X+r.W/2, r.Y+r.H/2)
	p.wait("the pointer lights it", `told.findLast((m) => "focus" in m)?.focus?.startsWith("request/")`)
}

func TestZoomFollowsThePresent(t *testing.T) {
	p := open(t, explainer, setup{})
	end := compute(t, "en").panel.Film.End
	window := func(from, to float64) {
		t.Helper()
		p.waitFor(fmt.Sprintf("lanes show %g to %g", from, to), func() bool {
			v := eval[struct{ From, To float64 }](p, "({ From: session().playback.view.from, To: session().playback.view.to })")
			return math.Abs(v.From-from) < 1e-9*end && math.Abs(v.To-to) < 1e-9*end
		})
	}
	eval[any](p, `one("[data-part=picture]").focus()`)
	p.press(kb.Home)
	p.wait("the scene is live", "live()")
	p.press("+")
	p.press("+")
	window(0, end/4)
	p.wait("the address says so", `new URLSearchParams(location.search).has("to")`)
	p.press(kb.End)
	window(end*3/4, end)
	p.press("-")
	window(end/2, end)
	p.press("-")
	window(0, 0)
	p.wait("the address forgets it", `!new URLSearchParams(location.search).has("to")`)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}
