package site

import (
	"fmt"
	"maps"
	"slices"

	"inflight/scenes/suggest"
)

// glossaryFile holds the terms of the site in both languages.
const glossaryFile = "content/glossary.json"

// glossary has the terms by subject.
type glossary map[string][]term

// term is one entry: what it is called and one sentence on it in each language,
// and the page that explains it, by its file ("collective.md#steps").
type term struct {
	ID string   `json:"id"`
	EN termText `json:"en"`
	ZH termText `json:"zh"`
	In string   `json:"in"`
}

type termText struct {
	Term string `json:"term"`
	Text string `json:"text"`
}

// glossaryFence lists the terms of a subject, both languages side by side:
//
//	```glossary collectives
//	```
func (s *scope) glossaryFence(args, _ string) (string, error) {
	var g glossary
	if err := readJSON(s.Root, glossaryFile, &g); err != nil {
		return "", err
	}
	terms, ok := g[args]
	if !ok {
		return "", fmt.Errorf("no subject %q: %w", args, suggest.OneOf(args, slices.Sorted(maps.Keys(g))))
	}
	type row struct {
		term
		URL, Where string
	}
	var rows []row
	for _, t := range terms {
		if err := s.landmark(t.ID); err != nil {
			return "", err
		}
		r := row{term: t}
		if slug, frag, ok := s.page.target(t.In); ok {
			if p := findPage(s.pages, s.page.Lang, slug); p != nil {
				r.URL, r.Where = s.url(p.Path()), "→\u00a0"+p.name()
				if frag != "" {
					r.URL += "#" + frag
				}
				s.page.links = append(s.page.links, link{0, slug, frag})
			}
		}
		rows = append(rows, r)
	}
	in, err := s.words()
	if err != nil {
		return "", err
	}
	return s.execute("glossary", struct {
		Lang, Caption string
		Terms         []row
	}{in.lang, in.say("glossary"), rows})
}

// name is how other pages call a page for short.
func (p *page) name() string {
	for _, name := range []string{p.Nav, p.Foot} {
		if name != "" {
			return name
		}
	}
	return p.TitleText
}
