//go:build js || desktop

package stage

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// film is the first film that is said.
func (r *rig) film() Film {
	r.Helper()
	for _, m := range r.frame(0) {
		if f, ok := m.(Film); ok {
			return f
		}
	}
	r.Fatal("no film is said")
	return Film{}
}

func TestCompareShowsBothOnOneClock(t *testing.T) {
	r := newRig(t)
	r.hear(allState)
	r.frame(0)
	r.hear(`{"do":"state","rev":2,"compare":{"tasks":"8"}}`)
	f := r.film()
	want := []string{
		"4 tasks 1600x900 at 1 of 0 to 4, 0.500 css/unit, focus \"\"",
		"4 tasks 900x1200 at 1 of 0 to 8, 0.352 css/unit, focus \"\"",
		"8 tasks 900x1200 at 1 of 0 to 8, 0.352 css/unit, focus \"\"",
	}
	if !reflect.DeepEqual(drawn, want) {
		t.Errorf("frames were drawn with\n%s\nwant\n%s", strings.Join(drawn, "\n"), strings.Join(want, "\n"))
	}
	if f.Panel.Film.End != 8 || f.Panel.Query != "" || f.Panel.Compare == nil || f.Panel.Compare.Query != "tasks=8" || f.Moment.T != 1 {
		t.Errorf("the film ends at %v, at %v, of %q and %+v; want 8, 1, nothing and tasks=8", f.Panel.Film.End, f.Moment.T, f.Panel.Query, f.Panel.Compare)
	}
	// Another B leaves A where it is; another A keeps B.
	r.hear(`{"do":"state","rev":3,"compare":{"tasks":"2"}}`)
	if f = r.film(); f.Panel.Film.End != 4 || f.Moment.T != 1 {
		t.Errorf("with 2 tasks beside it: ends at %v, at %v; want 4 and 1", f.Panel.Film.End, f.Moment.T)
	}
	r.hear(`{"do":"state","rev":4,"knobs":{"tasks":"1"}}`)
	if f = r.film(); f.Panel.Film.End != 2 || f.Panel.Query != "tasks=1" || f.Panel.Compare.Query != "tasks=2" {
		t.Errorf("1 task beside 2: ends at %v, %q beside %q", f.Panel.Film.End, f.Panel.Query, f.Panel.Compare.Query)
	}
	r.hear(`{"do":"state","rev":5,"compare":null}`)
	drawn = nil
	if f = r.film(); f.Panel.Film.End != 1 || f.Panel.Compare != nil || len(drawn) != 1 {
		t.Errorf("alone again: ends at %v, beside %+v, %d pictures", f.Panel.Film.End, f.Panel.Compare, len(drawn))
	}
}

func TestCompareEndsWithTheScene(t *testing.T) {
	r := newRig(t)
	r.hear(allState, `{"do":"state","compare":{}}`)
	r.frame(0)
	r.hear(`{"do":"state","scene":"other"}`)
	if f := r.film(); f.Panel.Scene != "other" || f.Panel.Compare != nil {
		t.Errorf("got %s beside %+v, want other alone", f.Panel.Scene, f.Panel.Compare)
	}
	r.hear(`{"do":"state","scene":"toy","compare":{"tasks":"3"}}`)
	if f := r.film(); f.Panel.Compare == nil || f.Panel.Compare.Query != "tasks=3" {
		t.Errorf("got %+v beside it, want tasks=3", f.Panel.Compare)
	}
}

func TestCompareThatIsRefusedLeavesA(t *testing.T) {
	r := newRig(t)
	r.hear(allState, `{"do":"state","knobs":{"tasks":"5"},"compare":{"tasks":"13"}}`)
	r.frame(0)
	p := r.panel
	if p.Refusal != "" || p.Compare == nil || p.Compare.Refusal != "toy.refusal" || p.Compare.Query != "tasks=13" || p.Film.End != 5 || len(drawn) != 1 {
		t.Errorf("got %+v beside a film of %v s, %d pictures; want a refusal, 5 and 1", p.Compare, p.Film.End, len(drawn))
	}
	// A value that does not fit is as in A, and what was there before stays.
	r.hear(`{"do":"state","compare":{"tasks":"1000","nonsense":"1"}}`)
	r.frame(0)
	if c := r.panel.Compare; len(c.Problems) != 1 || c.Problems[0] != "tasks=1000: want a whole number from 1 to 100" || c.Query != "tasks=13" || c.Refusal == "" {
		t.Errorf("got %+v, want a problem and tasks=13 as before", c)
	}
	r.hear(`{"do":"state","compare":{"tasks":"7"}}`, `{"do":"state","compare":{"tasks":"13"}}`)
	r.frame(0)
	if c := r.panel.Compare; c.Refusal == "" || r.panel.Film.End != 7 {
		t.Errorf("refused after 7 tasks: %+v, a film of %v s; want a refusal and 7", c, r.panel.Film.End)
	}
	r = newRig(t)
	r.hear(`{"do":"state","scene":"toy","knobs":{"tasks":"5"},"compare":{"tasks":"1000"}}`)
	r.frame(0)
	if c := r.panel.Compare; len(c.Problems) != 1 || c.Query != "tasks=5" {
		t.Errorf("got %+v, want a problem and tasks=5 as in A", c)
	}
}

func TestCompareThatIsNoSettingChangesNothing(t *testing.T) {
	for message, want := range map[string]string{
		`{"do":"state","compare":"tasks=8"}`:     `compare="tasks=8": want an object of texts, or null`,
		`{"do":"state","compare":{"tasks":8}}`:   `compare={"tasks":8}: want an object of texts, or null`,
		`{"do":"state","compare":[]}`:            `compare=[]: want an object of texts, or null`,
		`{"do":"state","compare":{},"t":"none"}`: "t=none: want seconds from 0 on, or the id of a step",
	} {
		r := newRig(t)
		r.hear(allState)
		r.frame(0)
		before := r.shown
		r.hear(message)
		said := r.frame(time.Second)
		if e, ok := said[0].(Error); !ok || len(said) != 1 || e.Text != want {
			t.Errorf("%s: said %+v, want the error %q", message, said, want)
		}
		if !reflect.DeepEqual(r.shown, before) {
			t.Errorf("%s: changed what is shown", message)
		}
	}
}
