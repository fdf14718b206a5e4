//go:build browser

package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/sizing"
)

const calculator = "/en/calculator/"

// reckoned is a setting of the calculator as this process computes it.
func reckoned(lang string, values ...scenes.Value) sizing.Report {
	s := sizing.Entry().New()
	s.Apply(values, false)
	return sizing.New(s, lang)
}

// cells are the texts of both tables, as the page has to show them.
func cells(a *sizing.Answer) []string {
	list := []string{a.Verdict}
	for _, sum := range []sizing.Sum{a.Memory, a.Time} {
		for _, r := range sum.Rows {
			list = append(list, r.Label, r.Text, r.Share)
		}
		list = append(list, sum.Total)
	}
	return list
}

const shownCells = `!document.querySelector(".calculator tfoot") ? [] : ["memory", "time"].reduce((all, sum) => [...all,
	...[...document.querySelectorAll(".calculator[data-wasm] [data-part=" + sum + "] :is(th, td)")].map(e => e.textContent),
	one(".calculator [data-part=" + sum + "-total]").textContent], [one(".calculator [data-part=verdict]").textContent])`

// reckons waits until the page shows the answer to a setting.
func (p *tab) reckons(what string, r sizing.Report) {
	p.t.Helper()
	want := cells(r.Answer)
	p.waitFor("the tables are those of "+what, func() bool { return slices.Equal(eval[[]string](p, shownCells), want) })
}

