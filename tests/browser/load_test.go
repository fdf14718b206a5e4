//go:build browser

package browser_test

import (
	"slices"
	"strings"
	"testing"
)

// shifts notes what moves by itself while a page loads and lives, and how far.
const shifts = `const shifted = [];
const words = (n) => n && (n.dataset?.part ?? n.id ?? "") + " " + (n.className ?? "") + " " + n.nodeName + " " + (n.textContent ?? "").trim().slice(0, 30);
new PerformanceObserver((list) => {
  for (const e of list.getEntries())
    shifted.push(e.value.toFixed(4) + ": " + e.sources.map((s) => words(s.node) + " from " + JSON.stringify(s.previousRect) + " to " + JSON.stringify(s.currentRect)).join("; "));
}).observe({ type: "layout-shift", buffered: true });
const progress = [];
addEventListener("DOMContentLoaded", () => {
  const bar = document.querySelector("[data-part=progress]");
  if (bar) new MutationObserver(() => progress.push([bar.value, bar.max])).observe(bar, { attributes: true });
});`

func TestPosterComesFirstAndNothingShifts(t *testing.T) {
	p := open(t, explainer, setup{scripts: []string{shifts}})
	p.wait("all of the page is laid out", `document.documentElement.matches(".whole, [data-laid]")`)
	if p.asked(".wasm") || p.asked("/stage/") {
		t.Error("the page asks for the stage before anybody wants it")
	}
	if !eval[bool](p, `one("[data-part=landscape] svg").checkVisibility({ visibilityProperty: true })`) {
		t.Error("the poster is not seen")
	}
	before := eval[map[string][4]float64](p, layout)
	p.click("[data-do=next]")
	p.wait("the scene is live", "live()")
	p.rests()
	for name, got := range eval[map[string][4]float64](p, layout) {
		if want := before[name]; got != want {
			t.Errorf("%s is at %v, before the stage %v", name, got, want)
		}
	}
	if eval[bool](p, `one("[data-part=landscape]").checkVisibility({ visibilityProperty: true })`) {
		t.Error("the poster is still seen")
	}
	if !eval[bool](p, `one("iframe.scene-stage").checkVisibility({ visibilityProperty: true })`) {
		t.Error("the stage is not seen")
	}
	for _, shift := range eval[[]string](p, "shifted") {
		t.Errorf("layout shift of %s", shift)
	}
	size := eval[float64](p, `Number(one("inflight-scene").dataset.size)`)
	bytes := eval[[][2]float64](p, "progress")
	if !slices.ContainsFunc(bytes, func(b [2]float64) bool { return b[0] > 0 && b[1] == size }) {
		t.Errorf("progress: got %v, want bytes of %g", bytes, size)
	}
	if !p.asked(".wasm") {
		t.Error("the stage came without its program: the test sees no requests")
	}
}

// layout is where the parts of the scene and the headings are in the page.
const layout = `Object.fromEntries([...document.querySelectorAll("inflight-scene [data-part], h1, h2")]
	.filter((e) => e.checkVisibility() && !e.closest("[data-part=loading], [data-part=ticks], [data-part=time]"))
	.map((e) => [e.dataset.part ?? e.textContent, e.getBoundingClientRect()])
	.map(([name, r]) => [name, [r.left, r.top + scrollY, r.width, r.height]]))`

func TestWithoutWebAssemblyOrWebGL(t *testing.T) {
	for _, c := range []struct{ name, script, text string }{
		{"WebAssembly", "delete globalThis.WebAssembly", "ui.fail.no-wasm"},
		{"WebGL", `const get = HTMLCanvasElement.prototype.getContext;
			HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind.startsWith("webgl") ? null : get.call(this, kind, ...more); }`, "ui.fail.no-webgl"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, explainer, setup{scripts: []string{c.script}})
			p.click("[data-do=toggle]")
			p.wait("an error is seen", `one("[data-part=error]").checkVisibility()`)
			if got, want := eval[string](p, `textOf("error-text")`), texts(t, "en")[c.text]; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if live := eval[bool](p, "live() || !!document.querySelector('iframe')"); live {
				t.Error("there is a stage")
			}
			if eval[bool](p, "playing()") {
				t.Error("it claims to play")
			}
			p.readable(t)
			for _, trouble := range p.troubles() {
				t.Error(trouble)
			}
		})
	}
}

