package measured

import (
	"fmt"
	"strings"
	"sync"

	"inflight/content"
	"inflight/scenes"
	"inflight/scenes/lightjson"
	"inflight/scenes/unit"
)

// Report is a comparison in a language, as texts.
type Report struct {
	What  string   `json:"what"` // is compared: the step and its ranks
	Step  int      `json:"step"`
	Steps []Choice `json:"steps"` // none where the trace marks none
	Rows  []Line   `json:"rows"`
	Notes []string `json:"notes"`
}

// Choice is a step that can be chosen.
type Choice struct {
	Number int    `json:"number"`
	Label  string `json:"label"`
}

// Line is a row of the table. What a side does not have is "–".
type Line struct {
	ID        string `json:"id"`
	Label     string `json:"label"`
	Measured  string `json:"measured"`
	Predicted string `json:"predicted"`
	Ratio     string `json:"ratio"`
}

const (
	missing     = "–"
	digitsShown = 4
	ratioDigits = 3
)

// Report writes the comparison.
func (c *Comparison) Report(lang string) Report {
	r := Report{Step: c.Step, What: c.what(lang), Steps: []Choice{}, Rows: []Line{}, Notes: []string{}}
	if c.trace.marked() {
		for _, n := range c.Steps {
			r.Steps = append(r.Steps, Choice{n, StepName(n)})
		}
	}
	for i := range c.Rows {
		r.Rows = append(r.Rows, c.Rows[i].line(lang))
	}
	for _, n := range c.Notes {
		r.Notes = append(r.Notes, Say(lang, "note."+n.Key, n.Args...))
	}
	return r
}

func (c *Comparison) what(lang string) string {
	n := len(c.Measured.ranks())
	switch {
	case c.trace.Own:
		return Say(lang, "what.ours")
	case c.trace.marked():
		return Say(lang, "what.step", StepName(c.Step), n, n)
	}
	return Say(lang, "what.all", "", n, n)
}

// line writes a row; both numbers have the prefix of the larger.
func (r *Row) line(lang string) Line {
	l := Line{ID: r.ID, Label: Say(lang, "row."+r.ID), Measured: missing, Predicted: missing, Ratio: missing}
	m, p := unit.FormatPair(r.Measured, r.Predicted, r.Unit, digitsShown)
	if r.Unit == unit.Share {
		m, p = unit.Format(r.Measured, r.Unit), unit.Format(r.Predicted, r.Unit)
	}
	if r.Has[0] {
		l.Measured = m
	}
	if r.Has[1] {
		l.Predicted = p
	}
	if ratio := r.Ratio(); ratio > 0 {
		l.Ratio = unit.FormatDigits(ratio, unit.None, ratioDigits)
	}
	return l
}

// Say writes a text of the catalogue; a key that it does not have stays as it is.
func Say(lang, key string, args ...any) string {
	text, ok := Texts(lang)[key]
	if !ok {
		return key
	}
	return scenes.Message{Args: args}.Fill(lang, text)
}

// Texts are the patterns of a language.
func Texts(lang string) map[string]string { return catalogues()[lang] }

var catalogues = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, lang := range scenes.Langs {
		file := lang + "/measured.json"
		text, err := content.Measured.ReadFile(file)
		if err == nil {
			all[lang], err = read(string(text))
		}
		if err != nil {
			panic("content/" + file + ": " + err.Error())
		}
	}
	return all
})

func read(text string) (map[string]string, error) {
	members, err := lightjson.Object(text)
	texts := map[string]string{}
	for _, m := range members {
		t, ok := lightjson.String(m.Value)
		if !ok {
			return nil, fmt.Errorf("%s: want a text", strings.TrimSpace(m.Name))
		}
		texts[m.Name] = t
	}
	return texts, err
}
