package draw

import (
	"math"
	"strconv"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

func TestFontsHaveTheRunesAndHeights(t *testing.T) {
	for _, bold := range []bool{false, true} {
		f, err := sfnt.Parse(FontData(bold))
		if err != nil {
			t.Fatal(err)
		}
		var buf sfnt.Buffer
		seen := map[rune]bool{}
		for _, r := range Runes {
			if glyph, err := f.GlyphIndex(&buf, r); err != nil || glyph == 0 || seen[r] {
				t.Errorf("bold %v: %c (%U): got glyph %d, error %v, twice %v; want a glyph, once", bold, r, r, glyph, err, seen[r])
			}
			seen[r] = true
		}
		m, err := f.Metrics(&buf, fixed.I(unitsPerEm), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		got := [...]int{int(f.UnitsPerEm()), m.Ascent.Round(), m.Descent.Round(), m.CapHeight.Round()}
		if want := [...]int{unitsPerEm, ascent, descent, capHeight}; got != want {
			t.Errorf("bold %v: units, ascent, descent, height of capitals: got %v, want %v", bold, got, want)
		}
	}
}

func TestDigitsAreOfOneWidth(t *testing.T) {
	for _, bold := range []bool{false, true} {
		want := TextWidth("0", 20, bold)
		for _, digit := range "123456789" {
			if got := TextWidth(string(digit), 20, bold); got != want {
				t.Errorf("bold %v: width of %c: got %g, want %g as of 0", bold, digit, got, want)
			}
		}
	}
}

// The advances are those of the font's hmtx table as github.com/tdewolff/font
// reads it: A 1366, V 1366, i 505. A kerned AV would be narrower.
func TestTextWidthAddsAdvancesWithoutKerning(t *testing.T) {
	for s, units := range map[string]float64{"": 0, "AV": 1366 + 1366, "iA": 505 + 1366} {
		if got, want := TextWidth(s, 10, false), units*10/2048; math.Abs(got-want) > 1e-12 {
			t.Errorf("width of %q: got %g, want %g", s, got, want)
		}
	}
	if regular, bold := TextWidth("pipeline", 10, false), TextWidth("pipeline", 10, true); bold <= regular {
		t.Errorf("width of bold: got %g, want more than the regular %g", bold, regular)
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		s     string
		width float64 // characters of "0"
		want  string
	}{
		{"layer 12", 20, "layer 12"},
		{"reduce-scatter", 8, "reduce…"},
		{"layer 128", 7, "layer…"}, // never "layer 1…"
		{"0.125 GB", 5, ""},
		{"GPU 3", 3.5, ""},
		{"stage 12 of 64", 7.5, "stage…"},
		{"", 5, ""},
		{"wide", 0, ""},
		{"wide", -1, ""},
	} {
		width := c.width * TextWidth("0", 16, true)
		got := Fit(c.s, 16, true, width)
		if got != c.want {
			t.Errorf("%q in %g: got %q, want %q", c.s, c.width, got, c.want)
		}
		if got != "" && TextWidth(got, 16, true) > width {
			t.Errorf("%q in %g: got %q, which is wider", c.s, c.width, got)
		}
	}
}

func TestItoa(t *testing.T) {
	for _, i := range []int{0, 9, 10, 99, 100, 999, 1000, 9999, 10000, -1, 1 << 40} {
		if got, want := Itoa(i), strconv.Itoa(i); got != want {
			t.Errorf("%d: got %q, want %q", i, got, want)
		}
	}
}

func TestTextIsMeasuredWithoutAllocation(t *testing.T) {
	var sink float64
	allocs := testing.AllocsPerRun(100, func() {
		sink += TextWidth("reduce-scatter · 7/8 ≤ ½", 18, false)
		sink += float64(len(Fit("GPU 12", 18, true, 500)) + len(Itoa(1024)))
	})
	if allocs != 0 {
		t.Errorf("got %g allocations, want none", allocs)
	}
}
