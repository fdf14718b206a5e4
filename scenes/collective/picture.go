package collective

import (
	"strconv"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// picture is what frames need besides the times: places and texts, made once.
type picture struct {
	wide, high  layout
	heights     [2][]int // of ranks in the two trees
	lanesOf     []sim.Lane
	rows        []laneRow
	rowsTitle   string
	marks       []parts.Mark
	clock       parts.Dial
	meter       parts.Dial
	gpuNames    []string // GPU 0, GPU 1, …, of those with a box
	packets     []string // by part, kinds of packets' IDs
	titles      []string // by span
	ofSteps     string   // " of 14"
	formula     string   // of the bytes that a GPU sends
	sentBy      string
	facts       []fact
	legend      []swatch
	ledger      ledger
	shapes      []branches // of an all-reduce's or other trees, by part
	cellTitle   string
	lastGPU     string    // GPU 63
	columnNames [2]string // chunk 0, chunk 63
}

// fact is a line of the setting: a symbol and its value.
type fact struct{ symbol, value string }

// lay makes the picture.
func (f *film) lay() {
	if f.nodes == 1 && f.algo == tree && f.n <= fewGPUs {
		f.heights = treeHeights(f.n)
	}
	if f.algo == tree && f.n <= fewGPUs {
		for _, p := range f.parts {
			f.shapes = append(f.shapes, f.treeOf(p.channel, p.dir))
		}
	}
	f.wide, f.high = f.place(wide), f.place(high)
	f.lanesOf = f.tl.Lanes()
	f.layRows()
	for _, p := range f.parts {
		f.packets = append(f.packets, "packet"+p.kind[len("send"):])
	}
	for i, sp := range f.spans {
		f.titles = append(f.titles, titles[sp.phase])
		if i > 0 {
			f.marks = append(f.marks, parts.Mark{At: f.rounds[sp.first].start, Label: titles[sp.phase]})
		}
	}
	if f.algo == tree {
		f.titles[0] = f.op
	}
	f.ofSteps = " of " + strconv.Itoa(f.steps)
	for gpu := range min(f.n, fewGPUs) {
		f.gpuNames = append(f.gpuNames, "GPU "+strconv.Itoa(gpu))
	}
	f.layMeter()
	f.cellTitle = f.legendTitle()
	f.lastGPU = "GPU " + strconv.Itoa(f.n-1)
	f.columnNames = f.namesOfColumns()
	f.legend = f.swatches()
	f.facts = f.settingFacts()
}

// namesOfColumns names the first and the last column of the map.
func (f *film) namesOfColumns() [2]string {
	what := "chunk "
	last := f.columns() - 1
	switch {
	case f.pipelined():
		what = "piece "
		if f.ways() == 1 {
			last = f.pieces - 1
			break
		}
		return [2]string{"tree 0", "tree 1"}
	case f.op == allToAll:
		what = "from GPU "
	case last == 0:
		return [2]string{"all data", ""}
	}
	return [2]string{what + "0", what + strconv.Itoa(last)}
}

var titles = [...]string{"reduce-scatter", "all-gather", "broadcast", "reduce", "all-to-all", "fold", "unfold", "scatter", "gather"}

func (f *film) layMeter() {
	end := f.tl.End()
	f.clock = parts.NewDial(end.Seconds(), unit.Second, false)
	f.meter = parts.NewDial(f.sent, unit.Byte, true)
	_, f.formula = f.bytesForm()
	f.sentBy = "sent by GPU " + strconv.Itoa(f.busiest)
	f.ledger = f.keepLedger()
}

// settingFacts are the symbols of the closed forms, bandwidths before latencies.
func (f *film) settingFacts() []fact {
	inside, between := f.g > 1, f.nodes > 1
	facts := []fact{{"S", unit.Format(f.size, unit.Byte)}}
	add := func(has bool, symbol string, v float64, u unit.Unit) {
		if has {
			facts = append(facts, fact{symbol, unit.Format(v, u)})
		}
	}
	add(inside, "B", f.link.bandwidth, unit.BytesPerSecond)
	add(between, "B′", f.nic.bandwidth, unit.BytesPerSecond)
	add(inside, "α", f.link.alpha, unit.Second)
	add(between, "α′", f.nic.alpha, unit.Second)
	return facts
}

// Draw draws the GPUs and their links, what a cell means, how much has been
// sent, and the links over time.
func (f *film) Draw(c *draw.Canvas, v scenes.View) {
	l := &f.wide
	if c.Portrait() {
		l = &f.high
	}
	fr := frame{film: f, Canvas: c, layout: l, at: max(0, min(v.Time, f.tl.End())), focus: focusOf(v.Focus)}
	fr.step = f.stepAt(fr.at)
	if f.n <= fewGPUs {
		fr.network()
	} else {
		fr.field()
	}
	fr.aside()
	fr.links(v)
}

// frame is one frame while it is drawn.
type frame struct {
	*film
	*draw.Canvas
	*layout
	at    sim.Time
	step  int // that has begun last
	focus focus
}

// text draws a text that may grow for small scales, in a room; it goes without
// where it does not fit.
func (fr *frame) text(x, y, want float64, s string, color draw.Color, anchor draw.Anchor, bold bool, room float64) {
	size := fr.Legible(want)
	if draw.TextWidth(s, size, bold) <= room {
		fr.Text(draw.ID{}, x, y, s, draw.Font{Size: size, Color: color, Anchor: anchor, Bold: bold})
	}
}

// stepText writes "step 5 of 14" without making a string.
func (fr *frame) stepText(x, y, want float64, anchor draw.Anchor) {
	size := fr.Legible(want)
	font := draw.Font{Size: size, Color: draw.Muted}
	texts := [...]string{"step ", draw.Itoa(fr.step + 1), fr.ofSteps}
	width := 0.0
	for _, s := range texts {
		width += draw.TextWidth(s, size, false)
	}
	if anchor == draw.Middle {
		x -= width / 2
	}
	for _, s := range texts {
		fr.Text(draw.ID{}, x, y, s, font)
		x += draw.TextWidth(s, size, false)
	}
}
