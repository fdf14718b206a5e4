package parts

import (
	"strconv"

	"inflight/scenes/unit"
)

// Dial holds the texts of a quantity that runs from 0 to its full value, so that
// a frame makes no strings. It tells about three digits of the full value apart.
type Dial struct {
	step  float64
	texts []string
}

// NewDial writes the texts in the prefix of the full value: "9.4 of 35.4 GB", or
// "9.4 GB" where ofFull is false. It knows bytes and seconds.
func NewDial(full float64, u unit.Unit, ofFull bool) Dial {
	if !(full > 0) {
		return Dial{1, []string{unit.Format(0, u)}}
	}
	prefix := dialPrefixes[u][0]
	for _, p := range dialPrefixes[u] {
		if full >= 0.9995*p.scale {
			prefix = p
		}
	}
	step, digits := 1.0, 0
	for full/prefix.scale < 100*step && digits < 3 {
		step, digits = step/10, digits+1
	}
	for full/prefix.scale >= 1000*step {
		step *= 10
	}
	d := Dial{step: step * prefix.scale}
	count := int(full/d.step + 0.5)
	number := func(i int) string { return strconv.FormatFloat(float64(i)*step, 'f', digits, 64) }
	tail := " " + prefix.name
	if ofFull {
		tail = " of " + number(count) + tail
	}
	d.texts = make([]string, count+1)
	for i := range d.texts {
		d.texts[i] = number(i) + tail
	}
	return d
}

// At is the text of a value.
func (d *Dial) At(v float64) string {
	return d.texts[max(0, min(int(v/d.step+0.5), len(d.texts)-1))]
}

type dialPrefix struct {
	scale float64
	name  string
}

var dialPrefixes = map[unit.Unit][]dialPrefix{
	unit.Second: {{1e-12, "ps"}, {1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}},
	unit.Byte:   {{1e-6, "µB"}, {1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {1e15, "PB"}, {1e18, "EB"}},
}
