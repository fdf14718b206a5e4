package site

import (
	"html"
	"maps"
	"slices"

	"inflight/site/markdown"
)

// scope is what a directive sees: the site, and the page that it stands in.
type scope struct {
	*builder
	page *page
	ids  map[string]bool // of the page's scenes
}

// The directives. Each is a function in a file of its own.
var (
	// ```NAME args … ```
	fences = map[string]func(s *scope, args, body string) (string, error){
		"scene":  (*scope).sceneFence,
		"checks": (*scope).checksFence,
		"cards":  (*scope).cardsFence,

		"calculator": (*scope).calculatorFence,

		"formulas": (*scope).formulasFence,
		"numbers":  (*scope).numbersFence,
		"glossary": (*scope).glossaryFence,
	}
	// {{NAME args}}
	inlines = map[string]func(s *scope, args string) (string, error){
		"calc":   (*scope).calc,
		"mark":   (*scope).mark,
		"anchor": (*scope).anchor,
	}
	// ::: NAME args … :::
	boxes = map[string]func(s *scope, args string) (before, after string, err error){
		"step":    (*scope).stepBox,
		"note":    (*scope).noteBox,
		"sources": (*scope).sourcesBox,
		"claim":   (*scope).claimBox,
		"claims":  (*scope).claimsBox,
	}
)

// renderer is a Markdown renderer with the directives bound to the page.
func (s *scope) renderer() *markdown.Renderer {
	r := &markdown.Renderer{
		Fence:  map[string]func(args, body string) (string, error){},
		Inline: map[string]func(args string) (string, error){},
		Box:    map[string]func(args string) (before, after string, err error){},
		Math:   s.math.html,
		Link:   s.link,
		Quotes: s.page.Lang == "en",
	}
	for _, name := range slices.Sorted(maps.Keys(fences)) {
		r.Fence[name] = func(args, body string) (string, error) { return fences[name](s, args, body) }
	}
	for _, name := range slices.Sorted(maps.Keys(inlines)) {
		r.Inline[name] = func(args string) (string, error) { return inlines[name](s, args) }
	}
	for _, name := range slices.Sorted(maps.Keys(boxes)) {
		r.Box[name] = func(args string) (string, string, error) { return boxes[name](s, args) }
	}
	return r
}

// noteBox sets a remark apart from the prose: "::: note".
func (s *scope) noteBox(string) (before, after string, err error) {
	return `<aside class="note">`, "</aside>", nil
}

// sourcesBox is where a part of a page says what it rests on: "::: sources".
func (s *scope) sourcesBox(string) (before, after string, err error) {
	return `<div class="sources">`, "</div>", nil
}

func attr(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + html.EscapeString(value) + `"`
}
