package parts

import (
	"math"
	"sort"

	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// Area is a stacked area chart over time, made of step functions: memory by
// kind, say. Where many steps fall into a column of pixels, the column shows
// the instant at which the sum is largest, so that no peak gets lost.
type Area struct {
	Box           Box
	From, To      sim.Time
	Now           sim.Time
	NowLabel      string
	Series        []Series // from the bottom up; those beyond MaxSeries are left out
	Full          float64  // the value at the top; 0 is room for capacity and peak
	Capacity      float64  // 0 is none
	CapacityLabel string
	Labels        float64 // width of a column of labels on the right, 0 for none
}

// Series is a band of an Area.
type Series struct {
	ID     draw.ID
	Label  string
	Color  draw.Color
	Points []sim.Point // ascending; before the first the value is 0
}

// MaxSeries is how many bands an Area has at most.
const MaxSeries = 12

// columnWidth is in CSS pixels: fine enough to look smooth.
const (
	columnWidth = 1.5
	maxColumns  = 4096
)

// Draw draws the chart.
func (a Area) Draw(c *draw.Canvas) {
	b := a.Box
	c.Rect(draw.ID{}, b.X, b.Y, b.W, b.H, draw.Style{Fill: draw.Surface, Stroke: draw.Line, Width: 1.5, Radius: 4})
	a.Series = a.Series[:min(len(a.Series), MaxSeries)]
	plot := Box{b.X + 2, b.Y + 2, b.W - 4 - a.Labels, b.H - 4}
	if a.To <= a.From || plot.W <= 0 || plot.H <= 0 {
		return
	}
	p := plotter{canvas: c, Area: a, plot: plot, view: window{a.From, a.To, plot.X, plot.W}, full: a.Full}
	top := p.peak()
	if !(p.full > 0) {
		p.full = 1.06 * max(a.Capacity, top.sum())
	}
	if p.full > 0 {
		split := max(a.From, min(a.Now, a.To))
		p.seek()
		p.stretch(a.From, split)
		p.stretch(split, a.To)
		p.names(&top)
		p.capacity()
	}
	cursor(c, p.view, a.Now, a.NowLabel, b.Y-6, b.Y+b.H)
}

// plotter walks through the steps of all bands at once, from left to right.
type plotter struct {
	Area
	canvas *draw.Canvas
	plot   Box
	view   window
	full   float64
	next   [MaxSeries]int // of each band's points
	now    levels
	runs   [MaxSeries]run
}

// levels are the values of all bands at an instant.
type levels [MaxSeries]float64

func (l *levels) sum() float64 {
	total := 0.0
	for _, v := range l {
		total += max(v, 0)
	}
	return total
}

// run is a rectangle of a band that still grows to the right.
type run struct {
	x, y, h float64
	open    bool
}

// seek goes to the left end of the window.
func (p *plotter) seek() {
	for i, s := range p.Series {
		n := sort.Search(len(s.Points), func(j int) bool { return s.Points[j].At > p.From })
		p.next[i], p.now[i] = n, 0
		if n > 0 {
			p.now[i] = s.Points[n-1].Value
		}
	}
}

// peak is what the bands hold when their sum is largest.
func (p *plotter) peak() levels {
	p.seek()
	return p.pass(p.From, p.To)
}

// pass goes from one instant to another, the latter not included, and returns
// what the bands held when their sum was largest.
func (p *plotter) pass(from, to sim.Time) levels {
	p.reach(from)
	top, most := p.now, p.now.sum()
	for {
		at := to
		for i, s := range p.Series {
			if p.next[i] < len(s.Points) {
				at = min(at, s.Points[p.next[i]].At)
			}
		}
		if at >= to {
			return top
		}
		p.reach(at)
		if sum := p.now.sum(); sum > most {
			top, most = p.now, sum
		}
	}
}

// reach goes on to an instant, what changes at it included.
func (p *plotter) reach(at sim.Time) {
	for i, s := range p.Series {
		for p.next[i] < len(s.Points) && s.Points[p.next[i]].At <= at {
			p.now[i] = s.Points[p.next[i]].Value
			p.next[i]++
		}
	}
}

// stretch draws the bands from one instant to another, column by column. Where
// nothing changes, columns make one rectangle.
func (p *plotter) stretch(from, to sim.Time) {
	left, right := p.view.at(from), p.view.at(to)
	columns := int(math.Ceil(min((right-left)/(columnWidth*pixel(p.canvas)), maxColumns)))
	at := from
	for k := range columns {
		until := to
		if k < columns-1 {
			until = from + sim.Time(float64(to-from)*float64(k+1)/float64(columns))
		}
		top := p.pass(at, until)
		at = until
		p.column(left+(right-left)*float64(k)/float64(columns), &top, from)
	}
	for i := range p.Series {
		p.emit(i, right, from)
	}
}

// column ends the runs that do not go on at x, and begins others there.
func (p *plotter) column(x float64, top *levels, from sim.Time) {
	below := 0.0
	for i := range p.Series {
		bottom := p.y(below)
		below += max(top[i], 0)
		y := p.y(below)
		r := &p.runs[i]
		if r.open && math.Abs(r.y-y) < 0.01 && math.Abs(r.h-(bottom-y)) < 0.01 {
			continue
		}
		p.emit(i, x, from)
		*r = run{x, y, bottom - y, true}
	}
}

// emit draws the run of a band up to x, in the colour of a stretch that begins
// at from. It reaches half a pixel further, under its neighbour, so that no seam
// shows between them.
func (p *plotter) emit(i int, x float64, from sim.Time) {
	r := &p.runs[i]
	if r.open && r.h > 0 {
		color := p.Series[i].Color
		if from >= p.Now {
			color = ahead(color)
		}
		end := min(x+0.5*pixel(p.canvas), p.plot.X+p.plot.W)
		p.canvas.Rect(p.Series[i].ID, r.x, r.y, end-r.x, r.h, draw.Style{Fill: color})
	}
	r.open = false
}

// y is the place of a value, within the plot.
func (p *plotter) y(value float64) float64 {
	return p.plot.Y + p.plot.H*(1-min(value/p.full, 1))
}

// names writes each band's label on the right, where the band stands at the
// peak; a label makes way for the one below it, and goes without at the top.
func (p *plotter) names(top *levels) {
	if p.Labels <= 0 {
		return
	}
	size := p.canvas.Legible(16)
	font := draw.Font{Size: size, Color: draw.Muted}
	x := p.plot.X + p.plot.W + 10
	ceiling, below := p.plot.Y+p.plot.H-2, 0.0
	for i, s := range p.Series {
		if top[i] <= 0 {
			continue
		}
		y := min((p.y(below)+p.y(below+top[i]))/2, ceiling-size/2)
		below += top[i]
		if y-size/2 < p.plot.Y {
			return
		}
		p.canvas.Circle(draw.ID{}, x+0.3*size, y, 0.3*size, draw.Style{Fill: s.Color})
		p.canvas.Text(draw.ID{}, x+0.9*size, middle(y, size), draw.Fit(s.Label, size, false, p.Labels-10-0.9*size), font)
		ceiling = y - 0.7*size
	}
}

func (p *plotter) capacity() {
	if !(p.Capacity > 0) || p.Capacity > p.full {
		return
	}
	y, right := p.y(p.Capacity), p.Box.X+p.Box.W
	p.canvas.Line(draw.ID{Kind: "capacity"}, p.Box.X, y, right, y, draw.Stroke{Color: draw.Alert, Width: 2, Dash: 6})
	size := p.canvas.Legible(16)
	p.canvas.Text(draw.ID{}, right-8, y-6, p.CapacityLabel, draw.Font{Size: size, Color: draw.Alert, Anchor: draw.End, Bold: true})
}
