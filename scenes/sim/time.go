package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Time is an instant or a duration in picoseconds. Its range is 106 days.
type Time int64

const (
	Picosecond  Time = 1
	Nanosecond       = 1000 * Picosecond
	Microsecond      = 1000 * Nanosecond
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond

	// Never is later than every instant of a timeline.
	Never Time = math.MaxInt64
)

// Bytes is an amount of data. It may be fractional: a chunk of S bytes over n
// ranks has S/n.
type Bytes float64

// Bandwidth is in bytes per second, one direction.
type Bandwidth float64

// snap is the relative error up to which a float is taken for the whole number
// of picoseconds below it: the few roundings of a division and two products,
// each 2^-53.
const snap = 1.0 / (1 << 50)

// Seconds returns s seconds, rounded up to a whole picosecond; a value that is
// whole up to the error of a float is that whole number. It fails if s is
// negative, no number, or beyond the range of Time.
func Seconds(s float64) (Time, error) {
	if !(s >= 0) {
		return 0, fmt.Errorf("%v s: want a duration of 0 s or more", s)
	}
	d, ok := roundUp(float64(s*1e12), snap)
	if !ok {
		return 0, beyond(TooLong, "%v s: want a duration of less than 106 days", s)
	}
	return d, nil
}

// Duration returns how long n bytes take at b, rounded up like Seconds. It
// fails if n is negative, if b is not positive, if either is no finite number,
// or if the duration is beyond the range of Time.
func (b Bandwidth) Duration(n Bytes) (Time, error) {
	if err := b.check(); err != nil {
		return 0, err
	}
	if err := n.check(); err != nil {
		return 0, err
	}
	d, ok := roundUp(picoseconds(float64(n), float64(b)), snap)
	if !ok {
		return 0, beyond(TooLong, "%v B at %v B/s: want a duration of less than 106 days", float64(n), float64(b))
	}
	if d == 0 && n > 0 {
		d = Picosecond // too short even for a float
	}
	return d, nil
}

func (b Bandwidth) check() error {
	if !(b > 0 && b <= math.MaxFloat64) {
		return fmt.Errorf("bandwidth %v B/s: want a positive finite number", float64(b))
	}
	return nil
}

func (n Bytes) check() error {
	if !(n >= 0 && n <= math.MaxFloat64) {
		return fmt.Errorf("%v B: want a finite number of bytes, 0 or more", float64(n))
	}
	return nil
}

// picoseconds returns how long n bytes take at a rate in bytes per second.
func picoseconds(n, rate float64) float64 { return float64(n*1e12) / rate }

// roundUp returns the whole number of picoseconds that x >= 0 takes. What is
// above a whole number by no more than tolerance*x is that number. It is not ok
// beyond the range of Time.
func roundUp(x, tolerance float64) (Time, bool) {
	if !(x < 1<<63) {
		return 0, false
	}
	whole := math.Floor(x)
	if x-whole > float64(x*tolerance) {
		whole++
	}
	return Time(whole), true
}

// Seconds returns t in seconds, to the nearest float.
func (t Time) Seconds() float64 { return float64(t) / 1e12 }

// String writes t in the largest unit that it fills, to a thousandth of it:
// "91.806 ms".
func (t Time) String() string {
	if t == Never {
		return "never"
	}
	if t < 0 {
		if t == math.MinInt64 {
			t++ // has no positive twin
		}
		return "-" + (-t).String()
	}
	units := []string{"ps", "ns", "µs", "ms", "s"}
	unit, u := Picosecond, 0
	for u+1 < len(units) && t >= 1000*unit-unit/2000 { // 999.9996 ns is written 1 µs
		unit *= 1000
		u++
	}
	whole, rest := t/unit, t%unit
	thousandths := int64(0)
	if unit > 1 {
		thousandths = int64((rest + unit/2000) / (unit / 1000))
		whole += Time(thousandths / 1000)
		thousandths %= 1000
	}
	s := strconv.FormatInt(int64(whole), 10)
	if thousandths > 0 {
		s += "." + strings.TrimRight(fmt.Sprintf("%03d", thousandths), "0")
	}
	return s + " " + units[u]
}
