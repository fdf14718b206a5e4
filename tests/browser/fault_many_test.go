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
	Documents, Nodes, Listeners int64
	Heap                        float64 // bytes of JavaScript
	Program                     float64 // bytes of the stage's memory
}

func (p *tab) use() use {
	p.t.Helper()
	call(p, performance.Enable, performance.EnableParams{})
	// Twice: what the first frees may hold more.
	call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	p.frames(2)
	call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	c := call(p, memory.GetDOMCounters, cdp.Empty{})
	u := use{Documents: c.Documents, Nodes: c.Nodes, Listeners: c.JsEventListeners}
	for _, m := range call(p, performance.GetMetrics, cdp.Empty{}).Metrics {
		if m.Name == "JSHeapUsedSize" {
			u.Heap = m.Value
		}
	}
	u.Program = eval[float64](p, `document.querySelector("iframe.scene-stage")?.contentWindow.program?.exports.mem.buffer.byteLength ?? 0`)
	return u
}

// levelled checks that a second time of the same left nothing more behind than the
// first, but for a tenth and a little that a browser keeps.
func levelled(t *testing.T, first, second use) {
	t.Helper()
	t.Logf("after once %+v, after twice %+v", first, second)
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
			t.Errorf("%s: got %g the second time, %g the first, want at most %g", c.what, c.second, c.first, most)
		}
	}
}

// program lets a test see the memory of the stage.
const seenProgram = `{
	const make = WebAssembly.instantiate;
	WebAssembly.instantiate = async (...given) => (window.program = await make(...given));
}`

func TestKnobChangesLeaveNothingBehind(t *testing.T) {
	n := rounds(60, 1000)
	p := open(t, alone+"?controls=mini&t=0", setup{scripts: []string{seenProgram}, width: 480, height: 420})
	p.wait("it is live", "live()")
	turn := func() {
		// One change at a time: what comes before an answer would be left out.
		eval[any](p, fmt.Sprintf(`(async () => {
			for (let i = 0; i < %d; i++) {
				const film = new Promise((done) => session().root.addEventListener("scene-time", done, { once: true }));
				session().turn("gpus", String(4 + (i %% 8) * 4), "");
				await film;
			}
		})()`, n))
		p.shows("the last of them", compute(t, "en", set("gpus", fmt.Sprint(4+(n-1)%8*4))))
	}
	turn()
	first := p.use()
	turn()
	levelled(t, first, p.use())
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

// Many scenes share one stage, which goes where the reader is.
func TestManyScenesOnAPage(t *testing.T) {
	many, n := rounds(6, 20), rounds(6, 1000)
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
	pass := func() {
		for i := range n {
			scene := fmt.Sprintf("#copy-%d", i%many)
			eval[any](p, fmt.Sprintf(`one(%q).scrollIntoView({ block: "center", behavior: "instant" })`, scene))
			eval[any](p, fmt.Sprintf(`one("%s [data-do=next]").click()`, scene))
			p.wait("the stage is at "+scene, fmt.Sprintf(`one("%s [data-part=picture]").hasAttribute("data-live")`, scene))
			if stages := eval[int](p, `document.querySelectorAll("iframe").length`); stages != 1 {
				t.Fatalf("got %d stages, want one", stages)
			}
		}
	}
	pass()
	first := p.use()
	pass()
	second := p.use()
	// A frame that becomes the poster may have more nodes than the last.
	first.Nodes, second.Nodes = 0, 0
	levelled(t, first, second)
	for _, i := range []int{many - 1, many - 2, 0} { // the stage has left all but the first of these
		p.bright(t, fmt.Sprintf("#copy-%d", i))
	}
	p.quietBut(t, "")
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
