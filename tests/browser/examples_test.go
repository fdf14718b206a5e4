//go:build browser

package browser_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var fence = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

// Every example of the page on embedding does what it is there for, as it stands.
func TestExamplesOfEmbeddingRun(t *testing.T) {
	text, err := os.ReadFile("../../content/en/embed.md")
	if err != nil {
		t.Fatal(err)
	}
	all := compute(t, "en", set("gpus", "64")).panel.Film.End
	tree := compute(t, "en", set("gpus", "64"), set("algo", "tree")).panel.Film.End
	var p *tab
	html, js := 0, 0
	for _, x := range fence.FindAllStringSubmatch(string(text), -1) {
		source := strings.ReplaceAll(x[2], "https://HOST", origin)
		switch {
		case strings.Contains(source, "InflightReveal"):
			slides := strings.Split(source, "<script")[0]
			p = revealDeck(t, `<!doctype html><title>Deck</title><link rel="stylesheet" href="node_modules/reveal.js/dist/reveal.css"><div class="reveal"><div class="slides">`+
				slides+`</div></div><script src="node_modules/reveal.js/dist/reveal.js"></script>`+strings.TrimPrefix(source, slides), "", setup{width: 1000, height: 700})
			p.wait("the slide has a fragment for each step", `document.querySelectorAll(".fragment").length === 3 && heard.some((m) => m.is === "ready")`)
			html++
		case x[1] == "html":
			p = hosted(t, `<div id="caption"></div>`+strings.ReplaceAll(source, "data-src", "src"), setup{width: 1000, height: 800})
			p.wait("the scene of "+source+" is there", `last("ready")`)
			html++
			if strings.Contains(source, "onclick") {
				eval[any](p, `document.querySelectorAll("button")[0].click()`)
				p.wait("its button goes to a step", `last("step")?.id === "ag/0"`) // of the ring; the trees have none
				eval[any](p, `document.querySelectorAll("button")[1].click()`)
				p.wait("its button turns knobs", fmt.Sprintf(`last("time")?.end === %v`, tree))
			}
		case strings.Contains(source, "frame.contentWindow"):
			eval[any](p, `(heard.length = 0, frame = one("iframe"), ring.set({ algo: "ring" }))`)
			eval[any](p, source+"; 0")
			p.wait("messages turn knobs", fmt.Sprintf(`last("film")?.end === %v || last("time")?.end === %[1]v`, all))
			js++
		case x[1] == "js":
			eval[any](p, source+"; ring.step(-1); 0")
			p.wait("a report comes as an event", `one("#caption").textContent !== ""`)
			js++
		}
	}
	if html != 6 || js != 2 {
		t.Errorf("got %d examples in HTML and %d in JavaScript, want 6 and 2", html, js)
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}
