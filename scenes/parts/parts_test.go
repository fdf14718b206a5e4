package parts

import (
	"math"
	"testing"

	"inflight/scenes/draw"
	"inflight/scenes/draw/drawtest"
	"inflight/scenes/draw/svg"
	"inflight/scenes/sim"
)

func TestBar(t *testing.T) {
	c := draw.NewCanvas(900, 420, 1)
	Bar{Box: Box{30, 60, 400, 22}, Value: 7.97, Full: 28, Color: draw.Comm, Title: "sent by each GPU", Text: "7.97 of 24.5 GB", Mark: 24.5, MarkLabel: "2·S·7/8"}.Draw(c)
	Bar{Box: Box{470, 60, 400, 22}, Value: 0.4, Full: 28, Color: draw.Forward, Title: "hardly begun", Text: "0.4 of 28 GB"}.Draw(c)
	Bar{Box: Box{30, 190, 400, 22}, Value: 30, Full: 28, Color: draw.Param, Title: "beyond", Text: "30 of 28 GB"}.Draw(c)
	Bar{Box: Box{470, 190, 400, 22}, Value: 3, Full: 28, Color: draw.Good, Title: "a title that is in the way", Mark: 6, MarkLabel: "no room"}.Draw(c)
	Bar{Box: Box{30, 330, 400, 22}, Value: math.NaN(), Full: 0, Color: draw.Comm, Title: "no total"}.Draw(c)
	drawtest.Golden(t, "bar", c)
}

func TestMemoryBar(t *testing.T) {
	kinds := []Part{
		{Label: "shards", Value: 3.5, Color: draw.Param}, {Label: "optimizer", Value: 21, Color: draw.Optimizer},
		{Label: "gradients", Value: 3.5, Color: draw.Grad}, {Label: "gathered", Value: 1.7, Color: draw.Param.Tint(50)},
		{Label: "activations", Value: 14, Color: draw.Activation}, {Label: "lost", Value: 5, Color: draw.Idle, Hatch: draw.Muted},
	}
	c := draw.NewCanvas(1000, 420, 0.8)
	MemoryBar{Box: Box{30, 40, 130, 340}, Parts: kinds, Capacity: 80, CapacityLabel: "80 GB", Full: 88, Upright: true}.Draw(c)
	MemoryBar{Box: Box{260, 40, 130, 340}, Parts: kinds, Capacity: 40, CapacityLabel: "40 GB", Upright: true}.Draw(c)
	MemoryBar{Box: Box{520, 60, 440, 44}, Parts: kinds, Capacity: 80, CapacityLabel: "80 GB"}.Draw(c)
	MemoryBar{Box: Box{520, 170, 440, 44}, Parts: kinds}.Draw(c)
	MemoryBar{Box: Box{520, 280, 440, 44}, Parts: kinds, Full: 20}.Draw(c)
	MemoryBar{Box: Box{520, 360, 440, 20}}.Draw(c)
	drawtest.Golden(t, "memory", c)
	legibleAll(t, c)
}

// memory is what a GPU holds over a step: shards and optimizer states always,
// gathered layers and activations as they come and go.
func memory(layers int) []Series {
	at := func(i int) sim.Time { return sim.Time(i) * sim.Millisecond }
	gathered := []sim.Point{}
	activations := []sim.Point{}
	gradients := []sim.Point{}
	for i := range layers {
		gathered = append(gathered, sim.Point{At: at(2 * i), Value: 6}, sim.Point{At: at(2*i + 1), Value: 12})
		activations = append(activations, sim.Point{At: at(2*i + 2), Value: 1.5 * float64(i+1)})
	}
	for i := range layers {
		start := 2*layers + 4*i
		gathered = append(gathered, sim.Point{At: at(start), Value: 6}, sim.Point{At: at(start + 1), Value: 12})
		activations = append(activations, sim.Point{At: at(start + 4), Value: 1.5 * float64(layers-i-1)})
		gradients = append(gradients, sim.Point{At: at(start + 2), Value: 5}, sim.Point{At: at(start + 3), Value: 0.5 * float64(i+1)})
	}
	return []Series{
		{Label: "shards", Color: draw.Param, Points: []sim.Point{{At: 0, Value: 4}}},
		{Label: "optimizer", Color: draw.Optimizer, Points: []sim.Point{{At: 0, Value: 18}}},
		{Label: "gradients", Color: draw.Grad, Points: gradients},
		{Label: "gathered", Color: draw.Param.Tint(40), Points: gathered},
		{Label: "activations", Color: draw.Activation, Points: activations},
	}
}

