//go:build browser

package browser_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"inflight/scenes/all"
	"inflight/scenes/draw"
)

// hosted opens a page of another site with a body, in a tab.
func hosted(t *testing.T, body string, s setup) *tab {
	t.Helper()
	const head = `<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"><script>
		const heard = (window.heard = []);
		addEventListener("message", (e) => heard.push(e.data));
		const say = (message) => one("iframe").contentWindow.postMessage(message, "*");
		const last = (is) => heard.findLast((m) => m.is === is);
	</script><body style="margin: 0">`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, head+body)
	}))
	t.Cleanup(server.Close)
	p := blank(t, s)
	// Another port would be another origin; another name is another site, too.
	p.host = strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	p.visit(p.host + "/")
	return p
}

func frame(query string) string {
	return `<iframe sandbox="allow-scripts" width="480" height="420" style="border: 0" src="` + origin + alone + query + `"></iframe>`
}

// inside is the embed in a tab's page: of another site or sandboxed, it is a target
// of its own.
func (p *tab) inside() *tab { return p.insideOf(alone) }

func (p *tab) insideOf(path string) *tab {
	p.t.Helper()
	targets, err := chromedp.Targets(p.ctx)
	must(p, err)
	at := slices.IndexFunc(targets, func(i *target.Info) bool { return i.Type == "iframe" && strings.Contains(i.URL, path) })
	if at < 0 {
		p.t.Fatal("the embed is no target of its own")
	}
	in := &tab{t: p.t, record: &record{asking: map[network.RequestID]string{}}}
	ctx, end := chromedp.NewContext(p.ctx, chromedp.WithTargetID(targets[at].TargetID), chromedp.WithListener(in.hear))
	p.t.Cleanup(end)
	in.ctx = ctx
	must(in, chromedp.Do(ctx))
	call(in, network.Enable, network.EnableParams{})
	call(in, log.Enable, cdp.Empty{})
	eval[any](in, helpers+"; 0")
	return in
}

func TestEmbedOnAnotherSite(t *testing.T) {
	film := compute(t, "en").panel.Film
	p := hosted(t, `<input autofocus id="field"><div style="height: 300px"></div>`+frame("?controls=mini")+`<div style="height: 3000px"></div>`, setup{})
	p.wait("it is ready", `last("ready")`)
	in := p.inside()
	if got := eval[string](in, "self.origin"); got != "null" {
		t.Errorf("the embed has the origin %s, want none in a sandbox", got)
	}
	if got, want := eval[[]string](p, `last("ready").steps.map(s => s.id)`), film.Steps; len(got) != len(want) || got[3] != want[3].ID {
		t.Errorf("steps: got %q, want %d of them", got, len(want))
	}

	eval[any](p, `say({ inflight: 1, do: "play" })`)
	p.wait("it plays", `last("time")?.playing && last("time").t > 0 && last("step")`)
	if got := eval[string](p, `document.activeElement.id`); got != "field" {
		t.Errorf("the focus has gone from the host's field to %q", got)
	}
	if got := eval[float64](p, "scrollY"); got != 0 {
		t.Errorf("the host has scrolled by %g", got)
	}

	eval[any](p, `say("slide:stop")`)
	p.wait("slide:stop pauses it", `last("time").playing === false`)
	eval[any](p, `say("slide:start")`)
	p.wait("slide:start plays it", `last("time").playing === true`)
	eval[any](p, `say({ inflight: 1, do: "pause" })`)
	p.wait("it pauses", `last("time").playing === false`)

	eval[any](p, `say({ inflight: 1, do: "seek", t: "`+film.Steps[5].ID+`" })`)
	p.wait("it is at a step", fmt.Sprintf(`last("time").t === %v && last("step").id === %q`, film.Steps[5].T, film.Steps[5].ID))
	eval[any](p, `say({ inflight: 1, do: "step", by: -1 })`)
	p.wait("it has gone a step back", fmt.Sprintf(`last("time").t === %v`, film.Steps[4].T))
	eval[any](p, fmt.Sprintf(`say({ inflight: 1, do: "seek", t: %g })`, film.End*0.98))
	eval[any](p, `say({ inflight: 1, do: "play" })`)
	p.wait("it ends", `last("ended") && last("time").playing === false`)

	eval[any](p, `say({ inflight: 1, do: "set", knobs: { gpus: 4 } })`)
	four := compute(t, "en", set("gpus", "4")).panel.Film
	p.wait("it has another setting", fmt.Sprintf(`last("time").end === %v`, four.End))
	for _, trouble := range append(p.troubles(), in.troubles()...) {
		t.Error(trouble)
	}
}

