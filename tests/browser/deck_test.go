//go:build browser

package browser_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"inflight/scenes"
	"inflight/scenes/report"
)

// listening is what a deck under test notes: what its frames say, by their
// titles.
const listening = `
const heard = (window.heard = []);
addEventListener("message", (e) => {
  const frame = [...document.querySelectorAll("iframe")].find((f) => f.contentWindow === e.source);
  if (frame) heard.push(typeof e.data === "object" ? { from: frame.title, ...e.data } : { from: frame.title, text: e.data });
});
const lastOf = (from, is) => heard.findLast((m) => m.from === from && m.is === is);
const restsAt = (from, t) => { const m = lastOf(from, "time"); return m && !m.playing && Math.abs(m.t - t) < 1e-9; };
const plays = (from) => lastOf(from, "time")?.playing === true;
const frameOf = (title) => one('iframe[title="' + title + '"]');
`

// revealDeck serves a page with reveal.js beside it, from another site than the
// scenes, and opens it.
func revealDeck(t *testing.T, text, query string, s setup) *tab {
	t.Helper()
	dir := modules(t, "reveal.js/dist/reveal.js")
	text = strings.ReplaceAll(text, "https://HOST", origin)
	mux := http.NewServeMux()
	mux.Handle("/node_modules/", http.StripPrefix("/node_modules/", http.FileServer(http.Dir(dir))))
	mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, text)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.scripts = append(s.scripts, listening)
	p := blank(t, s)
	p.host = strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	p.visit(p.host + "/" + query)
	p.wait("the deck is ready", "Reveal.isReady()")
	return p
}

