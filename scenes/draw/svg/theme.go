package svg

import (
	"strings"

	"inflight/scenes/draw"
)

// ThemeOf is the theme with the colours of a palette.
func ThemeOf(p *draw.Palette) Theme {
	if p == draw.Dark {
		return Dark
	}
	return Light
}

// Paint is a colour as CSS writes it. In the Auto theme it is
// light-dark(#…,#…), both mixed beforehand as draw.Palette.RGB mixes them, so a
// poster has the colours of the stage to the bit. light-dark is in every
// browser since May 2024.
func Paint(c draw.Color, t Theme) string {
	light, dark := draw.Light.RGB(c).Hex(), draw.Dark.RGB(c).Hex()
	switch {
	case t == Light || t == Auto && light == dark:
		return light
	case t == Dark:
		return dark
	}
	return "light-dark(" + light + "," + dark + ")"
}

// CSS is the style sheet of a page with images of the Auto theme. They take the
// page's color-scheme: that of the reader's system, or the one that
// data-theme="light" or "dark" on the root element sets; on paper, light. For
// the page's own use it names each colour --inflight-ROLE, after draw.RoleName:
// words in the prose share them with the picture.
func CSS() string {
	var b strings.Builder
	b.WriteString(":root{color-scheme:light dark")
	for role := 1; role < draw.NumRoles; role++ {
		b.WriteString(";--inflight-" + draw.RoleName(role) + ":" + Paint(draw.Color(role<<8), Auto))
	}
	b.WriteString("}\n")
	b.WriteString(":root[data-theme=light]{color-scheme:light}\n")
	b.WriteString(":root[data-theme=dark]{color-scheme:dark}\n")
	b.WriteString("@media print{:root,:root[data-theme]{color-scheme:light}}\n")
	return b.String()
}
