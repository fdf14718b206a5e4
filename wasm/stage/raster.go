//go:build js || desktop

package stage

import (
	"image"

	"inflight/scenes/draw/outline"
)

// margin is left free on each side of a glyph: the part of a pixel, and the
// anti-aliasing.
const margin = 1

// rasterize leaves in g.mask the coverage of g.outline, at a size in 1/64 of a
// pixel of which the outline's units are 1/em. It tells where the top left of
// the mask lies, from the pen, in whole pixels.
func (g *glyphs) rasterize(size, em int, offX, offY float32) image.Point {
	scale(g.outline, size, em)
	box := bounds(g.outline)
	w, h := box.Dx(), box.Dy()
	offX -= float32(box.Min.X)
	offY -= float32(box.Min.Y)
	at := func(p outline.Point) (x, y float32) { return float32(p.X)/64 + offX, float32(p.Y)/64 + offY }

	g.raster.reset(w, h)
	for i := range g.outline {
		s := &g.outline[i]
		ax, ay := at(s.Points[0])
		bx, by := at(s.Points[1])
		cx, cy := at(s.Points[2])
		switch s.Op {
		case outline.Move:
			g.raster.close()
			g.raster.move(ax, ay)
		case outline.Line:
			g.raster.line(ax, ay)
		case outline.Quad:
			g.raster.quad(ax, ay, bx, by)
		case outline.Cube:
			g.raster.cube(ax, ay, bx, by, cx, cy)
		}
	}
	g.raster.close()
	g.raster.cover(&g.mask)
	return box.Min
}

// scale takes an outline from units of its font to 1/64 of a pixel.
func scale(glyph []outline.Segment, size, em int) {
	for i := range glyph {
		for j := range glyph[i].Points {
			p := &glyph[i].Points[j]
			p.X, p.Y = scaled(p.X*size, em), scaled(p.Y*size, em)
		}
	}
}

// scaled rounds half away from zero.
func scaled(x, em int) int {
	if x < 0 {
		return (x - em/2) / em
	}
	return (x + em/2) / em
}

// bounds are the whole pixels that a glyph of at least one segment needs.
func bounds(glyph []outline.Segment) image.Rectangle {
	least := glyph[0].Points[0]
	most := least
	for i := range glyph {
		for _, p := range glyph[i].Own() {
			least.X, least.Y = min(least.X, p.X), min(least.Y, p.Y)
			most.X, most.Y = max(most.X, p.X), max(most.Y, p.Y)
		}
	}
	return image.Rect(least.X>>6-margin, least.Y>>6-margin, (most.X+63)>>6+margin+1, (most.Y+63)>>6+margin+1)
}
