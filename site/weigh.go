package site

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"inflight/scenes"
)

// Weight is what a page of a built site has to be read, and what it costs before
// a stage is asked for.
type Weight struct {
	Path  string         // inside a language: "ring/"; "" is the home page
	Words map[string]int // by language; in Chinese each character is one
	Bytes map[string]int // of page, style sheet and scripts, in brotli at its best
}

// Weigh weighs the pages of the site that Build wrote to a folder: those of
// prose, then the scenes alone.
func Weigh(out string) ([]Weight, error) {
	var list []Weight
	for _, pattern := range []string{"index.html", "*/index.html", "embed/*/index.html"} {
		files, err := filepath.Glob(filepath.Join(out, scenes.Langs[0], filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			in, err := filepath.Rel(filepath.Join(out, scenes.Langs[0]), file)
			if err != nil {
				return nil, err
			}
			w := Weight{strings.TrimSuffix(filepath.ToSlash(in), "index.html"), map[string]int{}, map[string]int{}}
			for _, lang := range scenes.Langs {
				if err := w.add(out, lang); err != nil {
					return nil, err
				}
			}
			list = append(list, w)
		}
	}
	return list, nil
}

func (w Weight) add(out, lang string) error {
	file := filepath.Join(out, lang, filepath.FromSlash(w.Path), "index.html")
	page, err := os.Open(file)
	if err != nil {
		return err
	}
	defer page.Close()
	root, err := html.Parse(page)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if main := findElement(root, func(n *html.Node) bool { return n.DataAtom == atom.Main }); main != nil {
		w.Words[lang] = wordsIn(main, lang)
	}
	files := []string{file}
	for _, name := range firstAssets(root) {
		files = append(files, filepath.Join(out, "assets", name))
	}
	for _, f := range files {
		info, err := os.Stat(f + ".br")
		if err != nil {
			return err
		}
		w.Bytes[lang] += int(info.Size())
	}
	return nil
}

// firstAssets are the files that a page loads at once: style sheets and scripts.
func firstAssets(root *html.Node) (names []string) {
	for n := range root.Descendants() {
		src := ""
		switch {
		case n.DataAtom == atom.Script:
			src = attribute(n, "src")
		case n.DataAtom == atom.Link && attribute(n, "rel") == "stylesheet":
			src = attribute(n, "href")
		}
		if src != "" {
			names = append(names, path.Base(src))
		}
	}
	return names
}

// wordsIn counts the words of a page's text, without scenes, displayed formulas,
// heads of tables and sources.
func wordsIn(main *html.Node, lang string) int {
	c := searchCutter{lang: langTag(lang), list: []searchEntry{{}}}
	c.children(main)
	c.shut()
	n := 0
	for _, e := range c.list {
		n += countWords(e.Head) + countWords(e.Text)
	}
	return n
}

// countWords counts words, and Chinese characters as one each.
func countWords(text string) int {
	n, inside := 0, false
	for _, c := range text {
		switch {
		case unicode.Is(unicode.Han, c):
			n, inside = n+1, false
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			if !inside {
				n++
			}
			inside = true
		default:
			inside = inside && (c == '-' || c == '.' || c == '\'' || c == '’') // within a word
		}
	}
	return n
}
