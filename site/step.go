package site

import (
	"errors"
	"fmt"
	"html"
	"strings"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/sim"
)

// stepBox is a part of the story that moves the page's scene when a reader
// reaches it:
//
//	::: step rs/0 id=first              to an instant: the id of a step, or a time
//	::: step rs/0 id=more gpus=64       and to a setting
//	::: step id=most gpus=64            to a setting, at the telling instant
//
// Settings count from the page's own, not from the step before. A link to the id
// opens the page there, with the scene as the step has it. In a deck a step has no
// id: its address is that of its slide, and its number.
func (s *scope) stepBox(args string) (before, after string, err error) {
	if s.page.Stage == nil {
		return "", "", errors.New("a step moves the page's scene; want scene: in the front matter")
	}
	c := parseCall(args)
	id, _ := c.take("id")
	if !s.page.Talk {
		if err := s.stepID(id); err != nil {
			return "", "", err
		}
	}
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
	before = stepStart + attr("id", id) + attr("data-scene", stage.ID) + attr("data-scene-step", at) +
		attr("data-scene-set", report.Query(c.values)) + ">"
	if s.page.Talk {
		return before, "</section>", nil
	}
	name := html.EscapeString(scenes.Say("story.link").Text(s.page.Lang))
	return before + `
<a class="step-link" href="#` + id + `" aria-label="` + name + `" title="` + name + `"></a>
`, "</section>", nil
}

// stepID gives a step a place that links can lead to.
func (s *scope) stepID(id string) error {
	switch {
	case id == "":
		return errors.New("a step wants id=, for links to it")
	case !idForm.MatchString(id):
		return fmt.Errorf("id=%s: want lower-case letters, digits and -", id)
	case s.page.places[id]:
		return fmt.Errorf("id=%s: the page has this id already", id)
	}
	s.page.places[id] = true
	return nil
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
