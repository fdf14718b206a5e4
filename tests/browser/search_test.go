//go:build browser

package browser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// searchHelpers find the parts of the search in the page.
const searchHelpers = `
const options = () => [...document.querySelectorAll("dialog.search [role=option]")];
const chosen = () => document.querySelector("dialog.search [aria-selected=true]");
const told = () => document.querySelector("dialog.search [role=status]")?.textContent ?? "";
const field = () => document.querySelector("dialog.search input");
const opened = () => document.querySelector("dialog.search[open]") !== null && document.activeElement === field();`

// search opens the search by a key and types.
func (p *tab) search(text string) {
	p.t.Helper()
	if !eval[bool](p, "opened()") {
		p.press("/")
		p.wait("the search is open", "opened()")
	}
	eval[any](p, "field().select()")
	call(p, input.InsertText, input.InsertTextParams{Text: text})
	p.wait("there are results", "options().length > 0")
}

func TestSearchLeadsToASection(t *testing.T) {
	for _, c := range []struct{ lang, query, count string }{
		{"en", "kv cache", " results"},
		{"zh", "FSDP 显存", " 条结果"},
	} {
		t.Run(c.lang, func(t *testing.T) {
			p := open(t, "/"+c.lang+"/", setup{scripts: []string{searchHelpers}})
			if p.asked("/search-") {
				t.Error("the index is fetched before anybody searches")
			}
			p.search(c.query)
			if got := eval[string](p, "told()"); !strings.HasSuffix(got, c.count) {
				t.Errorf("the count is told as %q", got)
			}
			words := strings.Fields(strings.ToLower(c.query))
			marks := eval[[]string](p, `[...document.querySelectorAll("dialog.search mark")].map((m) => m.textContent.toLowerCase())`)
			if !slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(m, words[0]) }) {
				t.Errorf("%q is marked nowhere: %q", words[0], marks)
			}
			for range eval[int](p, `options().findIndex((o) => o.hash && o.pathname !== location.pathname)`) {
				p.press(kb.ArrowDown)
			}
			if !eval[bool](p, `field().getAttribute("aria-activedescendant") === chosen().id`) {
				t.Error("the chosen result is not told to who cannot see it")
			}
			want := eval[string](p, "chosen().href")
			p.press(kb.Enter)
			p.wait("the page is there", "location.href === "+quoted(t, want)+" && document.readyState === 'complete'")
			p.wait("its section is seen", `(r => r.bottom > 0 && r.top < innerHeight)(document.getElementById(decodeURIComponent(location.hash.slice(1))).getBoundingClientRect())`)
			for _, trouble := range p.troubles() {
				t.Error(trouble)
			}
		})
	}
}

func TestSearchByKeysAndByHand(t *testing.T) {
	p := open(t, explainer, setup{scripts: []string{searchHelpers}})
	p.press("k", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.wait("the search is open", "opened()")
	p.search("ring")
	p.press(kb.ArrowUp)
	if !eval[bool](p, "chosen() === options().at(-1)") {
		t.Error("up from the first does not lead to the last")
	}
	p.press(kb.Escape)
	p.wait("the search is shut", "!document.querySelector('dialog.search[open]')")
	p.click("button.find")
	p.wait("the search is open", "opened()")
	call(p, input.InsertText, input.InsertTextParams{Text: "qqqqqq"})
	p.wait("it says that there is nothing", `told().includes("qqqqqq")`)
	if eval[bool](p, `options().length > 0 || field().hasAttribute("aria-activedescendant") || field().getAttribute("aria-expanded") === "true"`) {
		t.Error("nothing was found, and yet there is a list")
	}
	p.press("/") // in the field it is a letter
	p.wait("the letter is there", `field().value === "qqqqqq/"`)
	p.press(kb.Escape)
	p.wait("the search is shut", "!document.querySelector('dialog.search[open]')")
	if !eval[bool](p, `document.activeElement === one("button.find")`) {
		t.Error("the focus is not where it was")
	}
	// A place on the same page: the dialog goes, and the page scrolls.
	p.search("latency takes over")
	if !eval[bool](p, "chosen().pathname === location.pathname") {
		t.Fatalf("the first result is %s", eval[string](p, "chosen().href"))
	}
	p.click("dialog.search [aria-selected=true]")
	p.wait("the section is seen", `!document.querySelector("dialog.search[open]") && location.hash && document.querySelector(location.hash).getBoundingClientRect().top < innerHeight`)
}

func TestSearchIsForEverybody(t *testing.T) {
	source := axe(t)
	for _, lang := range []string{"en", "zh"} {
		t.Run(lang, func(t *testing.T) {
			p := open(t, "/"+lang+"/glossary/", setup{scripts: []string{searchHelpers}})
			eval[any](p, source+"; 0")
			p.search("all-reduce")
			lookAt(p, "search")
			p.window(390, 844)
			p.frames(2)
			if eval[bool](p, "document.documentElement.scrollWidth > innerWidth || one('dialog.search').scrollWidth > innerWidth") {
				t.Error("on a phone it is wider than the window")
			}
		})
	}
}

func TestWithoutScriptsNothingOffersToSearch(t *testing.T) {
	p := open(t, "/en/", setup{noScript: true})
	if eval[bool](p, `one("button.find").checkVisibility({ visibilityProperty: true })`) {
		t.Error("there is a button that does nothing")
	}
}

// What was searched once can be searched without a connection; what cannot be
// had is told.
func TestSearchWithoutTheIndexSaysSo(t *testing.T) {
	p := open(t, "/en/", setup{scripts: []string{searchHelpers}})
	call(p, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/assets/search-en.*.json", Block: true}}})
	p.press("/")
	p.wait("it is told", `told().startsWith("The index cannot be fetched")`)
	call(p, network.SetBlockedURLs, network.SetBlockedURLsParams{})
	p.press(kb.Escape)
	p.wait("it is closed", `!one("dialog.search").open && document.activeElement !== field()`)
	p.search("ring")
}
