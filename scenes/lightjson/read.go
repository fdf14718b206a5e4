// Package lightjson reads and writes the little JSON that the stage's page
// needs. The standard library's encoding/json would be a tenth of the download.
package lightjson

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Member is a name of an object and its value, as it is written.
type Member struct{ Name, Value string }

// maxDepth is how deep values may be nested.
const maxDepth = 100

// Object reads the members of an object, in their order. All of the text has to
// be right JSON in UTF-8, and the object may have a name once.
func Object(text string) ([]Member, error) {
	s := scanner{text: text}
	if !utf8.ValidString(text) {
		return nil, errors.New("not UTF-8: want a JSON object")
	}
	var members []Member
	s.space()
	if !s.object(maxDepth, func(name, value string) { members = append(members, Member{name, value}) }) || !s.ends() {
		return nil, fmt.Errorf("at byte %d: want a JSON object", s.at)
	}
	seen := map[string]bool{}
	for i := range members {
		name, _ := String(members[i].Name)
		if seen[name] {
			return nil, fmt.Errorf("%s twice: want it once", name)
		}
		members[i].Name, seen[name] = name, true
	}
	return members, nil
}

// String reads a value that is a text. It is false when it is something else.
func String(value string) (string, bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	value = value[1 : len(value)-1]
	if !strings.Contains(value, `\`) {
		return value, true
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(value, `\`)
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		if after[0] == 'u' {
			var r rune
			r, value = codePoint(after[1:])
			b.WriteRune(r)
			continue
		}
		b.WriteByte(plain[strings.IndexByte(escapes, after[0])])
		value = after[1:]
	}
}

// What follows a backslash, and what it means.
const (
	escapes = `"\/bfnrt`
	plain   = "\"\\/\b\f\n\r\t"
)

// codePoint reads what follows \u, and the second half of a pair. Half a pair is
// the character for what cannot be told.
func codePoint(text string) (rune, string) {
	r, rest := hex(text), text[4:]
	if utf16.IsSurrogate(r) {
		if strings.HasPrefix(rest, `\u`) {
			if pair := utf16.DecodeRune(r, hex(rest[2:])); pair != utf8.RuneError {
				return pair, rest[6:]
			}
		}
		return utf8.RuneError, rest
	}
	return r, rest
}

func hex(text string) (r rune) {
	for i := range 4 {
		digit := rune(strings.IndexByte(digits, text[i]|' '))
		r = r<<4 | digit
	}
	return r
}

const digits = "0123456789abcdef"
