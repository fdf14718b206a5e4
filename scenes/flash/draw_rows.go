package flash

import (
	"math"
	"sort"

	"inflight/scenes/draw"
	"inflight/scenes/parts"
)

// products draws what the SM computes: which unit is at work, the tile of S with
// its real numbers, and m, ℓ and O of the rows.
func (fr *frame) products(b parts.Box) {
	a := fr.working()
	size := fr.Legible(18)
	h := 1.7 * draw.CapHeight(size)
	fr.pills(parts.Box{X: b.X, Y: b.Y, W: b.W, H: h}, a)
	b.Y, b.H = b.Y+h+14, b.H-h-14
	if fr.algo == standard {
		if fr.numbers() {
			fr.heatOfSlab(b)
		}
		return
	}
	row, col := fr.place()
	if fr.m.over {
		row, col = fr.tr-1, fr.tc-1
	}
	if fr.m.done >= fr.m.seg.length() {
		row, col = fr.lastPlace()
	}
	stats := 2*h + 6
	if b.H < 90 || fr.m.wave.kind == derive {
		stats = -10
	}
	area := parts.Box{X: b.X, Y: b.Y, W: b.W, H: b.H - stats - 10}
	left := area
	left.W = 0.48 * area.W
	right := area
	right.X, right.W = area.X+0.52*area.W, 0.48*area.W
	fr.heatOfScores(left, row, col, a)
	if fr.m.wave.kind == derive {
		fr.gathering(right)
		return
	}
	fr.heatOfOutput(right, row)
	if stats > 0 {
		fr.statistics(parts.Box{X: b.X, Y: b.Y + b.H - stats, W: b.W, H: stats}, row)
	}
}

// lastPlace is the tile that was computed last, when all of a segment's are.
func (fr *frame) lastPlace() (row, col int) {
	m := &fr.m
	outer, inner := fr.outerBlock(), m.inner(m.seg.length()-1)
	if m.wave.kind == attend && fr.algo == fa2 {
		return outer, inner
	}
	return inner, outer
}

var (
	pillsForward = [...]string{"Q·K", "exp", "P·V"}
	pillsBack    = [...]string{"S, dP", "exp", "dV dK dQ"}
	pillsKernel  = [...]string{"product", "exp", "product"}
)

// pills draws the units, those at work filled.
func (fr *frame) pills(b parts.Box, a activity) {
	names := &pillsForward
	switch {
	case fr.algo == standard:
		names = &pillsKernel
	case fr.m.wave.kind == derive:
		names = &pillsBack
	}
	count := 3
	if fr.algo == standard {
		count = 2
	}
	const gap = 10
	w := (b.W - gap*float64(count-1)) / float64(count)
	for i := range count {
		x := b.X + (w+gap)*float64(i)
		color := draw.Comm
		if i == 1 {
			color = draw.Activation
		}
		style := draw.Style{Fill: draw.Panel, Radius: b.H / 2}
		ink := draw.Muted
		if i == a.unit {
			style.Fill, ink = color, draw.TextOn(color)
		}
		fr.Rect(draw.ID{Kind: "unit/#", A: int32(i)}, x, b.Y, w, b.H, style)
		size := fr.Legible(18)
		fr.text(x+w/2, middle(b.Y+b.H/2, size), 18, names[i], ink, draw.Middle, i == a.unit, w-8)
	}
}

// span is a stretch of rows or columns of the small matrices.
type span struct{ from, to int }

// of is the stretch that belongs to a block, with its neighbours where that is
// less than four rows.
func (t *toy) of(edges []int, i int) span {
	least := min(4, t.n)
	from := min(edges[i], t.n-least)
	return span{from, max(edges[i+1], from+least)}
}

// stateOf is what a row of the small matrices has at the present.
func (fr *frame) stateOf(row int) *state {
	i := sort.SearchInts(fr.toy.row, row+1) - 1 // its row block, the last that begins there
	return fr.toy.rowState(fr.job, i, row, fr.absorbed(&fr.m, i))
}

// maxHeat is how many rows, and columns, of numbers are drawn.
const maxHeat = 20

func (s span) len() int { return s.to - s.from }

// pick is number i of so many that stand for the stretch.
func (s span) pick(i, of int) int { return s.from + i*s.len()/of }

