package site

import (
	"path/filepath"
	"testing"
)

func TestCountWords(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "KV-cache of 13.1 GB": 4, "— · 2": 1, "显存 64 GB": 4, "FSDP的分片": 4,
	} {
		if got := countWords(text); got != want {
			t.Errorf("%q: got %d words, want %d", text, got, want)
		}
	}
}

func TestWeigh(t *testing.T) {
	f := newFixture(t)
	o := f.options()
	o.Out = filepath.Join(f.root, "out")
	if err := Build(o); err != nil {
		t.Fatal(err)
	}
	list, err := Weigh(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, w := range list {
		paths = append(paths, w.Path)
		if w.Bytes["en"] < 3000 || w.Bytes["zh"] < 3000 {
			t.Errorf("%s: got %v bytes, want page, style sheet and scripts", w.Path, w.Bytes)
		}
	}
	if len(list) != 3 || list[0].Path != "" || list[1].Path != "story/" || list[2].Path != "embed/relay/" {
		t.Fatalf("got %q, want the home page, the story, the scene alone", paths)
	}
	if list[1].Bytes["en"] <= list[0].Bytes["en"] {
		t.Errorf("got %d bytes with a scene, %d without", list[1].Bytes["en"], list[0].Bytes["en"])
	}
	if story := list[1].Words["en"]; story < 40 {
		t.Errorf("story: got %d words, want those below its headings, too", story)
	}
	if got := list[0].Words["en"]; got != 9 { // Inflight. The first paragraph. See the story and elsewhere.
		t.Errorf("home page: got %d words", got)
	}
}
