package report

import (
	"slices"

	"inflight/scenes"
	"inflight/scenes/unit"
)

// Beside adds the setting that stands beside the panel's own.
func (p *Panel) Beside(s *scenes.Setting, lang string) {
	p.Compare = &Second{Knobs: knobs(s, lang), Query: Query(s.Changed()), Problems: []string{}}
	for i := range p.Compare.Knobs {
		k, own := &p.Compare.Knobs[i], &p.Knobs[i]
		k.Help = ""
		if slices.Equal(k.Choices, own.Choices) {
			k.Choices = nil
		}
		if slices.Equal(k.Stops, own.Stops) {
			k.Stops = nil
		}
	}
}

// bothMetrics are the metrics of a pair, by their ids: what B has stands beside
// what A has.
func bothMetrics(scene string, pair *scenes.Pair, lang string) []Metric {
	all := metrics(scene, pair, lang)
	for _, m := range pair.Sides[1].Film.Metrics() {
		other := metric(scene, m, lang)
		i := slices.IndexFunc(all, func(a Metric) bool { return a.ID == m.ID })
		if i < 0 {
			other.Other, other.Text, other.Value = other.Text, missing, 0
			all = append(all, other)
			continue
		}
		a := &all[i]
		a.Other = other.Text
		if a.Unit == other.Unit && a.Value > 0 && other.Value > 0 {
			a.Ratio = unit.FormatDigits(other.Value/a.Value, unit.None, ratioDigits)
		}
	}
	for i := range all {
		if all[i].Other == "" {
			all[i].Other = missing
		}
	}
	return all
}

const (
	missing     = "–"
	ratioDigits = 3
)

// bothChecks are the checks of a pair, those of one id after each other.
func bothChecks(scene string, pair *scenes.Pair, lang string) []Check {
	var all []Check
	for side, s := range pair.Sides {
		for _, c := range s.Film.Checks() {
			w := check(scene, c, lang)
			w.Side = scenes.SideNames[side]
			i := slices.IndexFunc(all, func(a Check) bool { return a.ID == c.ID })
			if i < 0 {
				i = len(all) - 1
			}
			all = slices.Insert(all, i+1, w)
		}
	}
	return all
}
