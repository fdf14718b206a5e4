// Package all is the one list of scenes.
package all

import (
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

// Near is the name of a scene that was probably meant, or "".
func Near(name string) string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	return suggest.Nearest(name, names)
}
