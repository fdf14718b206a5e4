package unit

import "math"

// Text writes a quantity so that Parse reads back the same float64, short and
// with an SI prefix: "300GB/s", "16MiB", "2us", "7B", "0.7". It is for URLs and
// knobs. NaN and
// infinities are written as such, and Parse refuses them.
func Text(v float64, u Unit) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 1):
		return "Inf"
	case math.IsInf(v, -1):
		return "-Inf"
	}
	s := lookup(u)
	name := s.names[0]
	if v == 0 {
		return "0" + name
	}
	d := rounded(v, -1)
	d.digits = trimZeros(d.digits)
	p := s.prefixes[0]
	for _, q := range s.prefixes {
		if q.exp <= d.exp {
			p = q
		}
	}
	best := d.plain(p.exp) + p.symbol + name
	if plain := d.plain(0) + name; len(plain) < len(best) {
		best = plain
	}
	// 1e-30s, but 100MB/s and not 1e8B/s.
	if scientific := d.scientific(0) + name; len(scientific)+2 < len(best) {
		best = scientific
	}
	if u == Byte {
		if text, ok := s.wholeBinary(v); ok && len(text) < len(best) {
			best = text
		}
	}
	return best
}

// wholeBinary writes bytes with the largest binary prefix of which they are a
// whole number.
func (s spec) wholeBinary(v float64) (text string, ok bool) {
	for _, o := range s.others { // ascending
		if n := v / o.factor; n == math.Floor(n) && math.Abs(n) >= 1 && math.Abs(n) < 1<<53 {
			text, ok = rounded(n, -1).plain(0)+o.name, true
		}
	}
	return text, ok
}
