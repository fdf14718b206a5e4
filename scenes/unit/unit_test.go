package unit

import (
	"math"
	"strings"
	"testing"

	"inflight/tests/noise"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		in   string
		u    Unit
		want float64
	}{
		{"14GB", Byte, 14e9}, {"14 GB", Byte, 14e9}, {" 14GB ", Byte, 14e9}, {"16MiB", Byte, 16 << 20}, {"0.5KiB", Byte, 512},
		{"1kB", Byte, 1000}, {"1KB", Byte, 1000}, {"2EB", Byte, 2e18}, {"2EiB", Byte, 1 << 61}, {"1.5e9", Byte, 1.5e9}, {"1E3B", Byte, 1000},
		{"1e3kB", Byte, 1e6}, {".5B", Byte, 0.5}, {"-3B", Byte, -3}, {"+3B", Byte, 3}, {"-0", Byte, 0},
		{"300GB/s", BytesPerSecond, 300e9}, {"300 GBps", BytesPerSecond, 300e9}, {"400Gbit/s", BytesPerSecond, 50e9}, {"400Gb/s", BytesPerSecond, 50e9},
		{"100Gbps", BytesPerSecond, 12.5e9}, {"1GiB/s", BytesPerSecond, 1 << 30}, {"3.35TB/s", BytesPerSecond, 3.35e12}, {"8b/s", BytesPerSecond, 1},
		{"2us", Second, 2e-6}, {"2µs", Second, 2e-6}, {"2μs", Second, 2e-6}, {"443ms", Second, 0.443}, {"7ps", Second, 7e-12}, {"3ns", Second, 3e-9},
		{"1.5", Second, 1.5}, {"2min", Second, 120}, {"1h", Second, 3600}, {"2d", Second, 172800},
		{"312 TFLOP/s", FLOPPerSecond, 312e12}, {"312TFLOPs", FLOPPerSecond, 312e12}, {"312TFLOPS", FLOPPerSecond, 312e12}, {"1PFLOP/s", FLOPPerSecond, 1e15},
		{"3e23FLOP", FLOP, 3e23}, {"2TFLOPs", FLOP, 2e12},
		{"7B", Params, 7e9}, {"7b", Params, 7e9}, {"124M", Params, 124e6}, {"7e9", Params, 7e9}, {"1.008T", Params, 1.008e12}, {"7Bparams", Params, 7e9}, {"7B params", Params, 7e9},
		{"4096", Tokens, 4096}, {"3.2M tokens", Tokens, 3.2e6}, {"300B", Tokens, 300e9}, {"12 tokens", Tokens, 12},
		{"70%", Share, 0.7}, {"70 %", Share, 0.7}, {"0.7", Share, 0.7}, {"156", Intensity, 156}, {"156 FLOP/B", Intensity, 156},
		{"1.5K tokens/s", TokensPerSecond, 1500}, {"20tok/s", TokensPerSecond, 20}, {"4/s", PerSecond, 4}, {"4Hz", PerSecond, 4}, {"1.2kHz", PerSecond, 1200},
		{"0.8", None, 0.8}, {"1e-400", None, 0},
	} {
		got, err := Parse(c.in, c.u)
		if err != nil || got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("Parse(%q, %q) = %v, %v, want %v", c.in, c.u, got, err, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		in   string
		u    Unit
		want string
	}{
		{"", Byte, "empty: want bytes such as 14GB or 16MiB"},
		{"  ", None, "empty: want a plain number such as 0.8"},
		{"fast", BytesPerSecond, `"fast" is no number`},
		{"NaN", Byte, `"NaN" is no number`},
		{"Inf", Byte, `"Inf" is no number`},
		{"-inf", Byte, `"-inf" is no number`},
		{"0x10", Byte, `"0x10" is no number`},
		{"0x1p4", None, `"0x1p4" is no number`},
		{"1_000", Byte, `"1_000" is no number`},
		{"16,384", Tokens, `"16,384" is no number`},
		{"1.2.3", None, `"1.2.3" is no number`},
		{"--1", None, `"--1" is no number`},
		{".", None, `"." is no number`},
		{"1e+-5", None, `"1e+-5" is no number`},
		{"1e9999999", None, `"1e9999999" is no number`},
		{"1e400", None, `"1e400" is out of range`},
		{"1e308EB", Byte, `"1e308EB" is out of range`},
		{"1e308GiB", Byte, `"1e308GiB" is out of range`},
		{"300GB", BytesPerSecond, `unit "GB" does not fit: want bytes per second such as 300GB/s`},
		{"300GB/s", Byte, `unit "GB/s" does not fit: want bytes such as 14GB or 16MiB`},
		{"14gb", Byte, `unit "gb" does not fit: did you mean GB?`},
		{"16mib", Byte, `unit "mib" does not fit: did you mean MiB?`},
		{"300gb/s", BytesPerSecond, `unit "gb/s" does not fit: did you mean GB/s (bytes) or Gb/s (bits)?`},
		{"300kb/s", BytesPerSecond, ""},
		{"14 G", Byte, `unit "G" does not fit: want bytes such as 14GB or 16MiB`},
		{"2MS", Second, `unit "MS" does not fit: did you mean ms?`},
		{"312tflop/s", FLOPPerSecond, `unit "tflop/s" does not fit: did you mean TFLOP/s?`},
		{"70%", None, `unit "%" does not fit: want a plain number such as 0.8`},
		{strings.Repeat("x", 99), None, `"` + strings.Repeat("x", 39) + `…" is no number`},
	} {
		got, err := Parse(c.in, c.u)
		if c.want == "" {
			if err != nil {
				t.Errorf("Parse(%q, %q): %v", c.in, c.u, err)
			}
			continue
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q, %q) = %v, %v, want error %s", c.in, c.u, got, err, c.want)
		}
	}
}

