//go:build browser

package browser_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"inflight/scenes"
	"inflight/scenes/report"
)

// beside is a setting of the collective scene beside what a query says otherwise.
func beside(t *testing.T, lang, query string, values ...scenes.Value) native {
	t.Helper()
	n := compute(t, lang, values...)
	pair, err := report.Compare(scenes.Side{Setting: n.setting, Film: n.film}, query)
	if err != nil {
		t.Fatal(err)
	}
	n.film = pair
	n.panel = report.New(n.setting, pair, lang)
	return n
}

// both are the texts of the metrics, row by row: A, B and the ratio.
func (n native) both() []string {
	var texts []string
	for _, m := range n.panel.Film.Metrics {
		texts = append(texts, m.Text, m.Other, m.Ratio)
	}
	return texts
}

func (p *tab) showsBoth(what string, n native) {
	p.t.Helper()
	want := n.both()
	p.waitFor("the metrics are those of "+what, func() bool { return slices.Equal(eval[[]string](p, shownMetrics), want) })
}

// held is the side that the knobs turn.
const held = `one("[data-part=sides] :checked").value`

func TestCompareFromTheFirstPressToAReload(t *testing.T) {
	p := open(t, explainer, setup{})
	p.enter(entry("gpus"), "4")
	p.shows("gpus=4", compute(t, "en", set("gpus", "4")))
	p.click("[data-part=compare]")
	p.wait("the knobs are those of B, which has the focus", held+` === "b" && document.activeElement === one("[data-part=side-b]")`)
	p.showsBoth("two of 4 GPUs", beside(t, "en", "gpus=4", set("gpus", "4")))
	p.choose("[data-knob=op] select", "all-gather")
	gather := beside(t, "en", "op=all-gather", set("gpus", "4"))
	p.showsBoth("an all-gather beside", gather)
	p.enter(entry("gpus"), "16")
	want := beside(t, "en", "op=all-gather&gpus=16", set("gpus", "4"))
	p.showsBoth("an all-gather of 16 GPUs beside", want)
	p.click("[data-part=undo]")
	p.showsBoth("16 GPUs undone", gather)

	// The other side, by keys: the knobs have its values.
	eval[any](p, `one("[data-part=side-b]").focus()`)
	p.press(kb.ArrowLeft)
	p.wait("the knobs are those of A", held+` === "a" && one("[data-knob=op] select").value === "all-reduce"`)
	p.enter(entry("gpus"), "8")
	want = beside(t, "en", "op=all-gather&gpus=4")
	p.showsBoth("8 GPUs beside an all-gather of 4", want)

	p.wait("the address has both", `new URLSearchParams(location.search).get("compare") === "op=all-gather&gpus=4"`)
	p.seek(0.7 * want.panel.Film.End)
	p.rests()
	p.waitFor("the address has the instant", func() bool {
		return near(eval[float64](p, `Number(new URLSearchParams(location.search).get("t"))`), p.time())
	})
	address, now, caption := eval[string](p, "location.href"), eval[string](p, `textOf("now")`), eval[string](p, `textOf("caption")`)
	p.visit(address)
	p.wait("the scene is live", "live()")
	p.showsBoth("the address", want)
	p.waitText("now", now)
	p.waitText("caption", caption)
	if eval[string](p, "location.href") != address {
		t.Errorf("the address became %s after %s", eval[string](p, "location.href"), address)
	}

	p.click("[data-do=swap]")
	p.showsBoth("the sides swapped", beside(t, "en", "op=all-reduce&gpus=8", set("op", "all-gather"), set("gpus", "4")))
	p.click("[data-do=alone]")
	p.shows("A alone", compute(t, "en", set("op", "all-gather"), set("gpus", "4")))
	p.wait("the address says so", `!new URLSearchParams(location.search).has("compare") && document.activeElement === one("[data-part=compare]")`)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

func TestCompareInTheAddress(t *testing.T) {
	p := blank(t, setup{width: 400, height: 300})
	for _, c := range []struct {
		compare string
		want    native
		says    []string
	}{
		{"gpus=16&bandwidth=100GB/s", beside(t, "en", "gpus=16&bandwidth=100GB/s", set("gpus", "4")), nil},
		{"", beside(t, "en", "", set("gpus", "4")), nil},
		{"utm=1&gpus=1", beside(t, "en", "gpus=4", set("gpus", "4")), []string{"compare: gpus=1: want a whole number from 2 to 16384"}},
		{"algo=tree&op=all-to-all", compute(t, "en", set("gpus", "4")), nil}, // refused: A alone
	} {
		p.visit(alone + "?controls=mini&gpus=4&compare=" + url.QueryEscape(c.compare))
		p.wait("the scene is live", "live()")
		if _, pair := c.want.film.(*scenes.Pair); pair {
			p.showsBoth("compare="+c.compare, c.want)
		} else {
			p.shows("A alone", c.want)
			p.wait("the refusal stands there", `textOf("refusal").startsWith("B: ")`)
		}
		p.waitFor("the page says what does not fit", func() bool {
			return slices.Equal(eval[[]string](p, `[...document.querySelectorAll("[data-part=problems] li")].map(e => e.textContent)`), c.says)
		})
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

func TestCompareByMessage(t *testing.T) {
	p := hosted(t, frame("?controls=mini"), setup{width: 500, height: 430})
	p.wait("it is ready", `last("ready")`)
	eval[any](p, `say({ inflight: 1, do: "set", knobs: { gpus: 4 }, compare: { gpus: 16, bandwidth: "100GB/s" } })`)
	both := beside(t, "en", "gpus=16&bandwidth=100GB/s", set("gpus", "4"))
	p.wait("it has two settings", fmt.Sprintf(`last("time")?.end === %v`, both.panel.Film.End))
	eval[any](p, `say({ inflight: 1, do: "set", compare: null })`)
	p.wait("it has one", fmt.Sprintf(`last("time").end === %v`, compute(t, "en", set("gpus", "4")).panel.Film.End))
	eval[any](p, `say({ inflight: 1, do: "set", compare: { gpus: 1 } })`)
	p.wait("what does not fit is told", `last("error")?.text === "compare: gpus=1: want a whole number from 2 to 16384"`)
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}