// playedByAPress is a host with an embed that a press on its picture plays, and the
// inside of it, which has the keys.
func playedByAPress(t *testing.T) (p, in *tab) {
	t.Helper()
	p = hosted(t, frame("?controls=mini"), setup{})
	p.wait("it is ready", `last("ready")`)
	in = p.inside()
	in.frames(3) // presses reach only what has been drawn
	r := p.box("iframe")
	p.tap(r.X+200, r.Y+100)
	p.wait("a press on the picture plays", `last("time")?.playing && last("time").t > 0`)
	return p, in
}

func TestKeysGoBackToTheHost(t *testing.T) {
	p, _ := playedByAPress(t)
	pressed := func(key string) string {
		return fmt.Sprintf(`heard.some(m => m.is === "key" && m.key === %q)`, key)
	}
	for _, key := range []struct{ press, name string }{{kb.PageDown, "PageDown"}, {kb.PageUp, "PageUp"}, {kb.ArrowUp, "ArrowUp"}, {"f", "f"}, {kb.Escape, "Escape"}} {
		p.press(key.press)
		p.wait(key.name+" comes out", pressed(key.name))
	}
	if got, want := eval[[]string](p, `heard.filter(m => typeof m === "string")`), `{"method":"triggerKey","args":[34]}`; !slices.Contains(got, want) {
		t.Errorf("for reveal.js: got %q, want %s among them", got, want)
	}
	p.press(" ")
	p.wait("Space pauses", `last("time").playing === false`)
	if eval[bool](p, pressed(" ")) {
		t.Error("Space, which the scene has used, comes out, too")
	}
}

// A slide that is left keeps the focus in decks that do not know of frames. What
// nobody sees must not take their keys.
func TestKeysOfASceneOutOfSight(t *testing.T) {
	p, in := playedByAPress(t)
	p.press(kb.Home)
	p.wait("its keys are its own", `heard.some((m) => m.is === "time" && m.t === 0)`)
	eval[any](p, `one("iframe").style.display = "none"`)
	in.wait("it is out of sight", "!inView()")
	for _, key := range []struct{ press, name string }{{kb.ArrowRight, "ArrowRight"}, {" ", " "}, {kb.Home, "Home"}} {
		p.press(key.press)
		p.wait(key.name+" comes out", fmt.Sprintf(`heard.some((m) => m.is === "key" && m.key === %q)`, key.name))
	}
}

// A scene that plays on to a step and goes out of sight says that it rests; a key that
// it has no use for does not let it play past the step.
func TestPlayingToAStep(t *testing.T) {
	film := compute(t, "en").panel.Film
	p, _ := playedByAPress(t)
	eval[any](p, `say("slide:stop")`)
	p.wait("it rests", `!last("time").playing`)
	eval[any](p, `say("slide:start")`)
	p.wait("it plays by its slide", `last("time").playing`)
	eval[any](p, fmt.Sprintf(`(say({ inflight: 1, do: "seek", t: 0 }), say({ inflight: 1, do: "play", to: %q }))`, film.Steps[2].ID))
	p.wait("it plays on", `last("time").playing && last("time").t > 0`)
	p.press("f")
	p.wait("a key that it has no use for comes out", `heard.some((m) => m.is === "key")`)
	p.wait("it rests at the step", fmt.Sprintf(`!last("time").playing && last("time").t === %v`, film.Steps[2].T))
	eval[any](p, fmt.Sprintf(`say({ inflight: 1, do: "play", to: %q })`, film.Steps[4].ID))
	p.wait("it plays on again", fmt.Sprintf(`last("time").playing && last("time").t > %v`, film.Steps[2].T))
	p.press(kb.Home)
	p.wait("keys of its own end the order", fmt.Sprintf(`last("time").playing && last("time").t > %v`, film.Steps[4].T))

	eval[any](p, `one("iframe").style.display = "none"`)
	p.wait("out of sight it says that it rests", `last("time").playing === false`)
}

