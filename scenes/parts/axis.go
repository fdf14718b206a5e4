package parts

import (
	"strconv"

	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// Axis is a time axis: a tick at round times, each with its number, and the unit
// at the right end.
type Axis struct {
	X, Y, W  float64 // of the line, from left to right
	From, To sim.Time
}

const (
	axisSize = 15
	maxTicks = 100
)

// Draw draws the axis. Its text stands below Y.
func (a Axis) Draw(c *draw.Canvas) {
	if a.To <= a.From || !(a.W > 0) {
		return
	}
	v := window{a.From, a.To, a.X, a.W}
	size := c.Legible(axisSize)
	s := a.scale(size)
	font := draw.Font{Size: size, Color: draw.Muted, Anchor: draw.Middle}
	below := a.Y + 10 + draw.CapHeight(size)
	room := a.X + a.W - draw.TextWidth(s.unit.name, size, false) - 0.3*size

	c.Line(draw.ID{Kind: "axis"}, a.X, a.Y, a.X+a.W, a.Y, draw.Stroke{Color: draw.Line, Width: 1.5})
	for n := ceilDiv(a.From, s.step); n <= a.To/s.step; n++ {
		x := v.at(n * s.step)
		c.Line(draw.ID{}, x, a.Y, x, a.Y+5, draw.Stroke{Color: draw.Line, Width: 1.5})
		number := s.number(n * s.step)
		if x+draw.TextWidth(number, size, false)/2 <= room {
			c.Text(draw.ID{}, x, below, number, font)
		}
	}
	font.Anchor = draw.End
	c.Text(draw.ID{}, a.X+a.W, below, s.unit.name, font)
}

// scale is the distance of ticks and how their numbers are written.
type scale struct {
	step  sim.Time
	unit  timeUnit
	point int // digits after the decimal point
}

// scale is the finest one whose numbers stand apart.
func (a Axis) scale(size float64) scale {
	digit := draw.TextWidth("0", size, false)
	for ten := sim.Time(1); ; ten *= 10 {
		for _, m := range [...]sim.Time{1, 2, 5} {
			s := scaleOf(m*ten, a.To)
			widest := float64(digits(a.To/s.unit.length)+s.point)*digit + 1.5*size
			ticks := float64(a.To-a.From) / float64(s.step)
			if ticks*widest <= a.W && ticks <= maxTicks || ticks < 1 {
				return s
			}
		}
		if ten > sim.Never/10 {
			return scaleOf(ten, a.To) // an axis of no more than a tick
		}
	}
}

type timeUnit struct {
	length sim.Time
	name   string
}

var timeUnits = [...]timeUnit{{sim.Picosecond, "ps"}, {sim.Nanosecond, "ns"}, {sim.Microsecond, "µs"}, {sim.Millisecond, "ms"}, {sim.Second, "s"}}

// scaleOf writes multiples of a step in the largest unit in which they are
// whole. Numbers of five digits and more are written in a larger one, with a
// decimal point.
func scaleOf(step, to sim.Time) scale {
	u := 0
	for u+1 < len(timeUnits) && step%timeUnits[u+1].length == 0 {
		u++
	}
	whole := u
	for u+1 < len(timeUnits) && to/timeUnits[u].length >= 10_000 {
		u++
	}
	point := 3 * (u - whole)
	for rest := step / timeUnits[whole].length; point > 0 && rest%10 == 0; rest /= 10 {
		point--
	}
	return scale{step, timeUnits[u], point}
}

// number is an instant in the unit of the scale.
func (s scale) number(t sim.Time) string {
	if s.point == 0 {
		return draw.Itoa(int(t / s.unit.length))
	}
	last := s.unit.length // the value of the last digit
	for range s.point {
		last /= 10
	}
	if last == 0 || t/last > 9999 {
		return strconv.FormatFloat(float64(t)/float64(s.unit.length), 'f', s.point, 64)
	}
	return decimal(int(t/last), s.point)
}

// digits is how many digits a number from 0 has.
func digits(n sim.Time) int {
	count := 1
	for ; n >= 10; n /= 10 {
		count++
	}
	return count
}
