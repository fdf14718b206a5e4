package draw

import "strconv"

// String writes the ID out: ID{"send/#/#", 3, 0, 0} is send/3/0.
func (id ID) String() string { return string(id.Append(nil)) }

// Append appends the ID, written out, to b.
func (id ID) Append(b []byte) []byte {
	numbers := [...]int32{id.A, id.B, id.C}
	next := 0
	for i := range len(id.Kind) {
		if id.Kind[i] == '#' && next < len(numbers) {
			b = strconv.AppendInt(b, int64(numbers[next]), 10)
			next++
			continue
		}
		b = append(b, id.Kind[i])
	}
	return b
}

// LeadingNumber reads the digits at the front of a part of an ID, at most six, -1 without any.
func LeadingNumber(s string) int {
	n := -1
	for i := 0; i < len(s) && i < 6 && '0' <= s[i] && s[i] <= '9'; i++ {
		n = max(n, 0)*10 + int(s[i]-'0')
	}
	return n
}
