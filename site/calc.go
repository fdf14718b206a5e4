package site

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/unit"
)

// calc is a number in prose that the engine computes:
//
//	{{calc collective.time gpus=8 model=llama-2-7b}}      a metric
//	{{calc collective.check.time.formula}}                engine, formula, lower or upper of a check
//	{{calc collective.knob.bandwidth}}                    the value of a knob
//	{{calc collective.step.rs/3}}  {{calc collective.end}}      an instant
//	{{calc collective.time gpus=64 / collective.time gpus=8 as=times}}
//	{{calc llm.kv-bytes model=llama-2-70b}}               a figure of a catalogue
//	{{calc 2 * 12288 * 49152 as=params}}
//	{{calc 128tokens / paged.tpot}}               a number with its unit
//
// Terms are joined by + - * / with spaces around them; a term may be a number,
// with a unit behind it (2 B are bytes: 16MiB, 300GB/s, 2us), or an expression in
// ( ), which a sum of products and a product of sums want.
// digits=3 sets the significant digits; as= shows bytes in binary units
// (binary), a plain number with × (times) or as a quantity of a unit (share, B,
// params, FLOP, s …).
func (s *scope) calc(args string) (string, error) {
	c := parseCall(args)
	digits, _ := c.take("digits")
	as, _ := c.take("as")
	// The settings that remain belong to the terms before them, so the text is
	// read anew, term by term.
	q, err := s.expression(args)
	if err != nil {
		return "", err
	}
	text, err := q.show(digits, as)
	if err != nil {
		return "", err
	}
	if as == "times" {
		text = scenes.Say("list.times", text).Text(s.page.Lang)
	}
	text = strings.ReplaceAll(text, " ", "\u00a0")
	if q.text != "" {
		return html.EscapeString(q.text), nil
	}
	return fmt.Sprintf(`<data class="calc" value="%s" title="%s">%s</data>`,
		strconv.FormatFloat(q.value, 'g', -1, 64), html.EscapeString(args), html.EscapeString(text)), nil
}

// quantity is the value of a term. A knob that is a choice has only a text.
type quantity struct {
	value float64
	unit  unit.Unit
	text  string
}

func (s *scope) term(fields []string) (quantity, error) {
	c := parseCall(strings.Join(fields, " "))
	c.take("digits")
	c.take("as")
	if len(c.words) != 1 {
		return quantity{}, fmt.Errorf("%q: want one SCENE.METRIC or number between operators", strings.Join(c.words, " "))
	}
	if q, ok := literal(c.words[0]); ok {
		return q, nil
	}
	scene, path, ok := strings.Cut(c.words[0], ".")
	if !ok {
		return quantity{}, fmt.Errorf("%q: want SCENE.METRIC", c.words[0])
	}
	if figure, ok := catalogues[scene]; ok {
		return figure(path, c.values)
	}
	r, err := s.engine.run(scene, c.values)
	if err != nil {
		return quantity{}, err
	}
	return r.lookup(path, s.page.Lang)
}

// literal reads a number, with a unit behind it or without.
func literal(text string) (quantity, bool) {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return quantity{value: v}, true
	}
	if text[0] < '0' || text[0] > '9' {
		return quantity{}, false
	}
	for _, u := range counted {
		if v, err := unit.Parse(text, u); err == nil {
			return quantity{value: v, unit: u}, true
		}
	}
	return quantity{}, false
}

// lookup finds what a path names in a run: "time", "check.time.formula",
// "knob.bytes", "step.rs/3", "end".
func (r *run) lookup(path, lang string) (quantity, error) {
	kind, id, _ := strings.Cut(path, ".")
	switch {
	case path == "end":
		return quantity{value: r.film.Timeline().End().Seconds(), unit: unit.Second}, nil
	case kind == "knob":
		return r.knob(id, lang)
	case kind == "check":
		return r.check(id)
	case kind == "step":
		t, err := r.step(id)
		return quantity{value: t.Seconds(), unit: unit.Second}, err
	}
	var ids []string
	for _, m := range r.film.Metrics() {
		if m.ID == path {
			return quantity{value: m.Value, unit: m.Unit}, nil
		}
		ids = append(ids, m.ID)
	}
	return quantity{}, r.unknown("metric", path, ids)
}

func (r *run) knob(key, lang string) (quantity, error) {
	k, ok := r.setting.Knob(key)
	if !ok {
		var keys []string
		for _, k := range r.setting.Knobs() {
			keys = append(keys, k.Key)
		}
		return quantity{}, r.unknown("knob", key, keys)
	}
	switch k.Kind {
	case scenes.Whole, scenes.Number:
		return quantity{value: k.Value(), unit: k.Unit}, nil
	case scenes.Switch:
		return quantity{text: scenes.Say("switch." + k.Text()).Text(lang)}, nil
	}
	for _, o := range k.Choices {
		if o.Value == k.Text() && o.Label != "" {
			return quantity{text: o.Label}, nil
		}
	}
	return quantity{text: report.Label(lang, r.setting.Entry.Name, "choice."+k.Key, k.Text())}, nil
}

func (r *run) check(path string) (quantity, error) {
	id, side, _ := strings.Cut(path, ".")
	var ids []string
	for _, c := range r.film.Checks() {
		ids = append(ids, c.ID)
		if c.ID != id {
			continue
		}
		if side != "engine" && !c.Applies() {
			return quantity{}, fmt.Errorf("check %s: %s", id, c.Why.Text(scenes.Langs[0]))
		}
		switch side {
		case "engine":
			return quantity{value: c.Engine, unit: c.Unit}, nil
		case "formula":
			return quantity{value: c.Formula, unit: c.Unit}, nil
		case "lower":
			return quantity{value: c.Lower, unit: c.Unit}, nil
		case "upper":
			return quantity{value: c.Upper, unit: c.Unit}, nil
		}
		return quantity{}, fmt.Errorf("check.%s: want .engine, .formula, .lower or .upper after it", path)
	}
	return quantity{}, r.unknown("check", id, ids)
}

// unknown says what the scene does not have, and what was probably meant.
func (r *run) unknown(what, name string, known []string) error {
	return unknownName(r.setting.Entry.Name, what, name, known)
}

// counted are the units that a plain number may be given.
var counted = []unit.Unit{
	unit.Share, unit.Byte, unit.BytesPerSecond, unit.Second, unit.FLOP, unit.FLOPPerSecond, unit.Params, unit.Tokens, unit.Intensity,
}

// show writes the quantity for people.
func (q quantity) show(digits, as string) (string, error) {
	n, err := strconv.Atoi(digits)
	if digits != "" && (err != nil || n < 1 || n > 17) {
		return "", fmt.Errorf("digits=%s: want a whole number from 1 to 17", digits)
	}
	switch {
	case as == "" || as == "times" && q.unit == unit.None:
	case as == "binary" && q.unit == unit.Byte:
		return unit.FormatBinary(q.value), nil
	case slices.Contains(counted, unit.Unit(as)) && q.unit == unit.None:
		q.unit = unit.Unit(as)
	default:
		return "", fmt.Errorf("as=%s: want binary for bytes, share, times or a unit for a plain number", as)
	}
	if digits != "" {
		return grouped(unit.FormatDigits(q.value, q.unit, n)), nil
	}
	return grouped(unit.Format(q.value, q.unit)), nil
}

// grouped puts commas between the thousands of the number that a text begins with.
func grouped(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(text)
	}
	for i := end - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