// readable checks what must stand in the page without a stage.
func (p *tab) readable(t *testing.T) {
	t.Helper()
	n := compute(t, "en")
	for _, part := range []string{`[data-part=landscape] svg`, `.scene-metrics`, `.scene-checks`, `[data-part=caption]`, `.prose`} {
		if !eval[bool](p, "one(`"+part+"`).checkVisibility({ visibilityProperty: true })") {
			t.Errorf("%s is not seen", part)
		}
	}
	if got := eval[[]string](p, shownMetrics); !slices.Equal(got, n.metrics()) {
		t.Errorf("metrics: got %q, want %q", got, n.metrics())
	}
}

func TestWithoutScripts(t *testing.T) {
	p := open(t, explainer, setup{noScript: true})
	p.readable(t)
	if eval[bool](p, `[...document.querySelectorAll("[data-part=bar], .scene-knob input, .scene-knob select, [data-part=presets]")].some(e => e.checkVisibility())`) {
		t.Error("controls that do nothing are seen")
	}
	if !eval[bool](p, `[...document.querySelectorAll("[data-knob=gpus] noscript")].every(e => e.checkVisibility() && e.textContent === "8")`) {
		t.Error("the value of gpus is not seen")
	}
	p.click("[data-part=steps] summary")
	if !eval[bool](p, `one("[data-part=step-list]").checkVisibility()`) {
		t.Error("the steps are not seen")
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// Each page explains without a script: its prose, its posters with their numbers,
// and its tables stand there, and nothing that would do nothing.
func TestEveryPageCanBeReadWithoutScripts(t *testing.T) {
	tab := blank(t, setup{noScript: true})
	for _, address := range pagesIn(t, folder) {
		if address == "/" { // leads on at once: there is nothing to read
			continue
		}
		t.Run(strings.Trim(address, "/"), func(t *testing.T) {
			p := tab.with(t)
			p.visit(address)
			for _, fault := range eval[[]string](p, unreadable) {
				t.Error(fault)
			}
			for _, trouble := range p.troubles() {
				t.Error(trouble)
			}
			p.forget()
		})
	}
}

// unreadable says what of a page cannot be read.
const unreadable = `(() => {
	const faults = [], shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
	const all = (selector) => [...document.querySelectorAll(selector)];
	const say = (fault, e) => faults.push(fault + ": " + e.outerHTML.slice(0, 90));
	if (document.body.innerText.trim().length < 30) faults.push("there is hardly a text");
	// A narrow table of checks has no room for the head of its labels.
	for (const e of all("main p, main li, main h1, main h2, main h3, main td, main th"))
		if (e.textContent.trim() && !e.closest("inflight-scene, noscript, details:not([open]), [hidden]") && !e.matches(".checks thead :first-child") && !shown(e)) say("not seen", e);
	for (const e of all("inflight-scene")) {
		const [wide, high] = ["landscape", "portrait"].map((f) => e.querySelector("[data-part=" + f + "] svg"));
		if (!(wide && shown(wide)) && !(high && shown(high))) say("no poster", e);
		if (e.getAttribute("controls") === "full" && !all(".scene-metrics td").some(shown)) say("no numbers", e);
	}
	// The table of a measured trace waits for a file.
	for (const e of all("main table")) if (!e.closest("[data-part=measured-numbers]") && (!e.querySelector("td") || e.closest("[hidden]"))) say("an empty table", e);
	for (const e of all("main :is(button, input, select):not([disabled])")) if (shown(e)) say("a control that does nothing", e);
	return faults;
})()`

func TestWithoutMotionItStandsAtTheTellingInstant(t *testing.T) {
	p := open(t, alone+"?play=1", setup{still: true})
	film := compute(t, "en").panel.Film
	p.frames(5)
	if eval[bool](p, "playing()") {
		t.Error("it plays")
	}
	p.waitText("now", film.TimeText)
	if got := p.time(); got != film.Telling {
		t.Errorf("got %g s, want the telling instant %g", got, film.Telling)
	}
	// Steps still work, and between them nothing moves.
	p.click("[data-do=next]")
	p.wait("the scene is live", "live()")
	p.rests()
	if p.time() <= film.Telling {
		t.Errorf("a step forth: got %g s, want more than %g", p.time(), film.Telling)
	}
	p.click("[data-do=toggle]")
	p.waitText("now", film.Steps[eval[int](p, "session().playback.position.step")].Time)
}
