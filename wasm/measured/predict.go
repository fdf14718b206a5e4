//go:build js

package main

import (
	"fmt"
	"slices"

	"inflight/scenes"
	"inflight/scenes/fsdp"
	"inflight/scenes/measured"
	"inflight/scenes/pipeline"
)

var entries = []*scenes.Entry{pipeline.Scene.Entry(), fsdp.Scene.Entry()}

// prediction keeps the film of a setting, and the last comparison with it: a zoom
// and a resize change neither.
type prediction struct {
	scene string
	knobs []scenes.Value
	built scenes.Film
	run   measured.Run

	trace      *measured.Trace
	step       int
	comparison *measured.Comparison
}

// film is the film of a setting. What of it does not fit is left at its default, as
// in the stage.
func (p *prediction) film(scene string, knobs []scenes.Value) (scenes.Film, error) {
	if p.built != nil && p.scene == scene && slices.Equal(p.knobs, knobs) {
		return p.built, nil
	}
	i := slices.IndexFunc(entries, func(e *scenes.Entry) bool { return e.Name == scene })
	if i < 0 {
		return nil, fmt.Errorf("scene=%s: want one that has lanes of ranks", scene)
	}
	s := entries[i].New()
	s.Apply(knobs, false)
	f, err := s.Build()
	if err != nil {
		return nil, err
	}
	*p = prediction{scene: scene, knobs: knobs, built: f, run: measured.Predicted(f)}
	return f, nil
}

func (p *prediction) compare(scene string, t *measured.Trace, step int) *measured.Comparison {
	if p.comparison == nil || p.trace != t || p.step != step {
		p.trace, p.step, p.comparison = t, step, measured.Compare(scene, p.run, t, step)
	}
	return p.comparison
}
