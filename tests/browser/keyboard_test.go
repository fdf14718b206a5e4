//go:build browser

package browser_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tabbing is what the tests of the Tab key need in the page: which elements it
// must reach, and what has the focus.
const tabbing = `
const named = new Map();
function nameOf(e) {
  if (!named.has(e)) {
    const { part, do: act, name } = e.dataset;
    const near = e.closest("[data-knob]")?.dataset.knob ?? "";
    named.set(e, named.size + " " + [e.localName, part ?? act ?? name ?? "", near, (e.textContent ?? "").trim().slice(0, 20)].join(" "));
  }
  return named.get(e);
}
// reachable are the elements within root that Tab must reach, in order.
function reachable(root) {
  return [...root.querySelectorAll("a[href], button, input, select, textarea, summary, iframe, [tabindex]")].filter(
    (e) => e.tabIndex >= 0 && !e.disabled && !e.inert && e.checkVisibility({ visibilityProperty: true }));
}
// seen says what is wrong with how the element with the focus is seen.
function seen() {
  const e = document.activeElement;
  if (!e || e === document.body) return "nothing has the focus";
  if (e.localName === "iframe") return "the focus is in the iframe";
  const r = e.getBoundingClientRect();
  if (r.width === 0 || r.height === 0) return nameOf(e) + " has no size";
  const x = Math.min(Math.max(r.x + r.width / 2, 0), innerWidth - 1), y = r.y + r.height / 2;
  if (r.bottom <= 0 || r.top >= innerHeight) return nameOf(e) + " is out of the window";
  const at = document.elementFromPoint(x, Math.min(Math.max(y, 0), innerHeight - 1));
  if (!at || !(e.contains(at) || at.contains(e) || at.htmlFor === e.id)) return nameOf(e) + " is hidden by " + at?.outerHTML.slice(0, 80);
  const s = getComputedStyle(e);
  if (s.outlineStyle === "none" && s.boxShadow === "none") return nameOf(e) + " does not show the focus";
  return "";
}`

func TestTabPassesTheScene(t *testing.T) {
	p := open(t, explainer, setup{scripts: []string{tabbing}})
	p.wait("all of the page is laid out", `document.documentElement.matches(".whole, [data-laid]")`)
	p.frames(3) // until then what may scroll can be reached
	t.Run("poster", func(t *testing.T) { p.with(t).tabThrough() })
	p.click("inflight-scene [data-do=next]")
	p.wait("the scene is live", "live()")
	t.Run("stage", func(t *testing.T) { p.with(t).tabThrough() })
	eval[any](p, `one("[data-part=steps]").open = true`)
	p.wait("its steps are buttons", `document.querySelector("[data-part=step-list] button")`)
	t.Run("list of steps", func(t *testing.T) { p.with(t).tabThrough() })
	p.window(390, 844)
	eval[any](p, "session().touched = Infinity, 0") // the story, which scrolls by, leaves the scene alone
	t.Run("phone", func(t *testing.T) { p.with(t).tabThrough() })
}

// tabThrough goes by Tab from before the scene to after it, and back.
func (p *tab) tabThrough() {
	p.t.Helper()
	eval[any](p, `before = reachable(document).findLast((e) => e.compareDocumentPosition(one("inflight-scene")) & Node.DOCUMENT_POSITION_FOLLOWING && !one("inflight-scene").contains(e)), 0`)
	want := eval[[]string](p, `reachable(one("inflight-scene")).map(nameOf)`)
	if len(want) < 20 {
		p.t.Fatalf("got %d controls, want all of them: %q", len(want), want)
	}
	eval[any](p, "before.focus()")
	there := p.tabOver(len(want)+1, kb.Tab)
	if got := there[:len(want)]; !slices.Equal(got, want) {
		p.t.Errorf("Tab: got %s", difference(got, want))
	}
	if eval[bool](p, `one("inflight-scene").contains(document.activeElement)`) {
		p.t.Errorf("after the last control the focus is still in the scene, at %s", there[len(want)])
	}
	back := p.tabOver(len(want), kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
	slices.Reverse(back)
	if !slices.Equal(back, want) {
		p.t.Errorf("Shift+Tab: got %s", difference(back, want))
	}
}

// tabOver presses a key n times and lists what then has the focus.
func (p *tab) tabOver(n int, key string, mods ...chromedp.KeyOption) []string {
	p.t.Helper()
	var names []string
	for range n {
		p.press(key, mods...)
		// The page may scroll smoothly to what has the focus.
		wrong := ""
		for range 100 {
			if wrong = eval[string](p, "seen()"); wrong == "" {
				break
			}
			p.frames(3)
		}
		if wrong != "" {
			p.t.Error(wrong)
		}
		names = append(names, eval[string](p, "nameOf(document.activeElement)"))
	}
	return names
}

// difference is where two lists part.
func difference(got, want []string) string {
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			return fmt.Sprintf("%q at %d, want %q", got[min(i, len(got)):min(i+3, len(got))], i, want[i:min(i+3, len(want))])
		}
	}
	return "more than wanted"
}

func TestKeysMoveTheScene(t *testing.T) {
	p := open(t, explainer, setup{})
	steps := compute(t, "en").panel.Film.Steps
	eval[any](p, `one("[data-part=picture]").focus()`)
	p.press(kb.Home)
	p.wait("the scene is live", "live()")
	p.wait("it is at the beginning", "share() === 0")
	p.press(kb.ArrowRight)
	p.waitText("now", steps[1].Time)
	p.press(kb.ArrowRight)
	p.waitText("now", steps[2].Time)
	p.press(kb.ArrowLeft)
	p.waitText("now", steps[1].Time)
	p.press(kb.End)
	p.wait("it is at the end", "share() === 1")
	p.press(",")
	p.wait("it is a little before", "share() < 1 && share() > 0.99")
	p.press(".")
	p.wait("it is at the end again", "share() === 1")
	p.press(" ")
	p.wait("it plays from the beginning", "playing() && share() < 0.5")
	p.press(" ")
	p.wait("it rests", "!playing()")
}

// waitText waits until a part of the scene shows a text.
func (p *tab) waitText(part, want string) {
	p.t.Helper()
	got := ""
	p.waitFor(fmt.Sprintf("%s reads %q", part, want), func() bool {
		got = eval[string](p, fmt.Sprintf("textOf(%q)", part))
		return got == want
	})
}
