package markdown

import (
	"bytes"
	"strings"

	"github.com/gomarkdown/markdown/ast"
	"github.com/gomarkdown/markdown/parser"
)

// inline is a {{name args}}.
type inline struct {
	ast.Leaf
	call string // "name args"
}

// parseInline is the parser's function for '{'.
func parseInline(_ *parser.Parser, data []byte, offset int) (int, ast.Node) {
	rest := data[offset:]
	if !bytes.HasPrefix(rest, []byte("{{")) {
		return 0, nil
	}
	end := bytes.Index(rest, []byte("}}"))
	if end < 0 || bytes.IndexByte(rest[:end], '\n') >= 0 {
		return 0, nil // left over, which the renderer reports
	}
	return end + 2, &inline{call: string(rest[2:end])}
}

// box is a ::: name args … :::.
type box struct {
	ast.Container
	call  string
	after string // what closes it, once it is open
}

const boxMark = ":::"

// parseBox is the parser's hook for blocks.
func (j *job) parseBox(data []byte) (ast.Node, []byte, int) {
	if !bytes.HasPrefix(data, []byte(boxMark)) {
		return nil, nil, 0
	}
	first, rest := cutLine(data)
	call := strings.TrimSpace(strings.TrimLeft(first, ":"))
	if call == "" {
		j.mistakes = append(j.mistakes, Mistake{j.places.ofRest(data), "::: closes no box"})
		return nil, nil, len(data) - len(rest)
	}
	inner, after, ok := boxBody(rest)
	if !ok {
		j.fail(first, "::: "+call+" has no closing :::")
	}
	return &box{call: call}, append(inner[:len(inner):len(inner)], '\n'), len(data) - len(after)
}

// boxBody splits off the lines up to the ::: that closes a box. Boxes nest; in
// fenced code a ::: is code.
func boxBody(data []byte) (inner, after []byte, ok bool) {
	depth, fence := 1, ""
	for rest := data; len(rest) > 0; {
		line, next := cutLine(rest)
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if trimmed == fence {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"):
			fence = trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`"))]
		case trimmed == boxMark:
			if depth--; depth == 0 {
				return data[:len(data)-len(rest)], next, true
			}
		case strings.HasPrefix(line, boxMark):
			depth++
		}
		rest = next
	}
	return data, nil, false
}

func cutLine(data []byte) (line string, rest []byte) {
	before, after, _ := bytes.Cut(data, []byte("\n"))
	return string(before), after
}
