//go:build browser

package browser_test

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// onPage is where an element is on the page, as shots of a page that is scrolled
// have it.
const onPage = `((e, r = e.getBoundingClientRect()) => ({ X: r.x + scrollX, Y: r.y + scrollY, W: r.width, H: r.height }))`

// contrast is the largest difference between two pixels of an image.
func contrast(img image.Image) float64 {
	b := img.Bounds()
	least, most := [3]float64{255, 255, 255}, [3]float64{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			for i, v := range pixel(img, x, y) {
				least[i], most[i] = min(least[i], v), max(most[i], v)
			}
		}
	}
	return apart(most, least)
}

// control is something that can be pressed or turned.
type control struct {
	Name string
	Box  rect
	Ring bool // shows that it has the focus, itself or its label
}

// controls are those that are seen.
const controls = `[...document.querySelectorAll("header a, header button, inflight-scene :is(button, select, summary, input)")]
	.filter((e) => e.checkVisibility() && !e.disabled && e.offsetWidth > 2)
	.map((e) => {
		e.focus({ focusVisible: true, preventScroll: true });
		const Ring = [e, e.closest("label")].some((x) => {
			const s = x && getComputedStyle(x);
			return s && s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 1;
		});
		e.blur();
		const r = e.getBoundingClientRect();
		return { Name: e.outerHTML.slice(0, 100), Box: { X: r.x, Y: r.y, W: r.width, H: r.height }, Ring };
	})`

func TestForcedColours(t *testing.T) {
	const width, height = 1240, 2600 // all of the page's controls
	p := open(t, explainer, setup{width: width, height: height})
	for _, scheme := range []string{"light", "dark"} {
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: scheme},
		}})
		if !eval[bool](p, `matchMedia("(forced-colors: active)").matches`) {
			t.Fatal("colours are not forced")
		}
		seen := 0
		list := eval[[]control](p, controls)
		all := p.shot(rect{W: width, H: height})
		for _, c := range list {
			at := image.Rect(int(c.Box.X), int(c.Box.Y), int(c.Box.X+c.Box.W), int(c.Box.Y+c.Box.H))
			if !at.In(all.Bounds()) {
				continue
			}
			seen++
			if most := contrast(all.(*image.RGBA).SubImage(at)); most < 100 {
				t.Errorf("%s: %s: a contrast of %g, want something to be seen", scheme, c.Name, most)
			}
			if !c.Ring {
				t.Errorf("%s: %s: nothing shows that it has the focus", scheme, c.Name)
			}
		}
		if seen < 20 {
			t.Errorf("%s: got %d controls, want at least 20", scheme, seen)
			keep(t, "forced", all, all)
		}
	}
	p.quietBut(t, "")
}

// On paper stands the picture of the instant, with its numbers, and nothing that
// can only be pressed; also of a page in the dark.
func TestPrint(t *testing.T) {
	p := open(t, explainer+"?gpus=4&t=0.01", setup{})
	n := compute(t, "en", set("gpus", "4"))
	eval[any](p, `document.documentElement.dataset.theme = "dark"`)
	p.wait("it is live", "live()")
	p.shows("gpus=4", n)
	p.waitFor("the frame is the poster", func() bool { return eval[bool](p, "session().talk.keep()") })
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	for _, s := range []string{"[data-part=landscape] svg", ".scene-metrics", ".scene-checks", "[data-part=caption]", ".prose"} {
		if !eval[bool](p, fmt.Sprintf("one(%q).checkVisibility({ visibilityProperty: true })", s)) {
			t.Errorf("%s is not printed", s)
		}
	}
	if seen := eval[[]string](p, `[...document.querySelectorAll("button, iframe, canvas, [data-part=bar], input[type=range], .skip, .top nav")].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => e.outerHTML.slice(0, 100))`); len(seen) > 0 {
		t.Errorf("printed: %q", seen)
	}
	p.bright(t, "inflight-scene")
	words := eval[string](p, `one("[data-part=landscape] svg").textContent`)
	for word, want := range map[string]bool{"GPU 3": true, "GPU 4": false} {
		if got := strings.Contains(words, word); got != want {
			t.Errorf("the printed picture has %q: %t, want %t", word, got, want)
		}
	}

	pdf := call(p, page.PrintToPDF, page.PrintToPDFParams{}).Data
	text := pdfText(t, pdf)
	for _, s := range append(n.metrics(), eval[string](p, `one("h1").textContent`), "GPU 3") {
		if !strings.Contains(text, s) {
			t.Errorf("the PDF has no %q", s)
		}
	}
	for _, key := range []string{"ui.reset", "ui.preset.choose"} {
		if s := texts(t, "en")[key]; strings.Contains(text, s) {
			t.Errorf("the PDF has the control %q", s)
		}
	}
	p.quietBut(t, "")
}

// pdfText is the text of a PDF, its spaces made one.
func pdfText(t *testing.T, pdf []byte) string {
	t.Helper()
	cmd := exec.Command("pdftotext", "-raw", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	text, err := cmd.Output()
	if err != nil && os.Getenv("CI") != "true" {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}
