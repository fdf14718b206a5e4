package paged

import (
	"strings"

	"inflight/scenes/draw"
)

// focus is what a reader points at: a request ("request/3", a sample of it
// "request/3/1", its table "table/3/…") or a block ("block/12").
type focus struct{ request, block int } // -1 for none

func focusOf(id string) focus {
	f := focus{-1, -1}
	for _, kind := range [...]string{"request/", "table/"} {
		if rest, ok := strings.CutPrefix(id, kind); ok {
			f.request = draw.LeadingNumber(rest)
		}
	}
	if rest, ok := strings.CutPrefix(id, "block/"); ok {
		f.block = draw.LeadingNumber(rest)
	}
	return f
}
