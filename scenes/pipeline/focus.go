package pipeline

import (
	"strings"

	"inflight/scenes/draw"
)

// focus is what a reader points at: a rank ("rank/3", or "stage/3") or a
// micro-batch ("mb/5"), or a task, which stands for its micro-batch
// ("fwd/s2/mb5", "packet/2/5").
type focus struct{ rank, mb int } // -1 for none

func focusOf(id string) focus {
	f := focus{-1, -1}
	switch {
	case strings.HasPrefix(id, "rank/"), strings.HasPrefix(id, "stage/"):
		f.rank = draw.LeadingNumber(id[strings.IndexByte(id, '/')+1:])
	case strings.HasPrefix(id, "mb/"):
		f.mb = draw.LeadingNumber(id[len("mb/"):])
	case strings.HasPrefix(id, "packet/"):
		f.mb = draw.LeadingNumber(id[strings.LastIndexByte(id, '/')+1:])
	default:
		if i := strings.Index(id, "/mb"); i >= 0 {
			f.mb = draw.LeadingNumber(id[i+len("/mb"):])
		}
	}
	return f
}
