//go:build browser

package browser_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"inflight/scenes"
)

// shows waits until the page has the metrics of a setting.
func (p *tab) shows(what string, n native) {
	p.t.Helper()
	want := n.metrics()
	p.waitFor("the metrics are those of "+what, func() bool { return slices.Equal(eval[[]string](p, shownMetrics), want) })
}

func entry(key string) string { return "[data-knob=" + key + "] input[type=text]" }

func TestTypedValues(t *testing.T) {
	p := open(t, explainer, setup{})
	for _, v := range []scenes.Value{set("gpus", "16"), set("bytes", "1GiB"), set("bandwidth", "25GB/s"), set("latency", "10us")} {
		p.enter(entry(v.Key), v.Text)
		p.shows(v.Key+"="+v.Text, compute(t, "en", v))
		p.click("[data-knob=" + v.Key + "] [data-name=reset]")
		p.shows("the page", compute(t, "en"))
	}
}

func TestBadValueIsExplainedBesideItsKnob(t *testing.T) {
	p := open(t, explainer, setup{})
	good := compute(t, "en", set("gpus", "16"))
	p.enter(entry("gpus"), "16")
	p.shows("gpus=16", good)
	for _, text := range []string{"banana", "1", "1e400", "-3"} {
		p.enter(entry("gpus"), text)
		want := compute(t, "en", set("gpus", text)).problems[0].Text("en")
		p.waitFor("the sentence stands beside the knob: "+want, func() bool {
			return eval[string](p, `one("[data-knob=gpus] .scene-problem").textContent`) == want
		})
		if !eval[bool](p, `one("[data-knob=gpus] .scene-problem").checkVisibility() && one("`+entry("gpus")+`").getAttribute("aria-invalid") === "true"`) {
			t.Errorf("gpus=%s: the sentence is not seen, or the entry not marked", text)
		}
		p.frames(3)
		p.shows("the last good setting", good)
		if got := eval[string](p, `one("`+entry("gpus")+`").value`); got != text {
			t.Errorf("got %q in the entry, want %q to be mended", got, text)
		}
	}
	p.enter(entry("gpus"), "32")
	p.shows("gpus=32", compute(t, "en", set("gpus", "32")))
	if eval[bool](p, `one("[data-knob=gpus] .scene-problem").checkVisibility()`) {
		t.Error("the sentence stays after a good value")
	}
}

func TestResetUndoAndPresets(t *testing.T) {
	p := open(t, explainer, setup{})
	page := compute(t, "en")
	p.enter(entry("gpus"), "16")
	p.shows("gpus=16", compute(t, "en", set("gpus", "16")))
	p.choose("[data-knob=op] select", "all-gather")
	both := compute(t, "en", set("gpus", "16"), set("op", "all-gather"))
	p.shows("both", both)
	p.click("[data-part=undo]")
	p.shows("gpus=16", compute(t, "en", set("gpus", "16")))
	p.press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.shows("the page", page)
	p.choose("[data-knob=op] select", "all-gather")
	p.enter(entry("gpus"), "16")
	p.shows("both", both)
	p.click("[data-part=reset]")
	p.shows("the page", page)

	presets := page.setting.Entry.Presets
	if len(presets) == 0 {
		t.Fatal("the scene has no presets")
	}
	for _, preset := range presets {
		p.choose("[data-part=presets]", preset.ID)
		p.shows("preset "+preset.ID, compute(t, "en", preset.Values...))
	}
	if note := eval[string](p, `textOf("preset-note")`); note == "" {
		t.Error("the preset does not say where it comes from")
	}
	p.click("[data-part=undo]")
	p.shows("the preset before", compute(t, "en", presets[len(presets)-2].Values...))
}

func TestAddressFollowsAndAReloadComesBack(t *testing.T) {
	p := open(t, explainer, setup{})
	p.enter(entry("gpus"), "12")
	p.choose("[data-knob=op] select", "all-gather")
	want := compute(t, "en", set("gpus", "12"), set("op", "all-gather"))
	p.shows("the setting", want)
	p.seek(0.4 * want.panel.Film.End)
	p.wait("the address has the setting", `/gpus=12/.test(location.search) && /op=all-gather/.test(location.search) && /\bt=/.test(location.search) && /\bv=1/.test(location.search)`)
	p.rests()
	p.waitFor("the address has the instant", func() bool {
		return near(eval[float64](p, `Number(new URLSearchParams(location.search).get("t"))`), p.time())
	})
	now, caption := eval[string](p, `textOf("now")`), eval[string](p, `textOf("caption")`)

	p.visit(eval[string](p, "location.href"))
	p.wait("the scene is live", "live()")
	p.shows("the setting", want)
	p.waitText("now", now)
	p.waitText("caption", caption)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// bad are texts that no knob takes, or only few. Each knob must get 20 of them.
var bad = []string{
	"", " ", "x", "NaN", "Inf", "-Inf", "-1", "1e400", "-1e400", "1,5", "1..2", "--1", "1 2", "1 parsec", "１２", "💥",
	"null", "undefined", "<script>alert(1)</script>", "'\"><img src=x onerror=alert(1)>", "%s%n", "../../etc", strings.Repeat("9", 400),
	strings.Repeat("x", 5000), "\x00", "1\n2",
}

// badFor are 20 values that do not fit a knob, and the sentence for each.
func badFor(t *testing.T, key string) (texts, sentences []string) {
	t.Helper()
	for _, text := range bad {
		if n := compute(t, "en", set(key, text)); len(n.problems) > 0 && len(texts) < 20 {
			texts, sentences = append(texts, text), append(sentences, n.problems[0].Text("en"))
		}
	}
	if len(texts) < 20 {
		t.Fatalf("%s: got %d values that do not fit, want 20", key, len(texts))
	}
	return texts, sentences
}

// badRounds are 20 settings in which no value fits, and the sentences for each, in
// alphabetical order.
func badRounds(t *testing.T) (values []map[string]string, sentences [][]string) {
	t.Helper()
	values, sentences = make([]map[string]string, 20), make([][]string, 20)
	for _, k := range compute(t, "en").panel.Knobs {
		texts, said := badFor(t, k.Key)
		for i := range values {
			if values[i] == nil {
				values[i] = map[string]string{}
			}
			values[i][k.Key] = texts[i]
			sentences[i] = append(sentences[i], said[i])
		}
	}
	for _, s := range sentences {
		slices.Sort(s)
	}
	return values, sentences
}

func TestBadValuesInTheAddress(t *testing.T) {
	page := compute(t, "en")
	p := blank(t, setup{width: 400, height: 300})
	values, sentences := badRounds(t)
	for i := range values {
		query := url.Values{}
		for key, text := range values[i] {
			query.Set(key, text)
		}
		p.visit(alone + "?controls=mini&" + query.Encode())
		p.waitFor("the page says a sentence for each of "+query.Encode(), func() bool {
			got := eval[[]string](p, `[...document.querySelectorAll("[data-part=problems] li")].map(e => e.textContent)`)
			slices.Sort(got)
			return slices.Equal(got, sentences[i])
		})
		p.wait("the scene is live", "live()")
		p.shows("the default", page)
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}
