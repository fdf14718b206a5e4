// Package all is the one list of scenes.
package all

import (
	"fmt"

	"inflight/scenes"
	"inflight/scenes/collective"
	"inflight/scenes/flash"
	"inflight/scenes/fsdp"
	"inflight/scenes/paged"
	"inflight/scenes/pipeline"
	"inflight/scenes/suggest"
)

var list = []*scenes.Entry{
	collective.Scene.Entry(),
	pipeline.Scene.Entry(),
	fsdp.Scene.Entry(),
	flash.Scene.Entry(),
	paged.Scene.Entry(),
}

// List is every scene, in the order in which the site shows them.
func List() []*scenes.Entry { return list }

// Find is the scene of a name.
func Find(name string) (*scenes.Entry, bool) {
	for _, e := range list {
		if e.Name == name {
			return e, true
		}
	}
	return nil, false
}

// Setting is a scene's, at its default but for some values.
func Setting(name string, values []scenes.Value) (*scenes.Setting, error) {
	e, ok := Find(name)
	if !ok {
		return nil, fmt.Errorf("%s: no such scene", name)
	}
	s := e.New()
	if problems := s.Apply(values, true); len(problems) > 0 {
		return nil, problems[0]
	}
	return s, nil
}

// Near is the name of a scene that was probably meant, or "".
func Near(name string) string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	return suggest.Nearest(name, names)
}
