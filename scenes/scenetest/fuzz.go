package scenetest

import (
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/report"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Apply gives a setting texts from outside, as a fuzzer makes them: what does not
// fit is told in one sentence and changes nothing, and what the setting then says
// of itself makes the same setting again.
func Apply(t *testing.T, s *scenes.Setting, values []scenes.Value) {
	t.Helper()
	loose := s.Clone()
	problems := s.Apply(values, true)
	if len(problems) > len(values) {
		t.Errorf("%d problems of %d values", len(problems), len(values))
	}
	for _, p := range problems {
		for _, lang := range scenes.Langs {
			if text := p.Text(lang); text == "" || strings.ContainsAny(text, "\n\r\x00") || len(text) > 1000 {
				t.Errorf("the sentence is %q", text)
			}
		}
	}
	if n := len(loose.Apply(values, false)); n > len(problems) || !slices.Equal(loose.Changed(), s.Changed()) {
		t.Errorf("%v: strict and loose differ in more than what is told of unknown keys: %v, %v", values, s.Changed(), loose.Changed())
	}
	testLink(t, s)
}

// testLink makes the setting again from its share link.
func testLink(t *testing.T, s *scenes.Setting) {
	t.Helper()
	link := report.Query(s.Changed())
	values, err := report.Values(link)
	if err != nil {
		t.Fatalf("%q: %v", link, err)
	}
	again := s.Entry.New()
	if problems := again.Apply(values, true); len(problems) > 0 || !slices.Equal(again.Changed(), s.Changed()) {
		t.Errorf("%q makes %v, %v; want %v", link, again.Changed(), problems, s.Changed())
	}
}

// Turned is a setting whose knobs stand where choices of a fuzzer put them. Choose
// picks a number from 0 to most.
func Turned(e *scenes.Entry, choose func(most int) int) *scenes.Setting {
	s := e.New()
	for _, k := range s.Knobs() {
		list := texts(k)
		switch choose(5) {
		case 0, 1: // stays
		case 2:
			k.Set(between(k, float64(choose(1<<16-1))/(1<<16-1)))
		case 3:
			k.Set(list[0])
		case 4:
			k.Set(list[len(list)-1])
		default:
			k.Set(list[choose(len(list)-1)])
		}
	}
	return s
}

// between is any value of a number's range.
func between(k scenes.Knob, share float64) string {
	v := k.Min + share*(k.Max-k.Min)
	if k.Log && k.Min > 0 {
		v = k.Min * math.Pow(k.Max/k.Min, share)
	}
	if k.Kind == scenes.Whole {
		return strconv.Itoa(int(v))
	}
	return unit.Text(v, k.Unit)
}

// A film has fewer tasks than mostTasks, and its making and checking take less than
// mostMemory, collected garbage included: a setting that would need more is refused.
const (
	mostTasks  = 1 << 20
	mostMemory = 1 << 30
)

// allocated is how many bytes the process has asked for so far. Unlike time it says
// what a film costs on any machine.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// Film builds a setting, as a fuzzer makes it: it is refused in words, or its film
// keeps all that testFilm wants, is of bounded size, and can be drawn at any view.
func Film(t *testing.T, s *scenes.Setting, v scenes.View) {
	t.Helper()
	testLink(t, s)
	before := allocated()
	film := testFilm(t, s)
	if n := allocated() - before; n > mostMemory {
		t.Errorf("%v: %d bytes for a film, want at most %d", s.Changed(), n, mostMemory)
	}
	if film == nil {
		return
	}
	if n := film.Timeline().Len(); n > mostTasks {
		t.Errorf("%v: %d tasks, want at most %d", s.Changed(), n, mostTasks)
	}
	for _, fm := range formats {
		c := draw.NewCanvas(fm.width, fm.height, v.Scale)
		for _, at := range []sim.Time{0, v.Time, film.Timeline().End()} {
			v.Time = at
			scenes.Draw(film, c, v)
			for _, op := range c.Ops() {
				if bad := op.X + op.Y + op.W + op.H; math.IsNaN(bad) || math.IsInf(bad, 0) {
					t.Fatalf("%v at %+v: a shape stands at %v,%v and is %vx%v", s.Changed(), v, op.X, op.Y, op.W, op.H)
				}
			}
		}
	}
}
