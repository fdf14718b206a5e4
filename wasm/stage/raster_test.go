//go:build js || desktop

package stage

import (
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"inflight/scenes/draw"
	"inflight/scenes/draw/outline"
)

// Outlines have the places that golang.org/x/image gives them, to the 64th of a
// pixel.
func TestOutlinesAreScaledLikeFonts(t *testing.T) {
	f, err := sfnt.Parse(gobold.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var buffer sfnt.Buffer
	for _, size := range []int{1, 16, 11*64 + 16, 13 * 64, 400 * 64} {
		for _, r := range draw.Runes {
			index, err := f.GlyphIndex(&buffer, r)
			if err != nil {
				t.Fatal(err)
			}
			want, err := f.LoadGlyph(&buffer, index, fixed.Int26_6(size), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := outline.Bold().Append(nil, r)
			scale(got, size, outline.UnitsPerEm)
			if len(got) != len(want) {
				t.Fatalf("%c: %d segments, want %d", r, len(got), len(want))
			}
			for i := range got {
				for j, p := range got[i].Own() {
					if want := want[i].Args[j]; p.X != int(want.X) || p.Y != int(want.Y) {
						t.Errorf("%c of size %d/64: point %d of segment %d at %v, want %v", r, size, j, i, p, want)
					}
				}
			}
			if len(got) == 0 {
				continue
			}
			b := want.Bounds()
			wantBox := [4]int{b.Min.X.Floor() - margin, b.Min.Y.Floor() - margin, b.Max.X.Ceil() + margin + 1, b.Max.Y.Ceil() + margin + 1}
			if box := bounds(got); [4]int{box.Min.X, box.Min.Y, box.Max.X, box.Max.Y} != wantBox {
				t.Errorf("%c of size %d/64: within %v, want %v", r, size, box, wantBox)
			}
		}
	}
}
