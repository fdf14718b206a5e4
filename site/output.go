package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"inflight/scenes"
	"inflight/scenes/measured"
	"inflight/scenes/report"
	"inflight/site/headers"
)

// sheet is what the templates of whole pages are given.
type sheet struct {
	Lang       string // "zh", as in addresses
	Path       string // inside the base
	Title      string
	Summary    string
	Page       *page     // the prose, or nil
	Scene      *placed   // the scene of an embed page, or nil
	Deck       *deck     // the slides of a deck, or nil
	Sums       bool      // a calculator, or an example of what it says, is on the page
	Scenes     bool      // some scene is on the page
	Nav        []navItem // of the header
	Foot       []navItem // of the footer
	Languages  []translation
	Canonical  string // absolute; "" without an origin
	Image      string // absolute; the same
	OEmbed     string // absolute; the same
	LinkedData template.JS
	Policy     string
	Theme      template.JS
	Dev        bool
}

type navItem struct {
	Label, URL string
	Current    bool
}

// Kind is what the style sheet has to know of a whole page. A selector with :has
// would tell it too, and have browsers style the page anew with each element.
func (s *sheet) Kind() string {
	switch {
	case s.Page == nil:
		return ""
	case s.Page.Stage != nil:
		return "story"
	case s.Page.calculates:
		return "calculator"
	}
	return ""
}

// translation is the page in one language, its own among them.
type translation struct {
	Lang, Label string
	URL         string // absolute where there is an origin
	Here, Home  string // without it
	Current     bool
}

// Tag is the language as HTML names it.
func (t translation) Tag() string { return langTag(t.Lang) }

func langTag(lang string) string {
	if lang == "zh" {
		return "zh-Hans"
	}
	return lang
}

var langNames = map[string]string{"en": "English", "zh": "中文"}

func (b *builder) parseTemplates() {
	t := template.New("site").Funcs(template.FuncMap{
		"msg":     func(lang, key string, args ...any) string { return scenes.Say(key, args...).Text(lang) },
		"trace":   func(lang, key string) string { return measured.Say(lang, "ui."+key) },
		"url":     b.url,
		"asset":   b.knownAsset,
		"langtag": langTag,
		"last":    func(stops []report.Stop) int { return max(len(stops)-1, 0) },
	})
	files, err := filepath.Glob(filepath.Join(b.Root, "site", "templates", "*.html"))
	if err == nil && len(files) == 0 {
		err = errors.New("no templates")
	}
	if err == nil {
		t, err = t.ParseFiles(files...)
	}
	if err != nil {
		b.fail(Error{File: "site/templates", Text: err.Error()})
		return
	}
	b.templates = t
}

func (b *builder) knownAsset(name string) (string, error) {
	if b.assets[name] == "" {
		return "", fmt.Errorf("no asset %q", name)
	}
	return b.asset(name), nil
}

func (b *builder) execute(name string, data any) (string, error) {
	var out bytes.Buffer
	err := b.templates.ExecuteTemplate(&out, name, data)
	return out.String(), err
}

// write renders a page into the tree; a path that ends in / is a folder's index.
func (b *builder) write(path, name string, data any) error {
	text, err := b.execute(name, data)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if path == "" || strings.HasSuffix(path, "/") {
		path += "index.html"
	}
	b.tree[path] = []byte(text)
	return nil
}

func (b *builder) writePages() error {
	for _, p := range b.pages {
		if err := b.write(p.Path(), "page", b.pageSheet(p)); err != nil {
			return err
		}
	}
	for _, d := range b.decks {
		if err := b.write(d.Path(), "deck", b.deckSheet(d)); err != nil {
			return err
		}
	}
	for _, lang := range scenes.Langs {
		for _, e := range b.Scenes {
			s, err := b.embedSheet(lang, e.Name)
			if err != nil {
				return err
			}
			if err := b.write(s.Path, "embed", s); err != nil {
				return err
			}
		}
	}
	root := b.sheet(scenes.Langs[0], "", "Inflight", "", "")
	if err := b.write("", "root", root); err != nil {
		return err
	}
	if err := b.write("404.html", "missing", b.sheet(scenes.Langs[0], "404.html", "404", "", "")); err != nil {
		return err
	}
	return b.write("stage/", "stage", struct{ StageScript, Policy string }{b.asset("stage.js"), headers.Policy(b.scripts)})
}