func TestArea(t *testing.T) {
	c := draw.NewCanvas(1300, 420, 0.9)
	a := Area{Box: Box{30, 60, 600, 320}, To: 100 * sim.Millisecond, Now: 42 * sim.Millisecond, NowLabel: "42 ms",
		Series: memory(16), Capacity: 80, CapacityLabel: "80 GB", Labels: 130}
	a.Draw(c)
	a.Box.X, a.From, a.To, a.Labels, a.Full = 670, 20*sim.Millisecond, 60*sim.Millisecond, 0, 70
	a.Draw(c)
	drawtest.Golden(t, "area", c)
	drawtest.GoldenAs(t, "area-dark", c, svg.Options{Theme: svg.Dark})
	legibleAll(t, c)
}

// A peak that lasts a millionth of the window still shows, at its full height.
func TestAreaKeepsPeaks(t *testing.T) {
	series := []Series{{Color: draw.Param, Points: []sim.Point{{At: 0, Value: 10}, {At: 500_000, Value: 90}, {At: 500_001, Value: 10}}}}
	c := draw.NewCanvas(400, 220, 1)
	Area{Box: Box{0, 0, 404, 104}, To: 1_000_000, Now: 1_000_000, Series: series, Full: 100}.Draw(c)
	peak, area := 0.0, 0.0
	for _, op := range c.Ops() {
		if op.Style.Fill == draw.Param {
			peak = max(peak, op.H)
			area += op.W * op.H
		}
	}
	if peak != 90 {
		t.Errorf("peak: got %g units high, want 90", peak)
	}
	if want := 400*10 + 80*2.0; math.Abs(area-want) > 50 {
		t.Errorf("area: got %g, want that of the floor and one column, about %g", area, want)
	}
}

// A step down shows at its instant, not a column later.
func TestAreaStepsAtTheirInstants(t *testing.T) {
	series := []Series{{Color: draw.Grad, Points: []sim.Point{{At: 0, Value: 50}, {At: 100, Value: 0}, {At: 300, Value: 50}}}}
	c := draw.NewCanvas(404, 104, 1.5)
	Area{Box: Box{0, 0, 404, 104}, To: 400, Now: 200, Series: series, Full: 100}.Draw(c)
	var got []draw.Op
	for _, op := range c.Ops() {
		if op.Style.Fill.Tint(0) == draw.Grad {
			got = append(got, op)
		}
	}
	if len(got) != 2 {
		t.Fatalf("got %d rectangles, want two", len(got))
	}
	if got[0].X != 2 || math.Abs(got[0].X+got[0].W-102) > 0.5 || got[0].Style.Fill != draw.Grad {
		t.Errorf("past: got %+v, want 2 to 102 in full colour", got[0])
	}
	if math.Abs(got[1].X-302) > 1e-9 || math.Abs(got[1].X+got[1].W-402) > 1e-9 || got[1].Style.Fill != draw.Grad.Tint(Future) {
		t.Errorf("future: got %+v, want 302 to 402, tinted", got[1])
	}
}

