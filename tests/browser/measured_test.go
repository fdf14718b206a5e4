//go:build browser

package browser_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/measured"
	"inflight/scenes/measured/measuredtest"
	"inflight/scenes/trace"
)

const (
	pipelineAlone = "/en/embed/pipeline/"
	fsdpAlone     = "/zh/embed/fsdp/"
)

// fileOf makes a file of the page out of bytes.
const bringing = `
	const fileOf = (name, base64) => new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name);
	function drag(kind, files) {
		const data = new DataTransfer();
		for (const f of files) data.items.add(f);
		one("[data-part=picture]").dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
	}
	function choose(files) {
		const data = new DataTransfer();
		for (const f of files) data.items.add(f);
		const input = one("[data-part=measured-file]");
		input.files = data.files;
		input.dispatchEvent(new Event("change"));
	}
	const hidden = (part) => one("[data-part=" + part + "]").hidden;
	const cells = () => [...document.querySelectorAll("[data-part=measured-rows] tr > *")].map((e) => e.textContent);`

// brought is a file for a page.
type brought struct {
	name string
	text []byte
}

// files are the files as JavaScript.
func files(list ...brought) string {
	var parts []string
	for _, f := range list {
		parts = append(parts, fmt.Sprintf("fileOf(%q, %q)", f.name, base64.StdEncoding.EncodeToString(f.text)))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func zipped(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text)
	_ = z.Close()
	return b.Bytes()
}

func filmOf(t *testing.T, scene string, values ...scenes.Value) scenes.Film {
	t.Helper()
	e, _ := all.Find(scene)
	s := e.New()
	s.Apply(values, true)
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// recorded are the files of all ranks of a job that is slower than a film says.
func recorded(t *testing.T, f scenes.Film, ranks int, slower float64) []brought {
	t.Helper()
	var list []brought
	for rank := range ranks {
		list = append(list, brought{fmt.Sprintf("rank%d.json.gz", rank), zipped(measuredtest.Of(f.Timeline(), rank, ranks, 3, slower).JSON())})
	}
	return list
}

// table is what a page must show of files beside a film.
func table(t *testing.T, lang, scene string, f scenes.Film, step int, list []brought) (texts, notes []string) {
	t.Helper()
	var sources []measured.Source
	for _, b := range list {
		file, err := trace.Read(bytes.NewReader(b.text), measured.Keep)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, measured.Source{Name: b.name, File: file})
	}
	tr, err := measured.Load(sources)
	if err != nil {
		t.Fatal(err)
	}
	if step < 0 {
		step = tr.Usual()
	}
	r := measured.Compare(scene, measured.Predicted(f), tr, step).Report(lang)
	for _, l := range r.Rows {
		texts = append(texts, l.Label, l.Measured, l.Predicted, l.Ratio)
	}
	return texts, r.Notes
}

func (p *tab) tabulates(what string, want []string) {
	p.t.Helper()
	p.waitFor("the table is that of "+what, func() bool { return slices.Equal(eval[[]string](p, "cells()"), want) })
}

// TestATraceIsLaidUnderTheScene drops the files of four ranks, and goes from the
// table through a knob, a step and a zoom to the end.
func TestATraceIsLaidUnderTheScene(t *testing.T) {
	f := filmOf(t, "pipeline")
	ranks := recorded(t, f, 4, 1.25)
	p := open(t, pipelineAlone, setup{width: 900, height: 900, scripts: []string{bringing, keepFiles}})
	eval[any](p, "drag('dragenter', [new File(['x'], 'x')]); 0")
	p.wait("the scene says what may be dropped", `getComputedStyle(one(".scene-drop")).display === "grid"`)
	eval[any](p, "drag('drop', "+files(ranks...)+"); 0")
	want, notes := table(t, "en", "pipeline", f, -1, ranks)
	p.tabulates("four ranks", want)
	if got := eval[[]string](p, `[...one("[data-part=measured-notes]").children].map((e) => e.textContent)`); !slices.Equal(got, notes) {
		t.Errorf("notes %q, want %q", got, notes)
	}
	if eval[string](p, `getComputedStyle(one(".scene-drop")).display`) != "none" {
		t.Error("the scene still says what may be dropped")
	}
	end := f.Timeline().End().Seconds()
	p.wait("the axis is that of the longer one", fmt.Sprintf("session().playback.axis > %v", 1.2*end))
	p.wait("the first spans of both stand over each other", `
		Math.abs(one("[id$='measured.0.0']").getBoundingClientRect().left - one("[data-part=picture]").getBoundingClientRect().left - 152 / 1600 * one("[data-part=picture]").clientWidth) < 2`)
	p.seek(0.5 * end)
	p.wait("the line of the present is where the time is", fmt.Sprintf(`
		Math.abs(one("[data-part=measured-now]").offsetLeft / one("[data-part=picture]").clientWidth - (152 + 1408 * seconds() / session().playback.axis) / 1600) < 0.01 && Math.abs(seconds() - %v) < %v`, 0.5*end, 0.01*end))

	p.enter(entry("stages"), "2")
	half := filmOf(t, "pipeline", set("stages", "2"))
	want, _ = table(t, "en", "pipeline", half, -1, ranks)
	p.tabulates("half as many stages", want)
	p.choose("[data-part=measured-step]", "4")
	want, _ = table(t, "en", "pipeline", half, 4, ranks)
	p.tabulates("another step", want)

	before := eval[string](p, `one("[data-part=measured-svg] text:last-of-type").parentNode.innerHTML.length + one("[data-part=measured-svg]").textContent`)
	eval[any](p, "session().zoom(4); 0")
	p.wait("the lanes are zoomed", fmt.Sprintf(`(one("[data-part=measured-svg] text:last-of-type").parentNode.innerHTML.length + one("[data-part=measured-svg]").textContent) !== %q`, before))

	p.pick("[data-format=svg]")
	p.wait("a picture is saved", "Object.keys(saved).length > 0")
	picture := string(p.saved(eval[string](p, "Object.keys(saved)[0]")))
	if n := strings.Count(picture, "<svg"); n != 3 || !strings.Contains(picture, "measured.0.0") || !strings.Contains(picture, `aria-label="stage 0"`) {
		t.Errorf("the saved picture has %d images, want one of the scene and one of the lanes: %.200s", n, picture)
	}

	p.pick("[data-format=png]")
	p.wait("pixels are saved", "Object.keys(saved).length > 1")
	pixels, err := png.Decode(bytes.NewReader(p.saved(eval[string](p, `Object.keys(saved).find((name) => name.endsWith(".png"))`))))
	if err != nil {
		t.Fatal(err)
	}
	size := pixels.Bounds()
	if size.Dy() <= size.Dx()*9/16+50 {
		t.Errorf("the saved pixels are %v, want the lanes under a picture of 16 to 9", size)
	}
	painted := 0
	for x := range size.Dx() {
		r, g, b, _ := pixels.At(x, (size.Dx()*9/16+size.Dy())/2).RGBA()
		if max(r, g, b)-min(r, g, b) > 0x4000 {
			painted++
		}
	}
	if painted < size.Dx()/4 {
		t.Errorf("%d of %d pixels across the lanes have a colour, want those of spans", painted, size.Dx())
	}

	p.click("[data-part=measured-remove]")
	p.wait("it is gone", `hidden("measured") && hidden("measured-numbers") && session().playback.axis === 0 && document.activeElement === one("[data-part=menu]")`)
	if wrong := p.troubles(); len(wrong) > 0 {
		t.Errorf("the page says %q", wrong)
	}
}

// TestTheMenuBringsATraceByKeys opens the menu, and the choice of files in it, and
// brings a trace that the scene itself has exported, to the page in Chinese.
func TestTheMenuBringsATraceByKeys(t *testing.T) {
	const chosen = `HTMLInputElement.prototype.click = function () { window.asked = this.dataset.part; };`
	p := open(t, fsdpAlone, setup{width: 400, height: 900, scripts: []string{bringing, chosen}})
	eval[any](p, `one("[data-part=menu]").focus()`)
	p.press(kb.Enter)
	eval[any](p, `one("[data-do=trace-open]").focus()`)
	p.press(kb.Enter)
	p.wait("the browser asks for files", `window.asked === "measured-file"`)
	f := filmOf(t, "fsdp")
	own := []brought{{"fsdp.trace.json", trace.JSON(trace.Process{Name: "fsdp", Timeline: f.Timeline()})}}
	eval[any](p, "choose("+files(own...)+"); 0")
	want, _ := table(t, "zh", "fsdp", f, -1, own)
	p.tabulates("the scene's own trace", want)
	for i := 3; i < len(want); i += 4 {
		if want[i] != "1.00" {
			t.Errorf("%s has ratio %s, want 1.00", want[i-3], want[i])
		}
	}
}

// TestWhatIsNoTraceEndsInASentence brings broken files, and a good one after them.
func TestWhatIsNoTraceEndsInASentence(t *testing.T) {
	p := open(t, pipelineAlone, setup{width: 900, height: 900, scripts: []string{bringing}})
	good := recorded(t, filmOf(t, "pipeline"), 1, 1)[0]
	many := "Array.from({ length: 65 }, (_, i) => new File(['[]'], i + '.json'))"
	for what, want := range map[string]string{
		files(brought{"a.json", []byte(`[{"ph":"X","ts":12`)}):             "a.json cannot be read. byte 18: the file ends here",
		files(brought{"a.json", []byte(`<html>`)}):                         "want a trace in JSON",
		files(brought{"a.zip", []byte("PK\x03\x04....")}):                  "a.zip cannot be read. a .zip archive: want the trace in it",
		files(brought{"a.json.gz", good.text[:len(good.text)/2]}):          "the .gz file ends too early",
		files(brought{"a.json", nil}):                                      "an empty file",
		files(brought{"a.json", []byte(`[{"ph":"i","name":"x","ts":1}]`)}): "no span of a GPU or a program",
		many: "65 files: want at most 64",
	} {
		eval[any](p, "choose("+what+"); 0")
		p.wait("it says "+want, fmt.Sprintf(`!hidden("measured-error") && textOf("measured-error-text").includes(%q)`, want))
		if !eval[bool](p, `hidden("measured-busy") && hidden("measured-numbers") && hidden("measured-lanes")`) {
			t.Errorf("beside %q something else is shown", want)
		}
	}
	eval[any](p, "choose("+files(good)+"); 0")
	p.wait("a good one takes its place", `hidden("measured-error") && !hidden("measured-numbers")`)
}

// TestALongFileCanBeCancelled reads a file of a GB, which takes longer than a
// finger to the button; the page goes on meanwhile.
func TestALongFileCanBeCancelled(t *testing.T) {
	p := open(t, pipelineAlone, setup{width: 900, height: 900, scripts: []string{bringing}})
	eval[any](p, `
		const event = new TextEncoder().encode('{"ph":"X","cat":"python_function","name":"f","pid":1,"tid":1,"ts":1,"dur":1},'.repeat(1 << 14));
		choose([new File(["[", ...Array(800).fill(event)], "long.json")]); 0`)
	p.wait("it says how far it is", `!hidden("measured-busy") && textOf("measured-status").includes("long.json") && one("[data-part=measured-progress]").value > 0`)
	if eval[float64](p, `one("[data-part=measured-progress]").value`) > 0.9 {
		t.Skip("this machine reads a GB at once")
	}
	p.click("[data-do=trace-cancel]")
	p.wait("it is gone", `hidden("measured")`)
}

// TestASandboxSaysThatItReadsNoFiles embeds the scene where it may not run a worker.
func TestASandboxSaysThatItReadsNoFiles(t *testing.T) {
	p := open(t, pipelineAlone, setup{width: 900, height: 900, scripts: []string{bringing, `Object.defineProperty(self, "origin", { value: "null" });`}})
	eval[any](p, "drag('drop', [new File(['[]'], 'a.json')]); 0")
	p.wait("it says so", fmt.Sprintf(`!hidden("measured-error") && textOf("measured-error-text") === %q`, measured.Texts("en")["ui.sandbox"]))
}
