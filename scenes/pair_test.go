package scenes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// spell is a scene of one task of so many seconds, drawn as its window and instant.
type spell struct {
	Seconds int
	Op      string
	Bytes   float64
}

var spells = scenes.Scene[spell]{
	Name: "spell", Default: spell{Seconds: 4, Op: "ring"},
	Knobs: func(p *spell) []scenes.Knob {
		return []scenes.Knob{
			scenes.WholeKnob(&p.Seconds, "seconds", 1, 100),
			scenes.ChoiceKnob(&p.Op, "op", scenes.Words("ring", "tree")...).IdleIf(p.Seconds == 1),
			scenes.NumberKnob(&p.Bytes, "bytes", unit.Byte, 1, 1e15).OrAuto(14e9),
		}
	},
	Build: func(p spell) (scenes.Film, error) {
		g := sim.NewGraph()
		g.Work(sim.ID{Kind: "task"}, g.Stream(sim.ID{Kind: "lane"}), sim.Time(p.Seconds)*sim.Second)
		tl, err := g.Run()
		return spellFilm{p, tl}, err
	},
}

type spellFilm struct {
	spell
	tl *sim.Timeline
}

func (f spellFilm) Timeline() *sim.Timeline { return f.tl }
func (f spellFilm) Steps() []scenes.Step {
	return []scenes.Step{{ID: fmt.Sprintf("of-%d", f.Seconds)}}
}
func (f spellFilm) Metrics() []scenes.Metric { return []scenes.Metric{{ID: "time"}} }
func (f spellFilm) Checks() []scenes.Check   { return nil }
func (f spellFilm) Caption(t sim.Time) scenes.Message {
	return scenes.Say(fmt.Sprintf("%v of %v s.", t.Seconds(), f.Seconds))
}
func (f spellFilm) Remarks() []scenes.Message {
	return []scenes.Message{scenes.Say("common"), scenes.Say(f.Op)}
}
func (f spellFilm) Draw(c *draw.Canvas, v scenes.View) {
	from, to := v.Window(f.tl.End())
	c.Text(draw.ID{Kind: "task"}, 0, 100, fmt.Sprintf("%vx%v %v in %v-%v, focus %s, scale %.2f, %.2f",
		c.Width, c.Height, v.Time.Seconds(), from.Seconds(), to.Seconds(), v.Focus, v.Scale, c.Scale), draw.Font{Size: 10})
}

func pairOf(t *testing.T, a, b []scenes.Value) *scenes.Pair {
	t.Helper()
	var sides [2]scenes.Side
	for i, values := range [][]scenes.Value{a, b} {
		s := spells.Entry().New()
		if p := s.Apply(values, true); len(p) > 0 {
			t.Fatal(p)
		}
		f, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		sides[i] = scenes.Side{Setting: s, Film: f}
	}
	return scenes.Compare(sides[0], sides[1])
}

// written are the texts of a frame, those of the canvas's own first.
func written(p *scenes.Pair, width, height float64, v scenes.View) (own []string, pictures [3][]string) {
	c := draw.NewCanvas(width, height, v.Scale)
	scenes.Draw(p, c, v)
	for _, op := range c.Ops() {
		if op.Kind == draw.OpText {
			pictures[op.Part] = append(pictures[op.Part], op.Text)
		}
	}
	return pictures[0], pictures
}

