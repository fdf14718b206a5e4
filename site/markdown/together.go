package markdown

import (
	"io"
	"regexp"
	"strings"

	"github.com/gomarkdown/markdown/ast"
)

// What is read as one stays on one line. In these the spaces are such that no
// line breaks at them: a number and its unit or sign, a name and its number.
var spaced = regexp.MustCompile(`\d ×(?: \d)?|[A-Za-z] − \d|\d (?:%|[kKMGT]i?B\b|[GTP]?FLOP|[mµn]?s\b|h\b|bits?\b)|` +
	`(?:\b(?:arXiv|Tables?|Figure|Algorithm|Theorems?|eq\.|TP|PP|DP|CP|EP|Llama)|[表图式]|算法|定理) \d[\d.]*(?: \d+(?:\.\d+)?B\b)?`)

// Browsers break after hyphens and dashes, too: GPT-3, DeepSeek-V3, 8-bit, 20.4–38.2.
var hyphened = regexp.MustCompile(`\b[A-Za-z]\w*-V?\d+B?\b|\b\d+-bit\b|\d[\d.,]*[KMB]?–\d[\d.,]*`)

// text writes a text with what belongs together on one line.
func (j *job) text(w io.Writer, n *ast.Text) {
	rest := spaced.ReplaceAllFunc(n.Literal, func(m []byte) []byte {
		return []byte(strings.ReplaceAll(string(m), " ", "\u00a0"))
	})
	part := *n
	write := func(text []byte) {
		part.Literal = text
		j.html.Text(w, &part)
	}
	for _, at := range joins(rest) {
		write(at.before)
		io.WriteString(w, `<span class="joined">`)
		write(at.joined)
		io.WriteString(w, "</span>")
		rest = at.after
	}
	write(rest)
}

type join struct{ before, joined, after []byte }

// joins finds what has hyphens or dashes that hold. A quotation mark beside it
// needs its neighbours to get its direction, so there the text stays whole.
func joins(text []byte) (all []join) {
	from := 0
	for _, m := range hyphened.FindAllIndex(text, -1) {
		if quoted(text, m[0]-1) || quoted(text, m[1]) {
			continue
		}
		all = append(all, join{text[from:m[0]], text[m[0]:m[1]], text[m[1]:]})
		from = m[1]
	}
	return all
}

func quoted(text []byte, i int) bool {
	return i >= 0 && i < len(text) && (text[i] == '"' || text[i] == '\'')
}
