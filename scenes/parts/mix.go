package parts

import (
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// Taken is a share of time, 0 to 1, that a colour takes.
type Taken struct {
	Color draw.Color
	Share float64
}

// Mix draws a stretch of which colours take shares and the rest is idle, as
// spans too thin to see do: for a scene that has added them up. Stretches and
// spans come by start.
func (r *Row) Mix(from, to sim.Time, list []Taken) {
	if to <= r.view.from || from >= r.view.to || r.view.to <= r.view.from {
		return
	}
	x0, x1 := r.view.at(from), r.view.at(to)
	width := binWidth * r.pixel
	for bin := int((x0 - r.view.x) / width); x0 < x1; bin++ {
		end := min(x1, r.view.x+width*float64(bin+1))
		if end <= x0 { // x0 is the border of a bin, up to the error of a float
			continue
		}
		if bin != r.bin {
			r.flush(x0)
			r.bin = bin
		}
		for _, s := range list {
			color := s.Color
			if from > r.now {
				color = ahead(color)
			}
			if s.Share > 0 {
				r.cover.add(color, (end-x0)*s.Share)
			}
		}
		x0 = end
	}
}
