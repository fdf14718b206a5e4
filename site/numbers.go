package site

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"inflight/scenes/hw"
	"inflight/scenes/suggest"
	"inflight/scenes/unit"
)

// The tables of numbers: each in a function that asks hw or llm.
var numberTables = map[string]func(in words) numberTable{
	"accelerators": acceleratorTable,
	"chips":        chipTable,
	"links":        linkTable,
	"nodes":        nodeTable,
	"measured":     measuredTable,
	"models":       modelTable,
	"layers":       layerTable,
	"formats":      formatTable,
	"optimizers":   optimizerTable,
}

// numberTable is a table of figures, each row with its source.
type numberTable struct {
	Caption string
	Doubt   string // what the mark on a figure in doubt means
	Columns []column
	Rows    []numberRow
}

// numberRow is one entry. Its ID is the place on the page that links lead to.
type numberRow struct {
	ID, Name string
	To       string // the row of another table that has the source
	Cells    []cell
	Source   template.HTML
	Status   string // in words; "" where the table gives no sources
	State    string // confirmed, partly, unconfirmed or derived
}

// Span is how many columns there are.
func (t numberTable) Span() int { return len(t.Columns) }

// cell is one figure. A figure in doubt is marked.
type cell struct {
	Text  string
	Doubt bool
}

// Words says that a column holds words.
func (t numberTable) Words(after int) bool { return t.Columns[after+1].Words }

// numbersFence is a table of what the engine is given to reckon with:
//
//	```numbers accelerators
//	```
func (s *scope) numbersFence(args, _ string) (string, error) {
	table, ok := numberTables[args]
	if !ok {
		names := slices.Sorted(maps.Keys(numberTables))
		return "", fmt.Errorf("no numbers %q: %w", args, suggest.OneOf(args, names))
	}
	in, err := s.words()
	if err != nil {
		return "", err
	}
	t := table(in)
	t.Doubt = in.say("doubt")
	for _, r := range t.Rows {
		if r.ID == "" {
			continue
		}
		if err := s.landmark(r.ID); err != nil {
			return "", err
		}
	}
	return s.execute("numbers", t)
}

// amount writes a figure; what is not known is a dash.
func amount(v float64, u unit.Unit) string {
	if v == 0 {
		return "–"
	}
	return unit.Format(v, u)
}

// onChip writes the size of a memory on the chip, which is binary.
func onChip(bytes float64) string {
	if bytes == 0 {
		return "–"
	}
	return unit.FormatBinary(bytes)
}

func whole(n int) string { return grouped(amount(float64(n), unit.None)) }

// origin fills in where an entry of hw comes from.
func (r numberRow) origin(in words, o hw.Origin) numberRow {
	var doubts []string
	for _, f := range o.Unconfirmed {
		doubts = append(doubts, in.say("col."+string(f)))
	}
	return r.from(in, o.Source, o.Version, string(o.Status), strings.Join(doubts, in.comma()))
}

// from fills in source and status.
func (r numberRow) from(in words, source, version, state, doubts string) numberRow {
	r.Source, r.State = in.source(source, version), state
	if doubts == "" {
		r.Status = in.say("status." + state)
	} else {
		r.Status = in.say("status."+state, doubts)
	}
	return r
}
