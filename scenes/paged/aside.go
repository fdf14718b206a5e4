package paged

import (
	"inflight/scenes/draw"
	"inflight/scenes/paged/serve"
	"inflight/scenes/parts"
)

// What memory is used for.
const (
	tokensColor   = draw.Backward
	reservedColor = draw.Param
	internalColor = draw.Grad
	externalColor = draw.Optimizer
)

var usageLegend = [4]parts.Entry{
	{Color: tokensColor, Label: "tokens"},
	{Color: reservedColor, Label: "reserved"},
	{Color: internalColor, Hatch: draw.Paper, Label: "internal"},
	{Color: externalColor, Hatch: draw.Paper, Label: "external"},
}

var shortNames = map[string]string{contiguousMax: "max", contiguousPow2: "pow2", contiguousOracle: "oracle", pagedBlocks: "paged"}

// aside draws how memory is used now, what the allocators waste over the whole
// stream, and who waits.
func (fr *frame) aside() {
	box := fr.side
	fr.heading(box.X, box.Y-26, "KV memory now", box.W)
	size := fr.Legible(18)
	y := box.Y
	u := fr.usage()
	total := float64(fr.config.Pool.Blocks * fr.p.Block)
	fr.uses(parts.Box{X: box.X, Y: y, W: box.W, H: 30}, u.Tokens/total, u.Reserved/total, u.Internal/total, u.External/total)
	y += 30 + 1.15*size
	fr.usageText(box.X, y, u.Tokens/total, " hold tokens", box.W)
	if l := fr.usesLegend(); l.W > 0 {
		if l.Y+l.Height(fr.Canvas) < fr.headTop(fr.layout.charts[0]) {
			l.Draw(fr.Canvas)
		}
		y += 1.5 * size
	} else {
		y += 0.6 * size
		y += parts.Legend{X: box.X, Y: y, W: box.W, Entries: usageLegend[:]}.Draw(fr.Canvas) + 2.4*size
	}
	y = fr.rivals(y)
	fr.queue(y + 1.6*size)
}

// usesLegend says what the uses look like, where it does not stand in the side. In
// two lines it takes the place of the grid's.
func (fr *frame) usesLegend() parts.Legend {
	l := parts.Legend{X: fr.legend.X, Y: fr.legend.Y, W: fr.legend.W, Entries: usageLegend[:]}
	if fr.tallLegend() {
		l.Y -= 54
	}
	return l
}

func (fr *frame) tallLegend() bool {
	l := parts.Legend{X: fr.legend.X, W: fr.legend.W, Entries: usageLegend[:]}
	return l.W > 0 && l.Height(fr.Canvas) > 60
}

// uses draws the shares of a memory side by side.
func (fr *frame) uses(box parts.Box, shares ...float64) {
	fr.Rect(draw.ID{}, box.X, box.Y, box.W, box.H, draw.Style{Fill: draw.Panel, Radius: 3})
	x := box.X
	for i, share := range shares {
		w := box.W * share
		e := &usageLegend[i]
		if w > 0 {
			fr.Rect(draw.ID{}, x, box.Y, max(0.5, w-min(1.5, 0.3*w)), box.H, draw.Style{Fill: e.Color, Hatch: e.Hatch, Radius: 2})
		}
		x += w
	}
}

func (fr *frame) usage() serve.Usage {
	if fr.step >= len(fr.res.Steps) {
		return serve.Usage{}
	}
	st := &fr.res.Steps[fr.step]
	u := st.Usage
	u.External = st.Lost()
	return u
}

// usageText writes a share with a word.
func (fr *frame) usageText(x, y, share float64, word string, room float64) {
	size := fr.Legible(18)
	s := percent(share)
	fr.Text(draw.ID{}, x, y, s, draw.Font{Size: size, Color: draw.Ink, Bold: true})
	w := draw.TextWidth(s, size, true)
	fr.text(x+w, y, 18, word, draw.Muted, draw.Start, false, room-w)
}

// rivals draws the shares of each allocator on the whole stream.
func (fr *frame) rivals(y float64) float64 {
	box := fr.side
	size := fr.Legible(17)
	bottom := box.Y + box.H - 1.24*size // where a bar may begin
	if y+0.7*size > bottom {
		return y
	}
	fr.heading(box.X, y, "whole stream", box.W)
	y += 0.7 * size
	name := 3.6 * size
	value := draw.TextWidth("100.0 %", size, false)
	pitch := 1.75 * size
	if fr.tallLegend() {
		pitch = 1.45 * size
	}
	for i := range fr.others {
		if y > bottom {
			return y
		}
		o := &fr.others[i]
		s := &o.Shares
		bold := o.Allocator == fr.p.Allocator
		mid := y + 0.62*size + draw.CapHeight(size)/2
		fr.Text(draw.ID{}, box.X, mid, shortNames[o.Allocator], draw.Font{Size: size, Color: draw.Ink, Bold: bold})
		fr.uses(parts.Box{X: box.X + name, Y: y, W: box.W - name - value - 8, H: 1.24 * size}, s.Tokens, s.Reserved, s.Internal, s.External)
		fr.Text(draw.ID{}, box.X+box.W, mid, percent(s.Tokens), draw.Font{Size: size, Color: draw.Ink, Anchor: draw.End, Bold: bold})
		y += pitch
	}
	return y
}

// queue draws who waits, in order, and who is in CPU memory.
func (fr *frame) queue(y float64) {
	box := fr.side
	waiting, swapped := 0, 0
	if fr.step < len(fr.res.Steps) {
		waiting, swapped = fr.res.Steps[fr.step].Waiting, fr.res.Steps[fr.step].Swapped
	}
	size := fr.Legible(18)
	bottom := box.Y + box.H
	if y > bottom-size {
		return
	}
	title := "waiting "
	fr.heading(box.X, y, title, box.W)
	x := box.X + draw.TextWidth(title, fr.Legible(21), true)
	x = fr.number(x, y, 21, waiting, "", draw.Ink, box.W)
	if swapped > 0 {
		fr.number(x+14, y, 18, swapped, " in CPU memory", draw.Muted, box.X+box.W-x-14)
	}
	y += 0.7 * size
	pitch := 1.75 * size
	for i := range fr.requests {
		r := &fr.requests[i]
		if r.Arrival > fr.at || y+pitch > bottom+4 {
			break
		}
		sp, ok := fr.res.Trace.Sequences[fr.firstSeq(i)].Spell(fr.step)
		if !ok || sp.State != serve.Waiting && sp.State != serve.Swapped {
			continue
		}
		longest := float64(fr.longest)
		w := max(2.4*size, box.W*float64(r.Prompt)/longest)
		style := draw.Style{Fill: draw.Panel, Radius: 4}
		if sp.State == serve.Swapped {
			style.Hatch = draw.Line
		}
		fr.Rect(draw.ID{Kind: "request/#", A: int32(i)}, box.X, y, min(w, box.W), 1.45*size, style)
		fr.text(box.X+8, y+0.725*size+draw.CapHeight(size)/2, 18, fr.names[i], draw.RankColor(i), draw.Start, true, box.W)
		y += pitch
	}
}

// firstSeq is the first sequence of a request.
func (f *film) firstSeq(i int) int { return f.first[i] }
