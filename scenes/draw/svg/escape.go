package svg

import (
	"unicode/utf8"

	"inflight/scenes/draw"
)

// escape appends a text as the content of an element or of a quoted attribute.
// Characters that XML does not have, such as most control characters, become �.
func escape(b []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '"':
			b = append(b, "&#34;"...)
		case r == '\'':
			b = append(b, "&#39;"...)
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0xfffe, r == 0xffff:
			b = utf8.AppendRune(b, utf8.RuneError)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

// ID is the id in SVG of a shape: letters, digits and hyphens stay, a slash
// becomes a point, and any other byte becomes _ and two hexadecimal digits. So
// it is a valid name in XML, and two shapes never meet in one id.
func ID(prefix string, id draw.ID) string { return string(appendID(nil, prefix, id)) }

func appendID(b []byte, prefix string, id draw.ID) []byte {
	const hex = "0123456789abcdef"
	b = escape(b, prefix)
	first := prefix == ""
	for _, c := range id.Append(nil) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
			b = append(b, c)
		case !first && ('0' <= c && c <= '9' || c == '-'):
			b = append(b, c)
		case !first && c == '/':
			b = append(b, '.')
		default:
			b = append(b, '_', hex[c>>4], hex[c&15])
		}
		first = false
	}
	return b
}
