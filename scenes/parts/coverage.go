package parts

import (
	"math"

	"inflight/scenes/draw"
)

// binWidth is how wide a stretch is for which thin spans are added up, in CSS
// pixels.
const binWidth = 3

// cover is how much of a bin each colour takes, in units. Of more colours than
// it holds, the rest count as the last.
type cover struct {
	colors [4]draw.Color
	widths [4]float64
	n      int
}

func (v *cover) add(c draw.Color, w float64) {
	i := 0
	for i < v.n && v.colors[i] != c {
		i++
	}
	if i == len(v.colors) {
		i--
	}
	if i == v.n {
		v.colors[i], v.widths[i] = c, 0
		v.n++
	}
	v.widths[i] += w
}

// thin adds a span to the bins that it touches: two at most.
func (r *Row) thin(x0, x1 float64, c draw.Color) {
	width := binWidth * r.pixel
	for x0 < x1 {
		bin := int((x0 - r.view.x) / width)
		if bin != r.bin {
			r.flush(math.Inf(1))
			r.bin = bin
		}
		end := min(x1, r.view.x+width*float64(bin+1))
		if end <= x0 { // the border of a bin, up to the error of a float
			end = x1
		}
		r.cover.add(c, end-x0)
		x0 = end
	}
}

// flush turns the bin into a piece of a bar, no further than to limit, where a
// wide span begins.
func (r *Row) flush(limit float64) {
	if r.bin < 0 || r.cover.n == 0 {
		r.bin = -1
		return
	}
	width := binWidth * r.pixel
	left := r.view.x + width*float64(r.bin)
	right := min(left+width, limit, r.view.x+r.view.w)
	left = max(left, r.right)
	if right > left {
		r.bar.piece(r.canvas, r.box, left, right, r.cover.quantized(right-left, r.box.H/r.pixel))
		r.right = right
	}
	r.bin, r.cover = -1, cover{}
}

// mix is how high colours stand in a piece of a bar, in steps of its height.
type mix struct {
	colors [4]draw.Color
	steps  [4]int
	n, of  int
}

// quantized rounds the shares of a stretch to steps: whole pixels, and at most
// a quarter each, so that pieces which look alike are equal and become one.
func (v *cover) quantized(width, pixelsHigh float64) mix {
	m := mix{n: v.n, of: max(1, min(4, int(pixelsHigh)))}
	m.colors = v.colors
	left := m.of
	for i := range v.n {
		m.steps[i] = min(left, int(math.Round(v.widths[i]/width*float64(m.of))))
		left -= m.steps[i]
	}
	if left == m.of { // something is there, and shows
		most := 0
		for i := range v.n {
			if v.widths[i] > v.widths[most] {
				most = i
			}
		}
		m.steps[most] = 1
	}
	m.sort()
	return m
}

// sort brings the colours into a fixed order: which one comes first in a bin is
// chance.
func (m *mix) sort() {
	for i := 1; i < m.n; i++ {
		for j := i; j > 0 && m.colors[j] < m.colors[j-1]; j-- {
			m.colors[j], m.colors[j-1] = m.colors[j-1], m.colors[j]
			m.steps[j], m.steps[j-1] = m.steps[j-1], m.steps[j]
		}
	}
	kept := 0
	for i := range m.n {
		if m.steps[i] > 0 {
			m.colors[kept], m.steps[kept] = m.colors[i], m.steps[i]
			kept++
		}
	}
	for i := kept; i < len(m.colors); i++ {
		m.colors[i], m.steps[i] = draw.None, 0
	}
	m.n = kept
}

// bar is a stretch of equal pieces that still grows to the right.
type bar struct {
	left, right float64
	mix         mix
}

func (b *bar) piece(c *draw.Canvas, lane Box, left, right float64, m mix) {
	if m == b.mix && left-b.right < 1e-9 {
		b.right = right
		return
	}
	b.end(c, lane)
	*b = bar{left, right, m}
}

// end draws the bar: its colours piled up from the bottom of the lane, idle time
// above them.
func (b *bar) end(c *draw.Canvas, lane Box) {
	y := lane.Y + lane.H
	for i := range b.mix.n {
		h := lane.H * float64(b.mix.steps[i]) / float64(b.mix.of)
		y -= h
		c.Rect(draw.ID{}, b.left, y, b.right-b.left, h, draw.Style{Fill: b.mix.colors[i]})
	}
	*b = bar{}
}