func TestParseWhole(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int64
		err  string
	}{
		{"16384", 16384, ""}, {"14e9", 14e9, ""}, {"1.5e3", 1500, ""}, {"1500e-2", 15, ""}, {"2.0", 2, ""}, {"-3", -3, ""}, {"+3", 3, ""}, {" 8 ", 8, ""},
		{"0", 0, ""}, {"-0", 0, ""}, {"0e99", 0, ""}, {"9223372036854775807", math.MaxInt64, ""}, {"-9223372036854775808", math.MinInt64, ""}, {"007", 7, ""},
		{"1.5", 0, `"1.5" is no whole number`}, {"1e-3", 0, `"1e-3" is no whole number`}, {"9223372036854775808", 0, `"9223372036854775808" is out of range`},
		{"1e300", 0, `"1e300" is out of range`}, {"", 0, "empty: want a whole number"}, {"8x", 0, `"8x" is no number`}, {"1_000", 0, `"1_000" is no number`},
		{"16,384", 0, `"16,384" is no number`}, {"NaN", 0, `"NaN" is no number`}, {"0x10", 0, `"0x10" is no number`},
	} {
		got, err := ParseWhole(c.in)
		if message(err) != c.err || got != c.want {
			t.Errorf("ParseWhole(%q) = %v, %v, want %v, %s", c.in, got, err, c.want, c.err)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		v    float64
		u    Unit
		want string
	}{
		{24.5e9, Byte, "24.5 GB"}, {1.3612, Second, "1.361 s"}, {0.443, Second, "443 ms"}, {0.0918064, Second, "91.81 ms"}, {18e9, BytesPerSecond, "18 GB/s"},
		{6738415616, Params, "6.74B"}, {405853388800, Params, "406B"}, {1008e9, Params, "1.01T"}, {350, Params, "350"}, {5e15, Params, "5000T"},
		{0.7, Share, "70.0 %"}, {0.963, Share, "96.3 %"}, {0.05, Share, "5.0 %"}, {1, Share, "100.0 %"}, {0.99996, Share, "100.0 %"}, {0.0012, Share, "0.12 %"}, {2.5, Share, "250.0 %"},
		{0.09999, Share, "10.0 %"}, {-0.5, Share, "−50.0 %"}, {0, Share, "0 %"},
		{999.96e6, Byte, "1 GB"}, {999.94e6, Byte, "999.9 MB"}, {0, Byte, "0 B"}, {-1.5e9, Byte, "−1.5 GB"}, {0.25, Byte, "0.25 B"}, {1e30, Byte, "1000000 YB"},
		{math.NaN(), Byte, "—"}, {math.Inf(1), Byte, "∞ B"}, {math.Inf(-1), Second, "−∞ s"},
		{2e-6, Second, "2 µs"}, {1e-12, Second, "1 ps"}, {1e-20, Second, "1e−8 ps"}, {999, Second, "999 s"}, {3000, Second, "50 min"}, {5400, Second, "90 min"}, {300000, Second, "83.33 h"}, {36000, Second, "10 h"}, {864000, Second, "10 d"},
		{312e12, FLOPPerSecond, "312 TFLOP/s"}, {3.15e23, FLOP, "315 ZFLOP"}, {156, Intensity, "156 FLOP/B"}, {12345.6, Intensity, "12346 FLOP/B"},
		{16384, Tokens, "16384 tokens"}, {3.2e6, Tokens, "3.2M tokens"}, {300e9, Tokens, "300B tokens"}, {1234.5, TokensPerSecond, "1234 tokens/s"}, {123456.7, TokensPerSecond, "123457 tokens/s"},
		{4, PerSecond, "4/s"}, {32766, None, "32766"}, {0.8, None, "0.8"}, {2.0 / 3, None, "0.6667"}, {1e12, None, "1e12"}, {1.5e-7, None, "1.5e−7"}, {123456789, None, "123456789"},
		{12, Unit("blocks"), "12 blocks"},
	} {
		if got := Format(c.v, c.u); got != c.want {
			t.Errorf("Format(%v, %q) = %q, want %q", c.v, c.u, got, c.want)
		}
	}
}