func TestBadValuesInMessages(t *testing.T) {
	p := hosted(t, frame("?controls=mini&t=0"), setup{width: 500, height: 430})
	p.wait("it is live", `last("time")`)
	values, sentences := badRounds(t)
	for i := range values {
		eval[any](p, fmt.Sprintf(`(heard.length = 0, say({ inflight: 1, do: "set", knobs: %s }))`, quoted(t, values[i])))
		p.wait("an answer comes", `last("error")`)
		got := strings.Split(eval[string](p, `last("error").text`), "\n")
		slices.Sort(got)
		if !slices.Equal(got, sentences[i]) {
			t.Errorf("%q: got %q, want %q", values[i], got, sentences[i])
		}
	}
	for _, message := range []string{
		`null`, `"x"`, `7`, `[]`, `{}`, `{ inflight: 1 }`, `{ inflight: 1, do: 7 }`, `{ inflight: 1, do: "set" }`, `{ inflight: 1, do: "set", knobs: null }`,
		`{ inflight: 1, do: "set", knobs: [] }`, `{ inflight: 1, do: "set", knobs: { nothing: 1 } }`, `{ inflight: 1, do: "seek" }`, `{ inflight: 1, do: "seek", t: NaN }`,
		`{ inflight: 1, do: "seek", t: Infinity }`, `{ inflight: 1, do: "seek", t: -5 }`, `{ inflight: 1, do: "seek", t: 1e300 }`, `{ inflight: 1, do: "seek", t: {} }`,
		`{ inflight: 1, do: "step", by: "x" }`, `{ inflight: 1, do: "step", by: 1e9 }`, `{ inflight: 2, do: "play" }`,
	} {
		eval[any](p, "say("+message+")")
	}
	eval[any](p, `say({ inflight: 1, do: "seek", t: "no such step" })`)
	p.wait("an unknown step is told", `heard.some(m => m.is === "error" && m.text.includes("no such step"))`)
	eval[any](p, `(heard.length = 0, say({ inflight: 1, do: "seek", t: 0.01 }))`)
	p.wait("the scene lives", `last("time")?.t === 0.01`)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// Slidev scales a slide by CSS, Marp by an SVG around it.
func TestDecksThatScaleAreSharpWithTheirRatio(t *testing.T) {
	const scale = 1.9565
	n := compute(t, "en")
	query := "?controls=none&t=" + fmt.Sprint(0.43*n.panel.Film.End)
	const width, height = 782, 440
	share := func(t *testing.T, body string) float64 {
		p := hosted(t, body, setup{})
		p.wait("it is live", `last("time")`)
		p.frames(10)
		got := p.shot(rect{W: width, H: height})
		if dark := darkest(p.shot(rect{W: width + 2, H: height + 2}), 2); dark < 128 {
			t.Errorf("a pixel at the edge has a brightness of %v, want paper", dark)
		}
		want := n.drawn(t, 0.43*n.panel.Film.End, draw.Light, width, 0.25)
		return energy(got) / energy(want)
	}
	frame := func(query string) string {
		return fmt.Sprintf(`<iframe width="400" height="225" style="border: 0" src="%s"></iframe>`, origin+alone+query)
	}
	for name, slide := range map[string]func(frame string) string{
		"Slidev": func(frame string) string {
			return fmt.Sprintf(`<div style="transform: scale(%g); transform-origin: 0 0">%s</div>`, scale, frame)
		},
		"Marp": func(frame string) string { return marp(t, frame, scale) },
	} {
		t.Run(name, func(t *testing.T) {
			blurred, sharp := share(t, slide(frame(query))), share(t, slide(frame(query+"&dpr=3")))
			t.Logf("energy of edges: %.2f without dpr, %.2f with it", blurred, sharp)
			if sharp < 0.8 || sharp < 1.3*blurred {
				t.Errorf("energy of edges: got %.2f with dpr=3 and %.2f without, want 0.8 of a picture drawn for these pixels, and clearly more than without", sharp, blurred)
			}
		})
	}
}

// What Marp shows stands in an SVG, of which Chromium does not say that it is seen.
func TestInViewIsEnoughWhereNobodyKnowsMore(t *testing.T) {
	frame := func(query string) string {
		return fmt.Sprintf(`<iframe width="400" height="225" style="border: 0" src="%s"></iframe>`, origin+alone+query)
	}
	p := hosted(t, marp(t, frame("?controls=none&play=view"), 1), setup{})
	p.wait("what is in view plays", `last("time")?.playing && last("time").t > 0`)
}

// marp is a slide with a frame at its corner, as Marp makes it.
func marp(t *testing.T, frame string, scale float64) string {
	t.Helper()
	const render = `const { Marp } = require("@marp-team/marp-core");
		const { html, css } = new Marp({ html: true, script: false }).render(process.argv[1]);
		console.log("<style>" + css + "</style>" + html);`
	command := exec.Command("node", "-e", render, "--", "---\ntheme: default\nstyle: 'section { padding: 0; display: block; place-content: start; }'\n---\n\n"+frame+"\n")
	command.Env = append(os.Environ(), "NODE_PATH="+modules(t, "@marp-team/marp-core/package.json"))
	var wrong strings.Builder
	command.Stderr = &wrong
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, wrong.String())
	}
	return fmt.Sprintf(`<div style="width: %gpx">%s</div>`, 1280*scale, out)
}

