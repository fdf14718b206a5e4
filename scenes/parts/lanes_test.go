package parts

import (
	"math"
	"testing"

	"inflight/scenes/draw"
	"inflight/scenes/draw/drawtest"
	"inflight/scenes/draw/svg"
	"inflight/scenes/sim"
)

// schedule is a 1F1B pipeline with forward 1 ms and backward 2 ms, without
// transfers: spans of each stage, by start.
func schedule(stages, micro int) [][]Span {
	type task struct {
		backward bool
		micro    int
	}
	orders := make([][]task, stages)
	for r := range orders {
		f, b := min(micro, stages-1-r), 0
		for i := range f {
			orders[r] = append(orders[r], task{false, i})
		}
		for ; f < micro; f, b = f+1, b+1 {
			orders[r] = append(orders[r], task{false, f}, task{true, b})
		}
		for ; b < micro; b++ {
			orders[r] = append(orders[r], task{true, b})
		}
	}
	ends := make([][2][]sim.Time, stages)
	for r := range ends {
		ends[r] = [2][]sim.Time{make([]sim.Time, micro), make([]sim.Time, micro)}
	}
	rows := make([][]Span, stages)
	for done := 0; done < 2*stages*micro; {
		for r := range rows {
			for len(rows[r]) < len(orders[r]) {
				t := orders[r][len(rows[r])]
				start, kind, color, length, name := sim.Time(0), 0, draw.Forward, sim.Millisecond, "F"
				need := sim.Time(1)
				if !t.backward && r > 0 {
					need = ends[r-1][0][t.micro]
				}
				if t.backward {
					kind, color, length, name = 1, draw.Backward, 2*sim.Millisecond, "B"
					if r < stages-1 {
						need = ends[r+1][1][t.micro]
					}
				}
				if need == 0 {
					break
				}
				if n := len(rows[r]); n > 0 {
					start = rows[r][n-1].To
				}
				if need > 1 {
					start = max(start, need)
				}
				ends[r][kind][t.micro] = start + length
				rows[r] = append(rows[r], Span{ID: draw.ID{Kind: name + "/s#/mb#", A: int32(r), B: int32(t.micro)},
					From: start, To: start + length, Color: color, Label: name + draw.Itoa(t.micro)})
				done++
			}
		}
	}
	return rows
}

func drawLanes(c *draw.Canvas, l Lanes, rows [][]Span, labels []string, marks []Mark) {
	for i, spans := range rows {
		row := l.Row(c, i, labels[i])
		for _, s := range spans {
			row.Span(s)
		}
		row.End()
	}
	l.Cursor(c, marks)
}

func stageLabels(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = "stage " + draw.Itoa(i)
	}
	return labels
}

func pipeline() (Lanes, [][]Span, []Mark) {
	rows := schedule(4, 8)
	l := Lanes{Box: Box{30, 90, 1510, 310}, Labels: 120, Rows: 4, Gap: 12, To: 33 * sim.Millisecond,
		Now: 13400 * sim.Microsecond, NowLabel: "13.4 ms"}
	marks := []Mark{{0, "warm-up"}, {9 * sim.Millisecond, "steady"}, {14 * sim.Millisecond, "hidden by the time"}, {24 * sim.Millisecond, "cool-down"}}
	return l, rows, marks
}

func TestLanes(t *testing.T) {
	l, rows, marks := pipeline()
	rows[3][4].Border, rows[3][4].Hatch = draw.Alert, draw.Backward.Tint(40)
	c := draw.NewCanvas(1600, 480, 0.75)
	drawLanes(c, l, rows, stageLabels(4), marks)
	Axis{X: 150, Y: 410, W: 1390, To: l.To}.Draw(c)
	drawtest.Golden(t, "lanes", c)
	drawtest.GoldenAs(t, "lanes-dark", c, svg.Options{Theme: svg.Dark})
}

