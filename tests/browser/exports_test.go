//go:build browser

package browser_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/plan"
	"inflight/scenes/trace"
	"inflight/tests/browser/chromium"
)

// keepFiles keeps what a page saves as window.saved: by name, in base64.
const keepFiles = `
	window.saved = {};
	const blobs = {};
	const address = URL.createObjectURL.bind(URL);
	URL.createObjectURL = (blob) => { const url = address(blob); blobs[url] = blob; return url; };
	HTMLAnchorElement.prototype.click = function () {
		const reader = new FileReader();
		reader.onload = () => (saved[this.download] = reader.result.split(",")[1] ?? "");
		reader.readAsDataURL(blobs[this.href]);
	};`

// pick presses an entry of the scene's menu.
func (p *tab) pick(entry string) {
	p.t.Helper()
	eval[any](p, `one("details.scene-menu:has([data-do=save])").open = true; 0`)
	p.click(entry)
}

// saved is a file that the page has handed to the browser.
func (p *tab) saved(name string) []byte {
	p.t.Helper()
	p.wait(name+" is saved", fmt.Sprintf("saved[%q] !== undefined", name))
	file, err := base64.StdEncoding.DecodeString(eval[string](p, fmt.Sprintf("saved[%q]", name)))
	if err != nil {
		p.t.Fatal(err)
	}
	return file
}

// note waits for a sentence in the menu.
func (p *tab) note(key string, values ...string) {
	p.t.Helper()
	want := texts(p.t, "en")["ui."+key]
	for i, v := range values {
		want = strings.ReplaceAll(want, fmt.Sprintf("{%d}", i), v)
	}
	p.wait("it says: "+want, fmt.Sprintf("textOf(%q) === %q", "copied", want))
}

