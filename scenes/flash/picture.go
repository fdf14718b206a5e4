package flash

import (
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// picture is what frames need besides the times: texts, made once.
type picture struct {
	names      [numTensors][]string // Q0, Q1, …
	hbmTitle   string
	sramTitle  string
	squareSize string // of a tile of S
	ofHeads    string
	ofWaves    string
	bytes      parts.Dial
	raceBytes  parts.Dial
	clock      parts.Dial
	inUse      [2]use // in the forward and the backward pass
	roof       roofline
	lumps      []busy // of parts that run as one task
	marks      []parts.Mark
}

// use is how much of the SRAM the tiles take.
type use struct {
	share       float64
	text, short string
}

// maxNames is how many tiles of a tensor have a name.
const maxNames = 256

var colors = [numTensors]draw.Color{
	tQ: draw.Forward, tK: draw.Param, tV: draw.Grad, tO: draw.Backward,
	tl: draw.Optimizer, tm: draw.Optimizer, tL: draw.Optimizer, tD: draw.Optimizer,
	tS: draw.Comm, tP: draw.Activation, tPdrop: draw.Activation, tZ: draw.Activation,
	tdO: draw.Backward, tdQ: draw.Forward, tdK: draw.Param, tdV: draw.Grad, tdP: draw.Activation, tdS: draw.Comm,
}

// hatch marks gradients, which have the colours of what they are gradients of.
func hatch(t tensor) draw.Color {
	if t >= tdO && t <= tdS {
		return draw.Surface
	}
	return draw.None
}

// lay makes the texts.
func (f *film) lay() {
	for t, name := range tensorNames {
		n := f.tr
		switch tensor(t) {
		case tK, tV, tdK, tdV:
			n = f.tc
		case tPdrop:
			name = "P"
		}
		for i := range min(n, maxNames) {
			f.names[t] = append(f.names[t], name+strconv.Itoa(i))
		}
	}
	f.hbmTitle = "HBM " + unit.Format(float64(f.bandwidth), unit.BytesPerSecond)
	f.ofWaves = " of " + strconv.Itoa(f.numWaves())
	f.sramTitle = "SRAM of one SM"
	if f.algo == standard {
		f.sramTitle = "on chip, all SMs"
	}
	f.squareSize = "S " + strconv.Itoa(f.bq) + "×" + strconv.Itoa(f.bk)
	f.ofHeads = " of " + strconv.FormatInt(f.copies(), 10)
	f.clock = parts.NewDial(f.tl.End().Seconds(), unit.Second, false)
	f.bytes = parts.NewDial(f.read+f.written, unit.Byte, true)
	if f.race != nil {
		f.raceBytes = parts.NewDial(f.race.read+f.race.written, unit.Byte, true)
	}
	for i, pass := range [...]string{forward, backward} {
		rows, cols := 2*f.bq, 2*f.bk
		if f.second(pass) {
			if f.algo == fa2 && pass == forward {
				cols *= 2
			} else {
				rows *= 2
			}
		}
		b := float64((rows+cols)*f.d) * f.e
		short := kib(b) + " of " + kib(f.sram) + " KiB"
		f.inUse[i] = use{b / f.sram, "buffers take " + short, short}
	}
	f.roof = f.layRoof()
	f.lumps = f.addUp()
	f.marks = f.layMarks()
}

// maxMarks is how many rounds, waves or kernels are marked over the lanes.
const maxMarks = 12

// layMarks names what begins when.
func (f *film) layMarks() []parts.Mark {
	var marks []parts.Mark
	for i := range f.parts[1:] {
		p := &f.parts[1+i]
		s := &f.waves[p.wave].segments[p.segment]
		label := "wave " + strconv.Itoa(f.waves[p.wave].index+1)
		switch {
		case f.algo == standard:
			label = markNames[s.kind]
		case f.algo == fa1 && p.repeats == 0 && len(f.waves) == 1:
			label = "round " + strconv.Itoa(s.outer+1)
		case f.algo == fa1 && p.segment > 0:
			continue
		case p.repeats > 0:
			label = "wave " + strconv.Itoa(f.waves[p.wave].index+2)
		}
		marks = append(marks, parts.Mark{At: p.start, Label: label})
	}
	if len(marks) > maxMarks {
		return nil
	}
	return marks
}

var markNames = [...]string{"", "", "", "S", "mask", "softmax", "dropout", "O", "dV", "dP", "dropout", "dS", "dQ", "dK"}

// kib is a size in KiB, to a tenth.
func kib(bytes float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(bytes/1024, 'f', 1, 64), ".0")
}

// frame is one frame while it is drawn.
type frame struct {
	*film
	*draw.Canvas
	*layout
	now   sim.Time
	m     moment
	focus string
}

// Draw draws HBM, the SRAM of an SM and the tiles between them, S as it is
// computed and thrown away, the bytes that both algorithms have moved, what the
// units do over time, and the roofline.
func (f *film) Draw(c *draw.Canvas, v scenes.View) {
	l := &wide
	if c.Portrait() {
		l = &high
	}
	fr := frame{film: f, Canvas: c, layout: l, now: max(0, min(v.Time, f.tl.End())), focus: v.Focus}
	fr.m = f.at(fr.now)
	if f.algo == standard {
		fr.annex()
	}
	fr.memory()
	fr.scores()
	fr.chip()
	fr.traffic()
	fr.racing()
	fr.units(v)
	fr.roofline()
}

// text draws a text that may grow for small scales, in a room; it goes without
// where it does not fit.
func (fr *frame) text(x, y, want float64, s string, color draw.Color, anchor draw.Anchor, bold bool, room float64) bool {
	size := fr.Legible(want)
	if draw.TextWidth(s, size, bold) > room {
		return false
	}
	fr.Text(draw.ID{}, x, y, s, draw.Font{Size: size, Color: color, Anchor: anchor, Bold: bold})
	return true
}

// line writes texts one after another, without making a string, if all fit.
func (fr *frame) line(x, y, want float64, anchor draw.Anchor, color draw.Color, room float64, texts ...string) bool {
	size := fr.Legible(want)
	width := 0.0
	for _, s := range texts {
		width += draw.TextWidth(s, size, false)
	}
	if width > room {
		return false
	}
	switch anchor {
	case draw.Middle:
		x -= width / 2
	case draw.End:
		x -= width
	}
	for _, s := range texts {
		fr.Text(draw.ID{}, x, y, s, draw.Font{Size: size, Color: color})
		x += draw.TextWidth(s, size, false)
	}
	return true
}

// number writes a count. It makes a string only beyond 9,999.
func number(n int64) string { return draw.Itoa(int(n)) }

// name is the name of a tile, or of its tensor where there are too many.
func (f *film) name(t tensor, i int) string {
	if i >= 0 && i < len(f.names[t]) {
		return f.names[t][i]
	}
	return tensorNames[t]
}

// middle is the baseline of a text that stands centred on y.
func middle(y, size float64) float64 { return y + draw.CapHeight(size)/2 }

// focused says that the reader looks at a tile.
func (fr *frame) focused(kind string, i int) bool {
	prefix := kind[:len(kind)-1] // up to the #
	return strings.HasPrefix(fr.focus, prefix) && fr.focus[len(prefix):] == draw.Itoa(i)
}
