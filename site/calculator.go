package site

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"inflight/scenes"
	"inflight/scenes/sizing"
)

// reckoned is the calculator in a page: what templates/calculator.html is given.
type reckoned struct {
	sizing.Report
	ID         string
	Lang       string
	Knobs      bool // with controls; else an example
	ReportJSON template.JS
	Scenes     map[string]string // addresses of the scenes that links lead to
	ScenesJSON template.JS
	Whole      string // address of the calculator at an example's setting
}

// calculatorFence places the calculator, or with a setting an example worked out:
//
//	```calculator
//	```
//	```calculator model=llama-2-7b gpus=8
//	```
func (s *scope) calculatorFence(args, body string) (string, error) {
	if strings.TrimSpace(body) != "" {
		return "", fmt.Errorf("%q: a calculator has nothing between its fences", firstLine(body))
	}
	c := parseCall(args)
	if len(c.words) > 0 {
		return "", fmt.Errorf("%s: want KEY=VALUE", c.words[0])
	}
	r, err := s.engine.run(sizing.Name, c.values)
	if err != nil {
		return "", err
	}
	view := reckoned{Report: r.sum(s.page.Lang), ID: sizing.Name, Lang: s.page.Lang, Knobs: len(c.values) == 0}
	view.Scenes = map[string]string{}
	for _, e := range s.builder.Scenes {
		view.Scenes[e.Name] = s.url(s.sceneHome(e))
	}
	view.Whole = s.url(pagePath(s.page.Lang, sizing.Name)) + "?" + view.Panel.Query
	s.page.hasSums = true
	if view.Knobs {
		s.page.calculates = true
		s.calculatorAssets()
		if view.ReportJSON, err = scriptJSON(view.Report); err == nil {
			view.ScenesJSON, err = scriptJSON(view.Scenes)
		}
		if err != nil {
			return "", err
		}
	}
	return s.execute("calculator", view)
}

// sum is what the calculator says in a language.
func (r *run) sum(lang string) sizing.Report {
	if r.sums == nil {
		r.sums = map[string]sizing.Report{}
	}
	if _, ok := r.sums[lang]; !ok {
		r.sums[lang] = sizing.New(r.setting, lang)
	}
	return r.sums[lang]
}

// scriptJSON is JSON as it may stand in a page.
func scriptJSON(v any) (template.JS, error) {
	text, err := json.Marshal(v) // escapes <, > and &
	return template.JS(text), err
}

// sceneHome is the path of a scene's page, or where it has none of its embed.
func (s *scope) sceneHome(e *scenes.Entry) string {
	if findPage(s.pages, s.page.Lang, e.Name) != nil {
		return pagePath(s.page.Lang, e.Name)
	}
	return embedPath(s.page.Lang, e.Name)
}

// calculatorAssets adds the calculator's script, its worker and the program that
// the worker loads on first use, once a build.
func (b *builder) calculatorAssets() {
	if b.assets["calculator.wasm"] != "" {
		return
	}
	b.withGo("calculator-worker.ts")
	b.script("calculator.ts", api.FormatESModule)
	program, err := b.program("./wasm/calculator", "calculator.wasm")
	if err != nil {
		b.fail(Error{File: "wasm/calculator", Text: err.Error()})
		return
	}
	b.add("calculator.wasm", program)
}
