package site

import (
	"encoding/json"
	"strings"

	"inflight/scenes"
	"inflight/scenes/report"
)

// The search of the site runs in the reader's browser, over one file for each
// language that is fetched when somebody first searches. The file is the text
// of the pages, cut at every place that a link can lead to; the scripts
// searchindex.ts and search.ts find and show.

// searchIndex is the file of a language.
type searchIndex struct {
	Pages   []searchPage  `json:"pages"`
	Entries []searchEntry `json:"entries"`
}

type searchPage struct {
	URL   string `json:"url"`
	Title string `json:"title"`
	Name  string `json:"name"` // for short
}

// searchEntry is one place. What is empty is left out of the file.
type searchEntry struct {
	Page int    `json:"page"`
	Kind string `json:"kind"`
	At   string `json:"at,omitempty"`   // what follows the page's address: "?gpus=64#stage-gpus"
	Head string `json:"head,omitempty"` // heading, term, name; that of a page is its title
	Also string `json:"also,omitempty"` // what else it is called: in the other language, in addresses
	Text string `json:"text,omitempty"`
}

// searchKinds are the kinds of places; a claim goes by its verdict. Each has its
// word in the language's search.json: "kind.section".
var searchKinds = append([]string{"page", "section", "term", "formula", "symbol", "number", "scene", "knob", "preset"}, verdicts...)

// readSearchWords reads the texts of the search, which stand in its script. The
// messages would carry them into every download of the stage.
func (b *builder) readSearchWords() {
	b.searchWords = map[string]map[string]string{}
	for _, lang := range scenes.Langs {
		name := "content/" + lang + "/search.json"
		var texts map[string]string
		if err := readJSON(b.Root, name, &texts); err != nil {
			b.fail(Error{File: name, Text: err.Error()})
		}
		b.searchWords[lang] = texts
	}
}

func searchFile(lang string) string { return "search-" + lang + ".json" }

// search adds the index of each language. Those after the first, English, are
// told what it calls the same places: an English word finds a Chinese page.
func (b *builder) search() error {
	var first *searchIndex
	for _, lang := range scenes.Langs {
		x, err := b.searchIndex(lang)
		if err != nil {
			return err
		}
		if first == nil {
			first = x
		} else {
			x.translate(*first)
		}
		text, err := json.Marshal(x)
		if err != nil {
			return err
		}
		b.add(searchFile(lang), text)
	}
	return nil
}

func (b *builder) searchIndex(lang string) (*searchIndex, error) {
	x := &searchIndex{}
	for _, p := range b.pages {
		if p.Lang != lang {
			continue
		}
		n := x.page(b.url(p.Path()), p.TitleText, p.name())
		found, err := searchPlaces(p)
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			e.Page = n
			if e.Kind == "page" {
				e.Also = p.Slug
			}
			x.Entries = append(x.Entries, e)
		}
	}
	for _, e := range b.Scenes {
		if err := b.searchScene(x, lang, e); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// page is the number of a page in the index, which is added where it is missing.
func (x *searchIndex) page(url, title, name string) int {
	for i, p := range x.Pages {
		if p.URL == url {
			return i
		}
	}
	x.Pages = append(x.Pages, searchPage{url, title, name})
	return len(x.Pages) - 1
}

// searchScene adds a scene, its knobs and its presets, at the page where the
// scene is shown.
func (b *builder) searchScene(x *searchIndex, lang string, e *scenes.Entry) error {
	s := &scope{builder: b, page: &page{Lang: lang}}
	address, err := s.sceneURL(e, "")
	if err != nil {
		return err
	}
	setting := e.New()
	film, err := setting.Build()
	if err != nil {
		return err
	}
	panel := report.New(setting, film, lang)
	title := scenes.Say(e.Name + ".title").Text(lang)
	n := x.page(address, title, title)
	id := "stage" // of the scene in its page
	if address == b.url(embedPath(lang, e.Name)) {
		id = "embed"
	}
	x.Entries = append(x.Entries, searchEntry{
		Page: n, Kind: "scene", At: "#" + id, Head: title, Also: e.Name, Text: scenes.Say(e.Name + ".summary").Text(lang),
	})
	for _, k := range panel.Knobs {
		x.Entries = append(x.Entries, searchEntry{Page: n, Kind: "knob", At: "#" + id + "-" + k.Key, Head: k.Label, Text: knobWords(k)})
	}
	for _, p := range panel.Presets {
		there, err := s.sceneURL(e, p.Query)
		if err != nil {
			return err
		}
		x.Entries = append(x.Entries, searchEntry{
			Page: n, Kind: "preset", At: strings.TrimPrefix(there, address) + "#" + id, Head: p.Label, Text: p.Note,
		})
	}
	return nil
}

// knobWords are what a knob does and the values that it can have. Long lists,
// such as those of models, have pages of their own.
func knobWords(k report.Knob) string {
	const most = 8
	words := []string{k.Help}
	if len(k.Choices) <= most {
		for _, c := range k.Choices {
			words = append(words, c.Label)
		}
	}
	return strings.TrimSpace(strings.Join(words, " · "))
}

// translate adds what another language calls the same pages, sections and knobs.
// Languages have the same places in the same order; a page of which that is not
// so goes without.
func (x *searchIndex) translate(other searchIndex) {
	mine, theirs := x.places(), other.places()
	for i := range min(len(mine), len(theirs)) {
		if len(mine[i]) != len(theirs[i]) {
			continue
		}
		for j, n := range mine[i] {
			if also := other.Entries[theirs[i][j]]; translates[also.Kind] && also.Head != x.Entries[n].Head {
				x.Entries[n].Also = strings.TrimSpace(also.Head + " " + also.Also)
			}
		}
	}
}

// translates are the kinds whose names differ between languages so much that a
// reader may look for either. Terms of the glossary have both names already.
var translates = map[string]bool{"page": true, "section": true, "formula": true, "scene": true, "knob": true}

// places are the entries of each page, by their number.
func (x *searchIndex) places() [][]int {
	list := make([][]int, len(x.Pages))
	for i, e := range x.Entries {
		list[e.Page] = append(list[e.Page], i)
	}
	return list
}
