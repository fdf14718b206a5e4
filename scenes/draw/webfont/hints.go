package webfont

import (
	"encoding/binary"
	"fmt"

	"github.com/tdewolff/font"
)

// unhinted is a TrueType font without the instructions of its glyphs, which take
// a third of a small font's bytes.
//
// Source: OpenType specification 1.9.1, tables glyf and loca.
func unhinted(f *font.SFNT) (*font.SFNT, error) {
	var glyf, loca []byte
	place := func() {
		if f.Head.IndexToLocFormat == 0 {
			loca = binary.BigEndian.AppendUint16(loca, uint16(len(glyf)/2))
		} else {
			loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		}
	}
	for i := range f.NumGlyphs() {
		place()
		glyph, err := withoutHints(f.Glyf.Get(i))
		if err != nil {
			return nil, fmt.Errorf("glyph %d: %w", i, err)
		}
		glyf = append(glyf, glyph...)
		if len(glyf)%2 == 1 {
			glyf = append(glyf, 0)
		}
	}
	place()
	f.Tables["glyf"], f.Tables["loca"] = glyf, loca
	plain, err := font.ParseSFNT(f.Write(), 0)
	if err != nil {
		return nil, err
	}
	plain.Tables["head"] = f.Tables["head"] // what was written has the time of day
	return plain, nil
}

// withoutHints is a glyph without its instructions. Those of a glyph made of others
// stay: browsers skip them, and of the Go fonts' characters none is.
func withoutHints(glyph []byte) ([]byte, error) {
	const header = 10
	if len(glyph) < header || glyph[0]&0x80 != 0 {
		return glyph, nil
	}
	at := header + 2*int(binary.BigEndian.Uint16(glyph)) // of the length of the instructions
	if at+2 > len(glyph) {
		return nil, fmt.Errorf("%d bytes: want %d or more", len(glyph), at+2)
	}
	rest := at + 2 + int(binary.BigEndian.Uint16(glyph[at:]))
	if rest > len(glyph) {
		return nil, fmt.Errorf("%d bytes: want %d or more", len(glyph), rest)
	}
	out := append([]byte(nil), glyph[:at]...)
	return append(append(out, 0, 0), glyph[rest:]...), nil
}