// heatOfScores draws the tile of S, then of P.
func (fr *frame) heatOfScores(b parts.Box, row, col int, a activity) {
	rows, cols := fr.toy.of(fr.toy.row, row), fr.toy.of(fr.toy.col, col)
	title := fr.squareSize
	fr.text(b.X, b.Y+draw.CapHeight(fr.Legible(17)), 17, title, draw.Muted, draw.Start, false, b.W)
	b = below(b, fr.Legible(17))
	n, k := min(rows.len(), maxHeat), min(cols.len(), maxHeat)
	fr.Rect(draw.ID{Kind: "tile/S"}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Panel, Radius: 4})
	if fr.m.over || fr.m.wave.kind == prepare || a.tile == nil {
		return
	}
	shown := n
	exps := false
	switch {
	case a.unit == 0:
		shown = int(a.share * float64(n))
	case a.unit < 0 && !fr.begunCompute(a):
		return
	default:
		exps = a.unit == 2 || a.unit == 1
	}
	w, h := b.W/float64(k), b.H/float64(n)
	for i := range shown {
		r := rows.pick(i, n)
		top := fr.toy.topOf(r, cols)
		for c := range k {
			s := fr.toy.score(r, cols.pick(c, k))
			color := draw.Idle
			if !math.IsInf(s, -1) {
				v := math.Exp(s - top)
				tint := 92 - int(92*v)
				color = draw.Comm.Tint(tint)
				if exps && (a.unit == 2 || float64(i) < a.share*float64(n)) {
					color = draw.Activation.Tint(tint)
				}
			}
			fr.Rect(draw.ID{}, b.X+w*float64(c), b.Y+h*float64(i), w-min(1, 0.1*w), h-min(1, 0.1*h), draw.Style{Fill: color})
		}
	}
}

// begunCompute says that a step's product has begun.
func (fr *frame) begunCompute(a activity) bool {
	return a.tile.first >= 0 && fr.tl.Start(a.tile.first) <= fr.m.at
}

// topOf is the largest score of a row in a tile.
func (t *toy) topOf(row int, cols span) float64 {
	top := math.Inf(-1)
	for c := cols.from; c < cols.to; c++ {
		top = max(top, t.score(row, c))
	}
	return top
}

func below(b parts.Box, size float64) parts.Box {
	cap := draw.CapHeight(size) + 10
	return parts.Box{X: b.X, Y: b.Y + cap, W: b.W, H: b.H - cap}
}

// heatOfOutput draws rows of O as the algorithm has them: strong colour for large
// numbers, hatched below zero.
func (fr *frame) heatOfOutput(b parts.Box, row int) {
	title := "O so far"
	taken := fr.absorbed(&fr.m, row)
	switch {
	case fr.algo == standard:
		title = "rows of O"
	case taken >= fr.colsSeen(row):
		title = "O, complete"
	}
	fr.text(b.X, b.Y+draw.CapHeight(fr.Legible(17)), 17, title, draw.Muted, draw.Start, false, b.W)
	b = below(b, fr.Legible(17))
	fr.Rect(draw.ID{Kind: "tile/O"}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Panel, Radius: 4})
	rows := fr.toy.of(fr.toy.row, row)
	n, d := min(rows.len(), maxHeat), fr.toy.d
	w, h := b.W/float64(d), b.H/float64(n)
	for i := range n {
		if taken == 0 {
			break // nothing yet
		}
		s := fr.stateOf(rows.pick(i, n))
		most := 1e-9
		for _, v := range s.o {
			most = max(most, v, -v)
		}
		for k, v := range s.o {
			style := draw.Style{Fill: draw.Backward.Tint(95 - int(90*max(v, -v)/most))}
			if s.l == 0 {
				style.Fill = draw.Panel
			} else if v < 0 {
				style.Fill = draw.Grad.Tint(95 - int(90*-v/most))
			}
			fr.Rect(draw.ID{}, b.X+w*float64(k), b.Y+h*float64(i), w-min(1, 0.1*w), h-min(1, 0.1*h), style)
		}
	}
}

