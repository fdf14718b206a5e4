package paged

import (
	"strings"
	"testing"
)

// small is the pool of 40 blocks in which every block can be seen.
func small(t testing.TB) Params {
	t.Helper()
	p := defaults
	use(t, &p, "small")
	return p
}

// smallText is the preset "small" as values.
var smallText = func() string {
	preset, _ := Scene.Entry().Preset("small")
	var texts []string
	for _, v := range preset.Values {
		texts = append(texts, v.Key+"="+v.Text)
	}
	return strings.Join(texts, " ")
}()

// use gives a setting the values of a preset.
func use(t testing.TB, p *Params, id string) {
	t.Helper()
	preset, ok := Scene.Entry().Preset(id)
	if !ok {
		t.Fatalf("no preset %s", id)
	}
	for _, v := range preset.Values {
		for _, k := range knobs(p) {
			if k.Key == v.Key {
				if problem := k.Set(v.Text); problem != nil {
					t.Fatal(problem)
				}
			}
		}
	}
}
