package markdown

import (
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// highlight marks up code in a language with classes for CSS, of which there
// are few: a page of prose needs no more. No language is plain text.
func highlight(language, code string) (string, bool) {
	const before, after = "\n" + `<pre class="code" tabindex="0"><code>`, "</code></pre>\n"
	if language == "" || language == "text" {
		return before + html.EscapeString(code) + after, true
	}
	if len(language) > 40 { // longer than any name, and a long one takes the search a second
		return "", false
	}
	lexer := lexers.Get(language)
	if lexer == nil {
		return "", false
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, code)
	if err != nil {
		return before + html.EscapeString(code) + after, true
	}
	var b strings.Builder
	b.WriteString(before)
	for _, t := range tokens.Tokens() {
		class := tokenClass(t.Type)
		if class == "" {
			b.WriteString(html.EscapeString(t.Value))
			continue
		}
		b.WriteString(`<span class="` + class + `">` + html.EscapeString(t.Value) + `</span>`)
	}
	b.WriteString(after)
	return b.String(), true
}

// tokenClass is the class of a kind of token, "" for what looks like plain text.
func tokenClass(t chroma.TokenType) string {
	switch {
	case t.InCategory(chroma.Comment):
		return "c-com"
	case t.InCategory(chroma.Keyword):
		return "c-key"
	case t.InSubCategory(chroma.LiteralString):
		return "c-str"
	case t.InSubCategory(chroma.LiteralNumber):
		return "c-num"
	case t == chroma.NameFunction || t == chroma.NameClass || t == chroma.NameBuiltin:
		return "c-fun"
	}
	return ""
}
