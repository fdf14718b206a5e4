//go:build browser

package browser_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/performance"
)

// rounds is how often something is done again: more with INFLIGHT_SOAK set, which
// then takes its time.
func rounds(usual, soak int) int {
	if os.Getenv("INFLIGHT_SOAK") == "" {
		return usual
	}
	deadline = time.Hour
	return soak
}

// use is what a page holds after its garbage has been collected.
type use struct {
	Documents, Listeners int64
	Shown                int64   // nodes of the page's document
	Nodes                int64   // all others: of the stage, of controls, and those that nobody shows any more
	Heap                 float64 // bytes of JavaScript
	Program              float64 // bytes of the stage's memory
}

func (p *tab) use() use {
	p.t.Helper()
	call(p, performance.Enable, performance.EnableParams{})
	// Twice: what the first frees may hold more.
	call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	p.frames(2)
	call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	c := call(p, memory.GetDOMCounters, cdp.Empty{})
	u := use{Documents: c.Documents, Listeners: c.JsEventListeners}
	u.Shown = eval[int64](p, `(() => {
		const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
		let n = 1;
		while (walker.nextNode()) n++;
		return n;
	})()`)
	u.Nodes = c.Nodes - u.Shown
	for _, m := range call(p, performance.GetMetrics, cdp.Empty{}).Metrics {
		if m.Name == "JSHeapUsedSize" {
			u.Heap = m.Value
		}
	}
	u.Program = eval[float64](p, `document.querySelector("iframe.scene-stage")?.contentWindow.program?.exports.mem.buffer.byteLength ?? 0`)
	return u
}

// levelled checks that twice as much of the same left nothing more behind than the
// first half, but for a tenth and a little that a browser keeps.
func levelled(t *testing.T, first, second use) {
	t.Helper()
	for _, c := range []struct {
		what          string
		first, second float64
		more          float64
	}{
		{"documents", float64(first.Documents), float64(second.Documents), 2},
		{"nodes", float64(first.Nodes), float64(second.Nodes), 100},
		{"listeners", float64(first.Listeners), float64(second.Listeners), 100},
		{"bytes of JavaScript", first.Heap, second.Heap, 1 << 20},
		{"bytes of the stage", first.Program, second.Program, 8 << 20}, // Go takes four megabytes at a time
	} {
		if most := 1.1*c.first + c.more; c.second > most {
			t.Errorf("%s: got %g in the end, %g half-way, want at most %g", c.what, c.second, c.first, most)
		}
	}
}

// program lets a test see the memory of the stage.
const seenProgram = `{
	const make = WebAssembly.instantiate;
	WebAssembly.instantiate = async (...given) => (window.program = await make(...given));
}`

func TestKnobChangesLeaveNothingBehind(t *testing.T) {
	hundreds, n := rounds(2, 10), rounds(60, 100)
	p := open(t, alone+"?controls=mini&t=0", setup{scripts: []string{seenProgram}, width: 480, height: 420})
	p.wait("it is live", "live()")
	var uses []use
	for i := range hundreds {
		// One change at a time: what comes before an answer would be left out.
		eval[any](p, fmt.Sprintf(`(async () => {
			for (let i = 0; i < %d; i++) {
				const film = new Promise((done) => session().root.addEventListener("scene-time", done, { once: true }));
				session().turn("gpus", String(4 + (i %% 8) * 4), "");
				await film;
			}
		})()`, n))
		p.shows("the last of them", compute(t, "en", set("gpus", fmt.Sprint(4+(n-1)%8*4))))
		uses = append(uses, p.use())
		t.Logf("after %d changes %+v", n*(i+1), uses[i])
	}
	levelled(t, uses[hundreds/2-1], uses[hundreds-1])
	p.quietBut(t, "")
}

