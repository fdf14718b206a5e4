package site

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// searchPlaces cuts a rendered page at all that a link can lead to: headings,
// claims, and rows of tables that have a name.
func searchPlaces(p *page) ([]searchEntry, error) {
	root, err := html.Parse(strings.NewReader(string(p.Intro) + string(p.Body)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.File, err)
	}
	c := &searchCutter{lang: langTag(p.Lang)}
	c.open(searchEntry{Kind: "page", Head: p.TitleText})
	c.text.WriteString(p.Summary + " ")
	c.walk(root)
	c.shut()
	return c.list, nil
}

// searchCutter collects the text of a page below the heading that it last met.
type searchCutter struct {
	lang string
	list []searchEntry
	at   int             // of that heading, in the list
	text strings.Builder // below it
	kind string          // of the claims here; "" elsewhere
}

// open begins the text below a heading.
func (c *searchCutter) open(e searchEntry) {
	c.shut()
	c.at = len(c.list)
	c.list = append(c.list, e)
}

func (c *searchCutter) shut() {
	if len(c.list) > 0 {
		c.list[c.at].Text = strings.Join(strings.Fields(c.text.String()), " ")
	}
	c.text.Reset()
}

// add adds what has its text already.
func (c *searchCutter) add(e searchEntry) { c.list = append(c.list, e) }

func (c *searchCutter) walk(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		c.text.WriteString(n.Data)
		return
	case n.Type == html.ElementNode && c.element(n):
		return
	}
	c.children(n)
	if !inline[n.DataAtom] && n.Namespace != "math" {
		c.text.WriteByte(' ')
	}
}

func (c *searchCutter) children(n *html.Node) {
	for child := range n.ChildNodes() {
		c.walk(child)
	}
}

// inline are elements that stand within a word.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.B: true, atom.Code: true, atom.Data: true, atom.Del: true, atom.Em: true, atom.Span: true,
	atom.Strong: true, atom.Sub: true, atom.Sup: true,
}

// element handles what is more than a stretch of text, and says whether it did.
func (c *searchCutter) element(n *html.Node) bool {
	switch {
	case searchSkips(n):
		return true
	case hasClass(n, "claim"), hasClass(n, "claims"):
		c.kind = verdictOf(n)
		c.children(n)
		c.kind = ""
		return true
	case isHeading(n) && attribute(n, "id") != "":
		kind := c.kind
		if kind == "" {
			kind = "section"
		}
		if sibling := nextElement(n); sibling != nil && hasClass(sibling, "forms") {
			kind = "formula"
		}
		c.open(searchEntry{Kind: kind, At: "#" + attribute(n, "id"), Head: textOf(n)})
		return true
	case n.DataAtom == atom.Tr:
		return c.row(n)
	case hasClass(n, "symbols"):
		for _, line := range elements(n) {
			if pair := elements(line); len(pair) == 2 {
				c.add(searchEntry{Kind: "symbol", At: c.list[c.at].At, Head: textOf(pair[0]), Text: textOf(pair[1])})
			}
		}
		return true
	}
	return false
}

// row makes an entry of a row that has a name: a term, a row of figures, a claim.
// Of a row with a closed form only the form is text.
func (c *searchCutter) row(n *html.Node) bool {
	cells := elements(n)
	if len(cells) > 0 && hasClass(cells[0], "form") {
		c.text.WriteString(textOf(cells[0]) + " · ")
		return true
	}
	id := attribute(n, "id")
	kind := "number"
	if id == "" { // {{anchor}} in a cell
		if a := findElement(n, func(n *html.Node) bool { return hasClass(n, "anchor") && attribute(n, "id") != "" }); a != nil {
			id, kind = attribute(a, "id"), c.kind
		}
	}
	if id == "" || kind == "" || len(cells) < 2 {
		return false
	}
	if attribute(cells[0], "lang") != "" {
		c.term(id, cells)
		return true
	}
	var texts []string
	for _, cell := range cells[1:] {
		if text := textOf(cell); text != "–" {
			texts = append(texts, text)
		}
	}
	c.add(searchEntry{Kind: kind, At: "#" + id, Head: textOf(cells[0]), Text: strings.Join(texts, " · ")})
	return true
}

// term makes an entry of a row of the glossary, whose cells are languages.
func (c *searchCutter) term(id string, cells []*html.Node) {
	e := searchEntry{Kind: "term", At: "#" + id}
	for _, cell := range cells {
		name := textOf(findElement(cell, func(n *html.Node) bool { return n.DataAtom == atom.Dfn }))
		if attribute(cell, "lang") == c.lang {
			said, _, _ := strings.Cut(strings.TrimPrefix(textOf(cell), name), "→") // the page that explains it
			e.Head, e.Text = name, strings.TrimSpace(said)
		} else {
			e.Also = name
		}
	}
	if e.Also == e.Head {
		e.Also = ""
	}
	c.add(e)
}

// searchSkips says that an element is no text of the page: pictures, displayed
// formulas, what is written for machines, and where the numbers come from.
func searchSkips(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Svg, atom.Thead, atom.Caption:
		return true
	}
	return n.Data == "inflight-scene" || n.DataAtom == atom.Math && attribute(n, "display") == "block" ||
		slices.ContainsFunc([]string{"anchor", "cards", "jump", "source", "verdict", "footnotes"}, func(name string) bool { return hasClass(n, name) })
}

// verdictOf is the verdict on the claims in a box.
func verdictOf(n *html.Node) string {
	i := slices.IndexFunc(verdicts, func(v string) bool { return hasClass(n, "claim-"+v) })
	if i < 0 {
		return ""
	}
	return verdicts[i]
}

func isHeading(n *html.Node) bool {
	return n.DataAtom == atom.H2 || n.DataAtom == atom.H3 || n.DataAtom == atom.H4
}

// textOf is the text of an element, without what is skipped.
func textOf(n *html.Node) string {
	if n == nil {
		return ""
	}
	var c searchCutter
	c.list = []searchEntry{{}}
	c.children(n)
	c.shut()
	return c.list[0].Text
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasClass(n *html.Node, name string) bool {
	return slices.Contains(strings.Fields(attribute(n, "class")), name)
}

// elements are the children of an element that are elements.
func elements(n *html.Node) []*html.Node {
	var list []*html.Node
	for child := range n.ChildNodes() {
		if child.Type == html.ElementNode {
			list = append(list, child)
		}
	}
	return list
}

func nextElement(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && n.Type != html.ElementNode; {
		n = n.NextSibling
	}
	return n
}

func findElement(n *html.Node, is func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && is(d) {
			return d
		}
	}
	return nil
}
