// Command generate writes the files of package outline, in the folder that it is
// run in, out of the Go fonts.
package main

import (
	"encoding/binary"
	"fmt"
	"os"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"inflight/scenes/draw/outline"
)

func main() {
	for file, ttf := range map[string][]byte{"regular.bin": goregular.TTF, "bold.bin": gobold.TTF} {
		data, err := compact(ttf)
		if err == nil {
			err = os.WriteFile(file, data, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}

// compact writes the box for missing characters, and outline.Runes.
func compact(ttf []byte) ([]byte, error) {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		return nil, err
	}
	var buffer sfnt.Buffer
	file, err := appendGlyph(nil, f, &buffer, 0)
	for _, r := range outline.Runes {
		if err != nil {
			break
		}
		var glyph sfnt.GlyphIndex
		if glyph, err = f.GlyphIndex(&buffer, r); err == nil {
			file, err = appendGlyph(file, f, &buffer, glyph)
		}
	}
	return file, err
}

func appendGlyph(file []byte, f *sfnt.Font, buffer *sfnt.Buffer, glyph sfnt.GlyphIndex) ([]byte, error) {
	advance, err := f.GlyphAdvance(buffer, glyph, outline.UnitsPerEm, font.HintingNone)
	if err != nil {
		return nil, err
	}
	segments, err := f.LoadGlyph(buffer, glyph, outline.UnitsPerEm, nil)
	if err != nil {
		return nil, err
	}
	contours, err := encode(segments)
	if err != nil {
		return nil, err
	}
	file = binary.AppendUvarint(file, uint64(advance))
	file = binary.AppendUvarint(file, uint64(len(contours)))
	return append(file, contours...), nil
}

// point is one of a contour: on the curve, or one that controls it.
type point struct {
	x, y int
	off  bool
}

// encode writes contours as package outline reads them.
func encode(segments sfnt.Segments) ([]byte, error) {
	var out []byte
	var contour []point
	last := point{}
	flush := func() {
		if len(contour) == 0 {
			return
		}
		contour = shorten(contour)
		out = binary.AppendVarint(out, int64(len(contour)))
		for _, p := range contour {
			x := 2 * (p.x - last.x)
			if p.off {
				x++
			}
			out = binary.AppendVarint(out, int64(x))
			out = binary.AppendVarint(out, int64(p.y-last.y))
			last = p
		}
		contour = contour[:0]
	}
	for _, s := range segments {
		add := func(i int, off bool) { contour = append(contour, point{int(s.Args[i].X), int(s.Args[i].Y), off}) }
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			flush()
			add(0, false)
		case sfnt.SegmentOpLineTo:
			add(0, false)
		case sfnt.SegmentOpQuadTo:
			add(0, true)
			add(1, false)
		default:
			return nil, fmt.Errorf("segment of kind %d: want no cubic curves", s.Op)
		}
	}
	flush()
	return out, nil
}

// shorten leaves out what the reader of a contour adds: its end, which is its
// begin, and points in the middle of two control points.
func shorten(contour []point) []point {
	contour = contour[:len(contour)-1]
	kept := contour[:1:1]
	for i := 1; i < len(contour); i++ {
		p := contour[i]
		if !p.off && i+1 < len(contour) && contour[i-1].off && contour[i+1].off {
			a, b := contour[i-1], contour[i+1]
			if p.x == (a.x+b.x)/2 && p.y == (a.y+b.y)/2 {
				continue
			}
		}
		kept = append(kept, p)
	}
	return kept
}
