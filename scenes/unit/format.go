package unit

import (
	"math"
	"strconv"
	"strings"
)

const minus = "\u2212"

// Format writes a quantity for people, with at most four significant digits
// and an SI prefix: "24.5 GB", "91.81 ms", "6.74B", "70.0 %". Digits before
// the point are never dropped: 16384 tokens stay "16384 tokens". Long times
// are in minutes, hours or days. NaN is "—".
func Format(v float64, u Unit) string {
	s := lookup(u)
	if u == Share {
		return s.format(v, v, shareDigits(v), false)
	}
	return s.format(v, v, s.digits, true)
}

// FormatDigits writes a quantity with exactly so many significant digits, for
// tables that set engine against formula: "91.80640 ms". Digits before the
// point are never dropped.
func FormatDigits(v float64, u Unit, digits int) string {
	return lookup(u).format(v, v, clampDigits(digits), false)
}

// FormatPair writes two quantities as FormatDigits does, both with the prefix of
// the larger, so that they can be compared digit by digit.
func FormatPair(a, b float64, u Unit, digits int) (string, string) {
	s, digits, scale := lookup(u), clampDigits(digits), a
	if larger := math.Abs(b) > math.Abs(a) && !math.IsInf(b, 0); larger || math.IsNaN(a) || math.IsInf(a, 0) {
		scale = b
	}
	return s.format(a, scale, digits, false), s.format(b, scale, digits, false)
}

func clampDigits(n int) int { return max(1, min(n, 17)) }

// FormatBinary writes bytes with a binary prefix: "22.8 GiB".
func FormatBinary(v float64) string {
	prefixes := []string{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Format(v, Byte)
	}
	i := 0
	// 1023.5 rounds to 1024, which is 1 of the next.
	for math.Abs(v) >= 1023.5 && i < len(prefixes)-1 {
		v, i = v/1024, i+1
	}
	return people(rounded(v, 3).withInteger(v, 0, 3), 0, true) + " " + prefixes[i] + "B"
}

// shareDigits gives one place after the point in %, and two significant digits
// below 1 %.
func shareDigits(v float64) int {
	if v = math.Abs(v); v < 0.01 || math.IsNaN(v) {
		return 2
	}
	d := rounded(v, 17)
	if d.exp > 6 {
		return 4
	}
	if n := d.exp + 4; rounded(v, n).exp == d.exp {
		return n
	}
	return d.exp + 5
}

// format writes v with the prefix that scale would have.
func (s spec) format(v, scale float64, digits int, trim bool) string {
	switch {
	case math.IsNaN(v):
		return "—"
	case math.IsInf(v, 1):
		return "∞" + s.tail("")
	case math.IsInf(v, -1):
		return minus + "∞" + s.tail("")
	case v == 0:
		return "0" + s.tail("")
	}
	if s.unit == Second {
		if divisor, name := longTime(scale); name != "" {
			return people(rounded(v/divisor, digits), 0, trim) + " " + name
		}
	}
	p := s.prefixFor(rounded(scale, digits))
	d := rounded(v, digits).withInteger(v, p.exp, digits)
	symbol := p.symbol
	if symbol == "u" {
		symbol = "µ"
	}
	shift := p.exp
	if s.unit == Share {
		shift = -2
	}
	return people(d, shift, trim) + s.tail(symbol)
}

// tail is what follows the number.
func (s spec) tail(symbol string) string {
	after := s.gapAfter
	if s.shown == "" {
		after = ""
	}
	return s.gap + symbol + after + s.shown
}

// longTime gives the unit for a time of 1000 s and more.
func longTime(v float64) (divisor float64, name string) {
	switch v = math.Abs(v); {
	case v < 1000:
		return 1, ""
	case v < 100*60:
		return 60, "min"
	case v < 100*3600:
		return 3600, "h"
	}
	return 86400, "d"
}

// prefixFor is the largest prefix that leaves at least one digit before the
// point. Counts of tokens are whole and stay so below a million.
func (s spec) prefixFor(d decimal) prefix {
	if s.shown != "" && s.isCount() && d.exp < 6 {
		return s.prefixes[0]
	}
	best := s.prefixes[0]
	for _, p := range s.prefixes {
		if p.exp <= d.exp {
			best = p
		}
	}
	return best
}

// decimal is ±d.ddd × 10^exp. Prefixes shift it as text, so no digit is lost.
type decimal struct {
	negative bool
	digits   string
	exp      int
}

// rounded gives n significant digits of a finite number; n < 0 gives the
// fewest that read back as the same float64.
func rounded(v float64, n int) decimal {
	text := strconv.FormatFloat(math.Abs(v), 'e', max(-1, n-1), 64)
	mantissa, exp, _ := strings.Cut(text, "e")
	d := decimal{negative: v < 0, digits: strings.Replace(mantissa, ".", "", 1)}
	d.exp, _ = strconv.Atoi(exp)
	return d
}

// withInteger rounds v anew where n digits would drop some before the point.
func (d decimal) withInteger(v float64, shift, n int) decimal {
	if integer := d.exp - shift + 1; integer > n && integer <= 15 {
		return rounded(v, integer)
	}
	return d
}

// people writes d / 10^shift with a typographic minus sign.
func people(d decimal, shift int, trim bool) string {
	if trim {
		d.digits = trimZeros(d.digits)
	}
	text := d.plain(shift)
	if e := d.exp - shift; e > 8 || e < -4 {
		text = d.scientific(shift)
	}
	return strings.ReplaceAll(text, "-", minus)
}

func trimZeros(digits string) string {
	if t := strings.TrimRight(digits, "0"); t != "" {
		return t
	}
	return "0"
}

// plain writes d / 10^shift without an exponent.
func (d decimal) plain(shift int) string {
	point := d.exp - shift + 1 // digits before the point
	digits, sign := d.digits, ""
	if d.negative {
		sign = "-"
	}
	switch {
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		return sign + digits + strings.Repeat("0", point-len(digits))
	}
	return sign + digits[:point] + "." + digits[point:]
}

// scientific writes d / 10^shift with an exponent: "1.5e21".
func (d decimal) scientific(shift int) string {
	return decimal{d.negative, d.digits, 0}.plain(0) + "e" + strconv.Itoa(d.exp-shift)
}
