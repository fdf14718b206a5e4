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

// writeKits writes a picture and a GIF of each step into a folder: of the scene that is
// named, or of all.
func (x *exporting) writeKits(bar *progress) error {
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
	var kits []*kit
	frames := 0
	for _, e := range entries {
		k, err := x.kitOf(e)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		kits = append(kits, k)
		for _, r := range k.reels {
			frames += r.frames
		}
	}
	if err := os.MkdirAll(x.file, 0o755); err != nil {
		return err
	}
	bar.expect(frames)
	for _, k := range kits {
		if err := k.write(x.file, bar); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
	}
	return nil
}

// A kit is what -all writes of a scene.
type kit struct {
	name  string
	shot  *shot
	reels []reel // from each step to the next
}

func (x *exporting) kitOf(e *scenes.Entry) (*kit, error) {
	s, err := x.shot(e)
	if err != nil {
		return nil, err
	}
	if err := x.aimFilm(s, "gif"); err != nil {
		return nil, err
	}
	k := &kit{name: e.Name, shot: s}
	for _, step := range s.film.Steps() {
		x.step = step.ID
		if err := x.aimFilm(s, "gif"); err != nil {
			return nil, err
		}
		k.reels = append(k.reels, s.reel)
	}
	x.step = ""
	return k, nil
}

// write writes SCENE-01-STEP.png and SCENE-01-STEP.gif for the first step, and so
// on.
func (k *kit) write(dir string, bar *progress) error {
	steps := k.shot.film.Steps()
	digits := max(2, len(fmt.Sprint(len(steps))))
	for i, step := range steps {
		name := fmt.Sprintf("%s-%0*d-%s", k.name, digits, i+1, strings.ReplaceAll(step.ID, "/", "-"))
		k.shot.view.Time, k.shot.reel = step.At, k.reels[i]
		for _, kind := range []string{"png", "gif"} {
			bar.label = name + "." + kind
			f := formats[slices.IndexFunc(formats, func(f format) bool { return f.name == kind })]
			text, err := f.file(k.shot, bar)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, bar.label), text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
