package report

import "slices"

// News is the panel without what a reader of the panel before has already: texts
// that never change, and the values that controls rest at where they are the
// same. Panels of one scene in one language differ in little, and what differs
// is a tenth of them.
func (p Panel) News(before Panel) Panel {
	if p.Scene != before.Scene || p.Lang != before.Lang || len(p.Knobs) != len(before.Knobs) {
		return p
	}
	p.Presets = nil
	p.Knobs = slices.Clone(p.Knobs)
	for i := range p.Knobs {
		k, old := &p.Knobs[i], &before.Knobs[i]
		k.Help = ""
		if slices.Equal(k.Choices, old.Choices) {
			k.Choices = nil
		}
		if slices.Equal(k.Stops, old.Stops) {
			k.Stops = nil
		}
	}
	return p
}
