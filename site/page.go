package site

import (
	"bytes"
	"cmp"
	"html/template"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"inflight/scenes"
	"inflight/site/markdown"
)

// page is one page of prose in one language.
type page struct {
	File string // "content/en/ring.md"
	Lang string
	Slug string // "" is the home page, "ring" is /en/ring/
	Talk bool   // the slides of a deck
	front
	source []byte // without the front matter, line for line

	// Filled in by rendering.
	TitleHTML  template.HTML
	TitleText  string
	Summary    string        // the description, as text
	Intro      template.HTML // what stands before the first step of a story
	Body       template.HTML
	Headings   []markdown.Heading
	Stage      *placed // the scene beside the story, or nil
	Face       *placed // the scene as its card shows it, or nil
	links      []link
	places     map[string]bool // ids of {{anchor}}
	hasScenes  bool
	hasSums    bool // a calculator, or an example of what it says, is on it
	calculates bool // it is the calculator with its controls
	whole      bool // the body rendered without a mistake
}

// link is a link from a page to another of the site, checked when all are known.
type link struct {
	line       int
	slug, frag string
}

// Path is the page's path inside the base: "en/ring/".
func (p *page) Path() string { return pagePath(p.Lang, p.Slug) }

func pagePath(lang, slug string) string {
	if slug == "" {
		return lang + "/"
	}
	return lang + "/" + slug + "/"
}

// readPages reads the prose of all languages, by language and order.
func readPages(root string) ([]*page, Errors) {
	var pages []*page
	var errs Errors
	for _, lang := range scenes.Langs {
		dir := "content/" + lang
		err := fs.WalkDir(os.DirFS(root), dir, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(file) != ".md" {
				return err
			}
			p, wrong, err := readPage(root, file, lang)
			pages, errs = append(pages, p), append(errs, wrong...)
			return err
		})
		if err != nil {
			errs = append(errs, Error{File: dir, Text: err.Error()})
		}
	}
	slices.SortStableFunc(pages, func(a, b *page) int {
		return cmp.Or(strings.Compare(a.Lang, b.Lang), cmp.Compare(a.Order, b.Order), strings.Compare(a.Slug, b.Slug))
	})
	return pages, append(errs, untranslated(pages)...)
}

func readPage(root, file, lang string) (*page, Errors, error) {
	source, err := fs.ReadFile(os.DirFS(root), file)
	if err != nil {
		return nil, nil, err
	}
	slug := strings.TrimSuffix(strings.TrimPrefix(file, "content/"+lang+"/"), ".md")
	if slug == "index" {
		slug = ""
	}
	p := &page{File: file, Lang: lang, Slug: slug, places: map[string]bool{}}
	var errs Errors
	p.front, p.source, errs = splitFront(bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")))
	if strings.HasPrefix(slug, "embed/") {
		errs = append(errs, Error{Line: 1, Text: "embed/ is where scenes stand alone; want another name"})
	}
	for i := range errs {
		errs[i].File = file
	}
	return p, errs, nil
}

// untranslated reports pages that a language lacks.
func untranslated(pages []*page) (errs Errors) {
	for _, p := range pages {
		for _, lang := range scenes.Langs {
			if findPage(pages, lang, p.Slug) == nil {
				want := "content/" + lang + strings.TrimPrefix(p.File, "content/"+p.Lang)
				errs = append(errs, Error{p.File, 0, "no such page in the other language; want " + want})
			}
		}
	}
	return errs
}

func findPage(pages []*page, lang, slug string) *page {
	for _, p := range pages {
		if p.Lang == lang && p.Slug == slug {
			return p
		}
	}
	return nil
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}
