package scenetest

import (
	"regexp"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"

	"pgregory.net/rapid"
)

// testCompare holds the scene beside itself: with its default setting, with each
// preset, and at random settings, of which the shorter is drawn on a longer axis.
func testCompare(t *testing.T, e *scenes.Entry) {
	one := side(t, e.New())
	others := []scenes.Side{one}
	for _, p := range e.Presets {
		s := e.New()
		s.Apply(p.Values, true)
		others = append(others, side(t, s))
	}
	for _, other := range others {
		pair := scenes.Compare(one, other)
		end := pair.Timeline().End()
		for _, fm := range formats {
			for _, at := range []sim.Time{0, end / 3, end} {
				v := scenes.View{Time: at, Scale: 0.8}
				testFrame(t, pair, fm, v)
				testHalves(t, pair, fm, v)
			}
			stateless(t, pair, fm)
		}
		testGarbage(t, pair)
		testSteps(t, pair)
	}
	for _, fm := range formats {
		testIDs(t, scenes.Compare(one, one), fm)
	}
	rapid.Check(t, func(r *rapid.T) { testRandomPair(r, e) })
}

func side(t *testing.T, s *scenes.Setting) scenes.Side {
	t.Helper()
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return scenes.Side{Setting: s, Film: f}
}

func testRandomPair(r *rapid.T, e *scenes.Entry) {
	var sides [2]scenes.Side
	for i := range sides {
		s := Random(r, e)
		f, err := s.Build()
		if err != nil {
			return // refused
		}
		sides[i] = scenes.Side{Setting: s, Film: f}
	}
	pair := scenes.Compare(sides[0], sides[1])
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
	end := pair.Timeline().End()
	for _, at := range []sim.Time{0, end / 2, end} {
		scenes.Draw(pair, c, scenes.View{Time: at, Scale: 0.6})
		if len(c.Ops()) == 0 {
			r.Errorf("%v beside %v is empty", sides[0].Setting.Changed(), sides[1].Setting.Changed())
		}
	}
}

// testHalves wants the texts of each picture within its half of the canvas.
func testHalves(t *testing.T, pair *scenes.Pair, fm format, v scenes.View) {
	t.Helper()
	c := draw.NewCanvas(fm.width, fm.height, v.Scale)
	scenes.Draw(pair, c, v)
	var clip [3]draw.Op // the edge of each picture
	for _, op := range c.Ops() {
		if op.Kind == draw.OpClip && clip[op.Part].W == 0 {
			clip[op.Part] = op
		}
		if op.Kind != draw.OpText || op.Part == 0 {
			continue
		}
		b, edge := inked(op), clip[op.Part]
		if b.x0 < edge.X-0.5 || b.x1 > edge.X+edge.W+0.5 || op.Y > edge.Y+edge.H || op.Y < edge.Y {
			t.Errorf("%s, %v: %q from %.0f to %.0f at %.0f leaves picture %d", fm.name, v.Time, op.Text, b.x0, b.x1, op.Y, op.Part)
		}
	}
	a, b := clip[1], clip[2]
	apart := a.X+a.W <= b.X || a.Y+a.H <= b.Y
	inside := a.X >= 0 && a.Y >= 0 && b.X+b.W <= fm.width+0.5 && b.Y+b.H <= fm.height+0.5
	if !apart || !inside || a.W == 0 || b.W == 0 {
		t.Errorf("%s: the pictures stand at %.0f,%.0f %.0fx%.0f and %.0f,%.0f %.0fx%.0f", fm.name, a.X, a.Y, a.W, a.H, b.X, b.Y, b.W, b.H)
	}
}

// testGarbage wants a pair to allocate no more than its films do.
func testGarbage(t *testing.T, pair *scenes.Pair) {
	t.Helper()
	const scale = 0.8
	end := pair.Timeline().End()
	alone := 0.0
	for _, s := range pair.Sides {
		c := draw.NewCanvas(draw.PortraitWidth, draw.PortraitHeight, 0.7*scale)
		alone += garbage(s.Film, c, end, scenes.View{Axis: end})
	}
	both := garbage(pair, draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, scale), end, scenes.View{})
	if both > alone {
		t.Errorf("%v allocations a frame, want no more than the two films alone: %v", both, alone)
	}
}

var anID = regexp.MustCompile(` id="([^"]*)"`)

// testIDs wants the shapes of a scene beside itself to have ids of their own in
// SVG, the same on both sides but for the letter before them.
func testIDs(t *testing.T, pair *scenes.Pair, fm format) {
	t.Helper()
	image := string(frame(t, pair, fm, scenes.View{Time: pair.Telling(), Scale: 0.8}))
	seen := map[string]bool{}
	sides := map[string]int{}
	for _, m := range anID.FindAllStringSubmatch(image, -1) {
		id := m[1]
		if seen[id] {
			t.Errorf("%s: two shapes have the id %s", fm.name, id)
		}
		seen[id] = true
		letter, rest, _ := strings.Cut(id, ".")
		sides[letter]++
		if other := map[string]string{"a": "b.", "b": "a."}[letter]; other != "" && !strings.Contains(image, ` id="`+other+rest+`"`) {
			t.Errorf("%s: %s has no counterpart", fm.name, id)
		}
	}
	if sides["a"] == 0 || sides["a"] != sides["b"] {
		t.Errorf("%s: %d shapes with an id in A and %d in B, want as many and some", fm.name, sides["a"], sides["b"])
	}
}