func TestLink(t *testing.T) {
	c := draw.NewCanvas(900, 300, 0.8)
	for i := range 4 {
		l := Link{X1: 60, Y1: 40 + 60*float64(i), X2: 820, Y2: 40 + 60*float64(i), Arrow: i > 1, Width: []float64{0, 3, 3, 5}[i]}
		if i == 3 {
			l.Color = draw.Comm.Tint(50)
		}
		l.Draw(c)
		for j := range 6 {
			l.Packet(c, Packet{Share: float64(j) / 5 * 0.95, Color: draw.RankColor(j), Label: []string{draw.Itoa(j), "K6", "F128", ""}[i], Round: i == 1})
		}
	}
	Link{X1: 60, Y1: 280, X2: 820, Y2: 280}.Packet(c, Packet{Share: 0.5, Size: 14, Color: draw.Good, Label: "no room"})
	drawtest.Golden(t, "link", c)
	legibleAll(t, c)
}

func TestLegend(t *testing.T) {
	l := Legend{X: 30, Y: 20, W: 640, Entries: []Entry{
		{Color: draw.Forward, Letter: "F", Label: "forward"}, {Color: draw.Backward, Letter: "B", Label: "input gradient"},
		{Color: draw.WeightGrad, Letter: "W", Label: "weight gradient"}, {Color: draw.Comm, Label: "transfer"},
		{Color: draw.Idle, Hatch: draw.Line, Label: "bubble"}, {Color: draw.Forward.Tint(Future), Letter: "F", Label: "still to come"},
	}}
	c := draw.NewCanvas(700, 110, 0.8)
	height := l.Draw(c)
	if want := 2.4 * 26; math.Abs(height-want) > 1e-9 {
		t.Errorf("got height %g, want %g: two rows", height, want)
	}
	drawtest.Golden(t, "legend", c)
	phone := draw.NewCanvas(700, 240, 0.4)
	if got := l.Draw(phone); got <= height {
		t.Errorf("on a phone: got height %g, want more than %g", got, height)
	}
	drawtest.Golden(t, "legend-phone", phone)
	legibleAll(t, phone)
	if got := (Legend{}).Draw(c); got != 0 {
		t.Errorf("empty legend: got height %g, want 0", got)
	}
}

func TestMatrix(t *testing.T) {
	c := draw.NewCanvas(1060, 460, 0.3)
	triangle := func(row, col int) draw.Color {
		if col > row {
			return draw.None
		}
		return draw.Comm
	}
	Matrix{Box: Box{30, 30, 400, 400}, Rows: 8, Cols: 8, Gap: 6, Radius: 4, ID: draw.ID{Kind: "tile/#/#"},
		Empty: draw.Style{Stroke: draw.Line, Width: 1.5, Dash: 3}}.Draw(c, triangle)
	rank := func(row, col int) draw.Color { return draw.RankColor(row + col) }
	Matrix{Box: Box{450, 30, 400, 400}, Rows: 16, Cols: 24, Gap: 2, Radius: 1}.Draw(c, rank)
	Matrix{Box: Box{870, 30, 160, 160}, Rows: 16384, Cols: 16384, Gap: 1, Empty: draw.Style{Fill: draw.Panel}}.Draw(c, triangle)
	drawtest.Golden(t, "matrix", c)
}

func TestMatrixAggregates(t *testing.T) {
	c := draw.NewCanvas(1600, 900, 0.5)
	m := Matrix{Box: Box{0, 0, 1000, 800}, Rows: 16384, Cols: 16384}
	if !m.Aggregates(c) {
		t.Error("16384 x 16384 tiles: got each of them, want blocks")
	}
	asked := 0
	m.Draw(c, func(row, col int) draw.Color {
		asked++
		if row < 0 || row >= m.Rows || col < 0 || col >= m.Cols {
			t.Fatalf("asked for tile %d,%d, which there is not", row, col)
		}
		return draw.Comm
	})
	if n := len(c.Ops()); n > maxTiles || asked > 16*maxTiles {
		t.Errorf("got %d shapes after %d questions, want at most %d and %d", n, asked, maxTiles, 16*maxTiles)
	}
	if m := (Matrix{Box: m.Box, Rows: 20, Cols: 20}); m.Aggregates(c) {
		t.Error("20 x 20 tiles: got blocks, want each of them")
	}
	// Of four tiles three have a colour, two of them the same.
	quarter := func(row, col int) draw.Color {
		return [][]draw.Color{{draw.Param, draw.Comm}, {draw.Comm, draw.None}}[row][col]
	}
	if got, want := majority(0, 0, 2, 2, quarter), draw.Comm.Tint(25); got != want {
		t.Errorf("block: got %s at %d %%, want comm at 25 %%", draw.RoleName(got.Role()), got.Percent())
	}
}

