// Package outline has the Go fonts as far as pictures need them: the advances
// and outlines of their characters, in a tenth of the bytes and without the code
// that reads font files.
package outline

import (
	_ "embed"
	"encoding/binary"
	"sync"
	"unicode/utf8"
)

//go:generate go run ./generate

// Runes are the characters that the fonts have here. Digits are of one width.
const Runes = ` !"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_` +
	"`abcdefghijklmnopqrstuvwxyz{|}~" +
	"§°±²³µ·¹¼½¾×÷αβγδεηθκλμπρστφψωΔΠΣΦΨΩ–—•…′″⁰⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉ℓ←↑→↓↔−∑√∞≈≠≤≥"

// UnitsPerEm is the size of a font in its units.
const UnitsPerEm = 2048

// Op is a kind of segment.
type Op uint8

// The kinds: the begin of a contour, a line, and curves with one and two control
// points.
const (
	Move Op = iota
	Line
	Quad
	Cube
)

// Segment is a part of an outline: control points, if it has any, and its end.
// It begins where the one before ends; contours are closed.
type Segment struct {
	Op     Op
	Points [3]Point
}

// Own are the points that the segment has.
func (s *Segment) Own() []Point { return s.Points[:max(1, s.Op)] }

// Point is in units of the font; y grows downward from the baseline.
type Point struct{ X, Y int }

// Font is one of the Go fonts. It may be read by several at once.
type Font struct {
	ascii  [utf8.RuneSelf]glyph
	others map[rune]glyph
	box    glyph // for a missing character
}

// glyph is a character as the file has it.
type glyph struct {
	advance int
	outline []byte
}

//go:embed regular.bin
var regular []byte

//go:embed bold.bin
var bold []byte

var fonts = [2]func() *Font{
	sync.OnceValue(func() *Font { return parse(regular) }),
	sync.OnceValue(func() *Font { return parse(bold) }),
}

// Regular is Go Regular.
func Regular() *Font { return fonts[0]() }

// Bold is Go Bold.
func Bold() *Font { return fonts[1]() }

// Advance is how far a character takes the pen, in units. A character that is
// not in Runes is as wide as the box that stands for it.
func (f *Font) Advance(r rune) int { return f.glyph(r).advance }

// Has says that a character is in Runes.
func (f *Font) Has(r rune) bool {
	_, ok := f.others[r]
	return ok || ' ' <= r && r <= '~'
}

// Append adds the outline of a character.
func (f *Font) Append(to []Segment, r rune) []Segment { return decode(to, f.glyph(r).outline) }

func (f *Font) glyph(r rune) glyph {
	if 0 <= r && r < utf8.RuneSelf {
		return f.ascii[r]
	}
	if g, ok := f.others[r]; ok {
		return g
	}
	return f.box
}

// parse reads a file: the box and then each of Runes, as its advance, the length
// of its outline and its outline.
func parse(file []byte) *Font {
	next := func() (g glyph) {
		advance, n := binary.Uvarint(file)
		size, m := binary.Uvarint(file[n:])
		file = file[n+m:]
		g.advance, g.outline = int(advance), file[:size]
		file = file[size:]
		return g
	}
	f := &Font{others: map[rune]glyph{}, box: next()}
	for r := range f.ascii {
		f.ascii[r] = f.box
	}
	for _, r := range Runes {
		if r < utf8.RuneSelf {
			f.ascii[r] = next()
		} else {
			f.others[r] = next()
		}
	}
	return f
}
