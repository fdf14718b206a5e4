package paged

import (
	"strconv"

	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// clockTexts are the texts of a clock that runs to an end, so that a frame makes
// no strings: 500 instants are told apart.
type clockTexts struct {
	step  float64
	texts []string
}

func newClock(end sim.Time) clockTexts {
	const instants = 500
	full := end.Seconds()
	unit, scale, digits := " s", 1.0, 2
	switch {
	case full < 1e-3:
		unit, scale, digits = " µs", 1e6, 1
	case full < 1:
		unit, scale, digits = " ms", 1e3, 0
	case full >= 100:
		digits = 0
	case full >= 10:
		digits = 1
	}
	c := clockTexts{step: full / instants}
	for i := range instants + 1 {
		c.texts = append(c.texts, strconv.FormatFloat(c.step*float64(i)*scale, 'f', digits, 64)+unit)
	}
	return c
}

func (c *clockTexts) at(t sim.Time) string {
	return c.texts[max(0, min(int(t.Seconds()/c.step+0.5), len(c.texts)-1))]
}

// percents holds "0.0 %" to "100.0 %".
var percents = func() (list [1001]string) {
	for i := range list {
		list[i] = strconv.Itoa(i/10) + "." + strconv.Itoa(i%10) + " %"
	}
	return list
}()

func percent(share float64) string { return percents[max(0, min(int(share*1000+0.5), 1000))] }

// text draws a text that may grow for small scales, where it fits.
func (fr *frame) text(x, y, want float64, s string, color draw.Color, anchor draw.Anchor, bold bool, room float64) bool {
	size := fr.Legible(want)
	if draw.TextWidth(s, size, bold) > room {
		return false
	}
	fr.Text(draw.ID{}, x, y, s, draw.Font{Size: size, Color: color, Anchor: anchor, Bold: bold})
	return true
}

// number draws a whole number with a word after it, and returns where it ends.
func (fr *frame) number(x, y, want float64, n int, word string, color draw.Color, room float64) float64 {
	size := fr.Legible(want)
	font := draw.Font{Size: size, Color: color}
	digits, thousands := draw.Itoa(n), ""
	if n > 9999 {
		digits, thousands = draw.Itoa(n/1000), "K"
	}
	width := draw.TextWidth(digits, size, false) + draw.TextWidth(thousands, size, false)
	if width > room {
		return x
	}
	fr.Text(draw.ID{}, x, y, digits, font)
	if thousands != "" {
		fr.Text(draw.ID{}, x+draw.TextWidth(digits, size, false), y, thousands, font)
	}
	if more := draw.TextWidth(word, size, false); width+more <= room {
		fr.Text(draw.ID{}, x+width, y, word, font)
		width += more
	}
	return x + width
}

// heading stands above a box.
func (fr *frame) heading(x, y float64, s string, room float64) bool {
	return fr.text(x, y, 21, s, draw.Ink, draw.Start, true, room)
}
