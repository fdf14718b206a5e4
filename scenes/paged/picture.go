package paged

import (
	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/paged/serve"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// fewBlocks is up to how many blocks each shows its number and its tokens.
const fewBlocks = 64

// picture is what frames need besides the times, made once.
type picture struct {
	names    []string // of requests
	periods  []period // by their first step
	bySeq    []period // the same by sequence
	atOnce   int      // rows that sequences take at once, most
	table    int      // entries of the longest block table
	longest  int      // tokens that a sequence holds, or slots that it has, most
	clock    clockTexts
	rates    []sim.Point    // tokens a second
	charted  []parts.Series // of both charts
	memTitle [2]string      // and a short one
	rateHead string
	first    []int // sequence of each request
}

// period is a stretch of steps in which a sequence runs, in a row of its own.
type period struct {
	seq      int32
	from, to int32 // steps, to excluded
	row      int32
}

// lay makes the picture.
func (f *film) lay() {
	next := 0
	for i := range f.requests {
		f.names = append(f.names, f.name(i))
		f.first = append(f.first, next)
		next += len(f.requests[i].Outputs)
	}
	f.clock = newClock(f.tl.End())
	f.layPeriods()
	f.layRates()
	most := 0.0
	for _, r := range f.rates {
		most = max(most, r.Value)
	}
	f.rateHead = "tokens/s, up to " + itoa(int(most+0.5))
	f.charted = []parts.Series{
		{ID: draw.ID{Kind: "throughput"}, Color: draw.Forward, Points: f.rates},
		{ID: draw.ID{Kind: "kv/tokens"}, Color: tokensColor, Points: f.tl.Points(f.tokens)},
		{ID: draw.ID{Kind: "kv/reserved"}, Color: reservedColor, Points: f.tl.Points(f.reserved)},
		{ID: draw.ID{Kind: "kv/internal"}, Color: internalColor, Points: f.tl.Points(f.internal)},
		{ID: draw.ID{Kind: "kv/external"}, Color: externalColor, Points: f.tl.Points(f.external)},
	}
	short := itoa(f.config.Pool.Blocks) + " blocks of " + itoa(f.p.Block)
	f.memTitle = [2]string{"GPU memory: " + short + " tokens", short}
	if f.p.Allocator != pagedBlocks {
		short = itoa(f.config.Pool.Blocks*f.p.Block) + " slots"
		f.memTitle = [2]string{"GPU memory: " + short + ", a token each", short}
	}
}

// name is what the picture calls a request: a letter while they last.
func (f *film) name(i int) string {
	if len(f.requests) <= 26 {
		return string(rune('A' + i))
	}
	return "R" + itoa(i)
}

// layPeriods finds when each sequence runs, and gives it the first free row.
func (f *film) layPeriods() {
	tr := f.res.Trace
	starts := make([][]int32, len(f.res.Steps)+1) // by step: periods
	var all []period
	for seq := range tr.Sequences {
		h := &tr.Sequences[seq]
		open := false
		for _, sp := range h.Spells {
			f.longest = max(f.longest, int(sp.Known))
			switch runs := sp.State == serve.Running; {
			case runs && !open:
				starts[sp.Step] = append(starts[sp.Step], int32(len(all)))
				all = append(all, period{seq: int32(seq), from: sp.Step, to: int32(len(f.res.Steps))})
			case !runs && open:
				all[len(all)-1].to = sp.Step
			}
			open = sp.State == serve.Running
		}
		for _, e := range h.Entries {
			if f.p.Allocator == pagedBlocks {
				f.table = max(f.table, int(e.Place)+1)
			} else {
				f.longest = max(f.longest, int(e.Block))
			}
		}
	}
	var busy []int32 // by row: until which step
	for _, list := range starts {
		for _, i := range list {
			p := &all[i]
			row := 0
			for row < len(busy) && busy[row] > p.from {
				row++
			}
			if row == len(busy) {
				busy = append(busy, 0)
			}
			busy[row], p.row = p.to, int32(row)
			f.periods = append(f.periods, *p)
		}
	}
	f.atOnce, f.bySeq = len(busy), all
	for i := range f.requests {
		f.longest = max(f.longest, f.requests[i].Longest())
	}
}

// layRates finds the tokens a second over time, of some steps together where
// there are many.
func (f *film) layRates() {
	const columns = 240
	each := max(1, len(f.res.Steps)/columns)
	for k := 0; k < len(f.res.Steps); {
		last := k
		made := 0
		for last < len(f.res.Steps) && last < k+each && (last == k || !f.res.Steps[last].Idle) {
			made += f.res.Steps[last].Made
			last++
		}
		from, to := f.res.Steps[k].Start, f.res.Steps[last-1].End
		f.rates = append(f.rates, sim.Point{At: from, Value: float64(made) / (to - from).Seconds()})
		if last == len(f.res.Steps) || f.res.Steps[last].Start > to {
			f.rates = append(f.rates, sim.Point{At: to})
		}
		k = last
	}
}

// frame is one frame while it is drawn.
type frame struct {
	*film
	*draw.Canvas
	*layout
	at    sim.Time
	step  int     // that has begun last; one more than there are after all
	share float64 // of its work that is done
	focus focus
	lit   int // the request whose blocks are lit, -1 for none

	litTables [16][]serve.Entry // of its samples
	litCount  int
}

// Draw draws the sequences that run with their tables, the memory, what it is
// used for, the queue, and throughput and memory over time.
func (f *film) Draw(c *draw.Canvas, v scenes.View) {
	l := &wide
	if c.Portrait() {
		l = &high
	}
	fr := frame{film: f, Canvas: c, layout: l, at: max(0, min(v.Time, f.tl.End())), focus: focusOf(v.Focus)}
	fr.seek()
	fr.sequences()
	fr.memory()
	fr.aside()
	fr.charts(v)
}

// seek finds the step, how much of it is done, and what is lit.
func (fr *frame) seek() {
	k, idle := fr.stepAt(fr.at)
	fr.step, fr.share = k, 1
	if k < len(fr.res.Steps) && !idle {
		st := &fr.res.Steps[k]
		if begin := st.End - st.Work; st.Work > 0 {
			fr.share = max(0, float64(fr.at-begin)/float64(st.Work))
		}
	}
	fr.lit = fr.focus.request
	if b := fr.focus.block; b >= 0 && b < len(fr.res.Trace.Blocks) {
		if h := fr.res.Trace.Block(b, k); h.Owner >= 0 && h.Refs == 1 {
			fr.lit = int(fr.res.Trace.Sequences[h.Owner].Request)
		}
	}
	if fr.lit >= len(fr.requests) {
		fr.lit = -1
	}
	if fr.lit < 0 || fr.p.Allocator != pagedBlocks {
		return
	}
	for range fr.requests[fr.lit].Outputs[:min(len(fr.requests[fr.lit].Outputs), len(fr.litTables))] {
		fr.litTables[fr.litCount] = fr.res.Trace.Sequences[fr.first[fr.lit]+fr.litCount].Table(k)
		fr.litCount++
	}
}

// held is how many tokens of a sequence are there, the one that is being computed
// by its share.
func (fr *frame) held(seq int32) (tokens float64, sp serve.Spell) {
	sp, ok := fr.res.Trace.Sequences[seq].Spell(fr.step)
	if !ok {
		return 0, sp
	}
	now := sp.At(int32(fr.step))
	fresh := int32(0)
	if sp.Grows {
		fresh = 1
	} else if int(sp.Step) == fr.step {
		fresh = sp.New
	}
	return float64(now-fresh) + float64(float64(fresh)*fr.share), sp
}

// color is that of a request, paler while another one is lit.
func (fr *frame) color(request int) draw.Color {
	c := draw.RankColor(request)
	if fr.lit >= 0 && fr.lit != request {
		return c.Tint(78)
	}
	return c
}

// charts draws throughput and memory over time.
func (fr *frame) charts(v scenes.View) {
	from, to := v.Window(fr.tl.End())
	now := fr.clock.at(fr.at)
	a := fr.layout.charts[0]
	parts.Area{Box: a, From: from, To: to, Now: fr.at, NowLabel: now, Series: fr.charted[:1]}.Draw(fr.Canvas)
	fr.chartHead(a, fr.rateHead, from, to)
	b := fr.layout.charts[1]
	parts.Area{
		Box: b, From: from, To: to, Now: fr.at, NowLabel: now, Series: fr.charted[1:],
		Full: float64(fr.config.Pool.Blocks*fr.p.Block) * 1.02, Capacity: float64(fr.config.Pool.Blocks * fr.p.Block),
	}.Draw(fr.Canvas)
	fr.chartHead(b, "KV memory over time", from, to)
}

// chartHead writes what a chart shows, where the time of the present leaves room.
func (fr *frame) chartHead(box parts.Box, title string, from, to sim.Time) {
	size := fr.Legible(21)
	left, right := draw.TextWidth(title, size, true)+30, box.W
	now := box.W
	if to > from {
		now = box.W * float64(fr.at-from) / float64(to-from)
	}
	x := box.X
	if now < left+60 && right > left { // the cursor's label is there
		x = box.X + box.W - left + 30
		if now > box.W-left-60 {
			return
		}
	}
	fr.heading(x, box.Y-headRise, title, box.W)
}

const headRise = 14 // of what a chart shows, over it

// headTop is the upper edge of what is written over a chart.
func (fr *frame) headTop(chart parts.Box) float64 {
	return chart.Y - headRise - draw.CapHeight(fr.Legible(21))
}
