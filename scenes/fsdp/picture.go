package fsdp

import (
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// picture is what frames need besides the times: texts and places, made once.
type picture struct {
	tracks []track
	lots   []lot
	strip  []strip

	unitNames  []string       // of units: "embedding", "layer 3"
	letters    [4][]string    // by what compute does, of units: "F3"
	short      []string       // of units: "E", "3"
	held       [3]string      // what stays on a GPU, by stack
	bands      int            // rows that a stack shows
	owners     []string       // of the rows, of many the last after the first 16
	entries    []parts.Entry  // of the stacks
	series     []parts.Series // of the memory
	capacity   string
	peakText   []string // the longest first
	clock      parts.Dial
	sentDial   parts.Dial
	waitedDial parts.Dial
	formula    string
	setting    string
	marks      []parts.Mark
	rows       []row
	moved      []ending // of transfers, by end
}

// lay makes the picture.
func (f *film) lay() {
	f.followAll()
	if !f.sharded() {
		f.spreadBuckets()
	}
	for i := range f.pieces {
		p := &f.pieces[i]
		name, short := "layer "+p.name(), p.name()
		if p.kind != layer {
			name, short = p.name(), strings.ToUpper(p.name()[:1])
		}
		f.unitNames, f.short = append(f.unitNames, name), append(f.short, short)
		for k, letter := range [...]string{"F", "R", "B"} {
			f.letters[k] = append(f.letters[k], letter+short)
		}
	}
	for k, kind := range [...]kind{params, grads, optimizer} {
		f.held[k] = unit.Format(f.resident(kind), unit.Byte)
	}
	f.layStacks()
	f.layMemory()
	f.layMeters()
	f.rows = f.layRows()
}

func (f *film) layMeters() {
	f.clock = parts.NewDial(f.tl.End().Seconds(), unit.Second, false)
	f.sentDial = parts.NewDial(f.bytes, unit.Byte, true)
	f.waitedDial = parts.NewDial(length(f.idle).Seconds(), unit.Second, true)
	_, f.formula, _ = f.sent()
	f.setting = "ψ = " + unit.Format(f.psi, unit.Params) + "   N = " + strconv.Itoa(f.GPUs)
	if f.Strategy == hsdp {
		f.setting = "ψ = " + unit.Format(f.psi, unit.Params) + "   F = " + strconv.Itoa(f.shard.n) + "   R = " + strconv.Itoa(f.replicas.n)
	}
	first := f.tracks[len(f.tracks)-1].backFrom
	f.marks = []parts.Mark{{At: first, Label: "backward"}, {At: f.tl.Start(f.update), Label: "optimizer"}}
	f.moved = f.endings()
}

// Draw draws what GPU 0 holds, its memory over time, what it has sent and waited
// for, and its streams.
func (f *film) Draw(c *draw.Canvas, v scenes.View) {
	l := &wide
	if c.Portrait() {
		l = &high
	}
	fr := frame{film: f, Canvas: c, layout: l, at: max(0, min(v.Time, f.tl.End())), focus: f.focusOf(v.Focus)}
	fr.doing = f.workAt(fr.at)
	f.look(&fr.columns, fr.at)
	fr.stacks()
	fr.aside(v)
	fr.chart(v)
}

// frame is one frame while it is drawn.
type frame struct {
	*film
	*draw.Canvas
	*layout
	at         sim.Time
	labelWidth float64 // of the rows of the stacks
	doing      int     // index of the work that compute does, or -1
	focus      int     // the unit that a reader points at, or -1
	columns    [maxPieces]column
}

// focusOf finds the unit that an id names: "forward/layer3",
// "all-gather/backward/head", "params/2/13" (row and column).
func (f *film) focusOf(id string) int {
	last := id[strings.LastIndexByte(id, '/')+1:]
	switch {
	case strings.Contains(id, "embedding"):
		return 0
	case strings.Contains(id, "head"):
		return len(f.pieces) - 1
	case strings.HasPrefix(id, "params/"), strings.HasPrefix(id, "grads/"), strings.HasPrefix(id, "states/"):
		if n, err := strconv.Atoi(last); err == nil && n >= 0 && n < len(f.pieces) {
			return n
		}
	}
	if _, rest, ok := strings.Cut(id, "/layer"); ok {
		number, _, _ := strings.Cut(rest, "/")
		if n, err := strconv.Atoi(number); err == nil && n >= 0 && n < f.model.Layers {
			return n + 1
		}
	}
	return -1
}

// text draws a text that may grow for small scales, in a room; it goes without
// where it does not fit. It returns its width.
func (fr *frame) text(x, y, want float64, s string, color draw.Color, anchor draw.Anchor, bold bool, room float64) float64 {
	size := fr.Legible(want)
	w := draw.TextWidth(s, size, bold)
	if w > room || s == "" {
		return 0
	}
	fr.Text(draw.ID{}, x, y, s, draw.Font{Size: size, Color: color, Anchor: anchor, Bold: bold})
	return w
}
