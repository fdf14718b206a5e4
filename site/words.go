package site

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"inflight/scenes"
)

// words are the texts of the reference pages in one language. They stand beside
// the prose, not among the messages, which every download of the stage carries.
type words struct {
	lang  string
	texts map[string]string
}

func wordsFile(lang string) string { return "content/" + lang + "/reference.json" }

func readWords(root, lang string) (words, error) {
	in := words{lang: lang}
	return in, readJSON(root, wordsFile(lang), &in.texts)
}

// words are those of the page's language.
func (s *scope) words() (words, error) { return readWords(s.Root, s.page.Lang) }

// say writes a text; {0} in it stands for the first argument. A key that there
// is not is written as it stands.
func (in words) say(key string, args ...string) string {
	text, ok := in.texts[key]
	if !ok {
		return key
	}
	for i, a := range args {
		text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", a)
	}
	return text
}

// column is the heading of a column, which holds figures or words.
type column struct {
	Label string
	Words bool
}

// columns are headings of columns. The first is the name's.
func (in words) columns(keys ...string) []column {
	list := make([]column, len(keys))
	for i, key := range keys {
		list[i] = column{in.say("col." + key), i == 0 || key == "kind" || key == "shape"}
	}
	return list
}

// comma is what stands between the entries of a list.
func (in words) comma() string { return scenes.Say("list.comma").Text(in.lang) }

// source writes a source, and says in the page's language what in it is no name.
func (in words) source(source, version string) template.HTML {
	return template.HTML(in.translated("source.", string(sourceHTML(source, version))))
}

// translated says in the page's language those parts of a text for which there
// are words. A part of a part waits for the whole.
func (in words) translated(kind, text string) string {
	var keys []string
	for key := range in.texts {
		if strings.HasPrefix(key, kind) && strings.Contains(text, key[len(kind):]) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for _, key := range keys {
		text = strings.ReplaceAll(text, key[len(kind):], in.texts[key])
	}
	return text
}

// doubt says in the page's language what could not be confirmed.
func (in words) doubt(what string) string {
	if text, ok := in.texts["doubt."+what]; ok {
		return text
	}
	return what
}