func TestFormatDigits(t *testing.T) {
	for _, c := range []struct {
		v      float64
		u      Unit
		digits int
		want   string
	}{
		{0.0918064, Second, 7, "91.80640 ms"}, {0.0918064, Second, 5, "91.806 ms"}, {0.443, Second, 2, "443 ms"}, {18e9, BytesPerSecond, 5, "18.000 GB/s"},
		{0.7, Share, 4, "70.00 %"}, {0.2727272727, Share, 6, "27.2727 %"}, {31.5e9, Byte, 6, "31.5000 GB"}, {32766, None, 3, "32766"}, {1, None, 99, "1.0000000000000000"}, {2, None, -1, "2"},
	} {
		if got := FormatDigits(c.v, c.u, c.digits); got != c.want {
			t.Errorf("FormatDigits(%v, %q, %d) = %q, want %q", c.v, c.u, c.digits, got, c.want)
		}
	}
}

func TestFormatPairSharesAPrefix(t *testing.T) {
	for _, c := range []struct {
		a, b         float64
		u            Unit
		wantA, wantB string
	}{
		{0.0918064, 0.09180641, Second, "91.80640 ms", "91.80641 ms"},
		{0.9999996, 1.0000004, Second, "0.9999996 s", "1.000000 s"},
		{2e9, 1e6, Byte, "2.000000 GB", "0.001000000 GB"},
		{0, 5e-6, Second, "0 s", "5.000000 µs"},
		{5e-6, 0, Second, "5.000000 µs", "0 s"},
		{math.NaN(), 5e-6, Second, "—", "5.000000 µs"},
		{5e-6, math.Inf(1), Second, "5.000000 µs", "∞ s"},
		{0.7, 0.07, Share, "70.00000 %", "7.000000 %"},
	} {
		if a, b := FormatPair(c.a, c.b, c.u, 7); a != c.wantA || b != c.wantB {
			t.Errorf("FormatPair(%v, %v, %q) = %q, %q, want %q, %q", c.a, c.b, c.u, a, b, c.wantA, c.wantB)
		}
	}
}

func TestFormatBinary(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{24.5e9, "22.8 GiB"}, {16 << 20, "16 MiB"}, {0, "0 B"}, {1023, "1023 B"}, {1000 << 20, "1000 MiB"}, {1023.9 * (1 << 20), "1 GiB"}, {-2048, "−2 KiB"},
		{math.NaN(), "—"}, {math.Inf(1), "∞ B"},
	} {
		if got := FormatBinary(c.v); got != c.want {
			t.Errorf("FormatBinary(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		v    float64
		u    Unit
		want string
	}{
		{300e9, BytesPerSecond, "300GB/s"}, {16 << 20, Byte, "16MiB"}, {16e6, Byte, "16MB"}, {16384, Byte, "16KiB"}, {1500, Byte, "1.5kB"}, {1024000, Byte, "1.024MB"}, {1, Byte, "1B"}, {0, Byte, "0B"},
		{2e-6, Second, "2us"}, {1.5, Second, "1.5s"}, {0.443, Second, "443ms"}, {7e9, Params, "7B"}, {124439808, Params, "124439808"}, {8192, Tokens, "8192"}, {300e9, Tokens, "300B"},
		{0.7, Share, "0.7"}, {312e12, FLOPPerSecond, "312TFLOP/s"}, {16384, None, "16384"}, {1e-9, None, "1e-9"}, {-3, None, "-3"}, {4, PerSecond, "4/s"}, {3.35e12, BytesPerSecond, "3.35TB/s"},
		{2.848094538889218e-306, Byte, "2.848094538889218e-306B"}, // no part of an EiB
		{math.NaN(), Byte, "NaN"}, {math.Inf(-1), Byte, "-Inf"},
	} {
		if got := Text(c.v, c.u); got != c.want {
			t.Errorf("Text(%v, %q) = %q, want %q", c.v, c.u, got, c.want)
		}
	}
}

func TestTextReadsBackExactly(t *testing.T) {
	var units []Unit
	for _, s := range specs {
		units = append(units, s.unit)
	}
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.SampledFrom(units).Draw(t, "unit")
		v := rapid.OneOf(
			rapid.Float64(),
			rapid.Map(rapid.Int64Range(-1<<50, 1<<50), func(n int64) float64 { return float64(n) }),
			rapid.Map(rapid.Int64Range(1, 9999), func(n int64) float64 { return float64(n) * 1e6 }),
			rapid.Map(rapid.Int64Range(1, 9999), func(n int64) float64 { return float64(n << 20) }),
			rapid.Float64Range(0, 1),
		).Draw(t, "v")
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Skip()
		}
		text := Text(v, u)
		got, err := Parse(text, u)
		if err != nil || got != v {
			t.Fatalf("Parse(%q, %q) = %v, %v, want %v", text, u, got, err, v)
		}
	})
}

