package paged

import (
	"math"

	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// layout says where things stand in one of the two formats.
type layout struct {
	rows   parts.Box // sequences that run, with their block tables
	grid   parts.Box // the memory
	side   parts.Box // what memory is used for, and the queue
	legend parts.Box // of the uses; no width where it stands in the side
	charts [2]parts.Box
}

var (
	wide = layout{
		rows: parts.Box{X: 40, Y: 70, W: 570, H: 620},
		grid: parts.Box{X: 650, Y: 76, W: 560, H: 580},
		side: parts.Box{X: 1262, Y: 76, W: 298, H: 600},
		charts: [2]parts.Box{
			{X: 40, Y: 748, W: 735, H: 112},
			{X: 825, Y: 748, W: 735, H: 112},
		},
	}
	high = layout{
		rows:   parts.Box{X: 24, Y: 58, W: 852, H: 336},
		grid:   parts.Box{X: 24, Y: 448, W: 530, H: 360},
		side:   parts.Box{X: 590, Y: 448, W: 286, H: 404},
		legend: parts.Box{X: 24, Y: 870, W: 852, H: 40},
		charts: [2]parts.Box{
			{X: 24, Y: 972, W: 852, H: 76},
			{X: 24, Y: 1100, W: 852, H: 76},
		},
	}
)

// shape is how the blocks of a pool stand in a box: so many in a row, each so
// large, with a gap after it.
type shape struct {
	cols, rows int
	w, h, gap  float64
}

// shapeFor makes blocks of about the wanted width to height.
func shapeFor(box parts.Box, blocks int, aspect float64) shape {
	cols := int(math.Sqrt(float64(blocks)*box.W/box.H/aspect) + 0.5)
	cols = max(1, min(cols, blocks))
	rows := (blocks + cols - 1) / cols
	s := shape{cols: cols, rows: rows, w: box.W / float64(cols), h: box.H / float64(rows)}
	if limit := s.w / aspect * 1.15; s.h > limit { // few rows do not stretch
		s.h = limit
	}
	s.gap = min(9, 0.16*min(s.w, s.h))
	return s
}

// block is where a block stands.
func (s *shape) block(box parts.Box, b int) parts.Box {
	return parts.Box{X: box.X + s.w*float64(b%s.cols), Y: box.Y + s.h*float64(b/s.cols), W: s.w - s.gap, H: s.h - s.gap}
}

// slots draws the tokens of a block: so many cells, filled from the first on; the
// one that is being computed is as pale as it is unfinished. Cells too small to
// tell apart are one bar.
func (fr *frame) slots(box parts.Box, filled float64, color, empty draw.Color) {
	n := fr.p.Block
	lines := (n + 7) / 8
	cols := min(n, 8)
	w, h := box.W/float64(cols), box.H/float64(lines)
	if n > 32 || w < 3 || h < 3 {
		fr.Rect(draw.ID{}, box.X, box.Y, box.W, box.H, draw.Style{Fill: empty, Radius: 2})
		if share := min(1, filled/float64(n)); share > 0 {
			fr.Rect(draw.ID{}, box.X, box.Y, box.W*share, box.H, draw.Style{Fill: color, Radius: 2})
		}
		return
	}
	gap := min(1.8, 0.22*min(w, h))
	for i := range n {
		fill := empty
		if part := filled - float64(i); part >= 1 {
			fill = color
		} else if part > 0 && color.Percent() == 0 {
			fill = color.Tint(int(75 * (1 - part)))
		}
		fr.Rect(draw.ID{}, box.X+w*float64(i%cols), box.Y+h*float64(i/cols), w-gap, h-gap, draw.Style{Fill: fill, Radius: min(2.5, 0.25*w)})
	}
}
