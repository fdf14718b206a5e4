package draw

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Runes are the characters that texts in pictures are made of: all of them are
// in the fonts, in the web fonts and in the stage's atlas of glyphs. Digits are
// of one width.
const Runes = ` !"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_` +
	"`abcdefghijklmnopqrstuvwxyz{|}~" +
	"§°±²³µ·¹¼½¾×÷αβγδεηθλμπρστφψωΔΠΣΦΨΩ–—•…′″⁰⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉ℓ←↑→↓↔−∑√∞≈≠≤≥"

// FontData is the Go font that texts are set in, as a TrueType file. It is not
// to be changed.
func FontData(bold bool) []byte {
	if bold {
		return gobold.TTF
	}
	return goregular.TTF
}

// The heights of both fonts, in units of 1/2048 of the size.
const (
	unitsPerEm = 2048
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
// A character that the fonts lack is as wide as the box that stands for it.
func TextWidth(s string, size float64, bold bool) float64 {
	f := face(bold)
	units := 0
	for _, r := range s {
		units += f.advance(r)
	}
	return float64(units) * size / unitsPerEm
}

var regularFace, boldFace = sync.OnceValue(func() *advances { return newAdvances(goregular.TTF) }),
	sync.OnceValue(func() *advances { return newAdvances(gobold.TTF) })

func face(bold bool) *advances {
	if bold {
		return boldFace()
	}
	return regularFace()
}

// advances are the widths of a font's characters in units of 1/unitsPerEm.
type advances struct {
	ascii [utf8.RuneSelf]int
	runes map[rune]int // the rest of Runes

	mu   sync.Mutex // guards what follows, for characters outside Runes
	font *sfnt.Font
	buf  sfnt.Buffer
}

func newAdvances(ttf []byte) *advances {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic("draw: the font within the program: " + err.Error())
	}
	a := &advances{runes: map[rune]int{}, font: f}
	for r := range a.ascii {
		a.ascii[r] = a.load(rune(r))
	}
	for _, r := range Runes {
		if r >= utf8.RuneSelf {
			a.runes[r] = a.load(r)
		}
	}
	return a
}

func (a *advances) advance(r rune) int {
	if r < utf8.RuneSelf {
		return a.ascii[r]
	}
	if w, ok := a.runes[r]; ok {
		return w
	}
	return a.load(r)
}

func (a *advances) load(r rune) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	glyph, err := a.font.GlyphIndex(&a.buf, r)
	if err != nil {
		return 0
	}
	w, err := a.font.GlyphAdvance(&a.buf, glyph, fixed.I(unitsPerEm), font.HintingNone)
	if err != nil {
		return 0
	}
	return w.Round()
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
	room := int(width*unitsPerEm/size) - f.advance('…')
	end, used := 0, 0
	for i, r := range s {
		used += f.advance(r)
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
