package flash

import (
	"math"
	"slices"
	"strings"

	"inflight/scenes/draw"
	"inflight/scenes/parts"
	"inflight/scenes/unit"
)

// roofline is the plot of FLOP/s over FLOP a byte, both on logarithmic scales.
type roofline struct {
	x0, x1, y0, y1 float64 // ends of the axes, as powers of two
	ridge          float64 // FLOP/B
	peak           float64 // FLOP/s
	exps           float64 // FLOP/s at which the exponentials alone hold the pace; 0 for none
	peakText       string
	ridgeText      string
	points         [2]rooftop
	count          int
}

type rooftop struct {
	x, y         float64
	label, short string
	color        draw.Color
}

func (f *film) layRoof() roofline {
	peak := f.matrix * float64(f.sms)
	r := roofline{peak: peak, ridge: peak / float64(f.bandwidth), peakText: unit.Format(peak, unit.FLOPPerSecond)}
	r.ridgeText = "ridge " + unit.Format(r.ridge, unit.Intensity)
	if f.exps > 0 && f.algo != standard {
		r.exps = f.exp * float64(f.sms) * float64(f.flops) / float64(f.exps)
	}
	r.add(f.run, draw.Comm)
	if f.race != nil {
		r.add(f.race, draw.Optimizer)
	}
	lo, hi, low := r.ridge, r.ridge, peak
	for _, p := range r.points[:r.count] {
		lo, hi, low = min(lo, p.x), max(hi, p.x), min(low, p.y)
	}
	r.x0, r.x1 = math.Floor(math.Log2(lo))-1, math.Ceil(math.Log2(hi))+1
	r.y0, r.y1 = math.Floor(math.Log2(low))-1, math.Log2(peak)+1
	return r
}

func (r *roofline) add(x *run, color draw.Color) {
	seconds := x.tl.End().Seconds()
	if seconds == 0 || x.flops == 0 {
		return
	}
	r.points[r.count] = rooftop{x.intensity(), float64(x.flops) / seconds, algoName(x.algo), strings.Replace(algoName(x.algo), "FlashAttention", "FA", 1), color}
	r.count++
}

// roofline draws the plot.
func (fr *frame) roofline() {
	r := &fr.film.roof
	b := fr.layout.roof
	size := fr.Legible(18)
	cap := draw.CapHeight(size)
	fr.text(b.X, b.Y+cap, 18, "roofline", draw.Ink, draw.Start, true, b.W/2)
	fr.text(b.X+b.W, b.Y+cap, 18, r.peakText, draw.Muted, draw.End, false, b.W/2)
	plot := parts.Box{X: b.X, Y: b.Y + cap + 12, W: b.W, H: b.H - 2*cap - 30}
	fr.Rect(draw.ID{Kind: "roofline"}, plot.X, plot.Y, plot.W, plot.H, draw.Style{Fill: draw.Panel, Radius: 8})
	at := func(x, y float64) (float64, float64) {
		px := (math.Log2(x) - r.x0) / (r.x1 - r.x0)
		py := (math.Log2(y) - r.y0) / (r.y1 - r.y0)
		return plot.X + plot.W*max(0, min(px, 1)), plot.Y + plot.H*(1-max(0, min(py, 1)))
	}
	slope := r.peak / r.ridge
	x0, x1 := math.Exp2(r.x0), math.Exp2(r.x1)
	if x0*slope < math.Exp2(r.y0) {
		x0 = math.Exp2(r.y0) / slope
	}
	ax, ay := at(x0, x0*slope)
	bx, by := at(r.ridge, r.peak)
	cx, cy := at(x1, r.peak)
	roof := draw.Stroke{Color: draw.Ink, Width: 2.5}
	fr.Line(draw.ID{}, ax, ay, bx, by, roof)
	fr.Line(draw.ID{}, bx, by, cx, cy, roof)
	if r.exps > 0 && r.exps < 1.9*r.peak && r.exps > math.Exp2(r.y0) {
		ex, ey := at(min(r.ridge*r.exps/r.peak, x1), r.exps)
		fr.Line(draw.ID{}, ex, ey, cx, ey, draw.Stroke{Color: draw.Activation, Width: 2, Dash: 6})
		if w := draw.TextWidth("exp", size, false); cx-ex > w+12 && plot.H > 200 && ey+cap+6 < plot.Y+plot.H {
			fr.Text(draw.ID{}, cx-w-6, ey+cap+6, "exp", draw.Font{Size: size, Color: draw.Muted})
		}
	}
	fr.Line(draw.ID{}, bx, by, bx, plot.Y+plot.H, draw.Stroke{Color: draw.Line, Width: 1.5, Dash: 5})
	half := draw.TextWidth(r.ridgeText, size, false) / 2
	fr.text(max(b.X+half, min(bx, b.X+b.W-half)), plot.Y+plot.H+cap+10, 18, r.ridgeText, draw.Muted, draw.Middle, false, b.W)
	// A name stands where it covers no point, no other name and, if that can be, no roof.
	type point struct{ x, y float64 }
	var points [len(r.points)]point
	for i, p := range r.points[:r.count] {
		x, y := at(p.x, p.y)
		points[i] = point{x, min(y, plot.Y+plot.H-8)}
	}
	roofAt := func(x float64) float64 { return by + max(0, bx-x)*(ay-by)/max(bx-ax, 1) }
	var label parts.Box // of the point before
	for i, p := range r.points[:r.count] {
		x, y := points[i].x, points[i].y
		fr.Circle(draw.ID{Kind: "point/#", A: int32(i)}, x, y, 8, draw.Style{Fill: p.color, Stroke: draw.Surface, Width: 2})
		free := func(b parts.Box) bool {
			clear := b.W < plot.W-12 && b.Y > plot.Y+4 && b.Y+b.H < plot.Y+plot.H-4 && !meet(b, label)
			for _, o := range points[:r.count] {
				clear = clear && !meet(b, parts.Box{X: o.x - 8, Y: o.y - 8, W: 16, H: 16})
			}
			return clear
		}
		offRoof := func(b parts.Box) bool {
			return free(b) && (roofAt(b.X) < b.Y-3 || roofAt(b.X+b.W) > b.Y+b.H+3)
		}
		find := func(name string, fits func(parts.Box) bool) bool {
			w := draw.TextWidth(name, size, false)
			box := func(left, top float64) parts.Box {
				return parts.Box{X: max(plot.X+6, min(left, plot.X+plot.W-w-6)), Y: top, W: w, H: cap}
			}
			places := [...]parts.Box{
				box(x-w/2, y+16), box(x+14, y-cap/2), box(x+14, y+6), box(x, y+16), box(x-w-14, y-cap-6), box(x-w/2, y-16-cap),
				box(x-w/2, y+16+1.5*cap), box(plot.X+plot.W, y+16), box(x-w/2, y-16-2.5*cap),
			}
			i := slices.IndexFunc(places[:], fits)
			if i >= 0 {
				label = places[i]
				fr.Text(draw.ID{}, label.X, label.Y+cap, name, draw.Font{Size: size, Color: draw.Ink})
			}
			return i >= 0
		}
		if plot.H > 6*cap { // else names would cover the plot
			_ = find(p.label, offRoof) || find(p.short, offRoof) || find(p.label, free)
		}
	}
}

// meet says that two boxes overlap.
func meet(a, b parts.Box) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H+3 && b.Y < a.Y+a.H+3
}