// Format is not meant to be read back, but what it shows must be near.
func TestFormatShowsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.SampledFrom([]Unit{Byte, BytesPerSecond, Second, FLOP, FLOPPerSecond, Params, Tokens, Share, None}).Draw(t, "unit")
		v := rapid.Float64Range(0.02, 1e18).Draw(t, "v")
		text := strings.ReplaceAll(Format(v, u), minus, "-")
		got, err := Parse(text, u)
		// Three digits are right to half a unit of the third, one place of a
		// per cent of 2 % to 1/40.
		if err != nil || math.Abs(got-v) > v*0.03 {
			t.Fatalf("Format(%v, %q) = %q, which reads %v, %v", v, u, text, got, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"14GB", "2µs", "1e", "1e+", "-.5 %", "7B", "400Gb/s", "\xff", "1 ", "00e00", "9e999999"} {
		f.Add(s)
	}
	for _, s := range noise.Texts(300, 6, "1", "0", "99", ".", "e", "-", "+", "K", "G", "Mi", "B", "bit", "/s", "µ", "s", "%", " ", "tokens", "FLOP") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, spec := range specs {
			v, err := Parse(s, spec.unit)
			if err != nil {
				if v != 0 || strings.Contains(err.Error(), "\n") || len(err.Error()) > 600 {
					t.Errorf("Parse(%q, %q) = %v, %q", s, spec.unit, v, err)
				}
				continue
			}
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("Parse(%q, %q) = %v, want a finite number", s, spec.unit, v)
			}
			if again, err := Parse(Text(v, spec.unit), spec.unit); err != nil || again != v {
				t.Errorf("Text(%v, %q) reads back as %v, %v", v, spec.unit, again, err)
			}
		}
		if n, err := ParseWhole(s); err == nil {
			if v, err := Parse(s, None); err != nil || v != float64(n) {
				t.Errorf("ParseWhole(%q) = %d, Parse gives %v, %v", s, n, v, err)
			}
		}
	})
}

// near is how far a quantity may be that is shown with so many digits: half a unit
// of the last, and the errors of floats.
func near(digits int) float64 { return 0.5*math.Pow(10, float64(1-digits)) + 1e-14 }

// What is shown can be read again, and is as near as its digits say.
func FuzzFormat(f *testing.F) {
	for i, v := range []float64{0, 1, 0.00999, 0.01, 1023.5, 1 << 40, 999.9996, 1e21, 1e-30, 5e-324, math.MaxFloat64, math.Inf(1), math.NaN(), -2.5e9, 3599.9, 86400e3} {
		for u := range specs {
			f.Add(v, uint8(u), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, v float64, u, n uint8) {
		s := specs[int(u)%len(specs)]
		texts := map[string]float64{FormatDigits(v, s.unit, int(n)): near(clampDigits(int(n)))} // and how near each is
		if s.unit == Share {
			texts[Format(v, s.unit)] = near(2) // 1.0 %
		} else {
			texts[Format(v, s.unit)] = near(s.digits)
		}
		if s.unit == Byte {
			texts[FormatBinary(v)] = near(3)
		}
		if one, other := FormatPair(v, v, s.unit, int(n)); one != other {
			t.Errorf("a pair of %v is %q and %q", v, one, other)
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return
		}
		for text, off := range texts {
			got, err := Parse(strings.ReplaceAll(text, minus, "-"), s.unit)
			if beyond := math.Abs(v)*(1+off) >= math.MaxFloat64; err != nil && beyond {
				continue // rounded up to what no float is
			}
			if least := 1e-300; err != nil || math.Abs(v) > least && math.Abs(got-v) > math.Abs(v)*off {
				t.Errorf("%v %s is shown as %q, which reads %v, %v", v, s.unit, text, got, err)
			}
		}
	})
}
