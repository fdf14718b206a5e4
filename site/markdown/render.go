package markdown

import (
	"fmt"
	"html"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/gomarkdown/markdown/ast"

	"inflight/scenes/suggest"
)

// render is the one hook into gomarkdown's renderer.
func (j *job) render(w io.Writer, node ast.Node, entering bool) (ast.WalkStatus, bool) {
	switch n := node.(type) {
	case *inline:
		io.WriteString(w, j.inlineCall(n.call))
	case *box:
		j.box(w, n, entering)
	case *ast.CodeBlock:
		io.WriteString(w, j.codeBlock(n))
	case *ast.Math:
		io.WriteString(w, j.formula(string(n.Literal), false))
	case *ast.MathBlock:
		if entering {
			io.WriteString(w, j.formula(string(n.Literal), true))
		}
	case *ast.Link:
		if entering {
			j.link(n)
		}
		return ast.GoToNext, false
	case *ast.Image:
		if entering {
			j.fail(string(n.Destination), "a picture is a scene: want ```scene, not ![]()")
		}
		return ast.SkipChildren, true
	case *ast.HTMLSpan:
		j.fail(firstLine(n.Literal), noHTML)
	case *ast.HTMLBlock:
		j.fail(firstLine(n.Literal), noHTML)
	case *ast.Heading:
		return ast.GoToNext, j.heading(w, n, entering)
	case *ast.Table:
		j.table(w, entering)
	case *ast.TableCell:
		j.cell(w, n, entering)
	case *ast.Text:
		j.leftOver(string(n.Literal))
		j.text(w, n)
	default:
		return ast.GoToNext, false
	}
	return ast.GoToNext, true
}

// noHTML: prose makes no elements of its own, so it can make none that do harm.
const noHTML = "HTML in the prose: want Markdown or a directive, or `code`"

func firstLine(text []byte) string {
	line, _ := cutLine(text)
	return line
}

// inlineCall renders a {{name args}}.
func (j *job) inlineCall(call string) string {
	name, args, _ := strings.Cut(strings.TrimSpace(call), " ")
	f, ok := j.Inline[name]
	if !ok {
		j.fail("{{"+call+"}}", unknown("directive {{…}}", name, j.Inline))
		return ""
	}
	text, err := f(strings.TrimSpace(args))
	if err != nil {
		j.fail("{{"+call+"}}", err.Error())
	}
	return text
}

func (j *job) box(w io.Writer, n *box, entering bool) {
	if !entering {
		io.WriteString(w, n.after)
		return
	}
	name, args, _ := strings.Cut(n.call, " ")
	f, ok := j.Box[name]
	if !ok {
		j.fail(n.call, unknown("box :::", name, j.Box))
		return
	}
	before, after, err := f(strings.TrimSpace(args))
	if err != nil {
		j.fail(n.call, err.Error())
		return
	}
	n.after = after + "\n"
	io.WriteString(w, "\n"+before)
}

func (j *job) codeBlock(n *ast.CodeBlock) string {
	info := strings.TrimSpace(string(n.Info))
	name, args, _ := strings.Cut(info, " ")
	if f, ok := j.Fence[name]; ok {
		text, err := f(strings.TrimSpace(args), string(n.Literal))
		if err != nil {
			j.fail("```"+info, err.Error())
		}
		return "\n" + text + "\n"
	}
	text, ok := highlight(name, string(n.Literal))
	if !ok {
		j.fail("```"+info, unknown("directive or language ```", name, j.Fence))
	}
	return text
}

func (j *job) formula(tex string, display bool) string {
	text, err := j.Math(strings.TrimSpace(tex), display)
	if err != nil {
		j.fail("$"+tex, err.Error())
	}
	return text
}

func (j *job) link(n *ast.Link) {
	if n.NoteID != 0 {
		return // a footnote
	}
	written := string(n.Destination)
	line := j.places.next("(" + written)
	dest, err := j.Link(written)
	if err != nil {
		j.mistakes = append(j.mistakes, Mistake{line, err.Error()})
		return
	}
	n.Destination = []byte(dest)
	j.links = append(j.links, Link{line, written})
}

// heading adds to a heading a link to itself.
func (j *job) heading(w io.Writer, n *ast.Heading, entering bool) bool {
	if entering {
		j.html.HeadingEnter(w, n)
		j.headings = append(j.headings, Heading{n.Level, n.HeadingID, plainText(n)})
		return true
	}
	fmt.Fprintf(w, `<a class="anchor" href="#%s" aria-hidden="true" tabindex="-1"></a>`, html.EscapeString(n.HeadingID))
	j.html.HeadingExit(w, n)
	return true
}

// plainText is what a reader reads of a node, without directives and formulas.
func plainText(root ast.Node) string {
	var b strings.Builder
	ast.WalkFunc(root, func(node ast.Node, entering bool) ast.WalkStatus {
		switch n := node.(type) {
		case *ast.Text:
			b.Write(n.Literal)
		case *ast.Code:
			b.Write(n.Literal)
		}
		return ast.GoToNext
	})
	return b.String()
}

// table puts a table where it can scroll sideways on a narrow screen.
func (j *job) table(w io.Writer, entering bool) {
	if entering {
		io.WriteString(w, "\n"+`<div class="table"><table>`)
	} else {
		io.WriteString(w, "</table></div>\n")
	}
}

// cell writes a cell; the empty corner of a table heads nothing.
func (j *job) cell(w io.Writer, n *ast.TableCell, entering bool) {
	tag, heads := "td", n.IsHeader && len(n.Children) > 0
	if heads {
		tag = "th"
	}
	if !entering {
		io.WriteString(w, "</"+tag+">")
		return
	}
	io.WriteString(w, "<"+tag)
	if heads {
		io.WriteString(w, ` scope="col"`)
	}
	switch n.Align {
	case ast.TableAlignmentRight:
		io.WriteString(w, ` class="num"`)
	case ast.TableAlignmentCenter:
		io.WriteString(w, ` class="mid"`)
	}
	if n.ColSpan > 1 {
		fmt.Fprintf(w, ` colspan="%d"`, n.ColSpan)
	}
	io.WriteString(w, ">")
}

// leftOver reports the first mark of a directive that the parser took for text.
func (j *job) leftOver(text string) {
	before := 0
	for line := range strings.Lines(text) {
		if why := leftOverIn(strings.TrimSuffix(line, "\n")); why != "" {
			at := j.places.next(text)
			if at > 0 {
				at += before
			}
			j.mistakes = append(j.mistakes, Mistake{at, why})
			return
		}
		before++
	}
}

func leftOverIn(line string) string {
	switch {
	case strings.HasPrefix(line, boxMark):
		return "::: in the middle of a paragraph: want an empty line before it"
	case strings.HasPrefix(line, "```"):
		return "``` opens a fence that does not close"
	case strings.Contains(line, "{{"), strings.Contains(line, "}}"):
		return "{{ without }} on its line, or the other way round"
	case strings.Contains(line, "*"):
		return "* that sets nothing apart: want a space or a punctuation mark on its outer side"
	}
	return ""
}

// unknown says that there is no such name, and which was probably meant.
func unknown[F any](what, name string, known map[string]F) string {
	names := slices.Sorted(maps.Keys(known))
	if near := suggest.Nearest(name, names); near != "" {
		return fmt.Sprintf("no %s %q (did you mean %q?)", what, name, near)
	}
	return fmt.Sprintf("no %s %q; want one of %s", what, name, strings.Join(names, ", "))
}
