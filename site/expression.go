package site

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"inflight/scenes/unit"
)

// expression evaluates what {{calc}} is given.
func (s *scope) expression(args string) (quantity, error) {
	fields := strings.Fields(args)
	q, rest, err := s.operations(fields)
	if err == nil && len(rest) > 0 {
		err = leftOver(rest[0])
	}
	if err == nil && (math.IsNaN(q.value) || math.IsInf(q.value, 0)) {
		err = fmt.Errorf("%s: is no finite number", args)
	}
	return q, err
}

// operations evaluates terms and operators from left to right, up to the ) that
// is not theirs. Sums and products do not mix, so nobody has to know which goes
// first.
func (s *scope) operations(fields []string) (q quantity, rest []string, err error) {
	q, rest, err = s.operand(fields)
	for first := ""; err == nil && len(rest) > 0 && isOperator(rest[0]); {
		operator := rest[0]
		if first == "" {
			first = operator
		} else if isSum(first) != isSum(operator) {
			return q, nil, fmt.Errorf("%s after %s: want ( ) around what goes first", operator, first)
		}
		var with quantity
		if with, rest, err = s.operand(rest[1:]); err == nil {
			q, err = q.join(operator, with)
		}
	}
	return q, rest, err
}

// operand evaluates a term or what stands in ( ).
func (s *scope) operand(fields []string) (q quantity, rest []string, err error) {
	if len(fields) > 0 && fields[0] == "(" {
		q, rest, err = s.operations(fields[1:])
		switch {
		case err != nil:
			return q, nil, err
		case len(rest) == 0:
			return q, nil, errors.New("( without )")
		case rest[0] != ")":
			return q, nil, leftOver(rest[0])
		}
		return q, settingsAfter(rest[1:]), nil
	}
	end := slices.IndexFunc(fields, func(f string) bool { return isOperator(f) || f == ")" })
	if end < 0 {
		end = len(fields)
	}
	q, err = s.term(fields[:end])
	return q, fields[end:], err
}

func leftOver(field string) error {
	if field == ")" {
		return errors.New(") without (")
	}
	return fmt.Errorf("%s: want an operator before it", field)
}

// settingsAfter leaves out digits= and as=, which belong to the whole.
func settingsAfter(fields []string) []string {
	for len(fields) > 0 && (strings.HasPrefix(fields[0], "digits=") || strings.HasPrefix(fields[0], "as=")) {
		fields = fields[1:]
	}
	return fields
}

func isOperator(s string) bool { return len(s) == 1 && strings.Contains("+-*/", s) }

func isSum(operator string) bool { return operator == "+" || operator == "-" }

// join applies an operator. Sums want one unit; the ratio of one unit is a plain
// number; a plain number scales; and a quantity divided by its rate is a time.
func (q quantity) join(operator string, with quantity) (quantity, error) {
	if q.text != "" || with.text != "" {
		return q, fmt.Errorf("%s%s: is no number", q.text, with.text)
	}
	plain := q.unit == unit.None || with.unit == unit.None
	switch {
	case isSum(operator) && q.unit == with.unit:
		if operator == "-" {
			with.value = -with.value
		}
		return quantity{value: q.value + with.value, unit: q.unit}, nil
	case operator == "*" && plain:
		return quantity{value: q.value * with.value, unit: q.unit + with.unit}, nil
	case operator == "/" && q.unit == with.unit:
		return quantity{value: q.value / with.value}, nil
	case operator == "/" && with.unit == unit.None:
		return quantity{value: q.value / with.value, unit: q.unit}, nil
	}
	for _, r := range rates {
		switch {
		case operator == "*" && (q.unit == r.rate && with.unit == r.per || q.unit == r.per && with.unit == r.rate):
			return quantity{value: q.value * with.value, unit: r.of}, nil
		case operator == "/" && q.unit == r.of && with.unit == r.per:
			return quantity{value: q.value / with.value, unit: r.rate}, nil
		case operator == "/" && q.unit == r.of && with.unit == r.rate:
			return quantity{value: q.value / with.value, unit: r.per}, nil
		}
	}
	return q, fmt.Errorf("%q %s %q: these units do not go together", q.unit, operator, with.unit)
}

// rates are the units that are one unit per another.
var rates = []struct{ rate, of, per unit.Unit }{
	{unit.BytesPerSecond, unit.Byte, unit.Second},
	{unit.FLOPPerSecond, unit.FLOP, unit.Second},
	{unit.TokensPerSecond, unit.Tokens, unit.Second},
	{unit.PerSecond, unit.None, unit.Second},
	{unit.Intensity, unit.FLOP, unit.Byte},
	{unit.Intensity, unit.FLOPPerSecond, unit.BytesPerSecond},
}
