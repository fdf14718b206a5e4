//go:build js || desktop

package stage

import (
	"image"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

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

// Coverage is that of golang.org/x/image/vector, to a twentieth of a pixel: in
// WebAssembly it differs a little more than natively.
func TestCoverageIsThatOfTheVectorLibrary(t *testing.T) {
	g := &glyphs{fonts: [...]*outline.Font{outline.Regular(), outline.Bold()}}
	for _, size := range []int{6 * 64, 13*64 + 16, 200 * 64} {
		for _, r := range draw.Runes {
			_, em := g.outlined(r, 1)
			if len(g.outline) == 0 {
				continue
			}
			topLeft := g.rasterize(size, em, 0.25, 0.75)
			want := library(g, topLeft, 0.25, 0.75)
			ink, worst := 0, 12
			for i, c := range g.mask.pix {
				ink += int(c)
				at := want.AlphaAt(i%g.mask.w, i/g.mask.w).A
				if d := int(c) - int(at); d < -worst || d > worst {
					worst = max(d, -d)
					t.Errorf("%c of size %d/64: coverage %d of pixel %d, want %d", r, size, c, i, at)
				}
			}
			if ink == 0 {
				t.Errorf("%c of size %d/64: no ink, want some", r, size)
			}
		}
	}
}

// library rasterizes g.outline, which has been scaled.
func library(g *glyphs, topLeft image.Point, offX, offY float32) *image.Alpha {
	m := image.NewAlpha(image.Rect(0, 0, 600, g.mask.h)) // from 512 on it uses floating point
	z := vector.NewRasterizer(600, g.mask.h)
	at := func(p outline.Point) (x, y float32) {
		return float32(p.X)/64 + offX - float32(topLeft.X), float32(p.Y)/64 + offY - float32(topLeft.Y)
	}
	for _, s := range g.outline {
		ax, ay := at(s.Points[0])
		bx, by := at(s.Points[1])
		switch s.Op {
		case outline.Move:
			z.ClosePath()
			z.MoveTo(ax, ay)
		case outline.Line:
			z.LineTo(ax, ay)
		case outline.Quad:
			const pieces = 99 // the library would take a short curve for a line
			x, y := z.Pen()
			for i := range pieces {
				t := float32(i+1) / pieces
				z.LineTo((1-t)*((1-t)*x+t*ax)+t*((1-t)*ax+t*bx), (1-t)*((1-t)*y+t*ay)+t*((1-t)*ay+t*by))
			}
		}
	}
	z.ClosePath()
	z.Draw(m, m.Rect, image.Opaque, image.Point{})
	return m
}
