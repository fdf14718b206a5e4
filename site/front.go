package site

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"inflight/scenes/suggest"
)

// front is the head of a page's source:
//
//	---
//	title: Why does adding GPUs barely slow an all-reduce?
//	description: One sentence for search engines and cards.
//	nav: Collectives              its name in the header; without one it is not there
//	foot: Sources                 its name in the footer
//	order: 1                      its place in the header and in lists
//	scene: collective gpus=8      the stage beside the story
//	card: collective algo=tree    what its card shows, if not that
//	date: 2025-11-30              for the feed; without one it is not there
//	---
type front struct {
	Title, Description, Nav, Foot, Scene, Card, Date string
	Order                                            int
	lines                                            map[string]int // of each key
}

var frontKeys = []string{"title", "description", "nav", "foot", "order", "scene", "card", "date"}

// splitFront reads the head of a source. In the body the head's lines are empty,
// so that line numbers stay.
func splitFront(source []byte) (front, []byte, Errors) {
	f := front{lines: map[string]int{}}
	lines := bytes.SplitAfter(source, []byte("\n"))
	is := func(i int, mark string) bool { return i < len(lines) && string(bytes.TrimSpace(lines[i])) == mark }
	if !is(0, "---") {
		return f, source, Errors{{Line: 1, Text: "no front matter; want --- and title: on the first lines"}}
	}
	var errs Errors
	for i := 1; i < len(lines); i++ {
		if is(i, "---") {
			errs = append(errs, f.missing()...)
			body := bytes.Repeat([]byte("\n"), i+1)
			return f, append(body, bytes.Join(lines[i+1:], nil)...), errs
		}
		if text := strings.TrimSpace(string(lines[i])); text != "" {
			if err := f.set(text, i+1); err != nil {
				errs = append(errs, Error{Line: i + 1, Text: err.Error()})
			}
		}
	}
	return f, nil, append(errs, Error{Line: 1, Text: "front matter has no closing ---"})
}

func (f *front) missing() (errs Errors) {
	if f.Title == "" {
		errs = append(errs, Error{Line: 1, Text: "no title: in the front matter"})
	}
	if f.Description == "" {
		errs = append(errs, Error{Line: 1, Text: "no description: in the front matter"})
	}
	return errs
}

func (f *front) set(text string, line int) (err error) {
	key, value, ok := strings.Cut(text, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !ok || !slices.Contains(frontKeys, key) {
		if near := suggest.Nearest(key, frontKeys); near != "" {
			return fmt.Errorf("no front matter %q (did you mean %q?)", key, near)
		}
		return fmt.Errorf("no front matter %q; want one of %s", key, strings.Join(frontKeys, ", "))
	}
	if f.lines[key] != 0 {
		return fmt.Errorf("%s: comes twice, first in line %d", key, f.lines[key])
	}
	f.lines[key] = line
	switch key {
	case "title":
		f.Title = value
	case "description":
		f.Description = value
	case "nav":
		f.Nav = value
	case "foot":
		f.Foot = value
	case "scene":
		f.Scene = value
	case "card":
		f.Card = value
	case "order":
		if f.Order, err = strconv.Atoi(value); err != nil {
			return fmt.Errorf("order: %s: want a whole number", value)
		}
	case "date":
		if !isDate(value) {
			return fmt.Errorf("date: %s: want YEAR-MONTH-DAY, such as 2025-11-30", value)
		}
		f.Date = value
	}
	return nil
}
