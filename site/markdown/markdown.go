// Package markdown turns the site's Markdown into HTML: gomarkdown with
// formulas, highlighted code, tables that scroll, and directives.
//
// A directive is a word that a Renderer knows, in one of three places:
//
//	```scene collective gpus=8      a fence, alone on its lines
//	```
//	… costs {{calc collective.time gpus=8}} …       inline
//	::: step rs/0                   a box around other blocks
//	…
//	:::
package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gomarkdown/markdown/ast"
	"github.com/gomarkdown/markdown/html"
	"github.com/gomarkdown/markdown/parser"
)

// Renderer holds what a document may refer to. Each function returns HTML that
// stands as it is; an error becomes a Mistake at the directive's line.
type Renderer struct {
	Fence  map[string]func(args, body string) (string, error)
	Inline map[string]func(args string) (string, error)
	Box    map[string]func(args string) (before, after string, err error)
	Math   func(tex string, display bool) (string, error)
	Link   func(dest string) (string, error) // the address that a destination stands for
	Quotes bool                              // straight quotes, -- and ... become typographic
}

// Mistake is what is wrong at a line of the source, counted from 1.
type Mistake struct {
	Line int
	Text string
}

// Heading is one heading of a document.
type Heading struct {
	Level int
	ID    string
	Text  string // without markup
}

// Link is where a document links to, as it is written in the source.
type Link struct {
	Line int
	Dest string
}

// Document is a rendered source.
type Document struct {
	HTML     string
	Headings []Heading
	Links    []Link
}

// extensions of the parser. Attributes is not one of them: {onclick="…"} before a
// block would become one of its element.
const extensions = parser.NoIntraEmphasis | parser.Tables | parser.FencedCode | parser.Autolink |
	parser.Strikethrough | parser.SpaceHeadings | parser.HeadingIDs | parser.AutoHeadingIDs |
	parser.BackslashLineBreak | parser.MathJax |
	parser.Footnotes | parser.NoEmptyLineBeforeBlock | parser.OrderedListStart

// Render renders a whole source. It goes on after a mistake, to find them all;
// the document is then of no use.
func (r *Renderer) Render(source []byte) (Document, []Mistake) {
	source = append(bytes.ReplaceAll(slices.Clone(source), []byte("\r\n"), []byte("\n")), '\n')
	job := &job{Renderer: r, places: places{source: source}}
	p := parser.NewWithExtensions(extensions)
	p.RegisterInline('{', parseInline)
	p.Opts.ParserHook = job.parseBox
	root := p.Parse(source)

	flags := html.FootnoteReturnLinks
	if r.Quotes {
		flags |= html.Smartypants | html.SmartypantsDashes | html.SmartypantsLatexDashes
	}
	job.html = html.NewRenderer(html.RendererOptions{
		Flags: flags, FootnoteReturnLinkContents: "↩", RenderNodeHook: job.render,
	})
	var b bytes.Buffer
	ast.WalkFunc(root, func(node ast.Node, entering bool) ast.WalkStatus {
		return job.html.RenderNode(&b, node, entering)
	})
	return Document{b.String(), job.headings, job.links}, job.mistakes
}

// Line renders one line of text, without a paragraph around it.
func (r *Renderer) Line(source string) (string, []Mistake) {
	doc, mistakes := r.Render([]byte(source))
	text := strings.TrimSpace(doc.HTML)
	text = strings.TrimSuffix(strings.TrimPrefix(text, "<p>"), "</p>")
	return text, mistakes
}

// job is the rendering of one source.
type job struct {
	*Renderer
	html     *html.Renderer
	places   places
	headings []Heading
	links    []Link
	mistakes []Mistake
}

// fail notes a mistake at the next place of a text in the source.
func (j *job) fail(place, text string) {
	j.mistakes = append(j.mistakes, Mistake{j.places.next(place), text})
}

// places finds the lines of texts in a source. The parser keeps no positions;
// but texts are met in the order of the source, so the n-th directive of a
// wording is its n-th place.
type places struct {
	source []byte
	after  map[string]int
}

func (p *places) next(text string) int {
	if p.after == nil {
		p.after = map[string]int{}
	}
	start := p.after[text]
	i := bytes.Index(p.source[start:], []byte(text))
	if i < 0 {
		return 0
	}
	p.after[text] = start + i + len(text)
	return 1 + bytes.Count(p.source[:start+i], []byte("\n"))
}

// ofRest is the line at which the rest of the source begins, 0 for what is no
// rest of it.
func (p *places) ofRest(rest []byte) int {
	before, ok := bytes.CutSuffix(p.source, rest)
	if !ok {
		return 0
	}
	return 1 + bytes.Count(before, []byte("\n"))
}
