package collective

import (
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// maxField is how many rows and columns the map of many GPUs has at most: more
// of them are gathered in blocks.
const maxField = 72

// field draws the map of ranks and chunks: the darker a cell, the more
// contributions it holds; what is arriving has the colour of communication.
func (fr *frame) field() {
	l := fr.layout
	size := fr.Legible(18)
	left := draw.TextWidth("GPU 16383", size, false) + 12
	top := 1.5 * size
	if fr.Portrait() {
		fr.headline(fr.titles[fr.spanIndex(fr.step)])
		top += 1.6 * fr.Legible(30)
	}
	m := fr.matrix(parts.Box{X: l.net.X + left, Y: l.net.Y + top, W: l.net.W - left, H: l.net.H - top})
	rowsEach, colsEach := fr.blocks(&m)
	m.Draw(fr.Canvas, func(row, col int) draw.Color {
		gpu, column := int((float64(row)+0.5)*rowsEach), int((float64(col)+0.5)*colsEach)
		return fr.shade(gpu, column)
	})
	fr.arriving(&m, rowsEach, colsEach)
	fr.fieldLabels(&m, size)
}

func (fr *frame) matrix(b parts.Box) parts.Matrix {
	return parts.Matrix{
		Box: b, Rows: min(fr.n, maxField), Cols: min(fr.columns(), maxField),
		ID: draw.ID{Kind: "cell/#/#"}, Gap: 1, Radius: 1, Empty: draw.Style{Fill: draw.Panel},
	}
}

// blocks is how many GPUs and chunks a row and a column stand for.
func (fr *frame) blocks(m *parts.Matrix) (rows, cols float64) {
	return float64(fr.n) / float64(m.Rows), float64(fr.columns()) / float64(m.Cols)
}

// shade is the colour of a cell by its share of contributions.
func (fr *frame) shade(gpu, column int) draw.Color {
	return shadeOf(fr.level(gpu, column, fr.at))
}

// shadeOf goes in sixteenths from the palest to the full colour.
func shadeOf(level float64) draw.Color {
	if level <= 0 {
		return draw.None
	}
	sixteenth := int(level*16 + 0.001)
	return draw.Forward.Tint(85 - 85*sixteenth/16)
}

// arriving marks the cells to which a transfer is under way.
func (fr *frame) arriving(m *parts.Matrix, rowsEach, colsEach float64) {
	var marked [maxField * maxField]bool
	mark := func(gpu, column int, share float64) {
		row, col := min(int(float64(gpu)/rowsEach), m.Rows-1), min(int(float64(column)/colsEach), m.Cols-1)
		if marked[row*maxField+col] {
			return
		}
		marked[row*maxField+col] = true
		b := m.Tile(row, col)
		fr.Rect(draw.ID{}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Comm.Tint(60 - int(60*share)), Radius: 1})
	}
	if fr.stacks != nil {
		fr.underWay(func(ref sim.Ref, x *send) {
			p, share := &fr.parts[x.part], fr.tl.Progress(ref, fr.at)
			for i := range int(x.chunks) {
				if column, ok := fr.column(p, int(x.to), (int(x.chunk)+i)%p.chunks); ok {
					mark(int(x.to), column, share)
				}
			}
		})
		return
	}
	fr.arrivingByRule(m, rowsEach, mark)
}

// arrivingByRule marks the chunks that come to the GPUs of a ring in the present
// step, one row after another.
func (fr *frame) arrivingByRule(m *parts.Matrix, rowsEach float64, mark func(gpu, column int, share float64)) {
	if fr.algo == halving || fr.algo == direct || fr.pipelined() {
		return
	}
	for row := range m.Rows {
		gpu := int((float64(row) + 0.5) * rowsEach)
		for dir := range fr.directions() {
			k := fr.received(gpu, dir, fr.at)
			if k >= fr.steps {
				continue
			}
			r := fr.rounds[k]
			if fr.at <= r.start {
				continue
			}
			share := min(1, float64(fr.at-r.start)/float64(max(1, r.end-r.start)))
			behind := fr.comes(k)
			if dir == 1 {
				behind = -behind
			}
			mark(gpu, mod(gpu-behind, fr.n), share)
		}
	}
}

// comes is how many places a chunk has come that arrives in a step.
func (f *film) comes(step int) int {
	switch {
	case f.op == allToAll:
		return step + 1
	case f.op == allGather:
		return step + 1
	case step >= f.n-1:
		return step - (f.n - 1) + 1
	}
	return step + 2
}

// fieldLabels names the first and the last row and column.
func (fr *frame) fieldLabels(m *parts.Matrix, size float64) {
	font := draw.Font{Size: size, Color: draw.Muted, Anchor: draw.End}
	b := m.Box
	fr.Text(draw.ID{}, b.X-10, b.Y+draw.CapHeight(size)+2, "GPU 0", font)
	fr.Text(draw.ID{}, b.X-10, b.Y+b.H-2, fr.lastGPU, font)
	font.Anchor = draw.Start
	fr.Text(draw.ID{}, b.X, b.Y-0.5*size, fr.columnNames[0], font)
	font.Anchor = draw.End
	fr.Text(draw.ID{}, b.X+b.W, b.Y-0.5*size, fr.columnNames[1], font)
}
