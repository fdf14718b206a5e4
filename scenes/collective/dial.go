package collective

import (
	"strconv"

	"inflight/scenes/unit"
)

// dial holds the texts of a quantity that runs from 0 to its full value, so that
// a frame makes no strings: three digits of the full value are told apart.
type dial struct {
	step  float64
	texts []string
}

// newDial writes the texts in the unit in which the full value is written: "9.4",
// then joined by " of " the full value, or by " " nothing, then the unit.
func newDial(full float64, u unit.Unit, join string) dial {
	if !(full > 0) {
		return dial{1, []string{unit.Format(0, u)}}
	}
	scale, name := 1.0, ""
	for _, p := range dialUnits[u] {
		if full >= p.scale*0.9995 {
			scale, name = p.scale, p.name
		}
	}
	step, digits := 1.0, 0
	for full/scale < 100*step && digits < 3 {
		step, digits = step/10, digits+1
	}
	for full/scale >= 1000*step {
		step *= 10
	}
	d := dial{step: step * scale}
	count := int(full/d.step + 0.5)
	write := func(i int) string { return strconv.FormatFloat(float64(i)*step, 'f', digits, 64) }
	tail := join + name
	if join != " " {
		tail = join + write(count) + " " + name
	}
	for i := range count + 1 {
		d.texts = append(d.texts, write(i)+tail)
	}
	return d
}

type dialUnit struct {
	scale float64
	name  string
}

var dialUnits = map[unit.Unit][]dialUnit{
	unit.Second: {{1e-12, "ps"}, {1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}},
	unit.Byte:   {{1e-6, "µB"}, {1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {1e15, "PB"}, {1e18, "EB"}},
}

// at is the text of a value.
func (d *dial) at(v float64) string {
	return d.texts[max(0, min(int(v/d.step+0.5), len(d.texts)-1))]
}
