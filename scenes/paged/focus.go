package paged

import "strings"

// focus is what a reader points at: a request ("request/3", a sample of it
// "request/3/1", its table "table/3/…") or a block ("block/12").
type focus struct{ request, block int } // -1 for none

func focusOf(id string) focus {
	f := focus{-1, -1}
	for _, kind := range [...]string{"request/", "table/"} {
		if rest, ok := strings.CutPrefix(id, kind); ok {
			f.request = leadingNumber(rest)
		}
	}
	if rest, ok := strings.CutPrefix(id, "block/"); ok {
		f.block = leadingNumber(rest)
	}
	return f
}

// leadingNumber reads the digits in front, -1 without any.
func leadingNumber(s string) int {
	n := -1
	for i := 0; i < len(s) && i < 6 && '0' <= s[i] && s[i] <= '9'; i++ {
		n = max(n, 0)*10 + int(s[i]-'0')
	}
	return n
}