// Parts without room, time or amounts draw little, and end.
func TestEmptyAndWildFieldsDoNoHarm(t *testing.T) {
	series := memory(3)
	for _, v := range []float64{0, -5, math.NaN(), math.Inf(1), 1e-12, 1e12} {
		for _, scale := range []float64{0, 1, v} {
			c := draw.NewCanvas(1600, 900, scale)
			box := Box{10, 10, v, v}
			Bar{Box: box, Value: v, Full: v, Mark: v, MarkLabel: "mark"}.Draw(c)
			MemoryBar{Box: box, Parts: []Part{{Label: "part", Value: v, Color: draw.Param}}, Capacity: v, Full: v}.Draw(c)
			Area{Box: box, To: 10 * sim.Millisecond, Now: 3 * sim.Millisecond, Series: series, Full: v, Capacity: v, Labels: v}.Draw(c)
			Link{X2: v, Width: v}.Packet(c, Packet{Share: v, Size: v, Label: "x"})
			Legend{W: v, Entries: []Entry{{Label: "entry"}}}.Draw(c)
			Matrix{Box: box, Rows: 16384, Cols: 3}.Draw(c, func(int, int) draw.Color { return draw.Comm })
			Axis{W: v, To: sim.Second}.Draw(c)
			for _, l := range []Lanes{{Box: box, Labels: v, Rows: 2, Gap: v, To: sim.Second}, {Box: box}, {Box: box, Rows: 2, From: 5, To: 2}} {
				row := l.Row(c, 0, "row")
				row.Span(Span{From: 0, To: sim.Second, Label: "span"})
				row.Span(Span{From: 7, To: 8})
				row.End()
				l.Cursor(c, []Mark{{5, "mark"}})
			}
			if n := len(c.Ops()); n > 3*maxTiles {
				t.Errorf("fields of %g, scale %g: got %d shapes", v, scale, n)
			}
		}
	}
}

func BenchmarkParts(b *testing.B) {
	series := memory(16)
	legend := Legend{X: 30, Y: 20, W: 640, Entries: []Entry{{Color: draw.Forward, Letter: "F", Label: "forward"}}}
	kinds := []Part{{Label: "shards", Value: 3.5, Color: draw.Param}, {Label: "optimizer", Value: 21, Color: draw.Optimizer}}
	c := draw.NewCanvas(1600, 900, 1)
	for name, part := range map[string]func(){
		"Area": func() {
			Area{Box: Box{30, 60, 600, 320}, To: 100 * sim.Millisecond, Now: 42 * sim.Millisecond, NowLabel: "42 ms",
				Series: series, Capacity: 80, CapacityLabel: "80 GB", Labels: 130}.Draw(c)
		},
		"Bar": func() {
			Bar{Box: Box{30, 60, 400, 22}, Value: 8, Full: 28, Color: draw.Comm, Title: "sent", Text: "8 GB", Mark: 24.5, MarkLabel: "2·S·7/8"}.Draw(c)
		},
		"Memory": func() {
			MemoryBar{Box: Box{520, 60, 440, 44}, Parts: kinds, Capacity: 80, CapacityLabel: "80 GB"}.Draw(c)
		},
		"Legend": func() { legend.Draw(c) },
		"Link": func() {
			l := Link{X1: 60, Y1: 40, X2: 820, Y2: 40}
			l.Draw(c)
			l.Packet(c, Packet{Share: 0.5, Color: draw.Rank4, Label: "4"})
		},
		"Matrix": func() {
			now := len(series)
			Matrix{Box: Box{30, 30, 400, 400}, Rows: 256, Cols: 256}.Draw(c, func(row, col int) draw.Color { return draw.RankColor(row + col + now) })
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Reset()
				part()
			}
		})
	}
}
