package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"inflight/scenes"
	"inflight/scenes/all"
)

// kit writes a picture and a GIF of each step into a folder: of the scene that is
// named, or of all.
func (x *exporting) kit(bar *progress) error {
	if x.file == "-" {
		return bad("-all: name a folder with -out")
	}
	var err error
	x.Visit(func(g *flag.Flag) {
		if slices.Contains([]string{"format", "t", "step", "from", "to"}, g.Name) && err == nil {
			err = bad("-%s: has no say in -all, which writes png and gif of each step", g.Name)
		}
	})
	if err != nil {
		return err
	}
	entries := all.List()
	if len(x.words) > 0 {
		e, err := x.entry()
		if err != nil {
			return err
		}
		entries = []*scenes.Entry{e}
	}
	if len(entries) > 1 && (len(x.values) > 0 || x.preset != "" || x.beside.given) {
		return bad("-all: name a scene for its -set, -preset or -compare")
	}
	for _, e := range entries {
		if err := x.kitOf(e, bar); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	return nil
}

// kitOf writes SCENE-01-STEP.png and SCENE-01-STEP.gif for the first step, and so
// on.
func (x *exporting) kitOf(e *scenes.Entry, bar *progress) error {
	s, err := x.shot(e)
	if err != nil {
		return err
	}
	if err := x.aimFilm(s, "gif"); err != nil {
		return err
	}
	if err := os.MkdirAll(x.file, 0o755); err != nil {
		return err
	}
	steps := s.film.Steps()
	digits := len(fmt.Sprint(len(steps)))
	for i, step := range steps {
		name := fmt.Sprintf("%s-%0*d-%s", e.Name, max(digits, 2), i+1, strings.ReplaceAll(step.ID, "/", "-"))
		x.step, s.view.Time = step.ID, step.At
		if err := x.aimFilm(s, "gif"); err != nil {
			return err
		}
		for _, kind := range []string{"png", "gif"} {
			bar.label = name + "." + kind
			f := formats[slices.IndexFunc(formats, func(f format) bool { return f.name == kind })]
			text, err := f.file(s, bar)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(x.file, bar.label), text, 0o644); err != nil {
				return err
			}
		}
	}
	x.step = ""
	return nil
}
