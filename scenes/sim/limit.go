package sim

import "fmt"

// Limit is a limit of the engine.
type Limit int

const (
	TooLong  Limit = iota // beyond the range of Time, 106 days
	TooMany               // more than MaxTasks tasks or MaxNeeds needs
	TooMixed              // more than MaxShares rates to share
)

// LimitError says which limit of the engine a duration or a run would pass.
type LimitError struct {
	Limit Limit
	text  string
}

func (e *LimitError) Error() string { return e.text }

func beyond(l Limit, format string, args ...any) error {
	return &LimitError{l, fmt.Sprintf(format, args...)}
}