func TestPairShowsBothFilmsOnOneClock(t *testing.T) {
	p := pairOf(t, nil, values("seconds", "10", "op", "tree"))
	if end := p.Timeline().End(); end != 10*sim.Second {
		t.Errorf("the pair ends at %v s, want 10: the longer film", end.Seconds())
	}
	if steps := p.Steps(); len(steps) != 1 || steps[0].ID != "of-4" {
		t.Errorf("the steps are %v, want those of A", steps)
	}
	for _, c := range []struct {
		v    scenes.View
		a, b string
	}{
		{scenes.View{Time: 3 * sim.Second, Focus: "x", Scale: 1}, "900x1200 3 in 0-10, focus x, scale 0.70, 0.70", "900x1200 3 in 0-10, focus x, scale 0.70, 0.70"},
		{scenes.View{Time: 7 * sim.Second, Scale: 1}, "900x1200 4 in 0-10, focus , scale 0.70, 0.70", "900x1200 7 in 0-10, focus , scale 0.70, 0.70"},
		{scenes.View{From: 5 * sim.Second, To: 8 * sim.Second, Scale: 1}, "900x1200 0 in 5-8, focus , scale 0.70, 0.70", "900x1200 0 in 5-8, focus , scale 0.70, 0.70"},
	} {
		_, got := written(p, draw.LandscapeWidth, draw.LandscapeHeight, c.v)
		if want := [][]string{{c.a}, {c.b}}; !slices.Equal(got[1], want[0]) || !slices.Equal(got[2], want[1]) {
			t.Errorf("at %v: the pictures are drawn with\n%q\n%q, want\n%q\n%q", c.v.Time.Seconds(), got[1], got[2], c.a, c.b)
		}
	}
	_, got := written(p, draw.PortraitWidth, draw.PortraitHeight, scenes.View{Scale: 1})
	if want := "1600x900 0 in 0-10, focus , scale 0.56, 0.56"; !slices.Equal(got[1], []string{want}) {
		t.Errorf("on a portrait canvas: %q, want %q", got[1], want)
	}
}

func TestPairHeadsSayWhatDiffers(t *testing.T) {
	for _, c := range []struct {
		a, b []scenes.Value
		want []string
	}{
		{nil, nil, []string{"A", "4 s", "B", "4 s"}},
		{nil, values("seconds", "10"), []string{"A", "4 s", "seconds 4", "B", "10 s", "seconds 10"}},
		{nil, values("op", "tree", "bytes", "1GB"), []string{"A", "4 s", "op ring · bytes auto", "B", "4 s", "op tree · bytes 1GB"}},
		{values("seconds", "1"), values("seconds", "1", "op", "tree"), []string{"A", "1 s", "B", "1 s"}}, // neither depends on op
	} {
		own, _ := written(pairOf(t, c.a, c.b), draw.LandscapeWidth, draw.LandscapeHeight, scenes.View{Scale: 1})
		if !slices.Equal(own, c.want) {
			t.Errorf("%v beside %v: got %q, want %q", c.a, c.b, own, c.want)
		}
	}
	// On a small screen fewer stand there, and how many do not.
	p := pairOf(t, nil, values("op", "tree", "bytes", "1GB", "seconds", "10"))
	own, _ := written(p, draw.LandscapeWidth, draw.LandscapeHeight, scenes.View{Scale: 0.24})
	if want := []string{"A", "4 s", "seconds 4 +2", "B", "10 s", "seconds 10 +2"}; !slices.Equal(own, want) {
		t.Errorf("small: got %q, want %q", own, want)
	}
}

func TestPairSaysBothCaptionsAndRemarks(t *testing.T) {
	p := pairOf(t, nil, values("seconds", "10", "op", "tree"))
	for at, want := range map[sim.Time]string{3: "A: 3 of 4 s.\nB: 3 of 10 s.", 7: "A: 4 of 4 s.\nB: 7 of 10 s."} {
		if got := p.Caption(at * sim.Second).Text("en"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	same := pairOf(t, nil, values("op", "tree"))
	if got, want := same.Caption(0).Text("en"), "A and B: 0 of 4 s."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var remarks []string
	for _, m := range scenes.Remarks(p) {
		remarks = append(remarks, m.Text("en"))
	}
	if got, want := strings.Join(remarks, "; "), "common; A: ring; B: tree"; got != want {
		t.Errorf("got the remarks %q, want %q", got, want)
	}
}