// heatOfSlab draws a slab of S or P, and of O, as standard attention has them.
func (fr *frame) heatOfSlab(b parts.Box) {
	m := &fr.m
	slab := min(m.done, fr.tr-1)
	if kind := m.wave.kind; kind == output {
		slab = max(0, slab-1) // the last that is done
	}
	rows := fr.toy.of(fr.toy.row, slab)
	kind := m.wave.kind
	size := fr.Legible(17)
	gap := 12.0
	h := (b.H - gap) / 2
	name, color := "rows of S", draw.Comm
	if kind > masking {
		name, color = "rows of P", draw.Activation
	}
	fr.text(b.X, b.Y+draw.CapHeight(size), 17, name, draw.Muted, draw.Start, false, b.W)
	top := below(parts.Box{X: b.X, Y: b.Y, W: b.W, H: h}, size)
	fr.Rect(draw.ID{Kind: "tile/S"}, top.X, top.Y, top.W, top.H, draw.Style{Fill: draw.Panel, Radius: 4})
	n, k := min(rows.len(), 8), min(fr.toy.n, 40)
	cw, ch := top.W/float64(k), top.H/float64(n)
	all := span{0, fr.toy.n}
	for i := range n {
		r := rows.pick(i, n)
		most := fr.toy.topOf(r, all)
		for c := range k {
			fill := draw.Idle
			if s := fr.toy.score(r, all.pick(c, k)); !math.IsInf(s, -1) {
				fill = color.Tint(92 - int(92*math.Exp(s-most)))
			}
			fr.Rect(draw.ID{}, top.X+cw*float64(c), top.Y+ch*float64(i), cw-min(1, 0.1*cw), ch-min(1, 0.1*ch), draw.Style{Fill: fill})
		}
	}
	fr.heatOfOutput(parts.Box{X: b.X, Y: b.Y + h + gap, W: b.W, H: h}, slab)
}

// statistics draws m and ℓ of each row as bars.
func (fr *frame) statistics(b parts.Box, row int) {
	rows := fr.toy.of(fr.toy.row, row)
	n := min(rows.len(), maxHeat)
	size := fr.Legible(18)
	label := draw.TextWidth("m", size, true) + 10
	half := (b.W - 20) / 2
	for k, name := range [...]string{"m", "ℓ"} {
		x := b.X + (half+20)*float64(k)
		fr.text(x, middle(b.Y+b.H/2, size), 18, name, draw.Ink, draw.Start, true, label)
		w := (half - label) / float64(n)
		for i := range n {
			s := fr.stateOf(rows.pick(i, n))
			v := 0.0
			if s.l > 0 {
				v = s.l / fr.toy.most.l
				if k == 0 {
					v = (s.m - fr.toy.least) / max(1e-9, fr.toy.most.m-fr.toy.least)
				}
			}
			v = max(0.03, min(v, 1))
			left := x + label + w*float64(i)
			fr.Rect(draw.ID{}, left, b.Y, w-min(2, 0.2*w), b.H, draw.Style{Fill: draw.Panel, Radius: 2})
			fr.Rect(draw.ID{}, left, b.Y+b.H*(1-v), w-min(2, 0.2*w), b.H*v, draw.Style{Fill: draw.Optimizer, Radius: min(2, b.H*v/2)})
		}
	}
}

// gathering draws how far the sums of a backward pass are that stay on chip.
func (fr *frame) gathering(b parts.Box) {
	m := &fr.m
	share := 1.0
	if !m.over {
		share = float64(m.done) / float64(max(1, m.seg.length()))
	}
	fr.text(b.X, b.Y+draw.CapHeight(fr.Legible(17)), 17, "sums so far", draw.Muted, draw.Start, false, b.W)
	b = below(b, fr.Legible(17))
	h := (b.H - 10) / 2
	for i, t := range [...]tensor{tdK, tdV} {
		y := b.Y + (h+10)*float64(i)
		fr.Rect(draw.ID{}, b.X, y, b.W, h, draw.Style{Fill: draw.Panel, Radius: 6})
		fr.Rect(draw.ID{Kind: "sum/#", A: int32(t)}, b.X, y, b.W*share, h, draw.Style{Fill: colors[t], Hatch: hatch(t), Radius: min(6, b.W*share/2)})
		size := fr.Legible(20)
		name := tensorNames[t]
		w := draw.TextWidth(name, size, true)
		if 1.3*size < h {
			fr.Rect(draw.ID{}, b.X+b.W/2-w/2-6, y+h/2-0.62*size, w+12, 1.24*size, draw.Style{Fill: draw.Surface, Radius: 5})
			fr.Text(draw.ID{}, b.X+b.W/2, middle(y+h/2, size), name, draw.Font{Size: size, Color: draw.Ink, Anchor: draw.Middle, Bold: true})
		}
	}
}
