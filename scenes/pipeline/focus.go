package pipeline

import "strings"

// focus is what a reader points at: a rank ("rank/3", or "stage/3") or a
// micro-batch ("mb/5"), or a task, which stands for its micro-batch
// ("fwd/s2/mb5", "packet/2/5").
type focus struct{ rank, mb int } // -1 for none

func focusOf(id string) focus {
	f := focus{-1, -1}
	switch {
	case strings.HasPrefix(id, "rank/"), strings.HasPrefix(id, "stage/"):
		f.rank = leadingNumber(id[strings.IndexByte(id, '/')+1:])
	case strings.HasPrefix(id, "mb/"):
		f.mb = leadingNumber(id[len("mb/"):])
	case strings.HasPrefix(id, "packet/"):
		f.mb = leadingNumber(id[strings.LastIndexByte(id, '/')+1:])
	default:
		if i := strings.Index(id, "/mb"); i >= 0 {
			f.mb = leadingNumber(id[i+len("/mb"):])
		}
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