func TestFilesOfTheMenuAreThoseOfTheCommandLine(t *testing.T) {
	n := compute(t, "en", set("gpus", "4"))
	p := open(t, alone+"?gpus=4&t=0.02", setup{width: 800, height: 800, scripts: []string{keepFiles}})
	p.wait("the scene is live", "live()")
	p.rests()
	json, err := plan.JSON(n.setting, n.film)
	if err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]struct {
		name string
		text []byte
	}{
		"csv":   {"collective.csv", plan.CSV(n.film)},
		"json":  {"collective.json", json},
		"trace": {"collective.trace.json", trace.JSON(trace.Of(n.setting, n.film)...)},
		"svg":   {"collective-20ms.svg", n.standing(t, 0.02)},
	} {
		p.pick("[data-format=" + format + "]")
		if got := p.saved(want.name); !bytes.Equal(got, want.text) {
			t.Errorf("%s: got %d bytes, want %d others: %.200s", format, len(got), len(want.text), got)
		}
		p.note("export.saved", want.name)
	}

	p.pick("[data-format=png]")
	got, err := png.Decode(bytes.NewReader(p.saved("collective-20ms.png")))
	if err != nil {
		t.Fatal(err)
	}
	width := got.Bounds().Dx()
	if width < 1596 || width > 1604 {
		t.Errorf("the PNG is %d pixels wide, want about 1600", width)
	}
	scale := eval[rect](p, inner).W / draw.LandscapeWidth
	want := n.drawn(t, 0.02, draw.Light, width, scale)
	if want.Bounds() != got.Bounds() {
		t.Fatalf("the PNG is %v, want %v", got.Bounds(), want.Bounds())
	}
	if wrong := awayFromEdges(got, want, 2, 8); wrong > 0.001 {
		t.Errorf("%.3g of the PNG's pixels away from edges differ", wrong)
		keep(t, "export-png", got, want)
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// standing is the film at an instant as an SVG that stands alone.
func (n native) standing(t *testing.T, seconds float64) []byte {
	t.Helper()
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	scenes.Draw(n.film, c, scenes.View{Time: instant(seconds), Scale: 1})
	var b bytes.Buffer
	err := svg.Write(&b, c, svg.Options{Outlines: true, Title: scenes.Say("collective.title").Text("en"), Desc: n.film.Caption(instant(seconds)).Text("en")})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A save of a scene that has no stage yet brings it.
func TestSavingBringsTheStage(t *testing.T) {
	n := compute(t, "en")
	p := open(t, alone, setup{width: 800, height: 800, scripts: []string{keepFiles}})
	p.pick("[data-format=csv]")
	if got := p.saved("collective.csv"); !bytes.Equal(got, plan.CSV(n.film)) {
		t.Errorf("got %.100s, want the spans of the default setting", got)
	}
}

func TestSavingWithoutAStageSaysWhy(t *testing.T) {
	p := open(t, alone, setup{width: 800, height: 800, scripts: []string{keepFiles, `HTMLCanvasElement.prototype.getContext = () => null;`}})
	for _, entry := range []string{"[data-format=json]", "[data-format=png]"} {
		p.pick(entry)
		p.note("export.fail")
	}
}

func TestCommandForFilms(t *testing.T) {
	script := `Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } });`
	for query, want := range map[string]string{
		"": "go run ./tools/inflight export collective -out collective.gif",
		"?gpus=4&bandwidth=20GB/s&compare=algo=tree": "go run ./tools/inflight export collective -set gpus=4 -set bandwidth=20GB/s -compare algo=tree -out collective.gif",
	} {
		p := open(t, alone+query, setup{width: 800, height: 800, scripts: []string{script}})
		if query != "" {
			p.wait("the scene is live", "live()")
		}
		p.pick("[data-do=command]")
		p.wait("a command is copied", "window.copied")
		if got := eval[string](p, "copied"); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

// viewer answers as ui.perfetto.dev documents it, and hands what it gets to us.
const viewer = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Viewer</title><script>
	addEventListener("message", (e) => {
		if (e.source !== opener) return;
		if (e.data === "PING") opener.postMessage("PONG", "*");
		else if (e.data.perfetto) fetch("/got?title=" + e.data.perfetto.title, { method: "POST", body: e.data.perfetto.buffer });
	});
</script>`

func TestPerfettoGetsTheTraceOnAPress(t *testing.T) {
	got := make(chan string, 1)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			got <- r.URL.Query().Get("title") + "\n" + string(body)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, viewer)
	}))
	defer server.Close()
	b, stop, err := chromium.Start(context.Background(), chromium.Options{Hosts: "MAP ui.perfetto.dev " + server.Listener.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	n := compute(t, "en")
	p := open(t, alone+"?t=0", setup{browser: b, width: 800, height: 800, scripts: []string{keepFiles}})
	p.wait("the scene is live", "live()") // a press counts for some seconds only
	p.pick("[data-do=perfetto]")
	p.note("export.perfetto.done")
	if got, want := <-got, "collective\n"+string(trace.JSON(trace.Of(n.setting, n.film)...)); got != want {
		t.Errorf("the viewer got %.200s, want %.200s", got, want)
	}
	if files := eval[int](p, "Object.keys(saved).length"); files != 0 {
		t.Errorf("%d files are saved besides, want none", files)
	}
	if p.asked("perfetto") {
		t.Error("the page itself has asked for something of Perfetto")
	}
}

func TestWithoutAWindowTheTraceIsSaved(t *testing.T) {
	n := compute(t, "en")
	want := trace.JSON(trace.Of(n.setting, n.film)...)
	for key, script := range map[string]string{
		"export.perfetto.blocked": `window.open = () => null;`,
		"export.perfetto.silent":  `window.open = () => ({ closed: true, postMessage() {}, close() {} });`,
	} {
		p := open(t, alone, setup{width: 800, height: 800, scripts: []string{keepFiles, script}})
		p.pick("[data-do=perfetto]")
		p.note(key, "collective.trace.json")
		if got := p.saved("collective.trace.json"); !bytes.Equal(got, want) {
			t.Errorf("%s: saved %.100s", key, got)
		}
	}
}
