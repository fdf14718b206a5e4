// Package webfont makes the fonts that texts of SVG images have in a page: the
// Go fonts with draw.Runes only. With them a text is as wide in the page as
// draw.TextWidth says and as on the stage.
package webfont

import (
	"fmt"
	"strings"

	"github.com/tdewolff/font"

	"inflight/scenes/draw"
)

// Family is the name that svg.DefaultFont gives the font; a page declares it
// with @font-face, at weights 400 and 700.
const Family = "Go"

// tables are what browsers need. The rest of the fonts' tables are of no use once
// most glyphs and the instructions for few pixels are gone.
var tables = []string{"OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"}

// Usual and Rare are all of draw.Runes, in two files: what nearly every picture
// has, and what a browser fetches when a text wants it.
var Usual, Rare = split()

func split() (usual, rare string) {
	const beside = "°²³µ·×αψ–…−→ℓ" // of what is not ASCII
	for _, r := range draw.Runes {
		if r < 0x80 || strings.ContainsRune(beside, r) {
			usual += string(r)
		} else {
			rare += string(r)
		}
	}
	return usual, rare
}

// Range is characters as CSS writes a unicode-range: those that follow one another by
// code are a pair.
func Range(runes string) string {
	var all []string
	var first, last rune
	end := func() {
		switch {
		case first == 0:
		case first == last:
			all = append(all, fmt.Sprintf("U+%X", first))
		default:
			all = append(all, fmt.Sprintf("U+%X-%X", first, last))
		}
	}
	for _, r := range runes {
		if first == 0 || r != last+1 {
			end()
			first = r
		}
		last = r
	}
	end()
	return strings.Join(all, ",")
}

// WOFF2 is a font of some of draw.Runes as a WOFF2 file, the same bytes each time.
func WOFF2(bold bool, runes string) ([]byte, error) {
	full, err := font.ParseSFNT(draw.FontData(bold), 0)
	if err == nil {
		full, err = unhinted(full)
	}
	if err != nil {
		return nil, fmt.Errorf("go font: %w", err)
	}
	glyphs := []uint16{0} // the box for what is missing comes first in every font
	seen := map[uint16]bool{0: true}
	for _, r := range runes {
		if glyph := full.GlyphIndex(r); !seen[glyph] {
			seen[glyph] = true
			glyphs = append(glyphs, glyph)
		}
	}
	subset, err := full.Subset(glyphs, font.SubsetOptions{Tables: tables})
	if err != nil {
		return nil, fmt.Errorf("go font: %w", err)
	}
	return subset.WriteWOFF2()
}
