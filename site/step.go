package site

import (
	"errors"
	"fmt"
	"strings"

	"inflight/scenes/report"
	"inflight/scenes/sim"
)

// stepBox is a part of the story that moves the page's scene when a reader
// reaches it:
//
//	::: step rs/0                 to an instant: the id of a step, or a time
//	::: step rs/0 gpus=64         and to a setting
//	::: step gpus=64              to a setting, at the telling instant
//
// Settings count from the page's own, not from the step before.
func (s *scope) stepBox(args string) (before, after string, err error) {
	if s.page.Stage == nil {
		return "", "", errors.New("a step moves the page's scene; want scene: in the front matter")
	}
	c := parseCall(args)
	if len(c.words) > 1 {
		return "", "", fmt.Errorf("%q: want one instant", strings.Join(c.words, " "))
	}
	stage := s.page.Stage
	r, err := s.engine.run(stage.Name, append(stage.values[:len(stage.values):len(stage.values)], c.values...))
	if err != nil {
		return "", "", err
	}
	at := ""
	if len(c.words) == 1 {
		at = c.words[0]
		if _, err := r.step(at); err != nil {
			return "", "", err
		}
	}
	return stepStart + attr("data-scene", stage.ID) + attr("data-scene-step", at) +
		attr("data-scene-set", report.Query(c.values)) + ">", "</section>", nil
}

const stepStart = `<section class="step"`

// step is the instant that a text names: the id of a step or a time.
func (r *run) step(text string) (sim.Time, error) {
	if t, ok := report.Instant(r.film, text); ok {
		return t, nil
	}
	var ids []string
	for _, s := range r.film.Steps() {
		ids = append(ids, s.ID)
	}
	const most = 24
	if len(ids) > most {
		ids = append(ids[:most:most], "…")
	}
	return 0, r.unknown("step", text, ids)
}