// exampleDeck is the deck that the site publishes to be saved.
func exampleDeck(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../content/decks/reveal.html")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The titles of the frames in that deck.
const ring, pipe = "Ring all-reduce of 4 GPUs", "1F1B pipeline of 4 stages"

func stepTime(t *testing.T, film *report.Film, id string) float64 {
	t.Helper()
	i := slices.IndexFunc(film.Steps, func(s report.Step) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("no step %s", id)
	}
	return film.Steps[i].T
}

// pressIn presses on the middle of a frame, which then has the focus.
func (p *tab) pressIn(title string) {
	p.t.Helper()
	p.frames(10) // presses reach only what has been drawn
	r := p.box(`iframe[title="` + title + `"]`)
	p.tap(r.X+r.W/2, r.Y+r.H/3)
	p.wait("the frame has the focus", `document.activeElement === frameOf("`+title+`")`)
}

func TestRevealGoesThroughStepsAndOn(t *testing.T) {
	p := revealDeck(t, exampleDeck(t), "", setup{width: 1000, height: 700})
	film := compute(t, "en", set("gpus", "4")).panel.Film
	at := func(id string) string { return fmt.Sprintf("restsAt(%q, %v)", ring, stepTime(t, film, id)) }
	if eval[bool](p, `heard.length > 0`) {
		t.Error("a scene has loaded before its slide is shown")
	}
	p.press(kb.PageDown)
	p.wait("the scene stands at its instant", at("rs/0"))
	if got := eval[string](p, `document.activeElement.localName + scrollY`); got != "body0" {
		t.Errorf("focus and scroll: got %s, want body0", got)
	}
	p.press(kb.PageDown)
	p.wait("next plays on to a step", `heard.some((m) => m.is === "time" && m.playing) && `+at("rs/1"))
	p.press(kb.ArrowRight)
	p.wait("next plays on to another", at("ag/0"))
	p.press(kb.PageUp)
	p.wait("previous goes back", at("rs/1"))

	p.pressIn(ring)
	p.wait("a press plays", fmt.Sprintf("plays(%q)", ring))
	p.press(kb.PageDown)
	p.wait("a key in the scene is the deck's", at("ag/0"))
	p.press(kb.ArrowRight)
	p.wait("so are arrows", at("ag/2"))
	if got := eval[int](p, "Reveal.getState().indexf"); got != 2 {
		t.Errorf("fragment %d is shown, want 2", got)
	}
	p.press(".")
	p.wait("the dot blanks the screen", "Reveal.isPaused()")
	p.press(".")
	p.wait("and brings it back", "!Reveal.isPaused()")
	p.press(kb.PageDown)
	p.wait("after the last step comes the next slide, which plays", fmt.Sprintf("Reveal.getState().indexh === 2 && plays(%q)", pipe))
	p.press(kb.PageUp)
	p.wait("previous leaves it, and brings the last step back", `Reveal.getState().indexh === 1 && `+at("ag/2"))
	eval[any](p, "heard.length = 0")
	p.press(kb.PageDown)
	p.wait("it begins again", fmt.Sprintf(`plays(%q) && heard.find((m) => m.from === %[1]q && m.is === "time").t < 0.2 * lastOf(%[1]q, "time").end`, pipe))
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// reveal.js tells frames nothing of a blank screen; the plugin does.
func TestBlankScreenHoldsScenes(t *testing.T) {
	p := revealDeck(t, exampleDeck(t), "#/1", setup{width: 1000, height: 700})
	film := compute(t, "en", set("gpus", "4")).panel.Film
	at := func(id string) string { return fmt.Sprintf("restsAt(%q, %v)", ring, stepTime(t, film, id)) }
	p.wait("the scene stands at its instant", at("rs/0"))
	p.blanks(ring)
	if got := eval[string](p, fmt.Sprintf(`String(plays(%q)) + lastOf(%[1]q, "time").t`, ring)); got != "false0" {
		t.Errorf("a scene that stood has moved: %s", got)
	}
	p.press(kb.PageDown)
	p.wait("it plays on to a step", fmt.Sprintf("plays(%q)", ring))
	p.blanks(ring)
	p.wait("it plays on to its step, and no further", at("rs/1"))

	p.press(kb.End)
	p.press(kb.ArrowLeft)
	p.wait("the slide before the last plays", fmt.Sprintf(`plays(%q) && lastOf(%[1]q, "time").t > 0`, pipe))
	left := p.blanks(pipe)
	p.wait("it plays on from there", fmt.Sprintf(`plays(%q) && heard.filter((m) => m.from === %[1]q && m.is === "time").every((m) => m.t >= %v)`, pipe, left))
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// blanks blanks the screen for a while and says at which instant a scene rested
// then.
func (p *tab) blanks(scene string) (t float64) {
	p.t.Helper()
	p.press("b")
	p.wait("a scene rests while the screen is blank", fmt.Sprintf("Reveal.isPaused() && !plays(%q)", scene))
	t = eval[float64](p, fmt.Sprintf(`lastOf(%q, "time").t`, scene))
	p.frames(30)
	if got := eval[float64](p, fmt.Sprintf(`lastOf(%q, "time").t`, scene)); got != t {
		p.t.Errorf("%s has gone on from %v to %v behind a blank screen", scene, t, got)
	}
	eval[any](p, fmt.Sprintf(`heard.splice(0, heard.length, lastOf(%q, "time"))`, scene))
	p.press("b")
	p.wait("the screen is back", "!Reveal.isPaused()")
	return t
}

// transparent is a deck of which all slides lie in one place, without the plugin.
const transparent = `<!doctype html><meta charset="utf-8"><title>Deck</title>
<link rel="stylesheet" href="node_modules/reveal.js/dist/reveal.css">
<div class="reveal"><div class="slides">
<section><h2>Title</h2></section>
<section><iframe title="open" width="480" height="270" src="https://HOST/en/embed/collective/?gpus=4&controls=none&play=1"></iframe></section>
<section><iframe title="boxed" sandbox="allow-scripts" width="480" height="270" src="https://HOST/en/embed/collective/?gpus=4&controls=none&play=1"></iframe></section>
</div></div>
<script src="node_modules/reveal.js/dist/reveal.js"></script>
<script>Reveal.initialize({ transition: "none", hash: true, preventIframeAutoFocus: false });</script>`

func TestRevealWithoutPlugin(t *testing.T) {
	p := revealDeck(t, transparent, "", setup{width: 800, height: 500})
	p.wait("all frames have loaded", `lastOf("open", "height") && lastOf("boxed", "height")`)
	p.frames(60)
	if got := eval[[]string](p, `heard.filter((m) => m.is === "time" && m.playing).map((m) => m.from)`); len(got) > 0 {
		t.Errorf("%q play on slides that are hidden", got)
	}
	p.press(kb.ArrowRight)
	p.wait("a slide that is shown plays", `plays("open") && lastOf("open", "time").t > 0.01`)
	p.press(kb.ArrowRight)
	p.wait("one that is left rests, the next plays", `!plays("open") && plays("boxed")`)
	left := eval[float64](p, `lastOf("open", "time").t`)
	eval[any](p, `heard.length = 0`)
	p.press(kb.ArrowLeft)
	p.wait("one that comes back begins again", fmt.Sprintf(`plays("open") && heard.find((m) => m.from === "open" && m.is === "time").t < %v`, left))
	p.wait("and the other rests", `!plays("boxed")`)

	p.pressIn("open")
	p.press(kb.PageDown)
	p.wait("keys are the deck's after a press into the scene", "Reveal.getState().indexh === 2")
	if got := eval[int](p, "Reveal.getState().indexh"); got != 2 {
		t.Errorf("one key went to slide %d, want 2", got)
	}

	// What reveal.js says to a frame that is still loading is lost.
	p.visit("about:blank")
	p.visit(p.host + "/#/1")
	p.wait("a deck that opens at a slide plays it", `plays("open")`)
	if eval[bool](p, `plays("boxed")`) {
		t.Error("the hidden slide plays, too")
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// opened is another window that a page has opened.
func (p *tab) opened(what string, is func(*target.Info) bool) *tab {
	p.t.Helper()
	var id target.ID
	p.waitFor(what, func() bool {
		targets, err := chromedp.Targets(p.ctx)
		must(p, err)
		for _, i := range targets {
			if i.Type == "page" && is(i) {
				id = i.TargetID
			}
		}
		return id != ""
	})
	ctx, end := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id))
	p.t.Cleanup(end)
	w := &tab{t: p.t, ctx: ctx, host: p.host, record: p.record}
	must(w, chromedp.Do(ctx))
	eval[any](w, helpers+"; 0")
	return w
}

func TestSpeakerViewActsOnce(t *testing.T) {
	p := revealDeck(t, exampleDeck(t), "#/1", setup{width: 1000, height: 700})
	film := compute(t, "en", set("gpus", "4")).panel.Film
	at := func(id string) string { return fmt.Sprintf("restsAt(%q, %v)", ring, stepTime(t, film, id)) }
	p.wait("the scene stands at its instant", at("rs/0"))
	opener := chromedp.FromContext(p.ctx).Target.TargetID
	p.press("s")
	speaker := p.opened("the speaker's window opens", func(i *target.Info) bool { return i.OpenerID == opener })
	// The copy says the time to nobody; what it shows is asked for within.
	const copies = `[...document.querySelectorAll("iframe")].map((f) => f.contentDocument?.querySelector('iframe[title="` + ring + `"]')?.src ?? "")`
	speaker.wait("the speaker has a copy, which is mute", copies+`.some((src) => src.includes("mute=1") && src.includes("steps=deck"))`)
	if got := eval[[]string](speaker, copies); slices.ContainsFunc(got, func(src string) bool { return src != "" && !strings.Contains(src, "mute=1") }) {
		t.Errorf("copies: got %q, want all mute", got)
	}
	const current = `document.querySelector("#current-slide iframe").contentWindow`
	speaker.wait("the copy follows", current+`.Reveal?.isReady() && `+current+`.Reveal.getState().indexh === 1`)
	speaker.press(kb.PageDown)
	p.wait("the speaker's key goes one step on", `Reveal.getState().indexf === 0 && `+at("rs/1"))
	speaker.wait("the copy is there, too", current+`.Reveal.getState().indexf === 0`)
	p.press(kb.PageDown)
	p.wait("so does one of the audience's window", `Reveal.getState().indexf === 1 && `+at("ag/0"))
	speaker.wait("the copy is there, too", current+`.Reveal.getState().indexf === 1`)
	p.frames(30)
	if got := eval[int](p, "Reveal.getState().indexf"); got != 1 {
		t.Errorf("two keys went to fragment %d, want 1", got)
	}
}

// The deck that the site publishes needs nothing but the site.
func TestOwnDeck(t *testing.T) {
	p := open(t, "/en/decks/tour/#1", setup{width: 900, height: 560})
	p.wait("the first slide is shown", `one(".slide.on").id === "1"`)
	p.press(kb.PageDown)
	p.wait("the second is shown", `location.hash === "#2" && one(".slide.on").id === "2"`)
	if eval[bool](p, `!!document.querySelector("iframe")`) {
		t.Error("a slide that only shows its beginning has brought a stage")
	}
	film := compute(t, "en", set("gpus", "4")).panel.Film
	const here = `one(".slide.on inflight-scene").session`
	stands := func(id string) string {
		return fmt.Sprintf(`!%[1]s.playing && Math.abs(%[1]s.playback.position.t - %[2]v) < 1e-9`, here, stepTime(t, film, id))
	}
	p.press(kb.ArrowRight)
	p.wait("next goes to the first step", `location.hash === "#2.1" && `+stands("rs/2"))
	p.press(kb.PageDown)
	p.wait("and to the second", `location.hash === "#2.2" && `+stands("ag/0"))
	p.press(kb.PageUp)
	p.wait("previous goes back", `location.hash === "#2.1" && `+stands("rs/2"))
	p.press(kb.End)
	p.wait("the last slide plays", `one(".slide.on").id === "6" && `+here+`.playing`)
	p.wait("the stage is there, and the film moves", `!!document.querySelector(".slide.on iframe") && `+here+`.playback.position.t > 0`)
	p.press("b")
	p.wait("it rests while the screen is blank", `!`+here+`.playing`)
	left := eval[float64](p, here+`.playback.position.t`)
	p.press(kb.PageUp)
	p.wait("and plays on from there", fmt.Sprintf(`%s.playing && %[1]s.playback.position.t > %v`, here, left))
	p.press(kb.Home)
	p.wait("one that is left rests", `one(".slide.on").id === "1" && [...document.querySelectorAll("inflight-scene")].every((s) => !s.session.playing)`)
	p.press("b")
	p.wait("b blanks the screen", `getComputedStyle(one("main")).visibility === "hidden"`)
	p.press(kb.PageDown)
	p.wait("any key brings it back where it was", `getComputedStyle(one("main")).visibility === "visible" && one(".slide.on").id === "1"`)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

func TestOwnDeckLeavesFullScreen(t *testing.T) {
	p := open(t, "/en/decks/tour/#2.1", setup{width: 900, height: 560})
	p.wait("a slide with one step is shown", `one(".slide.on").id === "2"`)
	p.press("f")
	p.wait("f fills the screen", `document.fullscreenElement === document.documentElement`)
	p.press(kb.PageDown)
	p.wait("keys go on there", `location.hash === "#2.2"`)
	p.press(kb.Escape)
	p.wait("Escape leaves full screen", `!document.fullscreenElement`)
	if got := eval[string](p, `location.hash + " " + one(".slide.on").id`); got != "#2.2 2" {
		t.Errorf("slide: got %s, want #2.2 2", got)
	}
	p.press(kb.PageDown)
	p.wait("keys go on in the window", `location.hash === "#2.3"`)
	p.press("f")
	p.wait("f fills the screen again", `!!document.fullscreenElement`)
	p.press("f")
	p.wait("and leaves it", `!document.fullscreenElement && location.hash === "#2.3"`)

	// The same with the focus in a scene, after a press on its picture.
	p.press("f")
	p.wait("f fills the screen", `!!document.fullscreenElement`)
	p.click(".slide.on .scene-picture")
	p.press(kb.Escape)
	p.wait("Escape leaves full screen from within a scene", `!document.fullscreenElement && location.hash === "#2.3"`)
	p.press(kb.PageDown)
	p.wait("keys are still the deck's", `location.hash === "#3"`)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// Nothing of a slide lies outside the window, and its picture is no stamp.
func TestOwnDeckFitsItsWindow(t *testing.T) {
	for _, w := range []struct {
		name          string
		width, height int64
		least         float64 // of the window's width, that the picture takes
	}{
		{"beamer", 1920, 1080, 0.6}, {"laptop", 1280, 720, 0.6}, {"phone", 390, 844, 0.75}, {"phone on its side", 844, 390, 0.5},
	} {
		t.Run(w.name, func(t *testing.T) {
			for _, lang := range scenes.Langs {
				p := open(t, "/"+lang+"/decks/tour/", setup{width: w.width, height: w.height, still: true})
				p.wait("the deck is there", `!!one(".slide.on")`)
				for n := range 5 {
					eval[any](p, fmt.Sprintf(`location.hash = "#%d"`, n+2))
					p.wait("a slide is shown", fmt.Sprintf(`one(".slide.on").id === "%d"`, n+2))
					if got := eval[int](p, `one(".slide.on").scrollHeight - innerHeight`); got > 0 {
						t.Errorf("%s, slide %d: %d pixels lie below the window", lang, n+2, got)
					}
					r := p.box(".slide.on .scene-picture")
					if r.W < w.least*float64(w.width) || r.Y < 0 || r.Y+r.H > float64(w.height) {
						t.Errorf("%s, slide %d: the picture is %+v", lang, n+2, r)
					}
				}
			}
		})
	}
}

func TestOwnDeckByFinger(t *testing.T) {
	p := open(t, "/en/decks/tour/", setup{width: 390, height: 844, touch: true})
	p.wait("the deck is there", `!!one(".slide.on")`)
	p.swipe(300, 300, 100, 310)
	p.wait("a finger to the left goes on", `location.hash === "#2"`)
	p.swipe(200, 500, 190, 200)
	p.swipe(300, 300, 100, 310)
	p.wait("and to the next step", `location.hash === "#2.1"`)
	p.swipe(100, 600, 300, 590)
	p.wait("to the right it goes back", `location.hash === "#2"`)
}

// The print view has a page for each step, and on each the picture of that step.
func TestRevealPrintsStills(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip(err)
	}
	p := revealDeck(t, exampleDeck(t), "?view=print", setup{width: 1000, height: 700})
	for end := time.Now().Add(2 * patience); !eval[bool](p, `document.documentElement.dataset.inflight === "stills"`); time.Sleep(time.Second) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for stills: %s", eval[string](p, "state()"))
		}
	}
	yes := true
	printed := call(p, page.PrintToPDF, page.PrintToPDFParams{PrintBackground: &yes, PreferCSSPageSize: &yes})
	file := filepath.Join(t.TempDir(), "deck.pdf")
	if err := os.WriteFile(file, printed.Data, 0o644); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("pdftotext", "-layout", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(strings.TrimRight(string(text), "\f"), "\f")
	want := [][]string{
		{"Three scenes"},
		{"reduce-scatter", "step 1 of 6"}, {"reduce-scatter", "step 2 of 6"}, {"all-gather", "step 4 of 6"}, {"all-gather", "step 6 of 6"},
		{"stage 3", "bubble"}, {"shard 7"},
	}
	if len(pages) != len(want) {
		t.Fatalf("got %d pages, want %d", len(pages), len(want))
	}
	for i, texts := range want {
		said := strings.NewReplacer("‑", "-", "–", "-", "−", "-").Replace(pages[i])
		for _, text := range texts {
			if !strings.Contains(said, text) {
				t.Errorf("page %d does not show %q: %s", i+1, text, said)
			}
		}
	}
	if keep := os.Getenv("INFLIGHT_KEEP"); keep != "" {
		os.WriteFile(filepath.Join(keep, "deck.pdf"), printed.Data, 0o644)
	}
}
