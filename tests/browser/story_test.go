//go:build browser

package browser_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// A link to a step of a story leads to its words, and the scene stands as the step
// has it.
func TestALinkToAStepShowsIt(t *testing.T) {
	for _, width := range []int64{1240, 390} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			p := open(t, "/en/pipeline/#zero-bubble", setup{width: width, height: 700})
			p.at("zero-bubble", "zb-h1", "back")
			eval[any](p, `one('.step-link[href="#gpipe"]').click()`)
			p.at("gpipe", "gpipe", "turn")
			if got := eval[string](p, "location.hash"); got != "#gpipe" {
				t.Errorf("the address ends in %q, want #gpipe", got)
			}
			eval[any](p, "history.back()")
			p.at("zero-bubble", "zb-h1", "back")
			eval[any](p, "history.forward()")
			p.at("gpipe", "gpipe", "turn")
			for _, trouble := range p.troubles() {
				t.Error(trouble)
			}
		})
	}
}

// at waits until the page is at a step and shows it.
func (p *tab) at(id, schedule, instant string) {
	p.t.Helper()
	p.wait("the scene is live", "live()")
	p.wait("the step is the present one", fmt.Sprintf(`one(".step.on").id === %q`, id))
	p.scrolled()
	p.wait("it still is", fmt.Sprintf(`one(".step.on").id === %q`, id))
	p.wait("its schedule is set", fmt.Sprintf(`session().knobs.get("schedule") === %q && session().panel.knobs.find((k) => k.key === "schedule").text === %q`, schedule, schedule))
	p.wait("its instant is shown", fmt.Sprintf(`session().current.steps[session().playback.position.step]?.id === %q`, instant))
	const inView = `(() => {
		const r = one(".step.on > h2").getBoundingClientRect(), f = one("[data-part=figure]").getBoundingClientRect();
		const beside = f.left > r.right;
		return r.top >= (beside ? 0 : f.bottom) && r.bottom <= innerHeight;
	})()`
	if !eval[bool](p, inView) {
		p.t.Errorf("the heading of %s is out of view", id)
	}
}

func TestWhatAnAddressSaysOfTheSceneCountsMoreThanItsStep(t *testing.T) {
	p := open(t, "/en/pipeline/?schedule=zb-h2&v=1#gpipe", setup{})
	p.wait("the scene is live", "live()")
	p.rests()
	if got := eval[string](p, `session().knobs.get("schedule")`); got != "zb-h2" {
		t.Errorf("got schedule %s, want that of the address", got)
	}
}

// A word has the colour of what it names, and lights it: in the poster and on the
// stage, under a pointer and by keyboard.
func TestWordsLightThePicture(t *testing.T) {
	p := open(t, "/en/pipeline/", setup{})
	const word = ".mark-backward[data-light]"
	if got := eval[string](p, `getComputedStyle(one("`+word+`")).textDecorationColor`); got != eval[string](p, `(() => {
		const e = document.createElement("i"); e.style.color = "var(--inflight-backward)"; document.body.append(e);
		return getComputedStyle(e).color; })()`) {
		t.Errorf("the word is underlined in %s, want its colour in the picture", got)
	}
	const paled = `[...document.querySelectorAll("[data-part=landscape] path")].filter((e) => getComputedStyle(e).opacity < 1).length`
	p.over(word)
	p.wait("the rest of the poster pales", paled+" > 5")
	p.over("h1")
	p.wait("it is as before", paled+" === 0")

	p.click("inflight-scene [data-do=next]")
	p.wait("the scene is live", "live()")
	eval[any](p, `window.told = []; (() => { const { talk } = session(), tell = talk.tell.bind(talk);
		talk.tell = (m) => { if ("focus" in m) told.push(m.focus); tell(m); }; })()`)
	eval[any](p, `one("`+word+`").focus()`)
	p.press(kb.Enter) // out
	p.press(kb.Enter) // and on
	eval[any](p, `one("`+word+`").blur()`)
	want := []string{"role/backward", "", "role/backward", ""}
	if got := eval[[]string](p, "told"); !slices.Equal(got, want) {
		t.Errorf("the stage was told to light %q, want %q", got, want)
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// over moves the pointer to the middle of an element.
func (p *tab) over(selector string) {
	p.t.Helper()
	r := p.box(selector)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, r.X+r.W/2, r.Y+r.H/2)
}

// On a narrow page the picture stands over the prose, and over what an address leads
// to if the style sheet does not know how high it is.
func TestALinkToAHeadingShowsItBelowThePicture(t *testing.T) {
	for _, width := range []int64{390, 820} {
		p := open(t, "/zh/fsdp/#asked", setup{width: width, height: 800, touch: true})
		p.wait("the height of the picture is told", `document.documentElement.style.getPropertyValue("--figure")`)
		// A browser that scrolls before goes by the style sheet.
		eval[any](p, `document.documentElement.style.removeProperty("--figure")`)
		p.wait("the heading stands below the picture", `(() => {
			one("#asked").scrollIntoView({ behavior: "instant" });
			const below = one("#asked").getBoundingClientRect().top - one("[data-part=figure]").getBoundingClientRect().bottom;
			return below >= 0 && below < 200;
		})()`)
	}
}
