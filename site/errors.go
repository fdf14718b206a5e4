package site

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Error is a mistake in the sources of the site, at a place that an editor can
// jump to.
type Error struct {
	File string // relative to the repository, with slashes
	Line int    // from 1; 0 when the whole file is meant
	Text string
}

func (e Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Text)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
}

// Errors are all the mistakes of a build, by file and line.
type Errors []Error

func (list Errors) Error() string {
	lines := make([]string, len(list))
	for i, e := range list {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// sorted is the list by file and line, each mistake once.
func (list Errors) sorted() Errors {
	slices.SortStableFunc(list, func(a, b Error) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Text, b.Text))
	})
	return slices.Compact(list)
}
