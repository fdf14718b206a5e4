//go:build js || desktop

package main

import (
	"strings"

	"inflight/scenes/draw"
)

// Lengths of the window, in CSS pixels.
const (
	margin    = 16.0
	sideWidth = 348.0
	narrow    = 880.0 // a window less wide has the knobs below the picture
	row       = 50.0  // of a knob
	small     = 12.5
	normal    = 14.0
	large     = 19.0
)

// sheet is what a frame of the window is drawn on.
type sheet struct {
	*draw.Canvas
	d *desk
}

// box is a rectangle in CSS pixels.
type box struct{ x, y, w, h float64 }

// draw draws the desk and says where the picture goes.
func (d *desk) draw(c *draw.Canvas) (x, y, w, h float64) {
	d.zones = d.zones[:0]
	s := sheet{c, d}
	left := box{0, 0, c.Width - sideWidth, c.Height}
	side := box{c.Width - sideWidth, 0, sideWidth, c.Height}
	info := c.Height * 0.24
	if c.Width < narrow {
		left = box{0, 0, c.Width, c.Height * 0.62}
		side = box{0, left.h, c.Width, c.Height - left.h}
		info = 0
	}
	picture := box{margin, margin, left.w - 2*margin, left.h - 2*margin - transport - info}
	// The picture is as high as its width allows, and what is below moves up.
	picture.h = max(40, min(picture.h, picture.w*draw.LandscapeHeight/draw.LandscapeWidth))
	s.transport(box{margin, picture.y + picture.h + 8, picture.w, transport})
	top := picture.y + picture.h + transport + 20
	s.info(box{margin, top, picture.w, left.h - top - 8})
	s.side(side)
	return picture.x, picture.y, picture.w, picture.h
}

func (s sheet) text(x, y float64, t string, size float64, c draw.Color) {
	s.Text(draw.ID{}, x, y, t, draw.Font{Size: size, Color: c})
}

func (s sheet) bold(x, y float64, t string, size float64, c draw.Color) {
	s.Text(draw.ID{}, x, y, t, draw.Font{Size: size, Color: c, Bold: true})
}

// right draws a text that ends at x.
func (s sheet) right(x, y float64, t string, size float64, c draw.Color, bold bool) {
	s.text2(x-s.d.measure(t, size, bold), y, t, size, c, bold)
}

func (s sheet) text2(x, y float64, t string, size float64, c draw.Color, bold bool) {
	s.Text(draw.ID{}, x, y, t, draw.Font{Size: size, Color: c, Bold: bold})
}

// fit is the text, or as much of it as a width holds.
func (s sheet) fit(t string, size, width float64) string {
	if s.d.measure(t, size, false) <= width {
		return t
	}
	runes := []rune(t)
	for n := len(runes) - 1; n > 0; n-- {
		if short := string(runes[:n]) + "…"; s.d.measure(short, size, false) <= width {
			return short
		}
	}
	return ""
}

// wrap breaks a text into lines of at most a width: at spaces, and between
// Chinese characters.
func (s sheet) wrap(t string, size, width float64) []string {
	var lines []string
	line := ""
	for _, word := range breakable(t) {
		if line != "" && s.d.measure(strings.TrimRight(line+word, " "), size, false) > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line = ""
		}
		line += word
	}
	if line != "" {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// breakable cuts a text where a line may end.
func breakable(t string) []string {
	var parts []string
	begin := 0
	for i, r := range t {
		if r >= 0x2e80 && i > begin {
			parts = append(parts, t[begin:i])
			begin = i
		}
		if r == ' ' {
			parts = append(parts, t[begin:i+1])
			begin = i + 1
		}
	}
	return append(parts, t[begin:])
}

// zone makes a place answer to the pointer.
func (s sheet) zone(b box, drag bool, use func(x, y float64)) {
	s.d.zones = append(s.d.zones, zone{b.x, b.y, b.w, b.h, drag, use})
}

// triangle points right, or left when its width is negative.
func (s sheet) triangle(x, y, w, h float64, c draw.Color) {
	s.Polygon(draw.ID{}, draw.Style{Fill: c}, draw.Point{X: x, Y: y - h/2}, draw.Point{X: x + w, Y: y}, draw.Point{X: x, Y: y + h/2})
}
