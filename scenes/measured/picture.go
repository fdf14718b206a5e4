package measured

import (
	"bytes"
	"strings"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/parts"
	"inflight/scenes/sim"
)

// View is how the lanes are drawn: in the units of the scene's picture, so that
// both time axes stand over each other.
type View struct {
	Width    float64 // of the picture, in units
	X, W     float64 // of its time axis
	Scale    float64 // CSS pixels per unit
	From, To sim.Time
	Theme    svg.Theme
	Prefix   string // before ids
}

// ViewOf is the whole axis of a film in one of the two formats, as long as the
// comparison needs it.
func (c *Comparison) ViewOf(f scenes.Film, portrait bool, scale float64) View {
	v := View{Width: draw.LandscapeWidth, Scale: scale, To: c.End()}
	height := float64(draw.LandscapeHeight)
	if portrait {
		v.Width, height = draw.PortraitWidth, draw.PortraitHeight
	}
	v.X, v.W = scenes.TimeAxis(f, draw.NewCanvas(v.Width, height, scale))
	return v
}

// MostLanes is how many lanes are drawn; more are counted only.
const MostLanes = 32

// Sizes in CSS pixels.
const (
	laneHeight = 22.
	thinHeight = 10. // of the predicted lane above
	lowHeight  = 12. // of lanes that communicate, and of all where there are many
	lowThin    = 5.
	lanesApart = 7.
	axisHeight = 30.
	manyLanes  = 10
	joinPixels = 0.75 // what is nearer than that is drawn as one
	topMargin  = 4.
)

// pair is a measured lane with the predicted one above it.
type pair struct {
	measured  *Lane
	predicted []*Lane
	label     string
}

// Picture draws the measured lanes, each with the predicted one above it, as an
// SVG image.
func (c *Comparison) Picture(v View) []byte {
	if !(v.Scale > 0) {
		v.Scale = 1
	}
	if v.To <= v.From {
		v.From, v.To = 0, c.End()
	}
	pairs := c.pairs()
	pairs = pairs[:min(len(pairs), MostLanes)]
	px := 1 / v.Scale
	heights := func(p *pair) (lane, thin float64) {
		if p.measured.Comm || len(pairs) > manyLanes {
			return lowHeight * px, lowThin * px
		}
		return laneHeight * px, thinHeight * px
	}
	height := (axisHeight + topMargin) * px
	for i := range pairs {
		lane, thin := heights(&pairs[i])
		height += lane + thin + lanesApart*px
	}
	canvas := draw.NewCanvas(v.Width, height, v.Scale)
	y := topMargin * px
	for i := range pairs {
		lane, thin := heights(&pairs[i])
		c.pair(canvas, &v, i, &pairs[i], y, lane, thin)
		y += lane + thin + lanesApart*px
	}
	parts.Axis{X: v.X, Y: y + 2*px, W: v.W, From: v.From, To: v.To}.Draw(canvas)
	var out bytes.Buffer
	// A file of its own, in colours of its own, goes where the Go fonts are not.
	_ = svg.Write(&out, canvas, svg.Options{Theme: v.Theme, IDPrefix: v.Prefix, Outlines: v.Theme != svg.Auto}) // a buffer takes all
	return out.Bytes()
}

// pair draws two lanes, the predicted one above.
func (c *Comparison) pair(canvas *draw.Canvas, v *View, i int, p *pair, y, lane, thin float64) {
	chart := parts.Lanes{Box: parts.Box{Y: y, W: v.X + v.W, H: thin}, Labels: v.X, Rows: 1, From: v.From, To: v.To, Now: sim.Never, Idle: parts.Plain}
	if !p.measured.Comm {
		chart.Idle = parts.Hatched
	}
	row := chart.Row(canvas, 0, "")
	for _, l := range p.predicted {
		c.spans(&row, l, v, int32(i), false)
	}
	row.End()
	chart.Box.Y, chart.Box.H = y+thin+1/v.Scale, lane
	row = chart.Row(canvas, 0, p.label)
	c.spans(&row, p.measured, v, int32(i), true)
	row.End()
}

// pairs are the measured lanes of the ranks that the film has. A predicted lane
// stands above the first measured one that does mostly the same; what no lane of a
// rank shows goes to the first of its kind.
func (c *Comparison) pairs() []pair {
	var list []pair
	for _, m := range c.Matched {
		used := map[*Lane]bool{}
		first := len(list)
		for i := range c.Measured.Lanes {
			l := &c.Measured.Lanes[i]
			if l.Rank != m.Measured {
				continue
			}
			p := pair{measured: l, label: c.label(l, len(list) == first)}
			for k := range c.Predicted.Lanes {
				of := &c.Predicted.Lanes[k]
				if of.Rank == m.Predicted && !used[of] && of.Comm == l.Comm && (!of.Comm || mostly(of) == mostly(l)) {
					used[of] = true
					p.predicted = append(p.predicted, of)
				}
			}
			list = append(list, p)
		}
	}
	return list
}

// label names the rank on its first lane, and on others what they do.
func (c *Comparison) label(l *Lane, first bool) string {
	switch {
	case first:
		return "rank " + draw.Itoa(l.Rank)
	case l.Comm:
		return mostly(l).String()
	case strings.HasPrefix(l.Name, "stream"):
		return l.Name
	}
	return "rank " + draw.Itoa(l.Rank)
}

// mostly is the kind that a lane spends most time on.
func mostly(l *Lane) Kind {
	var total [kinds]sim.Time
	for _, s := range l.Spans {
		total[s.Kind] += s.To - s.From
	}
	best := Other
	for k := range total {
		if total[k] > total[best] {
			best = Kind(k)
		}
	}
	return best
}

// colors and letters are those of kinds.
var (
	colors = [kinds]draw.Color{
		draw.Muted, draw.Forward, draw.Backward, draw.WeightGrad, draw.Forward, draw.Optimizer,
		draw.Comm, draw.Comm, draw.Comm, draw.Comm, draw.Comm, draw.Param,
	}
	letters = [kinds]string{"?", "F", "B", "W", "F+B", "step", "SR", "AG", "RS", "AR", "C", "copy"}
)

// spans draws those of a lane that touch the window; neighbours of one kind that
// no screen could tell apart are one.
func (c *Comparison) spans(row *parts.Row, l *Lane, v *View, number int32, named bool) {
	near := sim.Time(joinPixels / v.Scale / v.W * float64(v.To-v.From))
	var last Span
	n := int32(0)
	draws := func() {
		if last.To <= last.From {
			return
		}
		s := parts.Span{From: last.From, To: last.To, Color: colors[last.Kind]}
		if named {
			s.ID = draw.ID{Kind: "measured/#/#", A: number, B: n}
			s.Label = letters[last.Kind]
			if last.Batch >= 0 && len(s.Label) == 1 {
				s.Label += draw.Itoa(int(last.Batch))
			}
		}
		if last.Kind == Other || last.Kind == Pair {
			s.Hatch = draw.Paper
		}
		row.Span(s)
		n++
	}
	for _, s := range l.Spans {
		if s.To < v.From {
			continue
		}
		if s.From > v.To {
			break
		}
		if s.Kind == last.Kind && s.Batch == last.Batch && last.To > last.From && s.From-last.To <= near {
			last.To = max(last.To, s.To)
			continue
		}
		draws()
		last = s
	}
	draws()
}

// More is how many lanes of the comparison are not drawn.
func (c *Comparison) More() int { return max(len(c.pairs())-MostLanes, 0) }