func TestLoaderScriptOnAnotherSite(t *testing.T) {
	p := hosted(t, `<script src="`+origin+`/inflight.js"></script><div style="width: 480px"><inflight-scene name="collective" gpus="4" controls="mini" play></inflight-scene></div>`, setup{})
	four := compute(t, "en", set("gpus", "4")).panel.Film
	p.wait("it plays the setting of its attributes", fmt.Sprintf(`last("time")?.playing && last("time").end === %v`, four.End))
	p.wait("it has the height that it asks for", `Math.abs(one("iframe").offsetHeight - last("height").height) < 1`)
	eval[any](p, `one("inflight-scene").pause()`)
	p.wait("it obeys", `last("time").playing === false`)
	eval[any](p, `(window.pressed = [], document.addEventListener("keydown", (e) => pressed.push(e.key + e.which)))`)
	p.frames(10) // presses reach only what has been drawn
	r := p.box("iframe")
	p.tap(r.X+r.W/2, r.Y+r.H/4)
	p.press(kb.PageDown)
	p.wait("a key that it does not use is the page's", `pressed.join() === "PageDown34"`)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// Frameworks such as Vue and React set a property where an element has one by the
// name of an attribute.
func TestParametersAsProperties(t *testing.T) {
	p := hosted(t, `<script type="module" src="`+origin+`/inflight.js"></script>`, setup{})
	p.wait("the element is known", `customElements.get("inflight-scene")`)
	keys := slices.Collect(maps.Keys(fates))
	for _, e := range all.List() {
		for _, k := range e.New().Knobs() {
			keys = append(keys, k.Key)
		}
	}
	const lost = `.filter((key) => {
		const e = document.createElement("inflight-scene");
		if (!(key in e)) return false;
		e[key] = "x";
		return e.getAttribute(key) !== "x";
	})`
	if got := eval[[]string](p, quoted(t, keys)+lost); len(got) > 0 {
		t.Errorf("%q are lost where they are set as properties", got)
	}
	if !eval[bool](p, `["play", "pause", "seek", "focus"].every((m) => typeof document.createElement("inflight-scene")[m] === "function")`) {
		t.Error("a method is none any more")
	}
}

func TestAddressOfAnEmbed(t *testing.T) {
	steps := compute(t, "zh").panel.Film.Steps
	p := open(t, alone+"?lang=zh&theme=dark&controls=none&still=1&t="+steps[7].ID, setup{})
	p.wait("it speaks the language asked for", `location.pathname.startsWith("/zh/") && document.documentElement.lang.startsWith("zh")`)
	p.waitText("now", steps[7].Time)
	p.wait("a picture stays and no stage", `!document.querySelector("iframe") && one("[data-part=landscape] svg").checkVisibility({ visibilityProperty: true })`)
	if got := eval[string](p, `getComputedStyle(document.documentElement).colorScheme + " " + document.documentElement.dataset.theme`); !strings.Contains(got, "dark") {
		t.Errorf("theme: got %q, want dark", got)
	}
	if eval[bool](p, `[...document.querySelectorAll("[data-part=bar], .scene-more")].some((e) => e.checkVisibility())`) {
		t.Error("controls are seen")
	}
	// Part of the film, again and again, at a speed.
	film := compute(t, "en", set("gpus", "4")).panel.Film
	p.visit(fmt.Sprintf("%s?gpus=4&play=1&loop=1&speed=0.05&start=%g&end=%g", alone, film.End/4, film.End/2))
	eval[any](p, `instants = [], addEventListener("scene-time", () => instants.push(seconds()), true)`)
	p.wait("the part has been played and begun again", "instants.some((t, i) => i > 0 && t < instants[i - 1])")
	for _, at := range eval[[]float64](p, "instants") {
		if at < film.End/4-1e-12 || at > film.End/2+1e-12 {
			t.Errorf("got the instant %g, want %g to %g", at, film.End/4, film.End/2)
		}
	}
	if got := eval[float64](p, "speed()"); got != 0.05 {
		t.Errorf("speed: got %g, want 0.05", got)
	}
}
