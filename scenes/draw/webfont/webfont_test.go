package webfont_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/tdewolff/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"inflight/scenes/draw"
	"inflight/scenes/draw/webfont"
)

func TestWebFontMeasuresLikeTheStage(t *testing.T) {
	for _, bold := range []bool{false, true} {
		woff2, err := webfont.WOFF2(bold, draw.Runes)
		if err != nil {
			t.Fatal(err)
		}
		ttf, err := font.ParseWOFF2(woff2)
		if err != nil {
			t.Fatal(err)
		}
		f, err := font.ParseSFNT(ttf, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range draw.Runes {
			glyph := f.GlyphIndex(r)
			got := float64(f.GlyphAdvance(glyph))
			if want := draw.TextWidth(string(r), float64(f.Head.UnitsPerEm), bold); glyph == 0 || got != want {
				t.Errorf("bold %v: %c (%U): got glyph %d, width %g; want a glyph, width %g", bold, r, r, glyph, got, want)
			}
		}
		if len(woff2) > 16_000 { // both weigh less than a poster
			t.Errorf("bold %v: got %d bytes, want at most 16,000", bold, len(woff2))
		}
		t.Logf("bold %v: %d bytes, %d glyphs", bold, len(woff2), f.NumGlyphs())
		again, err := webfont.WOFF2(bold, draw.Runes)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(woff2, again) {
			t.Errorf("bold %v: two runs give different bytes", bold)
		}
	}
}

// Without instructions the outlines are as they were.
func TestWebFontHasTheOutlinesOfTheFonts(t *testing.T) {
	for bold, original := range map[bool][]byte{false: goregular.TTF, true: gobold.TTF} {
		woff2, err := webfont.WOFF2(bold, draw.Runes)
		if err != nil {
			t.Fatal(err)
		}
		ttf, err := font.ParseWOFF2(woff2)
		if err != nil {
			t.Fatal(err)
		}
		f, err := font.ParseSFNT(ttf, 0)
		if err != nil {
			t.Fatal(err)
		}
		full, err := font.ParseSFNT(original, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := f.Head.Modified, full.Head.Modified; !got.Equal(want) {
			t.Errorf("bold %v: modified %v, want %v: the same bytes at any time", bold, got, want)
		}
		for _, r := range draw.Runes {
			if got, want := outline(t, ttf, r), outline(t, original, r); !slices.Equal(got, want) {
				t.Errorf("bold %v: %c: got outline %v, want %v", bold, r, got, want)
			}
			contour, err := f.Glyf.Contour(f.GlyphIndex(r))
			if err != nil {
				t.Fatal(err)
			}
			if n := len(contour.Instructions); n > 0 {
				t.Errorf("bold %v: %c: got %d bytes of instructions, want none", bold, r, n)
			}
		}
	}
}

func outline(t *testing.T, ttf []byte, r rune) sfnt.Segments {
	t.Helper()
	f, err := sfnt.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	var buffer sfnt.Buffer
	glyph, err := f.GlyphIndex(&buffer, r)
	if err != nil {
		t.Fatal(err)
	}
	segments, err := f.LoadGlyph(&buffer, glyph, 2048, nil)
	if err != nil {
		t.Fatal(err)
	}
	return segments
}

// Each character is in one of the files, and the style sheet says in which.
func TestFilesTogetherHaveAllCharacters(t *testing.T) {
	both := []rune(webfont.Usual + webfont.Rare)
	slices.Sort(both)
	want := []rune(draw.Runes)
	slices.Sort(want)
	if !slices.Equal(both, want) {
		t.Errorf("got %q, want each of %q once", string(both), string(want))
	}
	small, err := webfont.WOFF2(false, webfont.Usual)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := webfont.WOFF2(false, draw.Runes)
	if err != nil {
		t.Fatal(err)
	}
	if 3*len(small) > 2*len(whole) {
		t.Errorf("usual characters: %d bytes of %d, want at most two thirds", len(small), len(whole))
	}
	for runes, want := range map[string]string{
		"": "", "a": "U+61", "abc": "U+61-63", "ab·→↑": "U+61-62,U+B7,U+2192,U+2191", " ~": "U+20,U+7E",
	} {
		if got := webfont.Range(runes); got != want {
			t.Errorf("%q: got %q, want %q", runes, got, want)
		}
	}
}
