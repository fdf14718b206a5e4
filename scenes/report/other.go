package report

import (
	"fmt"

	"inflight/scenes"
)

// Other is the setting that stands beside another: a query, as in the address
// part compare=, says what it has otherwise. An empty query is the scene's
// default. It fails on the first value that does not fit.
func Other(s *scenes.Setting, query string) (*scenes.Setting, error) {
	if query == "" {
		return s.Entry.New(), nil
	}
	values, err := Values(query)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	other := s.Clone()
	if problems := other.Apply(values, true); len(problems) > 0 {
		return nil, fmt.Errorf("compare: %w", problems[0])
	}
	return other, nil
}

// Compare builds the film of a setting beside itself with what a query says
// otherwise: see Other.
func Compare(a scenes.Side, query string) (*scenes.Pair, error) {
	s, err := Other(a.Setting, query)
	if err != nil {
		return nil, err
	}
	f, err := s.Build()
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	return scenes.Compare(a, scenes.Side{Setting: s, Film: f}), nil
}
