// Package webfont makes the fonts that texts of SVG images have in a page: the
// Go fonts with draw.Runes only. With them a text is as wide in the page as
// draw.TextWidth says and as on the stage.
package webfont

import (
	"fmt"

	"github.com/tdewolff/font"

	"inflight/scenes/draw"
)

// Family is the name that svg.DefaultFont gives the font; a page declares it
// with @font-face, at weights 400 and 700.
const Family = "Go"

// tables are what browsers need. The rest of the fonts' tables are of no use once
// most glyphs and the instructions for few pixels are gone.
var tables = []string{"OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"}

// WOFF2 is the font as a WOFF2 file, the same bytes each time.
func WOFF2(bold bool) ([]byte, error) {
	full, err := font.ParseSFNT(draw.FontData(bold), 0)
	if err == nil {
		full, err = unhinted(full)
	}
	if err != nil {
		return nil, fmt.Errorf("go font: %w", err)
	}
	glyphs := []uint16{0} // the box for what is missing comes first in every font
	seen := map[uint16]bool{0: true}
	for _, r := range draw.Runes {
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
