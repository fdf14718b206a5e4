package site

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
)

var stepLine = regexp.MustCompile(`(?m)^::: step .*$`)

// A link to a step, or to the same step in the other language, leads to the same
// picture.
func TestBothLanguagesTellTheSameSteps(t *testing.T) {
	pages, errs := readPages("..")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	stories := 0
	for _, p := range pages {
		if p.Lang != scenes.Langs[0] {
			continue
		}
		want := stepLine.FindAllString(string(p.source), -1)
		if len(want) > 0 {
			stories++
		}
		for _, lang := range scenes.Langs[1:] {
			if got := stepLine.FindAllString(string(findPage(pages, lang, p.Slug).source), -1); !slices.Equal(got, want) {
				t.Errorf("content/%s%s: got steps %q, want those of %s, %q", lang, p.File[len("content/en"):], got, p.File, want)
			}
		}
	}
	if stories < 5 {
		t.Errorf("got %d stories, want those of the five scenes", stories)
	}
}

func TestAStepWantsAnID(t *testing.T) {
	for _, c := range []struct{ step, want string }{
		{"::: step hand/0\n:::\n", "a step wants id=, for links to it"},
		{"::: step hand/0 id=A\n:::\n", "id=A: want lower-case letters, digits and -"},
		{"::: step hand/0 id=a\n:::\n\n::: step hand/1 id=a\n:::\n", "id=a: the page has this id already"},
	} {
		f := newFixture(t)
		f.write("content/en/story.md", "---\ntitle: A\ndescription: B\nscene: relay\n---\n"+c.step)
		_, err := render(f.options())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.step, err, c.want)
		}
	}
}
