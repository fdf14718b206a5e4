package pipeline

import (
	"strconv"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// picture is what frames need besides the timeline, made once.
type picture struct {
	wide, high           layout
	clock, used          dial
	names                []string // of ranks
	holds                []string // the layers of each
	labels               [4][]string
	opLabels             [][]string // where a rank has several stages: stage, letter, micro-batch
	legend               []parts.Entry
	facts                [2]string
	liveAfter, owedAfter [][]int16 // chunks that each rank holds, whole and for weight gradients, by ops done
	mostLive             int
	full                 float64 // of memory, the larger of capacity and peak
	capacity             string
	bands                [][4]parts.Series
	dense                *dense // nil where spans are few
}

// lay prepares the picture.
func (f *film) lay() {
	f.wide, f.high = f.place(false), f.place(true)
	f.clock = newDial(f.tl.End().Seconds(), unit.Second)
	f.used = newDial(f.byRank[f.fullest].most, unit.Byte)
	f.capacity = unit.Format(float64(f.gpu.HBM), unit.Byte)
	f.full = max(float64(f.gpu.HBM), f.byRank[f.fullest].most)
	word := f.rankWord().Text("en")
	for r := range f.ranks {
		f.names = append(f.names, word+" "+strconv.Itoa(r))
		f.holds = append(f.holds, f.layersOf(r))
		f.bands = append(f.bands, f.bandsOf(r))
		f.mostLive = max(f.mostLive, f.byRank[r].live)
	}
	for k, letter := range [...]string{forward: "F", backward: "B", inputGrad: "B", weightGrad: "W"} {
		for mb := range f.micro {
			f.labels[k] = append(f.labels[k], letter+strconv.Itoa(mb))
		}
	}
	if f.chunks > 1 && f.schedule != dualPipe && f.ops() <= denseOps {
		f.opLabels = f.stageLabels()
	}
	f.countLive()
	f.layLegend()
	f.layFacts()
	if f.ops() > denseOps {
		f.dense = f.addUp()
	}
}

// stageLabels are the ops' labels with their stages before them.
func (f *film) stageLabels() [][]string {
	lists := make([][]string, f.ranks)
	for r, order := range f.order {
		lists[r] = make([]string, len(order))
		for i, o := range order {
			if o.kind != pair {
				lists[r][i] = strconv.Itoa(int(o.stage)) + f.labels[o.kind][o.mb]
			}
		}
	}
	return lists
}

// layersOf names the layers of a rank, where it has one stage or two.
func (f *film) layersOf(r int) string {
	text := "layers "
	for i, s := range f.stagesOf(r) {
		c := &f.costs[s]
		switch {
		case c.last == c.first:
			return ""
		case i > 1:
			return ""
		case i == 1:
			text += ", "
		}
		text += strconv.Itoa(c.first)
		if c.last > c.first+1 {
			text += "–" + strconv.Itoa(c.last-1)
		}
	}
	return text
}

var memoryColors = [...]draw.Color{weights: draw.Param, gradients: draw.Grad, states: draw.Optimizer, activations: draw.Activation}

func (f *film) bandsOf(r int) (bands [4]parts.Series) {
	for k := range bands {
		bands[k] = parts.Series{Color: memoryColors[k], Points: f.tl.Points(f.tasks.memory[r][k])}
	}
	return bands
}

// countLive counts what each rank holds once so many of its ops are done.
func (f *film) countLive() {
	for _, order := range f.order {
		live, owed := make([]int16, len(order)+1), make([]int16, len(order)+1)
		for i, o := range order {
			n, w := live[i], owed[i]
			switch o.kind {
			case forward:
				n++
			case backward:
				n--
			case inputGrad:
				n, w = n-1, w+1
			case weightGrad:
				w--
			}
			live[i+1], owed[i+1] = n, w
		}
		f.liveAfter, f.owedAfter = append(f.liveAfter, live), append(f.owedAfter, owed)
	}
}

func (f *film) layLegend() {
	backwardLabel := "backward"
	if f.splits() {
		backwardLabel = "input gradient"
	}
	f.legend = append(f.legend, parts.Entry{Color: draw.Forward, Letter: "F", Label: "forward"}, parts.Entry{Color: draw.Backward, Letter: "B", Label: backwardLabel})
	if f.splits() || f.plan.dual() {
		f.legend = append(f.legend, parts.Entry{Color: draw.WeightGrad, Letter: "W", Label: "weight gradient"})
	}
	f.legend = append(f.legend,
		parts.Entry{Color: draw.Idle, Hatch: draw.Line, Label: "bubble"},
		parts.Entry{Color: draw.Param, Label: "weights"},
		parts.Entry{Color: draw.Grad, Label: "gradients"},
		parts.Entry{Color: draw.Optimizer, Label: "optimizer"},
		parts.Entry{Color: draw.Activation, Label: "activations"})
}

func (f *film) layFacts() {
	share := func(v float64) string { return unit.Format(v, unit.Share) }
	f.facts[0] = "bubble " + share(f.bubbleOfTotal()) + " of the total · " + share(f.bubbleOfIdeal()) + " of the ideal"
	f.facts[1] = "Zero Bubble rate " + share(f.bubbleRateZB())
	if checks := f.Checks(); len(checks) > 2 && checks[1].ID == "bubble-of-total" && checks[1].Applies() && f.even() && f.hopSeconds() == 0 {
		f.facts[1] = checks[1].Form + " · " + checks[2].Form
	}
}

// Draw draws the ranks with what moves between them, and what they do and hold
// over time.
func (f *film) Draw(c *draw.Canvas, v scenes.View) {
	l := &f.wide
	if c.Portrait() {
		l = &f.high
	}
	fr := frame{film: f, Canvas: c, layout: l, at: max(0, min(v.Time, f.tl.End())), focus: focusOf(v.Focus)}
	fr.wiresBetween()
	if f.ranks <= fewRanks {
		for r := range f.ranks {
			fr.box(r)
		}
	} else {
		fr.strip()
	}
	fr.packets()
	fr.lanesOver(v)
	legend := parts.Legend{X: l.margin, Y: l.legend, W: c.Width - 2*l.margin, Entries: f.legend}
	fits := func() bool { return l.legend+legend.Height(c) <= c.Height-4 }
	if !fits() {
		legend.Entries = f.legend[:len(f.legend)-len(memoryColors)] // without the kinds of memory
	}
	if fits() {
		legend.Draw(c)
	}
}

// frame is one frame while it is drawn.
type frame struct {
	*film
	*draw.Canvas
	*layout
	at    sim.Time
	focus focus
}

// text draws a text that may grow for small scales, in a room; it goes without
// where it does not fit, and says whether it stands there.
func (fr *frame) text(x, y, want float64, s string, color draw.Color, anchor draw.Anchor, bold bool, room float64) bool {
	size := fr.Legible(want)
	if s == "" || draw.TextWidth(s, size, bold) > room {
		return false
	}
	fr.Text(draw.ID{}, x, y, s, draw.Font{Size: size, Color: color, Anchor: anchor, Bold: bold})
	return true
}

// held is how many chunks a rank holds at the frame's instant: whole, and for
// weight gradients.
func (fr *frame) held(r int) (live, owed int) {
	n := fr.begun(r, fr.at)
	if n == 0 {
		return 0, 0
	}
	if i, running := fr.now(r, fr.at); running {
		live, owed = int(fr.liveAfter[r][i]), int(fr.owedAfter[r][i])
		if k := fr.order[r][i].kind; k == forward || k == pair {
			live++
		}
		return live, owed
	}
	return int(fr.liveAfter[r][n]), int(fr.owedAfter[r][n])
}

// bytesNow is what a rank holds at the frame's instant.
func (fr *frame) bytesNow(r int) (sum float64, kinds [4]float64) {
	for k, c := range fr.tasks.memory[r] {
		kinds[k] = fr.tl.Value(c, fr.at)
		sum += kinds[k]
	}
	return sum, kinds
}

var kindColors = [...]draw.Color{forward: draw.Forward, backward: draw.Backward, inputGrad: draw.Backward, weightGrad: draw.WeightGrad}
