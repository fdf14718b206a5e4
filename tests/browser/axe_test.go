//go:build browser

package browser_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// axe is the source of axe-core, which tools/setup.sh installs.
func axe(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(modules(t, "axe-core/axe.min.js"), "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// runAxe finds violations of any rule and any impact, one a line. The stage is
// left out: it holds nothing but a canvas, and is inert. Style sheets and films need
// not be fetched again for rules that nobody asks for.
const runAxe = `axe.run(document, { iframes: false, preload: false, resultTypes: ["violations"] }).then(({ violations }) =>
	violations.flatMap((v) => v.nodes.map((n) => v.impact + " " + v.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`

// Each page is looked at in both themes: in one wide, in the other on a phone. Its
// Chinese twin, of the same templates and colours, in a third way. Pages share a tab,
// which has axe before any of them comes.
func TestAxeFindsNothing(t *testing.T) {
	source := axe(t)
	tabs := map[bool]*tab{false: blank(t, setup{scripts: []string{source}}), true: blank(t, setup{scripts: []string{source}})}
	for _, address := range pagesIn(t, folder) {
		t.Run(strings.Trim(address, "/"), func(t *testing.T) {
			twin := strings.HasPrefix(address, "/zh/")
			p := tabs[twin].with(t)
			p.visit(address)
			p.wait("all of the page is laid out", `!document.querySelector("script[src*='/page.']") || document.documentElement.matches(".whole, [data-laid]")`)
			if twin {
				p.examine("page", 390, false)
			} else {
				p.examine("page", 1280, false)
				p.examine("page", 390, true)
			}
			p.forget()
		})
	}
}

func TestAxeFindsNothingBesideAStage(t *testing.T) {
	source := axe(t)
	for _, lang := range []string{"en", "zh"} {
		for _, path := range []string{"/collective/", "/embed/collective/"} {
			t.Run(lang+path, func(t *testing.T) {
				p := open(t, "/"+lang+path, setup{scripts: []string{source}})
				p.click("inflight-scene [data-do=next]")
				p.wait("the scene is live", "live()")
				lookAt(p, "stage")
			})
		}
	}
}

// lookAt runs axe in both themes and in two widths.
func lookAt(p *tab, state string) {
	p.t.Helper()
	for _, width := range []int64{1280, 390} {
		for _, dark := range []bool{false, true} {
			p.examine(state, width, dark)
		}
	}
}

// examine runs axe at a width and in a theme.
func (p *tab) examine(state string, width int64, dark bool) {
	p.t.Helper()
	p.window(width, 900)
	p.media(dark, false)
	p.frames(2)
	for _, v := range eval[[]string](p, runAxe) {
		p.t.Errorf("%s, %d px, dark %t: %s", state, width, dark, strings.ReplaceAll(v, "\n", " "))
	}
}

// frames lets so many frames of the page pass.
func (p *tab) frames(n int) {
	p.t.Helper()
	eval[any](p, fmt.Sprintf("frames(%d)", n))
}
