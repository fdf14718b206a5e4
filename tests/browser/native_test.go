//go:build browser

package browser_test

import (
	"encoding/json"
	"os"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/report"
)

// native is a setting of the collective scene and its film as this process
// computes them: what a page must show.
type native struct {
	setting  *scenes.Setting
	film     scenes.Film
	panel    report.Panel
	problems []scenes.Problem
}

func compute(t *testing.T, lang string, values ...scenes.Value) native {
	t.Helper()
	entry, ok := all.Find("collective")
	if !ok {
		t.Fatal("no scene collective")
	}
	n := native{setting: entry.New()}
	n.problems = n.setting.Apply(values, false)
	var err error
	if n.film, err = n.setting.Build(); err != nil {
		t.Fatal(err)
	}
	n.panel = report.New(n.setting, n.film, lang)
	return n
}

func set(key, text string) scenes.Value { return scenes.Value{Key: key, Text: text} }

// metrics are the texts of the metrics, in order.
func (n native) metrics() []string {
	var texts []string
	for _, m := range n.panel.Film.Metrics {
		texts = append(texts, m.Text)
	}
	return texts
}

// shownMetrics are those of the page.
const shownMetrics = `[...document.querySelectorAll("inflight-scene [data-part=metrics] td")].map(e => e.textContent)`

// texts are the strings of the page's controls.
func texts(t *testing.T, lang string) map[string]string {
	t.Helper()
	file, err := os.ReadFile("../../content/" + lang + "/messages/ui.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(file, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

// quoted writes values as JavaScript.
func quoted(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
