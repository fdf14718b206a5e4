// Package headers is the one table of HTTP headers of the site: the generator
// writes it as a _headers file, as static hosts read it, and the local server
// reads that file.
package headers

import (
	"fmt"
	"net/http"
	"strings"
)

// Rule gives headers to the paths that it matches: one path, or all that begin
// with what stands before a final *.
type Rule struct {
	Path    string
	Headers []Header
}

// Header is one line of a response.
type Header struct{ Name, Value string }

// Table is all rules of a site. Hosts join what several rules say of one header
// with a comma, which no header here can bear, so no two rules that match one
// path may name the same header.
type Table []Rule

// For are the headers of a path.
func (t Table) For(path string) http.Header {
	h := http.Header{}
	for _, r := range t {
		if r.matches(path) {
			for _, line := range r.Headers {
				h.Add(line.Name, line.Value)
			}
		}
	}
	return h
}

func (r Rule) matches(path string) bool {
	if prefix, ok := strings.CutSuffix(r.Path, "*"); ok {
		return strings.HasPrefix(path, prefix)
	}
	return path == r.Path
}

// File is the table as a _headers file.
func (t Table) File() []byte {
	var b strings.Builder
	for i, r := range t {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(r.Path + "\n")
		for _, line := range r.Headers {
			b.WriteString("  " + line.Name + ": " + line.Value + "\n")
		}
	}
	return []byte(b.String())
}

// Parse reads what File writes.
func Parse(file []byte) (Table, error) {
	var t Table
	n := 0
	for line := range strings.Lines(string(file)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.TrimSpace(line) == "":
		case !strings.HasPrefix(line, " "):
			t = append(t, Rule{Path: line})
		case len(t) == 0:
			return nil, fmt.Errorf("_headers:%d: a header before any path", n)
		default:
			name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if !ok {
				return nil, fmt.Errorf("_headers:%d: %s: want NAME: VALUE", n, strings.TrimSpace(line))
			}
			last := &t[len(t)-1]
			last.Headers = append(last.Headers, Header{name, value})
		}
	}
	return t, nil
}
