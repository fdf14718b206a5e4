package pipeline

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// denseOps is how many ops a frame draws one by one at most; of more, it draws
// what shares of time they take.
const denseOps = 9000

// columns is into how many stretches the film is cut for that.
const columns = 4096

// dense is the time that the ops of each rank take, by colour and column, as a
// share of 255.
type dense struct {
	taken [][columns][3]uint8
}

var denseColors = [3]draw.Color{draw.Forward, draw.Backward, draw.WeightGrad}

// addUp adds up the ops of each rank.
func (f *film) addUp() *dense {
	d := &dense{taken: make([][columns][3]uint8, f.ranks)}
	width := float64(f.tl.End()) / columns
	var sums [columns][3]float32
	for r, order := range f.order {
		sums = [columns][3]float32{}
		for i, o := range order {
			ref := f.tasks.first[r] + sim.Ref(i)
			start, end := float64(f.tl.Start(ref))/width, float64(f.tl.Finish(ref))/width
			switch o.kind {
			case forward:
				spread(&sums, 0, start, end)
			case weightGrad:
				spread(&sums, 2, start, end)
			case pair:
				c, d := &f.costs[o.stage], &f.costs[o.with]
				mid := start + (end-start)*ratio(c.fps, c.fps+d.bps+d.wps)
				spread(&sums, 0, start, mid)
				spread(&sums, 1, mid, end)
			default:
				spread(&sums, 1, start, end)
			}
		}
		for x := range sums {
			for k, v := range sums[x] {
				d.taken[r][x][k] = uint8(min(255, v*255+0.5))
			}
		}
	}
	return d
}

// spread adds a stretch, in columns, to those that it touches.
func spread(sums *[columns][3]float32, k int, start, end float64) {
	for x := int(start); x < columns && float64(x) < end; x++ {
		part := min(end, float64(x+1)) - max(start, float64(x))
		sums[x][k] += float32(part)
	}
}

// denseRow draws the shares of a rank within a window. Stretches that look alike
// are one.
func (fr *frame) denseRow(row *parts.Row, r int, from, to sim.Time) {
	width := float64(fr.tl.End()) / columns
	first, last := int(float64(from)/width), min(columns, int(float64(to)/width)+1)
	now := int(float64(fr.at) / width)
	stride := max(1, int(float64(last-first)*densePixels/(fr.lanes.W*fr.Scale)))
	taken := &fr.dense.taken[r]
	run := stretch{from: first, to: first}
	for x := first; x < last; {
		next := stretch{from: x, to: min(x+stride, last)}
		if x <= now && now < next.to { // ends where the future begins
			next.to = now + 1
		}
		next.add(taken)
		if x == now+1 || !run.like(&next) {
			run.draw(row, width)
			run = stretch{from: x, to: x}
		}
		run.join(&next)
		x = next.to
	}
	run.draw(row, width)
}

// densePixels is how wide a stretch is at least, in CSS pixels.
const densePixels = 6

// stretch is some columns with the time that each colour takes in them.
type stretch struct {
	from, to int
	sums     [3]int
}

func (s *stretch) add(taken *[columns][3]uint8) {
	for _, column := range taken[s.from:s.to] {
		for k, v := range column {
			s.sums[k] += int(v)
		}
	}
}

func (s *stretch) share(k int) float64 { return float64(s.sums[k]) / float64(255*(s.to-s.from)) }

// like says that the shares of two stretches differ by little. Idle is like idle
// only.
func (s *stretch) like(o *stretch) bool {
	if s.to == s.from {
		return true
	}
	if (s.sums == [3]int{}) != (o.sums == [3]int{}) {
		return false
	}
	for k := range s.sums {
		if d := s.share(k) - o.share(k); d > 0.3 || d < -0.3 {
			return false
		}
	}
	return true
}

func (s *stretch) join(o *stretch) {
	s.to = o.to
	for k, v := range o.sums {
		s.sums[k] += v
	}
}

func (s *stretch) draw(row *parts.Row, width float64) {
	if s.to == s.from {
		return
	}
	var list [3]parts.Taken
	for k := range list {
		list[k] = parts.Taken{Color: denseColors[k], Share: s.share(k)}
	}
	row.Mix(sim.Time(float64(s.from)*width), sim.Time(float64(s.to)*width), list[:])
}
