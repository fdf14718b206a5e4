package parts

import (
	"math"

	"inflight/scenes/draw"
)

// Matrix is a grid of tiles. Where tiles would be too small to see, or too many
// to draw, one tile stands for a block of them.
type Matrix struct {
	Box        Box
	Rows, Cols int
	ID         draw.ID // A and B of a tile are its row and column; the zero ID is none
	Gap        float64 // between tiles, in units; it shrinks with them, and blocks have none
	Radius     float64
	Empty      draw.Style // of a tile without a colour
}

const (
	minTile  = 2    // CSS pixels
	maxTiles = 6000 // a frame has a budget of 5,000 shapes; a matrix may be most of it
)

// Draw draws the tiles. A block has the colour of most of its tiles that have
// one, tinted by the share that has none; of a large block 16 tiles are asked.
func (m Matrix) Draw(c *draw.Canvas, fill func(row, col int) draw.Color) {
	if m.Rows < 1 || m.Cols < 1 || !(m.Box.W > 0 && m.Box.W < 1e9) || !(m.Box.H > 0 && m.Box.H < 1e9) {
		return
	}
	down, across := m.block(c)
	for row := 0; row < m.Rows; row += down {
		for col := 0; col < m.Cols; col += across {
			m.tile(c, row, col, min(down, m.Rows-row), min(across, m.Cols-col), fill)
		}
	}
}

// Tile is the box of a tile, for what a scene draws on it.
func (m Matrix) Tile(row, col int) Box { return m.area(row, col, 1, 1) }

// Aggregates says that tiles are drawn in blocks.
func (m Matrix) Aggregates(c *draw.Canvas) bool {
	down, across := m.block(c)
	return down > 1 || across > 1
}

// block is how many rows and columns one drawn tile stands for.
func (m Matrix) block(c *draw.Canvas) (down, across int) {
	least := minTile * pixel(c)
	down = max(1, int(math.Ceil(least*float64(m.Rows)/m.Box.H)))
	across = max(1, int(math.Ceil(least*float64(m.Cols)/m.Box.W)))
	for ceilDiv(m.Rows, down)*ceilDiv(m.Cols, across) > maxTiles {
		if m.Box.H/float64(m.Rows)*float64(down) < m.Box.W/float64(m.Cols)*float64(across) {
			down++
		} else {
			across++
		}
	}
	return down, across
}

func (m Matrix) tile(c *draw.Canvas, row, col, down, across int, fill func(row, col int) draw.Color) {
	style := m.Empty
	if color := majority(row, col, down, across, fill); color != draw.None {
		style = draw.Style{Fill: color}
	}
	style.Radius = m.Radius
	id := m.ID
	if id != (draw.ID{}) {
		id.A, id.B = int32(row), int32(col)
	}
	b := m.area(row, col, down, across)
	if down > 1 || across > 1 { // reach under the neighbours, so that no seams show
		seam := 0.5 * pixel(c)
		b.W, b.H = min(b.W+seam, m.Box.X+m.Box.W-b.X), min(b.H+seam, m.Box.Y+m.Box.H-b.Y)
	}
	c.Rect(id, b.X, b.Y, b.W, b.H, style)
}

func (m Matrix) area(row, col, down, across int) Box {
	w, h := m.Box.W/float64(m.Cols), m.Box.H/float64(m.Rows)
	gap := min(m.Gap, 0.3*min(w, h))
	if down > 1 || across > 1 {
		gap = 0
	}
	return Box{
		m.Box.X + w*float64(col) + gap/2, m.Box.Y + h*float64(row) + gap/2,
		w*float64(across) - gap, h*float64(down) - gap,
	}
}

// majority is the colour of a block: see Draw.
func majority(row, col, down, across int, fill func(row, col int) draw.Color) draw.Color {
	const side = 4
	var colors [side * side]draw.Color
	var counts [side * side]int
	asked, colored, kinds := 0, 0, 0
	for i := range min(down, side) {
		for j := range min(across, side) {
			color := fill(row+i*down/min(down, side), col+j*across/min(across, side))
			asked++
			if color == draw.None {
				continue
			}
			colored++
			k := 0
			for k < kinds && colors[k] != color {
				k++
			}
			if k == kinds {
				colors[k] = color
				kinds++
			}
			counts[k]++
		}
	}
	if colored == 0 {
		return draw.None
	}
	most := 0
	for k := range kinds {
		if counts[k] > counts[most] {
			most = k
		}
	}
	color := colors[most]
	strength := (100 - color.Percent()) * colored / asked
	return color.Tint(100 - strength)
}

// ceilDiv is a/b, rounded up, for a of 0 and more.
func ceilDiv[T ~int | ~int64](a, b T) T {
	if a%b == 0 {
		return a / b
	}
	return a/b + 1
}