func TestCalculatorAnswersBeforeItsEngineIsThere(t *testing.T) {
	p := open(t, calculator, setup{})
	p.frames(3)
	p.reckons("the default", reckoned("en"))
	const asked = `performance.getEntriesByType("resource").some((e) => e.name.includes("calculator-worker"))`
	if eval[bool](p, asked) {
		t.Error("a page that nobody has touched asks for the engine")
	}
	p.enter(entry("gpus"), "128")
	p.reckons("gpus=128", reckoned("en", set("gpus", "128")))
	if !eval[bool](p, asked) {
		t.Error("no engine was asked for")
	}
	p.choose("[data-knob=recompute] select", "full")
	both := []scenes.Value{set("gpus", "128"), set("recompute", "full")}
	p.reckons("both", reckoned("en", both...))
	p.wait("the address has the setting", `location.search === "?gpus=128&recompute=full"`)
	p.click(".calculator [data-do=undo]")
	p.reckons("gpus=128", reckoned("en", set("gpus", "128")))
	p.click("[data-knob=gpus] [data-name=reset]")
	p.reckons("the default", reckoned("en"))

	p.visit(calculator + "?gpus=128&recompute=full")
	p.reckons("the link", reckoned("en", both...))
	if got := eval[string](p, `one("`+entry("gpus")+`").value`); got != "128" {
		t.Errorf("the knob says %q after a link with gpus=128", got)
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

func TestCalculatorExplainsWhatDoesNotFit(t *testing.T) {
	p := open(t, calculator+"?gpus=banana&mfu=0.4", setup{})
	good := reckoned("en", set("mfu", "0.4"))
	p.reckons("the value that fits", good)
	problem := `one("[data-knob=gpus] .scene-problem").textContent`
	if got := eval[string](p, problem); !strings.HasPrefix(got, "gpus=banana: want a whole number") {
		t.Errorf("a bad value in the address is told as %q", got)
	}
	p.enter(entry("mfu"), "200%")
	p.wait("the sentence stands beside its knob", `one("[data-knob=mfu] .scene-problem").textContent.startsWith("mfu=200%: want a number")`)
	p.reckons("the last good setting", good)

	p.enter(entry("gpus"), "9")
	p.wait("the refusal is told", `one(".calculator [data-part=refusal]").checkVisibility() && one(".calculator [data-part=refusal]").textContent.startsWith("9 GPUs are no multiple")`)
	p.reckons("the last answer", good)
	p.enter(entry("gpus"), "64")
	p.reckons("the mended setting", good)
	p.wait("nothing is refused", `!one(".calculator [data-part=refusal]").checkVisibility()`)

	// The advice is a setting one press away.
	want := good.Answer.Try
	p.click(".calculator [data-part=try]")
	p.wait("the advice is taken: "+want, `location.search === "?`+want+`"`)
}

// A preset stays chosen, and its source told, until a knob leaves it.
func TestCalculatorKeepsAPreset(t *testing.T) {
	p := open(t, calculator, setup{})
	for _, preset := range sizing.Entry().Presets {
		p.choose(".calculator [data-part=presets]", preset.ID)
		p.reckons(preset.ID, reckoned("en", preset.Values...))
		p.frames(3)
		if got := eval[string](p, `one(".calculator [data-part=presets]").value`); got != preset.ID {
			t.Errorf("%s: the list says %q", preset.ID, got)
		}
		if got := eval[string](p, `one(".calculator [data-part=preset-note]").innerText`); !strings.Contains(got, preset.Source) {
			t.Errorf("%s: its source is not told: %q", preset.ID, got)
		}
	}
	p.enter(entry("gpus"), "128")
	p.wait("it is no preset any more", `one(".calculator [data-part=presets]").value === ""`)
}

// The other language shows the same setting at the same place.
func TestTheOtherLanguageKeepsPlaceAndSetting(t *testing.T) {
	for _, c := range []struct{ page, setting, place string }{
		{"calculator", "model=llama-2-7b&tensor=2", "#calculator"},
		{"pipeline", "schedule=zb-h1", "#memory"},
	} {
		p := open(t, fmt.Sprintf("/en/%s/?%s%s", c.page, c.setting, c.place), setup{})
		p.frames(5)
		// A pointer would scroll there, and the story with it.
		to := eval[string](p, `(() => { const a = one('a[hreflang="zh-Hans"]'); a.dispatchEvent(new Event("pointerdown")); return a.pathname + a.search + a.hash; })()`)
		if !strings.HasPrefix(to, fmt.Sprintf("/zh/%s/?%s", c.page, c.setting)) || !strings.HasSuffix(to, c.place) {
			t.Errorf("%s: leads to %s, want its setting and place", c.page, to)
		}
	}
}

func TestCalculatorWithoutScripts(t *testing.T) {
	p := open(t, "/zh/calculator/", setup{noScript: true})
	for _, text := range cells(reckoned("zh").Answer) {
		if !eval[bool](p, `one("main").innerText.includes(`+quoted(t, text)+`)`) {
			t.Errorf("the page does not say %q", text)
		}
	}
	if n := eval[int](p, `document.querySelectorAll(".calculator.example").length`); n < 3 {
		t.Errorf("%d examples are worked out, want 3", n)
	}
	links := reckoned("zh").Answer.Links
	if len(links) == 0 {
		t.Fatal("the calculator leads to no scene")
	}
	for i, l := range links {
		if got := eval[string](p, fmt.Sprintf(`document.querySelectorAll(".calculator .links a")[%d].search`, i)); got != "?"+l.Query {
			t.Errorf("%s: leads to %s, want ?%s", l.Label, got, l.Query)
		}
	}
	if eval[bool](p, `one(".calculator [data-part=tools]").checkVisibility()`) {
		t.Error("buttons that do nothing are seen")
	}
}

func TestCalculatorIsAccessible(t *testing.T) {
	source := axe(t)
	for _, lang := range []string{"en", "zh"} {
		p := open(t, "/"+lang+"/calculator/", setup{})
		eval[any](p, source+"; 0")
		lookAt(p, lang)
		p.window(1240, 700)
		p.enter(entry("gpus"), "9")
		p.wait("a setting is refused", `one(".calculator [data-part=refusal]").checkVisibility()`)
		lookAt(p, lang+", refused")
	}
}
