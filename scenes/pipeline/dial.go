package pipeline

import (
	"strconv"

	"inflight/scenes/unit"
)

// dial holds the texts of a quantity from 0 to its full value, so that a frame
// makes no strings. It tells three digits of the full value apart.
type dial struct {
	step  float64
	texts []string
}

func newDial(full float64, u unit.Unit) dial {
	if !(full > 0) {
		return dial{1, []string{unit.Format(0, u)}}
	}
	names := [...]string{"p", "n", "µ", "m", "", "k", "M", "G", "T", "P"}
	scale, name := 1e-12, 0
	for full >= scale*1999.5 && name < len(names)-1 {
		scale, name = scale*1000, name+1
	}
	step, digits := 1.0, 0
	for full/scale < 100*step && digits < 3 {
		step, digits = step/10, digits+1
	}
	for full/scale >= 2000*step {
		step *= 10
	}
	d := dial{step: step * scale}
	for i := range int(full/d.step+0.5) + 1 {
		d.texts = append(d.texts, strconv.FormatFloat(float64(i)*step, 'f', digits, 64)+" "+names[name]+string(u))
	}
	return d
}

func (d *dial) at(v float64) string {
	return d.texts[max(0, min(int(v/d.step+0.5), len(d.texts)-1))]
}