// gather puts copies of the scenes of five pages into one, each under a heading.
const gather = `(async (names, copies) => {
	const scenes = [];
	for (const name of names) {
		const page = new DOMParser().parseFromString(await (await fetch("/en/" + name + "/")).text(), "text/html");
		scenes.push(page.querySelector("inflight-scene"));
	}
	const main = document.querySelector("main");
	main.className = "plain";
	main.replaceChildren();
	for (let i = 0; i < copies; i++) {
		const scene = document.importNode(scenes[i % scenes.length], true);
		scene.id = "copy-" + i;
		scene.setAttribute("mode", "figure");
		scene.setAttribute("controls", "mini");
		const room = document.createElement("div");
		room.style.cssText = "width: 640px; margin: 0 auto 300px";
		room.append(scene);
		main.append(room);
	}
	return main.querySelectorAll("inflight-scene").length;
})`

var sceneNames = []string{"collective", "pipeline", "fsdp", "flash", "paged"}

// Many scenes share one stage, which goes where the reader is. A pass goes down the
// page and up again, a step forth in each scene and then back: each leaves the same
// pictures behind.
func TestManyScenesOnAPage(t *testing.T) {
	many, passes := rounds(5, 20), rounds(2, 26)
	p := manyScenes(t, many)
	visit := func(i int, do string) {
		scene := fmt.Sprintf("#copy-%d", i)
		eval[any](p, fmt.Sprintf(`one(%q).scrollIntoView({ block: "center", behavior: "instant" })`, scene))
		eval[any](p, fmt.Sprintf(`one("%s [data-do=%s]").click()`, scene, do))
		p.wait("the stage is at "+scene, fmt.Sprintf(`one("%s [data-part=picture]").hasAttribute("data-live")`, scene))
		if stages := eval[int](p, `document.querySelectorAll("iframe").length`); stages != 1 {
			t.Fatalf("got %d stages, want one", stages)
		}
	}
	var uses []use
	for pass := range passes {
		for i := range many {
			visit(i, "next")
		}
		for i := range many {
			visit(many-1-i, "previous")
		}
		uses = append(uses, p.use())
		t.Logf("after %d visits %+v", 2*many*(pass+1), uses[pass])
	}
	levelled(t, uses[passes/2-1], uses[passes-1])
	for _, i := range []int{many - 1, many - 2, 0} { // the stage has left all but the last of these
		p.bright(t, fmt.Sprintf("#copy-%d", i))
	}
	p.quietBut(t, "")
}

// manyScenes is a page with so many scenes.
func manyScenes(t *testing.T, many int) *tab {
	p := open(t, "/en/glossary/", setup{scripts: []string{seenProgram}, width: 800, height: 600})
	// The page's own script is that of pages with scenes.
	eval[any](p, `fetch("/en/collective/").then((r) => r.text()).then((text) => {
		for (const made of new DOMParser().parseFromString(text, "text/html").querySelectorAll("script[src*='/scene.']")) {
			const e = document.createElement(made.localName);
			for (const a of made.attributes) e.setAttribute(a.name, a.value);
			document.head.append(e);
		}
	})`)
	if got := eval[int](p, gather+"("+quoted(t, sceneNames)+", "+fmt.Sprint(many)+")"); got != many {
		t.Fatalf("got %d scenes, want %d", got, many)
	}
	p.wait("they have come to life", `[...document.querySelectorAll("inflight-scene")].every((e) => e.session)`)
	return p
}

// bright checks that the picture of a scene is no black or empty box.
func (p *tab) bright(t *testing.T, scene string) {
	t.Helper()
	eval[any](p, fmt.Sprintf(`one("%s [data-part=picture]").scrollIntoView({ block: "center", behavior: "instant" })`, scene))
	r := eval[rect](p, fmt.Sprintf(`%s(one("%s [data-part=picture]"))`, onPage, scene))
	img := p.shot(r)
	if corner := pixel(img, img.Bounds().Min.X+16, img.Bounds().Min.Y+16); corner[0] < 200 || contrast(img) < 100 {
		t.Errorf("%s: a corner of colour %v and a contrast of %g, want a picture on light paper", scene, corner, contrast(img))
		keep(t, strings.Trim(scene, "#"), img, img)
	}
}
