package outline

import (
	"slices"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// When this fails after a change of Runes or of the fonts: go generate.
func TestGlyphsAreThoseOfTheFonts(t *testing.T) {
	for _, c := range []struct {
		name string
		font *Font
		ttf  []byte
	}{
		{"regular", Regular(), goregular.TTF},
		{"bold", Bold(), gobold.TTF},
	} {
		f, err := sfnt.Parse(c.ttf)
		if err != nil {
			t.Fatal(err)
		}
		var buffer sfnt.Buffer
		runes, curves := 0, 0
		for _, r := range Runes + "\x00\n\x7fé中\U0010ffff" {
			glyph, err := f.GlyphIndex(&buffer, r)
			if err != nil {
				t.Fatal(err)
			}
			if !c.font.Has(r) {
				glyph = 0
			} else if runes++; glyph == 0 {
				t.Errorf("%s: %q is not in the font", c.name, r)
			}
			advance, err := f.GlyphAdvance(&buffer, glyph, UnitsPerEm, font.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := c.font.Advance(r), int(advance); got != want || want == 0 {
				t.Errorf("%s: advance of %q: got %d, want %d, not 0", c.name, r, got, want)
			}
			loaded, err := f.LoadGlyph(&buffer, glyph, UnitsPerEm, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, want := c.font.Append(nil, r), segments(loaded)
			if !slices.Equal(got, want) {
				t.Errorf("%s: outline of %q: got %v, want %v", c.name, r, got, want)
			}
			for _, s := range want {
				if s.Op == Quad {
					curves++
				}
			}
		}
		if runes != len([]rune(Runes)) || curves < 1000 {
			t.Errorf("%s: compared %d characters and %d curves, want %d and 1000 or more", c.name, runes, curves, len([]rune(Runes)))
		}
	}
}

func segments(loaded sfnt.Segments) []Segment {
	ops := map[sfnt.SegmentOp]Op{sfnt.SegmentOpMoveTo: Move, sfnt.SegmentOpLineTo: Line, sfnt.SegmentOpQuadTo: Quad, sfnt.SegmentOpCubeTo: Cube}
	var out []Segment
	for _, s := range loaded {
		w := Segment{Op: ops[s.Op]}
		for i, a := range s.Args {
			w.Points[i] = Point{int(a.X), int(a.Y)}
		}
		out = append(out, w)
	}
	return out
}
