package unit

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Parse reads a quantity and returns it in the SI base unit of u: "14GB",
// "16MiB", "400Gbit/s", "2us", "7B", "70%", "1.5e9". A space may stand before
// the unit; a bare number is in base units. SI prefixes give the nearest
// float64 to the decimal value.
//
// It fails, in one sentence without the key, on what is no finite decimal
// number and on a unit that does not fit.
func Parse(s string, u Unit) (float64, error) {
	text := strings.TrimSpace(s)
	spec := lookup(u)
	if text == "" {
		return 0, errors.New("empty: want " + spec.wanted)
	}
	num, suffix, ok := split(text)
	if !ok {
		return 0, noNumber(s)
	}
	unit, ok := spec.find(suffix)
	if !ok {
		return 0, spec.misfit(suffix)
	}
	v, err := num.shifted(unit.exp)
	v = float64(v * unit.factor)
	if err != nil || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%s is out of range", quote(s))
	}
	return v + 0, nil // turns -0 into 0
}

// ParseWhole reads a whole number: "16384", "14e9", "1.5e3". It fails on a
// fraction, on a unit and on what does not fit an int64.
func ParseWhole(s string) (int64, error) {
	text := strings.TrimSpace(s)
	if text == "" {
		return 0, errors.New("empty: want a whole number")
	}
	num, suffix, ok := split(text)
	if !ok || suffix != "" {
		return 0, noNumber(s)
	}
	digits, whole := num.whole()
	if !whole {
		return 0, fmt.Errorf("%s is no whole number", quote(s))
	}
	v, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is out of range", quote(s))
	}
	return v, nil
}

// number is a decimal number as written.
type number struct {
	sign, integer, fraction string
	exp                     int
}

// split cuts a text into a decimal number and the unit after it. An exponent
// is one only if digits follow, so "2EB" is two exabytes.
func split(text string) (n number, suffix string, ok bool) {
	rest := text
	if rest[0] == '-' || rest[0] == '+' {
		n.sign, rest = strings.TrimPrefix(rest[:1], "+"), rest[1:]
	}
	n.integer, rest = leadingDigits(rest)
	if strings.HasPrefix(rest, ".") {
		n.fraction, rest = leadingDigits(rest[1:])
	}
	if n.integer+n.fraction == "" {
		return n, "", false
	}
	if n.exp, rest, ok = exponent(rest); !ok {
		return n, "", false
	}
	suffix = strings.TrimLeftFunc(rest, unicode.IsSpace)
	for _, r := range suffix {
		if !unicode.IsLetter(r) && !strings.ContainsRune("%/ ", r) {
			return n, "", false
		}
	}
	return n, suffix, true
}

// exponent reads "e9" or "E-6"; without one it returns 0. It fails on
// exponents that no float64 can need.
func exponent(s string) (exp int, rest string, ok bool) {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return 0, s, true
	}
	body, sign := s[1:], 1
	if strings.HasPrefix(body, "-") {
		sign = -1
	}
	digits, rest := leadingDigits(strings.TrimLeft(body[:min(1, len(body))], "+-") + body[min(1, len(body)):])
	if digits == "" {
		return 0, s, true
	}
	if len(digits) > 6 {
		return 0, s, false
	}
	exp, err := strconv.Atoi(digits)
	return sign * exp, rest, err == nil
}

func leadingDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}

// shifted is the number times 10^exp, rounded once.
func (n number) shifted(exp int) (float64, error) {
	return strconv.ParseFloat(n.sign+n.integer+"."+n.fraction+"0e"+strconv.Itoa(n.exp+exp), 64)
}

// whole writes the number without point and exponent, if it has no fraction.
func (n number) whole() (string, bool) {
	digits := strings.TrimLeft(n.integer+n.fraction, "0")
	zeros := n.exp - len(n.fraction)
	for zeros < 0 && strings.HasSuffix(digits, "0") {
		digits, zeros = digits[:len(digits)-1], zeros+1
	}
	switch {
	case digits == "":
		return "0", true
	case zeros < 0:
		return "", false
	}
	// More than 19 digits are out of range whatever they are.
	return n.sign + digits + strings.Repeat("0", min(zeros, 20)), true
}

// misfit says that a unit does not fit, and which one was likely meant when
// only the case is wrong.
func (s spec) misfit(suffix string) error {
	var close []string
	add := func(name string) {
		if strings.EqualFold(name, suffix) {
			close = append(close, name)
		}
	}
	for _, name := range s.names {
		for _, p := range s.prefixes {
			add(p.symbol + name)
		}
	}
	for _, o := range s.others {
		if !strings.HasPrefix(o.name, "K") || strings.HasPrefix(o.name, "Ki") {
			add(o.name)
		}
	}
	switch len(close) {
	case 0:
		return fmt.Errorf("unit %s does not fit: want %s", quote(suffix), s.wanted)
	case 1:
		return fmt.Errorf("unit %s does not fit: did you mean %s?", quote(suffix), close[0])
	}
	return fmt.Errorf("unit %s does not fit: did you mean %s (bytes) or %s (bits)?", quote(suffix), close[0], close[1])
}

func noNumber(s string) error { return fmt.Errorf("%s is no number", quote(s)) }

// quote quotes what came from outside, cut to a length that a sentence bears.
func quote(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:39]) + "…"
	}
	return strconv.Quote(s)
}