// sheet fills in what all pages have. In is the path inside a language's folder,
// of which there are translations.
func (b *builder) sheet(lang, path, title, summary, in string) *sheet {
	s := &sheet{
		Lang: lang, Path: path, Title: title, Summary: summary,
		Policy: headers.Policy(b.scripts), Theme: b.theme, Dev: b.Dev,
	}
	for _, p := range b.pages {
		if p.Lang == lang && p.Nav != "" {
			s.Nav = append(s.Nav, navItem{p.Nav, b.url(p.Path()), p.Path() == path})
		}
		if p.Lang == lang && p.Foot != "" {
			s.Foot = append(s.Foot, navItem{p.Foot, b.url(p.Path()), p.Path() == path})
		}
	}
	for _, l := range scenes.Langs {
		s.Languages = append(s.Languages, translation{
			Lang: l, Label: langNames[l], URL: b.absolute(l + "/" + in),
			Here: b.url(l + "/" + in), Home: b.url(l + "/"), Current: l == lang,
		})
	}
	if b.Origin != "" {
		s.Canonical = b.absolute(path)
	}
	return s
}

func (b *builder) pageSheet(p *page) *sheet {
	s := b.sheet(p.Lang, p.Path(), p.TitleText, p.Summary, strings.TrimPrefix(p.Path(), p.Lang+"/"))
	s.Page, s.Scenes, s.Sums = p, p.hasScenes, p.hasSums
	s.Image = b.picture(p.Stage)
	s.OEmbed = b.writeOEmbed(s, p.Stage)
	s.LinkedData = b.linkedData(s)
	return s
}

// embedSheet is the page with a scene alone.
func (b *builder) embedSheet(lang, name string) (*sheet, error) {
	alone := &scope{builder: b, page: &page{Lang: lang}, ids: map[string]bool{}}
	placed, err := alone.place(name, "embed")
	if err != nil {
		return nil, err
	}
	summary := scenes.Say(name + ".summary").Text(lang)
	s := b.sheet(lang, embedPath(lang, name), placed.Title, summary, "embed/"+name+"/")
	s.Scene, s.Scenes = placed, true
	s.Image = b.picture(placed)
	s.OEmbed = b.writeOEmbed(s, placed)
	s.LinkedData = b.linkedData(s)
	return s, nil
}

// linkedData is what search engines read of a page.
func (b *builder) linkedData(s *sheet) template.JS {
	kind, date := "LearningResource", ""
	if s.Page != nil {
		date = s.Page.Date
		if s.Page.Slug == "" {
			kind = "WebSite"
		}
	}
	data := struct {
		Context     string `json:"@context"`
		Type        string `json:"@type"`
		Name        string `json:"name"`
		Description string `json:"description,omitempty"`
		Language    string `json:"inLanguage"`
		URL         string `json:"url,omitempty"`
		Image       string `json:"image,omitempty"`
		Date        string `json:"datePublished,omitempty"`
		Free        bool   `json:"isAccessibleForFree"`
	}{"https://schema.org", kind, s.Title, s.Summary, langTag(s.Lang), s.Canonical, s.Image, date, true}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // strings only
	}
	return template.JS(text)
}

// writeLists writes the files that list the pages, and the licence.
func (b *builder) writeLists() {
	paths := []string{"", "404.html"}
	for _, p := range b.pages {
		paths = append(paths, p.Path())
	}
	for _, d := range b.decks {
		paths = append(paths, d.Path())
	}
	for _, lang := range scenes.Langs {
		for _, e := range b.Scenes {
			paths = append(paths, embedPath(lang, e.Name))
		}
	}
	b.tree["_headers"] = headers.Site(b.Base, paths, b.scripts).File()
	b.tree["robots.txt"] = b.robots()
	if b.Origin != "" {
		b.tree["sitemap.xml"] = b.sitemap()
		for _, lang := range scenes.Langs {
			b.tree[lang+"/feed.xml"] = b.feed(lang)
		}
	}
	licence, err := os.ReadFile(filepath.Join(b.Root, "LICENSE"))
	if err == nil {
		b.tree["license.txt"] = licence
	} else if !errors.Is(err, fs.ErrNotExist) {
		b.fail(Error{File: "LICENSE", Text: "cannot be read"})
	}
}
