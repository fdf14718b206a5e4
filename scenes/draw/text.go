package draw

import (
	"unicode/utf8"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"inflight/scenes/draw/outline"
)

// Runes are the characters that texts in pictures are made of: all of them are
// in the fonts, in the web fonts and in the stage's atlas of glyphs. Digits are
// of one width.
const Runes = outline.Runes

// FontData is the Go font that texts are set in, as a TrueType file. It is not
// to be changed. A program that does not call it is linked without the file.
func FontData(bold bool) []byte {
	if bold {
		return gobold.TTF
	}
	return goregular.TTF
}

// The heights of both fonts, in units of 1/2048 of the size.
const (
	unitsPerEm = outline.UnitsPerEm
	ascent     = 1935
	descent    = 432
	capHeight  = 1480
)

// Ascent is how far letters with accents reach above the baseline.
func Ascent(size float64) float64 { return size * ascent / unitsPerEm }

// Descent is how far letters reach below the baseline.
func Descent(size float64) float64 { return size * descent / unitsPerEm }

// CapHeight is the height of capitals and digits. A text stands centred on y
// with its baseline at y + CapHeight/2.
func CapHeight(size float64) float64 { return size * capHeight / unitsPerEm }

// TextWidth is how far a text advances, without kerning, in the unit of size.
// A character that is not in Runes is as wide as the box that stands for it.
func TextWidth(s string, size float64, bold bool) float64 {
	f := face(bold)
	units := 0
	for _, r := range s {
		units += f.Advance(r)
	}
	return float64(units) * size / unitsPerEm
}

func face(bold bool) *outline.Font {
	if bold {
		return outline.Bold()
	}
	return outline.Regular()
}

// minStem is how many characters a text that is cut keeps at least.
const minStem = 3

// Fit is the text if it fits into a width, or its beginning with … after it. A
// number is not cut, since half of it would be another number. It is empty when
// less than three characters would remain.
func Fit(s string, size float64, bold bool, width float64) string {
	if TextWidth(s, size, bold) <= width {
		return s
	}
	f := face(bold)
	room := int(width*unitsPerEm/size) - f.Advance('…')
	end, used := 0, 0
	for i, r := range s {
		used += f.Advance(r)
		if used > room {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	stem := trim(s[:end], s[end:])
	if utf8.RuneCountInString(stem) < minStem {
		return ""
	}
	return stem + "…"
}

// trim takes from the end of a stem the number that a cut goes through, and the
// space and punctuation before it.
func trim(stem, rest string) string {
	inNumber := rest != "" && isNumeric(rest[0])
	for stem != "" {
		last := stem[len(stem)-1]
		if !(inNumber && isNumeric(last)) && last != ' ' && last != ',' && last != '(' && last != '=' && last != '/' {
			break
		}
		inNumber = inNumber && isNumeric(last)
		stem = stem[:len(stem)-1]
	}
	return stem
}

func isNumeric(b byte) bool { return '0' <= b && b <= '9' || b == '.' }
