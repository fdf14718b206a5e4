package scenes

import (
	"strconv"

	"inflight/scenes/draw"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Side is one of two settings that stand beside each other, with its film.
type Side struct {
	Setting *Setting
	Film    Film
}

// SideNames are what the two sides are called, in every language.
var SideNames = [2]string{"A", "B"}

// Pair is the film of a scene beside itself with other knobs, on one clock: both
// show the same instant, and their lanes the same window of time, so that the
// shorter film shows that it is done. Steps, metrics, checks, remarks and detail
// are those of A; Sides has those of both.
type Pair struct {
	Film  // A
	Sides [2]Side
	heads [2]head
}

// head is what stands over a picture: what its setting has otherwise than the
// other, said the longest way first, and when its film ends.
type head struct {
	texts []string
	ends  string
}

// Compare puts two films of one scene beside each other.
func Compare(a, b Side) *Pair {
	p := &Pair{Film: a.Film, Sides: [2]Side{a, b}}
	differ := Differ(a.Setting, b.Setting)
	for i, s := range p.Sides {
		p.heads[i] = head{ways(differ[i]), unit.Format(s.Film.Timeline().End().Seconds(), unit.Second)}
	}
	return p
}

// Differ are the knobs that two settings of a scene have otherwise, each as
// "schedule zb-h1", as long as one of them depends on the knob.
func Differ(a, b *Setting) (differ [2][]string) {
	others := b.Knobs()
	for i, k := range a.Knobs() {
		if k.Text() == others[i].Text() || k.Idle && others[i].Idle {
			continue
		}
		for side, k := range [2]Knob{k, others[i]} {
			text := k.Text()
			if text == "" {
				text = "auto"
			}
			differ[side] = append(differ[side], k.Key+" "+text)
		}
	}
	return differ
}

// ways are all of the texts, then fewer and how many are left out.
func ways(texts []string) []string {
	var all []string
	line := ""
	for i, t := range texts {
		if i > 0 {
			line += " · "
		}
		line += t
		shown := line
		if left := len(texts) - 1 - i; left > 0 {
			shown += " +" + strconv.Itoa(left)
		}
		all = append([]string{shown}, all...)
	}
	return all
}

// Timeline is that of the longer film.
func (p *Pair) Timeline() *sim.Timeline {
	a, b := p.Sides[0].Film.Timeline(), p.Sides[1].Film.Timeline()
	if b.End() > a.End() {
		return b
	}
	return a
}

// Caption is what happens in both.
func (p *Pair) Caption(t sim.Time) Message {
	a, b := p.caption(0, t), p.caption(1, t)
	if a.Text(Langs[0]) == b.Text(Langs[0]) {
		return Say("compare.same", a)
	}
	return Say("compare.both", a, b)
}

func (p *Pair) caption(side int, t sim.Time) Message {
	f := p.Sides[side].Film
	return f.Caption(min(t, f.Timeline().End()))
}

// Remarks are those of both sides, with the name of a side where the other does
// not have the same.
func (p *Pair) Remarks() []Message {
	a, b := Remarks(p.Sides[0].Film), Remarks(p.Sides[1].Film)
	return append(aside(SideNames[0], a, b, true), aside(SideNames[1], b, a, false)...)
}

// aside are the remarks of one side: those that the other does not have, and if
// wanted those that it has too.
func aside(name string, own, others []Message, common bool) []Message {
	texts := map[string]bool{}
	for _, m := range others {
		texts[m.Text(Langs[0])] = true
	}
	var all []Message
	for _, m := range own {
		switch {
		case !texts[m.Text(Langs[0])]:
			all = append(all, Say("compare.side", name, m))
		case common:
			all = append(all, m)
		}
	}
	return all
}

// Telling is the instant of A that tells most.
func (p *Pair) Telling() sim.Time { return Telling(p.Sides[0].Film) }

// Detail is that of A.
func (p *Pair) Detail() any { return Detail(p.Sides[0].Film) }

// Where the two pictures stand: each in the other format than that of the canvas,
// as large as fits beside or over each other with a line of text above.
const (
	headSize = 24
	headRoom = 56
)

// place is the place of a picture and of the line above it.
type place struct {
	x, y, k, width, height float64 // of the picture, k units a unit of its own
	head                   float64 // baseline
}

func placeOf(c *draw.Canvas, side int) place {
	columns, rows := 2.0, 1.0
	p := place{width: draw.PortraitWidth, height: draw.PortraitHeight}
	if c.Portrait() {
		columns, rows = 1, 2
		p.width, p.height = draw.LandscapeWidth, draw.LandscapeHeight
	}
	room := max(headRoom, 1.6*c.Legible(headSize))
	w, h := c.Width/columns, c.Height/rows
	p.k = min(w/p.width, (h-room)/p.height)
	left, top := 0.0, 0.0
	if side == 1 {
		left, top = c.Width-w, c.Height-h
	}
	p.x = left + (w-p.k*p.width)/2
	p.y = top + room
	p.head = top + room/2 + draw.CapHeight(c.Legible(headSize))/2
	return p
}

// Draw draws both pictures.
func (p *Pair) Draw(c *draw.Canvas, v View) {
	v.Axis = max(v.Axis, p.Timeline().End())
	for i, s := range p.Sides {
		at := placeOf(c, i)
		p.drawHead(c, i, at)
		part := uint8(i + 1)
		picture := c.Picture(part, at.width, at.height, at.k)
		of := v
		of.Scale, of.Time = picture.Scale, min(v.Time, s.Film.Timeline().End())
		s.Film.Draw(picture, of)
		c.Place(part, at.x, at.y, at.k)
	}
	rule := draw.Stroke{Color: draw.Line, Width: 1.5}
	if c.Portrait() {
		c.Line(draw.ID{}, 0, c.Height/2, c.Width, c.Height/2, rule)
	} else {
		c.Line(draw.ID{}, c.Width/2, 0, c.Width/2, c.Height, rule)
	}
}

func (p *Pair) drawHead(c *draw.Canvas, side int, at place) {
	const margin = 28
	size := c.Legible(headSize)
	h := &p.heads[side]
	left, right := at.x+margin*at.k, at.x+at.k*(at.width-margin)
	font := draw.Font{Size: size, Color: draw.Ink, Bold: true}
	c.Text(draw.ID{}, left, at.head, SideNames[side], font)
	left += 1.2 * size
	font.Bold, font.Anchor = false, draw.End
	font.Color = draw.Muted
	c.Text(draw.ID{}, right, at.head, h.ends, font)
	right -= draw.TextWidth(h.ends, size, false) + size
	font.Color, font.Anchor = draw.Ink, draw.Start
	for _, text := range h.texts {
		if draw.TextWidth(text, size, false) <= right-left {
			c.Text(draw.ID{}, left, at.head, text, font)
			return
		}
	}
}