func TestLabelsThatDoNotFitKeepTheirNumber(t *testing.T) {
	for label, want := range map[string]string{"stage 12": "12", "r 1": "r 1"} {
		c := draw.NewCanvas(1600, 480, 1)
		Lanes{Box: Box{0, 0, 1600, 200}, Labels: 50, Rows: 1, To: 1}.Row(c, 0, label)
		if got := texts(c); len(got) != 1 || got[0] != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
}

func TestLanesShowAWindowOfTime(t *testing.T) {
	l, rows, _ := pipeline()
	l.From, l.To, l.Idle = 11500*sim.Microsecond, 18*sim.Millisecond, Plain
	c := draw.NewCanvas(1600, 480, 0.75)
	drawLanes(c, l, rows, stageLabels(4), nil)
	Axis{X: 150, Y: 410, W: 1390, From: l.From, To: l.To}.Draw(c)
	drawtest.Golden(t, "lanes-window", c)
	for _, op := range c.Ops() {
		if op.Kind == draw.OpRect && (op.X < 150-1e-9 || op.X+op.W > 1540+1e-9) {
			t.Errorf("rectangle from %g to %g: want it within 150 to 1540", op.X, op.X+op.W)
		}
	}
}

func TestLanesOnAPhone(t *testing.T) {
	rows := schedule(16, 32)
	l := Lanes{Box: Box{20, 60, 860, 300}, Labels: 130, Rows: 16, Gap: 6, To: 144 * sim.Millisecond, Now: 60 * sim.Millisecond, NowLabel: "60 ms"}
	c := draw.NewCanvas(900, 440, 0.4)
	drawLanes(c, l, rows, stageLabels(16), []Mark{{45 * sim.Millisecond, "steady"}, {100 * sim.Millisecond, "cool-down"}})
	Axis{X: 150, Y: 370, W: 730, To: l.To}.Draw(c)
	drawtest.Golden(t, "lanes-phone", c)
	legibleAll(t, c)
}

// Spans with room in height but not in width go without their labels; those
// with room keep them, wholly within the span.
func TestLabelsDropOutOfNarrowSpans(t *testing.T) {
	l := Lanes{Box: Box{0, 0, 400, 60}, Rows: 1, To: 400, Now: 400}
	c := draw.NewCanvas(400, 100, 1)
	row := l.Row(c, 0, "")
	row.Span(Span{From: 0, To: 30, Label: "B1023"})
	row.Span(Span{From: 30, To: 130, Label: "B1024"})
	row.End()
	var labels []draw.Op
	for _, op := range c.Ops() {
		if op.Kind == draw.OpText {
			labels = append(labels, op)
		}
	}
	if len(labels) != 1 || labels[0].Text != "B1024" || labels[0].X != 80 {
		t.Errorf("got labels %+v, want only B1024, at 80", labels)
	}
}

// legibleAll asserts that no text is smaller than a reader can see.
func legibleAll(t *testing.T, c *draw.Canvas) {
	t.Helper()
	for _, op := range c.Ops() {
		if op.Kind == draw.OpText && op.Font.Size*c.Scale < draw.MinText-1e-9 {
			t.Errorf("text %q: got %g CSS pixels, want at least %d", op.Text, op.Font.Size*c.Scale, draw.MinText)
		}
	}
}

func TestThinSpansMergeIntoFewBars(t *testing.T) {
	const stages, micro = 64, 1024
	rows := schedule(stages, micro)
	end := rows[0][len(rows[0])-1].To
	l := Lanes{Box: Box{20, 60, 1560, 400}, Labels: 120, Rows: stages, Gap: 2, To: end, Now: end / 3, NowLabel: "1.1 s"}
	c := draw.NewCanvas(1600, 520, 0.75)
	drawLanes(c, l, rows, stageLabels(stages), nil)
	drawtest.Golden(t, "lanes-many", c)
	legibleAll(t, c)
	if n := len(c.Ops()); n > 2000 { // of the 5,000 shapes of a frame
		t.Errorf("%d spans: got %d shapes, want at most 2,000", 2*stages*micro, n)
	}
}

// Thin spans that take three quarters of the time, two of forward and one of
// backward, fill three quarters of the lane, a half and a quarter.
func TestBarsShowHowMuchIsTaken(t *testing.T) {
	l := Lanes{Box: Box{0, 0, 300, 40}, Rows: 1, To: 1200, Now: 1200}
	c := draw.NewCanvas(300, 100, 1)
	row := l.Row(c, 0, "")
	lane := l.Lane(0)
	for at := sim.Time(0); at < 1200; at += 4 { // a unit of x; the spans are 1/2 and 1/4
		row.Span(Span{From: at, To: at + 2, Color: draw.Forward})
		row.Span(Span{From: at + 2, To: at + 3, Color: draw.Backward})
	}
	row.End()
	areas := map[draw.Color]float64{}
	for _, op := range c.Ops()[1:] {
		areas[op.Style.Fill] += op.W * op.H / (lane.W * lane.H)
	}
	if got := areas[draw.Forward]; math.Abs(got-0.5) > 1e-9 {
		t.Errorf("forward: got %g of the lane, want 0.5", got)
	}
	if got := areas[draw.Backward]; math.Abs(got-0.25) > 1e-9 {
		t.Errorf("backward: got %g of the lane, want 0.25", got)
	}
	if n := len(c.Ops()); n != 3 {
		t.Errorf("got %d shapes, want the ground and two bars", n)
	}
}

// A single thin span between wide ones is still seen, and covers neither.
func TestThinSpanBetweenWideOnes(t *testing.T) {
	l := Lanes{Box: Box{0, 0, 100, 40}, Rows: 1, To: 1000, Now: 1000, Idle: Bare}
	c := draw.NewCanvas(100, 100, 1)
	row := l.Row(c, 0, "")
	row.Span(Span{From: 0, To: 500, Color: draw.Forward})
	row.Span(Span{From: 500, To: 504, Color: draw.Comm})
	row.Span(Span{From: 504, To: 1000, Color: draw.Backward})
	row.End()
	ops := c.Ops()
	if len(ops) != 3 {
		t.Fatalf("got %d shapes, want three", len(ops))
	}
	if got := ops[1]; got.Style.Fill != draw.Comm || got.X != 50 || math.Abs(got.X+got.W-50.4) > 1e-9 {
		t.Errorf("got the thin span from %g to %g, want 50 to 50.4", got.X, got.X+got.W)
	}
}

func BenchmarkLanes(b *testing.B) {
	b.ReportAllocs()
	l, rows, marks := pipeline()
	labels := stageLabels(4)
	c := draw.NewCanvas(1600, 480, 0.75)
	for b.Loop() {
		c.Reset()
		drawLanes(c, l, rows, labels, marks)
		Axis{X: 150, Y: 410, W: 1390, To: l.To}.Draw(c)
	}
}

func BenchmarkLanesMany(b *testing.B) {
	b.ReportAllocs()
	rows := schedule(64, 1024)
	end := rows[0][len(rows[0])-1].To
	l := Lanes{Box: Box{20, 60, 1560, 400}, Labels: 120, Rows: 64, Gap: 2, To: end, Now: end / 3, NowLabel: "1.1 s"}
	labels := stageLabels(64)
	c := draw.NewCanvas(1600, 520, 0.75)
	for b.Loop() {
		c.Reset()
		drawLanes(c, l, rows, labels, nil)
	}
}
