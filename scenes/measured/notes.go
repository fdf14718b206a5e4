package measured

import (
	"slices"
	"strings"

	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Note is a sentence on what the table does not say: the message "note.KEY" with
// its arguments.
type Note struct {
	Key  string
	Args []any
}

func (c *Comparison) note(key string, args ...any) { c.Notes = append(c.Notes, Note{key, args}) }

// remark says what was left out, guessed, or has to be known to read the table.
func (c *Comparison) remark() {
	if c.trace.Open {
		c.note("open")
	}
	if len(c.Matched) == 0 {
		c.note("nothing")
		return
	}
	if !c.trace.GPU && !c.trace.Own {
		c.note("threads")
	}
	c.remarkOther()
	guessed, _ := c.mean(func(s *Span) bool { return s.Guessed })
	if forward, _ := c.mean(func(s *Span) bool { return s.Kind == Forward }); guessed > 0 {
		c.note("guessed", share(guessed/forward))
	}
	if comm, _ := c.mean(func(s *Span) bool { return s.Kind.Comm() }); comm > 0 && c.trace.GPU {
		c.note("waits")
	}
	if n := c.More(); n > 0 {
		c.note("more", n)
	}
	slices.SortStableFunc(c.Notes, func(a, b Note) int { return weight(a.Key) - weight(b.Key) })
}

// weight puts what matters most first.
func weight(key string) int {
	return slices.Index([]string{"nothing", "unmatched", "other", "all-told", "guessed", "no-forward", "clocks", "stages", "fold.pair", "fold.weight-grad", "waits", "threads", "open", "more"}, key)
}

// remarkOther says how much of the busy time no rule could classify, and what most
// of that is called.
func (c *Comparison) remarkOther() {
	other, _ := c.mean(func(s *Span) bool { return s.Kind == Other })
	busy, _ := c.mean(func(*Span) bool { return true })
	if other == 0 {
		c.note("all-told")
		return
	}
	c.note("other", share(other/busy), strings.Join(c.unknown(3), ", "))
}

// unknown are the names of the longest spans that are not classified.
func (c *Comparison) unknown(most int) []string {
	total := make([]sim.Time, len(c.trace.names))
	for i := range c.Measured.Lanes {
		for _, s := range c.Measured.Lanes[i].Spans {
			if s.Kind == Other {
				total[s.Name] += s.To - s.From
			}
		}
	}
	var list []string
	for range most {
		best := 0
		for i := range total {
			if total[i] > total[best] {
				best = i
			}
		}
		if total[best] == 0 {
			break
		}
		total[best] = 0
		list = append(list, short(c.trace.names[best]))
	}
	return list
}

// short keeps a kernel's name, whose templates go on for lines, readable.
func short(name string) string {
	const most = 48
	name = strings.TrimPrefix(name, "void ")
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}

func share(x float64) scenes.Quantity { return scenes.Quantity{Value: x, Unit: unit.Share} }
