package site

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/sizing"
	"inflight/scenes/suggest"
)

// engine runs scenes at the settings that pages name, each setting once.
type engine struct {
	scenes []*scenes.Entry
	runs   map[string]*run
}

// run is a scene at one setting.
type run struct {
	setting *scenes.Setting
	film    scenes.Film
	query   string // what differs from the default

	pictures map[picture]template.HTML // drawn already
	sums     map[string]sizing.Report  // of the calculator, by language
}

// run builds the film of a scene with some knobs set.
func (e *engine) run(name string, values []scenes.Value) (*run, error) {
	i := slices.IndexFunc(e.scenes, func(s *scenes.Entry) bool { return s.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no scene %q%s", name, e.meant(name))
	}
	setting := e.scenes[i].New()
	if problems := setting.Apply(values, true); len(problems) > 0 {
		texts := make([]string, len(problems))
		for i, p := range problems {
			texts[i] = p.Error()
		}
		return nil, fmt.Errorf("%s", strings.Join(texts, "; "))
	}
	query := report.Query(setting.Changed())
	key := name + "?" + query
	if r, ok := e.runs[key]; ok {
		return r, nil
	}
	film, err := setting.Build()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	r := &run{setting: setting, film: film, query: query}
	e.runs[key] = r
	return r, nil
}

// beside is the scene beside itself, with what a query says otherwise.
func (r *run) beside(query string) (*run, error) {
	pair, err := report.Compare(scenes.Side{Setting: r.setting, Film: r.film}, query)
	if err != nil {
		return nil, err
	}
	return &run{setting: r.setting, film: pair, query: r.query}, nil
}

func (e *engine) meant(name string) string {
	names := make([]string, len(e.scenes))
	for i, s := range e.scenes {
		names[i] = s.Name
	}
	if near := suggest.Nearest(name, names); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return "; want one of " + strings.Join(names, ", ")
}

// call is what follows a directive's name: words, then settings.
type call struct {
	words  []string
	values []scenes.Value // key=text, in their order
}

// parseCall splits "collective gpus=8 t=rs/3".
func parseCall(args string) call {
	var c call
	for _, field := range strings.Fields(args) {
		if key, text, ok := strings.Cut(field, "="); ok && key != "" {
			c.values = append(c.values, scenes.Value{Key: key, Text: text})
		} else {
			c.words = append(c.words, field)
		}
	}
	return c
}

// take removes a setting that is the directive's own, not a knob's.
func (c *call) take(key string) (text string, ok bool) {
	i := slices.IndexFunc(c.values, func(v scenes.Value) bool { return v.Key == key })
	if i < 0 {
		return "", false
	}
	text = c.values[i].Text
	c.values = slices.Delete(c.values, i, i+1)
	return text, true
}
