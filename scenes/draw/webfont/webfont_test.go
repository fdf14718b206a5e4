package webfont_test

import (
	"bytes"
	"testing"

	"github.com/tdewolff/font"

	"inflight/scenes/draw"
	"inflight/scenes/draw/webfont"
)

func TestWebFontMeasuresLikeTheStage(t *testing.T) {
	for _, bold := range []bool{false, true} {
		woff2, err := webfont.WOFF2(bold)
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
		if len(woff2) > 25_000 { // both weigh less than a poster
			t.Errorf("bold %v: got %d bytes, want at most 25,000", bold, len(woff2))
		}
		t.Logf("bold %v: %d bytes, %d glyphs", bold, len(woff2), f.NumGlyphs())
		again, err := webfont.WOFF2(bold)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(woff2, again) {
			t.Errorf("bold %v: two runs give different bytes", bold)
		}
	}
}
