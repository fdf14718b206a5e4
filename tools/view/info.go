//go:build js || desktop

package main

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/outline"
	"inflight/scenes/report"
)

// info shows below the transport what is wrong, what the engine found, and the
// closed forms beside it. What has no room is left out.
func (s sheet) info(b box) {
	d := s.d
	y := b.y
	for _, t := range d.wrong() {
		for _, line := range s.wrap(t, normal, b.w) {
			if y+18 > b.y+b.h {
				return
			}
			s.text(b.x, y+12, line, normal, draw.Alert)
			y += 18
		}
		y += 8
	}
	film := d.panel.Film
	if film == nil {
		return
	}
	y = s.metrics(box{b.x, y, b.w, b.y + b.h - y}, film.Metrics)
	y = s.checks(box{b.x, y, b.w, b.y + b.h - y}, film.Checks)
	for _, t := range film.Remarks {
		for _, line := range s.wrap(t, small, b.w) {
			if y+16 > b.y+b.h {
				return
			}
			s.text(b.x, y+12, line, small, draw.Muted)
			y += 16
		}
	}
}

// wrong are the sentences on what is wrong, the worst first.
func (d *desk) wrong() []string {
	var all []string
	if d.failure != "" {
		all = append(all, d.failure)
	}
	if d.panel.Refusal != "" {
		all = append(all, d.panel.Refusal)
	}
	all = append(all, d.panel.Problems...)
	if b := d.panel.Compare; b != nil && b.Refusal != "" {
		all = append(all, scenes.SideNames[1]+": "+b.Refusal)
	}
	return all
}

// metrics draws labels over values, side by side, and gives where it ended.
func (s sheet) metrics(b box, metrics []report.Metric) float64 {
	const height = 42
	x, y := b.x, b.y
	for _, m := range metrics {
		if m.Other != "" {
			m.Text += " | " + m.Other
		}
		w := max(s.d.measure(m.Label, small, false), s.d.measure(m.Text, large, true)) + 30
		if x > b.x && x+w-30 > b.x+b.w {
			x, y = b.x, y+height+8
		}
		if y+height > b.y+b.h {
			return y
		}
		s.text(x, y+12, m.Label, small, draw.Muted)
		s.bold(x, y+35, m.Text, large, draw.Ink)
		x += w
	}
	if len(metrics) == 0 {
		return y
	}
	return y + height + 12
}

// checks draws a line for each check: engine, formula, verdict, closed form.
func (s sheet) checks(b box, checks []report.Check) float64 {
	d, y := s.d, b.y
	const height = 22
	label, number := 0.0, 0.0
	for _, c := range checks {
		label = max(label, s.d.measure(sided(c), normal, false))
		number = max(number, s.d.measure(c.Engine, normal, true), s.d.measure(c.Formula, normal, false))
	}
	label, number = min(label, b.w/4)+18, min(number, b.w/4)+18
	if len(checks) > 0 && y+2*height <= b.y+b.h {
		s.text(b.x+label, y+12, d.words.engine, small, draw.Muted)
		s.text(b.x+label+number, y+12, d.words.formula, small, draw.Muted)
		y += 17
	}
	for _, c := range checks {
		if y+height > b.y+b.h {
			return y
		}
		color := map[string]draw.Color{"differs": draw.Alert, "none": draw.Muted}[c.State]
		if color == draw.None {
			color = draw.Good
		}
		x := b.x
		s.text(x, y+15, s.fit(sided(c), normal, label-10), normal, draw.Ink)
		x += label
		s.bold(x, y+15, c.Engine, normal, draw.Ink)
		x += number
		formula := c.Formula
		if formula == "" {
			formula = "–"
		}
		s.text(x, y+15, formula, normal, draw.Ink)
		x += number
		s.bold(x, y+15, c.Verdict, normal, color)
		x += s.d.measure(c.Verdict, normal, true) + 18
		rest := c.Form
		if c.Why != "" {
			rest = c.Why
		}
		s.text(x, y+15, s.fit(legible(rest), small, b.x+b.w-x), small, draw.Muted)
		y += height
	}
	return y + 8
}

// legible puts the letter itself in place of an index or exponent that the Go fonts
// lack, Fi for Fᵢ. Chinese, which has a font of its own, stays.
func legible(t string) string {
	var b strings.Builder
	for _, r := range t {
		if r < '\u2e80' && !outline.Regular().Has(r) {
			b.WriteString(norm.NFKC.String(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// sided is the label of a check, in a comparison with its side.
func sided(c report.Check) string { return strings.TrimSpace(c.Side + " " + c.Label) }
