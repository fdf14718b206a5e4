// Package unit reads and writes quantities: "300GB/s", "16MiB", "2us", "7B".
// All values are float64 in SI base units; bits become bytes, shares run from
// 0 to 1. One table says how each unit is spelled.
package unit

import (
	"slices"
	"strings"
)

// Unit names what a number counts, as it stands in JSON.
type Unit string

const (
	None            Unit = ""         // a plain number
	Byte            Unit = "B"        // bytes
	BytesPerSecond  Unit = "B/s"      // bytes per second, one direction
	Second          Unit = "s"        // seconds
	FLOP            Unit = "FLOP"     // floating-point operations
	FLOPPerSecond   Unit = "FLOP/s"   // floating-point operations per second
	Params          Unit = "params"   // parameters of a model
	Tokens          Unit = "tokens"   // tokens
	Share           Unit = "share"    // 0…1, shown in %
	Intensity       Unit = "FLOP/B"   // operations per byte moved
	TokensPerSecond Unit = "tokens/s" // tokens per second
	PerSecond       Unit = "Hz"       // events per second
)

// prefix is a power of ten with its symbol.
type prefix struct {
	symbol string
	exp    int
}

// spec says how one unit is spelled and shown.
type spec struct {
	unit     Unit
	wanted   string   // what errors ask for
	names    []string // accepted; the first is the one that Text writes
	shown    string   // what Format writes after the number and the prefix
	gap      string   // between number and prefix
	gapAfter string   // between prefix and shown
	prefixes []prefix // ascending, with the empty prefix
	digits   int      // significant digits for people
	others   []spelling
}

// spelling is a further name of a unit: v = number * 10^exp * factor.
type spelling struct {
	name   string
	exp    int
	factor float64
}

var (
	plain  = []prefix{{"", 0}}
	large  = []prefix{{"", 0}, {"k", 3}, {"M", 6}, {"G", 9}, {"T", 12}, {"P", 15}, {"E", 18}, {"Z", 21}, {"Y", 24}}
	small  = []prefix{{"p", -12}, {"n", -9}, {"u", -6}, {"m", -3}, {"", 0}}
	counts = []prefix{{"", 0}, {"K", 3}, {"M", 6}, {"B", 9}, {"T", 12}}
)

// The table of units.
var specs = []spec{
	{unit: None, wanted: "a plain number such as 0.8", names: []string{""}, prefixes: plain, digits: 4},
	{unit: Byte, wanted: "bytes such as 14GB or 16MiB", names: []string{"B"}, shown: "B", gap: " ", prefixes: large, digits: 4,
		others: binary("B")},
	{unit: BytesPerSecond, wanted: "bytes per second such as 300GB/s", names: []string{"B/s", "Bps"}, shown: "B/s", gap: " ", prefixes: large, digits: 4,
		others: append(append(binary("B/s"), bits("bit/s")...), append(bits("b/s"), bits("bps")...)...)},
	{unit: Second, wanted: "a time such as 2us or 1.5s", names: []string{"s"}, shown: "s", gap: " ", prefixes: small, digits: 4,
		others: []spelling{{"µs", -6, 1}, {"μs", -6, 1}, {"min", 0, 60}, {"h", 0, 3600}, {"d", 0, 86400}}},
	{unit: FLOP, wanted: "operations such as 2TFLOP", names: []string{"FLOP", "FLOPs"}, shown: "FLOP", gap: " ", prefixes: large, digits: 4},
	{unit: FLOPPerSecond, wanted: "operations per second such as 312TFLOP/s", names: []string{"FLOP/s", "FLOPs", "FLOPS", "FLOPs/s"}, shown: "FLOP/s", gap: " ", prefixes: large, digits: 4},
	{unit: Params, wanted: "parameters such as 7B", names: []string{"", "params"}, prefixes: counts, digits: 3},
	{unit: Tokens, wanted: "tokens such as 4096 or 300B", names: []string{"", "tokens", "token"}, shown: "tokens", gapAfter: " ", prefixes: counts, digits: 4},
	{unit: Share, wanted: "a share such as 0.7 or 70%", names: []string{""}, shown: "%", gap: " ", prefixes: plain, digits: 3,
		others: []spelling{{"%", -2, 1}}},
	{unit: Intensity, wanted: "operations per byte such as 156", names: []string{"FLOP/B", "FLOPs/B"}, shown: "FLOP/B", gap: " ", prefixes: plain, digits: 4},
	{unit: TokensPerSecond, wanted: "tokens per second such as 1500", names: []string{"tokens/s", "token/s", "tok/s"}, shown: "tokens/s", gapAfter: " ", prefixes: counts, digits: 4},
	{unit: PerSecond, wanted: "events per second such as 4/s", names: []string{"/s", "Hz"}, shown: "/s", prefixes: plain, digits: 4,
		others: []spelling{{"kHz", 3, 1}, {"MHz", 6, 1}, {"GHz", 9, 1}}},
}

// binary lists the multiples of 1024 of a unit.
func binary(name string) []spelling {
	var list []spelling
	factor := 1.
	for _, p := range []string{"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"} {
		factor *= 1024
		list = append(list, spelling{p + name, 0, factor})
	}
	return list
}

// bits lists what a bandwidth in bits may be called; links are sold by the bit.
func bits(name string) []spelling {
	list := []spelling{{"K" + name, 3, 1. / 8}}
	for _, p := range large[:5] {
		list = append(list, spelling{p.symbol + name, p.exp, 1. / 8})
	}
	return list
}

// lookup returns the spec of a unit; one that the table does not know is
// spelled as it is.
func lookup(u Unit) spec {
	for _, s := range specs {
		if s.unit == u {
			return s
		}
	}
	name := string(u)
	return spec{unit: u, wanted: "a number of " + name, names: []string{name}, shown: name, gap: " ", prefixes: plain, digits: 4}
}

// find returns what a suffix means; "" is the base unit.
func (s spec) find(suffix string) (spelling, bool) {
	if suffix == "" {
		return spelling{factor: 1}, true
	}
	for _, name := range s.names {
		for _, p := range s.prefixes {
			if slices.Contains(s.spellings(p.symbol, name), suffix) {
				return spelling{suffix, p.exp, 1}, true
			}
		}
	}
	for _, o := range s.others {
		if suffix == o.name {
			return o, true
		}
	}
	return spelling{}, false
}

// spellings lists how a prefix and a name may be put together. Counts have no
// other reading in lower case ("7b"), and kilo is written both ways.
func (s spec) spellings(symbol, name string) []string {
	list := []string{symbol + name}
	switch {
	case symbol == "k":
		list = append(list, "K"+name)
	case symbol != "" && s.isCount():
		lower := strings.ToLower(symbol)
		list = append(list, lower+name)
		if name != "" {
			list = append(list, symbol+" "+name, lower+" "+name)
		}
	}
	return list
}

func (s spec) isCount() bool { return len(s.prefixes) > 1 && s.prefixes[1].symbol == "K" }
