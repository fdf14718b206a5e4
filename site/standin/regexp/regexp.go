// Package regexp stands in for Go's in the stage. It knows the three expressions
// of Ebitengine's compiler of shaders.
package regexp

import "strings"

// The expressions: the line of a shader that says what its places are measured
// in, the name of a texture, and two or more ends of lines.
const (
	unit    = `^[ \t\r\n]*//kage:unit\s+([^ \t\r\n]+)[ \t\r\n]*$`
	texture = `\A__t(\d+)\z`
	blank   = `\n\n+`
)

// Regexp is one of the three.
type Regexp struct{ expr string }

// MustCompile is the expression, if it is one of the three.
func MustCompile(expr string) *Regexp {
	switch expr {
	case unit, texture, blank:
		return &Regexp{expr}
	}
	panic("regexp: nothing stands in for " + expr)
}

// FindStringSubmatch is the text and the part of it in parentheses, nil where
// the expression does not match. It knows the two that match a whole text.
func (r *Regexp) FindStringSubmatch(s string) []string {
	part, ok := "", false
	switch r.expr {
	case unit:
		part, ok = unitIn(s)
	case texture:
		part, ok = strings.CutPrefix(s, "__t")
		ok = ok && part != "" && strings.Trim(part, "0123456789") == ""
	default:
		panic("regexp: nothing stands in for a search for " + r.expr)
	}
	if !ok {
		return nil
	}
	return []string{s, part}
}

func unitIn(s string) (string, bool) {
	const space = " \t\r\n"
	s, ok := strings.CutPrefix(strings.Trim(s, space), "//kage:unit")
	name := strings.TrimLeft(s, space+"\f")
	if ok && name == "" && len(s) > 1 { // all is space: \f, which Trim left, can be a name
		name = s[len(s)-1:]
	}
	return name, ok && name != "" && name != s && !strings.ContainsAny(name, space)
}

// ReplaceAllString writes by for each two or more ends of lines.
func (r *Regexp) ReplaceAllString(s, by string) string {
	if r.expr != blank {
		panic("regexp: nothing stands in for a replacement of " + r.expr)
	}
	var b strings.Builder
	for {
		at := strings.Index(s, "\n\n")
		if at < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:at])
		b.WriteString(by)
		s = strings.TrimLeft(s[at:], "\n")
	}
}
