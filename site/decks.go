package site

import (
	"bytes"
	"cmp"
	"errors"
	"html/template"
	"io/fs"
	"os"
	"path"
	"strings"

	"inflight/scenes"
)

// deck is a talk, a page of slides with scenes that needs nothing but the site:
//
//	content/decks/tour/en.md      the slides, with --- between them
//	content/decks/tour/zh.md
//
// A slide is Markdown. It may begin with "scene: collective gpus=4", as a page
// does; its steps then move that scene, one at a time, before the next slide
// comes.
type deck struct {
	*page
	Slides []slide
}

type slide struct {
	Number int // from 1
	Body   template.HTML
	Scene  *placed // or nil
}

const decksFolder = "content/decks"

// revealDeck is a deck of reveal.js, which a reader saves: our pages ask no other
// host, and reveal.js is not ours to publish. revealText is its path on the site.
const revealDeck, revealText = decksFolder + "/reveal.html", "decks/reveal.txt"

// deckScheme begins the destination of a link to a deck, or to a file beside them:
// "deck:tour", "deck:reveal.txt".
const deckScheme = "deck:"

func (s *scope) deckLink(name string) (string, error) {
	for _, d := range s.decks {
		if d.Slug == "decks/"+name && d.Lang == s.page.Lang {
			return s.url(d.Path()), nil
		}
	}
	if file := "decks/" + name; s.tree[file] != nil {
		return s.url(file), nil
	}
	return "", errors.New("link " + deckScheme + name + ": no such deck in " + decksFolder)
}

// readDecks reads the slides of all decks, by name and language.
func (b *builder) readDecks() {
	root := os.DirFS(b.Root)
	folders, err := fs.ReadDir(root, decksFolder)
	if err != nil {
		return // none
	}
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		for _, lang := range scenes.Langs {
			file := path.Join(decksFolder, f.Name(), lang+".md")
			source, err := fs.ReadFile(root, file)
			if err != nil {
				b.fail(Error{File: file, Text: "cannot be read; a deck is written in each language"})
				continue
			}
			p := &page{File: file, Lang: lang, Slug: "decks/" + f.Name(), Talk: true, places: map[string]bool{}}
			var wrong Errors
			p.front, p.source, wrong = splitFront(bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")))
			for _, e := range wrong {
				b.fail(Error{file, e.Line, e.Text})
			}
			b.decks = append(b.decks, &deck{page: p})
		}
	}
	if text, err := fs.ReadFile(root, revealDeck); err == nil {
		host := cmp.Or(b.Origin, "https://HOST") + b.Base
		b.tree[revealText] = bytes.ReplaceAll(text, []byte("https://HOST/"), []byte(host))
	}
}

// renderDecks renders the slides.
func (b *builder) renderDecks() {
	for _, d := range b.decks {
		s := &scope{b, d.page, map[string]bool{}}
		s.head()
		for i, source := range splitSlides(d.source) {
			d.Slides = append(d.Slides, s.slide(i+1, source))
		}
	}
}

// splitSlides cuts a source at its lines of ---. Before each slide stand as many
// empty lines as there are in front of it, so that line numbers stay.
func splitSlides(source []byte) [][]byte {
	var slides [][]byte
	var now []byte
	line := 0
	for text := range bytes.Lines(source) {
		line++
		if string(bytes.TrimSpace(text)) != "---" {
			now = append(now, text...)
			continue
		}
		slides = append(slides, now)
		now = bytes.Repeat([]byte("\n"), line)
	}
	return append(slides, now)
}

func (s *scope) slide(number int, source []byte) slide {
	made := slide{Number: number}
	s.page.Stage = nil
	before, rest, found := bytes.Cut(source, []byte("scene:"))
	if found && len(bytes.TrimSpace(before)) == 0 {
		args, body, _ := bytes.Cut(rest, []byte("\n"))
		placed, err := s.place(strings.TrimSpace(string(args)), "slide")
		if err != nil {
			s.fail(Error{s.page.File, 1 + bytes.Count(before, []byte("\n")), err.Error()})
			return made
		}
		made.Scene, s.page.Stage = placed, placed
		source = append(append(before, '\n'), body...)
	}
	doc, mistakes := s.renderer().Render(source)
	for _, m := range mistakes {
		s.fail(Error{s.page.File, m.Line, m.Text})
	}
	made.Body = template.HTML(doc.HTML)
	return made
}

func (b *builder) deckSheet(d *deck) *sheet {
	s := b.sheet(d.Lang, d.Path(), d.TitleText, d.Summary, strings.TrimPrefix(d.Path(), d.Lang+"/"))
	s.Deck, s.Scenes, s.Sums = d, true, d.hasSums
	s.Image = b.picture(nil)
	s.LinkedData = b.linkedData(s)
	return s
}
