//go:build js || desktop

package stage

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
)

// toy is a scene of a number of tasks of one second, one after the other.
type toy struct{ Tasks int }

var toys = scenes.Scene[toy]{
	Name:    "toy",
	Default: toy{Tasks: 4},
	Knobs:   func(p *toy) []scenes.Knob { return []scenes.Knob{scenes.WholeKnob(&p.Tasks, "tasks", 1, 100)} },
	Build: func(p toy) (scenes.Film, error) {
		switch p.Tasks {
		case 13:
			return nil, scenes.Refuse("toy.refusal")
		case 66:
			panic("66 tasks")
		}
		g := sim.NewGraph()
		lane := g.Stream(sim.ID{Kind: "lane"})
		for i := range p.Tasks {
			g.Work(sim.ID{Kind: "task/#", A: int32(i)}, lane, sim.Second)
		}
		timeline, err := g.Run()
		return &toyFilm{p, timeline}, err
	},
}

type toyFilm struct {
	toy
	timeline *sim.Timeline
}

func (f *toyFilm) Timeline() *sim.Timeline  { return f.timeline }
func (f *toyFilm) Metrics() []scenes.Metric { return nil }
func (f *toyFilm) Checks() []scenes.Check   { return nil }
func (f *toyFilm) Steps() (s []scenes.Step) {
	for i := range f.Tasks {
		s = append(s, scenes.Step{ID: "task/" + draw.Itoa(i), At: sim.Time(i) * sim.Second, Label: scenes.Say("toy.step")})
	}
	return s
}
func (f *toyFilm) Caption(t sim.Time) scenes.Message {
	return scenes.Say(fmt.Sprintf("task %d of %d", int(t/sim.Second), f.Tasks))
}

// drawn is what the frames of all films were drawn with.
var drawn []string

func (f *toyFilm) Draw(c *draw.Canvas, v scenes.View) {
	if v.Focus == "panic" {
		panic("cannot draw")
	}
	from, to := v.Window(f.timeline.End())
	drawn = append(drawn, fmt.Sprintf("%d tasks %dx%d at %v of %v to %v, %.3f css/unit, focus %q",
		f.Tasks, int(c.Width), int(c.Height), v.Time.Seconds(), from.Seconds(), to.Seconds(), v.Scale, v.Focus))
	c.Rect(draw.ID{}, 0, 0, c.Width*float64(v.Time)/float64(f.timeline.End()), c.Height, draw.Style{Fill: draw.Forward})
}

// rig is a game on a clock that stands still until told.
type rig struct {
	*testing.T
	*Game
	clock  time.Duration
	said   []Message
	needs  Need
	screen *ebiten.Image
}

func newRig(t *testing.T) *rig {
	t.Helper()
	drawn = nil
	r := &rig{T: t, screen: ebiten.NewImage(800, 450)}
	t.Cleanup(r.screen.Deallocate)
	g, err := NewGame(Config{
		Find: func(name string) (*scenes.Entry, bool) {
			if name == toys.Name {
				return toyEntry, true
			}
			return otherEntry, name == otherEntry.Name
		},
		Clock: func() time.Duration { return r.clock },
		Ratio: func() float64 { return 1 },
		Send:  func(m Message) { r.said = append(r.said, m) },
		Want:  func(n Need) { r.needs = n },
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Game = g
	return r
}

var toyEntry, otherEntry = toys.Entry(), func() *scenes.Entry {
	other := toys
	other.Name = "other"
	other.Default.Tasks = 2
	return other.Entry()
}()

// hear gives the game messages of the page, as JSON.
func (r *rig) hear(messages ...string) {
	r.Helper()
	for _, m := range messages {
		if c, err := Decode(m); err != nil {
			r.Fail(err)
		} else {
			r.Post(c)
		}
	}
}

func (r *rig) Fail(err error) { r.Game.Fail(err) }

// frame lets so much time pass and draws a frame; it gives what was said since
// the last.
func (r *rig) frame(after time.Duration) []Message {
	r.Helper()
	r.clock += after
	if err := r.Update(); err != nil {
		r.Fatal(err)
	}
	r.Draw(r.screen)
	r.DrawFinalScreen(r.screen, r.screen, ebiten.GeoM{})
	said := r.said
	r.said = nil
	return said
}

func kinds(messages []Message) string {
	var all []string
	for _, m := range messages {
		all = append(all, m.is())
	}
	return strings.Join(all, " ")
}

const allState = `{"do":"state","rev":1,"scene":"toy","lang":"en","theme":"light","knobs":{},"compare":null,"t":1,
	"playing":false,"speed":0,"loop":false,"start":0,"end":0,"from":0,"to":0,"focus":"","portrait":false,"dpr":1,"visible":true}`

func TestStateTakesEffectInOneFrame(t *testing.T) {
	r := newRig(t)
	r.frame(0)
	r.hear(allState)
	said := r.frame(0)
	if got, want := kinds(said), "film frame"; got != want {
		t.Fatalf("after the first state: %q, want %q", got, want)
	}
	if m := said[0].(Film).Moment; m.T != 1 || m.Text != "1 s" {
		t.Errorf("the film comes with %+v, want its moment at 1 s", m)
	}
	r.hear(`{"do":"state","rev":2,"knobs":{"tasks":"8"},"t":"task/6","from":5,"to":7,"portrait":true,"focus":"x"}`)
	r.frame(0)
	want := []string{
		"4 tasks 1600x900 at 1 of 0 to 4, 0.500 css/unit, focus \"\"",
		"8 tasks 900x1200 at 6 of 5 to 7, 0.375 css/unit, focus \"x\"",
	}
	if !reflect.DeepEqual(drawn, want) {
		t.Errorf("frames were drawn with\n%s\nwant\n%s", strings.Join(drawn, "\n"), strings.Join(want, "\n"))
	}
}

func TestOnlyChangesAreDrawnAndTold(t *testing.T) {
	r := newRig(t)
	r.hear(allState)
	r.frame(0)
	if r.needs != Rest {
		t.Errorf("paused: wants %q, want %q", r.needs, Rest)
	}
	if said := r.frame(time.Second); len(said) != 0 || len(drawn) != 1 {
		t.Errorf("nothing changed: said %q and drew %d frames, want nothing and 1", kinds(said), len(drawn))
	}
	r.hear(`{"do":"play"}`)
	if r.needs != One {
		t.Errorf("after a command: wants %q, want %q", r.needs, One)
	}
	r.frame(0)
	if r.needs != Run {
		t.Errorf("playing: wants %q, want %q", r.needs, Run)
	}
	// 4 s of film in 12 s of wall time, from 1 s on: the end is 9 s away.
	said := r.frame(3 * time.Second)
	if m, ok := said[0].(Moment); !ok || len(said) != 1 || m.T != 2 || m.Step != 2 || !m.Playing || m.Text != "2 s" {
		t.Errorf("after 3 s: %+v, want the moment 2 s alone", said)
	}
	said = r.frame(7 * time.Second)
	if got, want := kinds(said), "time ended"; got != want {
		t.Errorf("at the end: %q, want %q", got, want)
	}
	if m := said[0].(Moment); m.T != 4 || m.Playing {
		t.Errorf("at the end: %+v, want 4 s and not playing", m)
	}
	if r.needs != Rest {
		t.Errorf("ended: wants %q, want %q", r.needs, Rest)
	}
}

// 30, 60 and 144 Hz and a tab that slept reach the same instant.
func TestTimeIsMeasuredAndNotCountedInFrames(t *testing.T) {
	for _, frames := range []int{1, 30, 144} {
		r := newRig(t)
		r.hear(allState, `{"do":"play"}`)
		r.frame(0)
		var at float64
		for range frames {
			for _, m := range r.frame(720 * time.Millisecond / time.Duration(frames)) {
				at = m.(Moment).T
			}
		}
		if want := 1.24; at != want {
			t.Errorf("%d frames in 0.72 s: at %v s, want %v", frames, at, want)
		}
	}
}

func TestKnobsKeepTheShareThatHasPassed(t *testing.T) {
	r := newRig(t)
	r.hear(allState)
	r.frame(0)
	r.hear(`{"do":"state","rev":2,"knobs":{"tasks":"8"}}`)
	said := r.frame(0)
	if got, want := said[0].(Film).Moment.T, 2.0; got != want {
		t.Errorf("1 of 4 s, then 8 s in all: at %v s, want %v", got, want)
	}
	r.hear(`{"do":"state","scene":"other"}`)
	said = r.frame(0)
	if m := said[0].(Film).Moment; m.T != 0 || m.Caption != "task 0 of 2" {
		t.Errorf("another scene: %+v, want its beginning", m)
	}
}

func TestRefusalKeepsTheFilm(t *testing.T) {
	r := newRig(t)
	r.hear(allState)
	r.frame(0)
	r.hear(`{"do":"state","rev":7,"knobs":{"tasks":"13","nonsense":"1"}}`)
	said := r.frame(0)
	if got, want := kinds(said), "film frame"; got != want {
		t.Fatalf("said %q, want %q", got, want)
	}
	f := said[0].(Film)
	if f.Rev != 7 || f.Panel.Refusal != "toy.refusal" || f.Panel.Query != "tasks=13" || f.Panel.Film == nil || f.Panel.Film.End != 4 || said[1].(Frame).Rev != 7 {
		t.Errorf("got %+v, %+v; want revision 7, refused, with the film of 4 s", f, said[1])
	}
	// A value that does not fit leaves its knob as it was.
	r.hear(`{"do":"state","knobs":{"tasks":"8"}}`, `{"do":"state","rev":8,"knobs":{"tasks":"1000"}}`)
	f = r.frame(0)[1].(Film)
	if want := "tasks=1000: want a whole number from 1 to 100"; len(f.Panel.Problems) != 1 || f.Panel.Problems[0] != want || f.Panel.Refusal != "" || f.Panel.Query != "tasks=8" {
		t.Errorf("problems %q, refusal %q, setting %q; want %q, none and tasks=8", f.Panel.Problems, f.Panel.Refusal, f.Panel.Query, want)
	}
	// Refused at once, the scene shows its default.
	r = newRig(t)
	r.hear(`{"do":"state","scene":"toy","knobs":{"tasks":"13"}}`)
	if f := r.frame(0)[0].(Film); f.Panel.Refusal == "" || f.Panel.Film == nil || f.Panel.Film.End != 4 {
		t.Errorf("got %+v, want a refusal and the default's film", f.Panel)
	}
}

func TestPanicInASceneBecomesAnError(t *testing.T) {
	r := newRig(t)
	r.hear(allState, `{"do":"play"}`)
	r.frame(0)
	r.hear(`{"do":"state","rev":2,"knobs":{"tasks":"66"}}`)
	said := r.frame(0)
	if e, ok := said[0].(Error); !ok || e.Text != "the scene failed: 66 tasks" {
		t.Errorf("built: said %+v, want an error", said)
	}
	r.hear(`{"do":"state","focus":"panic"}`)
	said = r.frame(0)
	if e, ok := said[0].(Error); !ok || len(said) != 1 || e.Text != "the scene failed: cannot draw" {
		t.Errorf("drawn: said %+v, want one error", said)
	}
	if said := r.frame(0); len(said) != 0 || r.needs != Rest {
		t.Errorf("after it: said %+v and wants %q, want nothing and %q", said, r.needs, Rest)
	}
	r.hear(`{"do":"state","focus":""}`)
	if got, want := kinds(r.frame(0)), "frame"; got != want {
		t.Errorf("put right: said %q, want %q", got, want)
	}
}

func TestBadMessagesAreOneErrorAndChangeNothing(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{``, "message: want a JSON object"},
		{`[]`, "message: want a JSON object"},
		{`null`, "message: want a JSON object"},
		{`{"do":"state"`, "message: want a JSON object"},
		{`{}`, "do: want a text"},
		{`{"do":3}`, "do=3: want a text"},
		{`{"do":"dance"}`, "do=dance: want state, play, pause, toggle, seek, step, picture or file"},
		{`{"do":"state","rev":1.5}`, "rev=1.5: want a whole number from 0 to 2147483647"},
		{`{"do":"state","playing":"yes","rev":9}`, `playing="yes": want true or false`},
		{`{"do":"state","speed":null,"playing":true}`, "speed=null: want a number from 0 to 1e+15"},
		{`{"do":"state","speed":-1}`, "speed=-1: want a number from 0 to 1e+15"},
		{`{"do":"state","speed":1e999,"playing":true}`, "speed=1e999: want a number from 0 to 1e+15"},
		{`{"do":"state","scene":"toys","playing":true}`, "scene=toys: want the name of a scene"},
		{`{"do":"state","scene":["toy"]}`, `scene=["toy"]: want a text`},
		{`{"do":"state","knobs":{"tasks":8}}`, `knobs={"tasks":8}: want an object of texts`},
		{`{"do":"state","knobs":{"tasks":"8"},"t":"task/9"}`, "t=task/9: want seconds from 0 on, or the id of a step"},
		{`{"do":"state","knobs":{"tasks":"8"},"t":-1}`, "t=-1: want seconds from 0 on, or the id of a step"},
		{`{"do":"state","theme":"pink"}`, `theme="pink": want light or dark`},
		{`{"do":"state","lang":"fr"}`, `lang="fr": want en or zh`},
		{`{"do":"state","from":1e300}`, "from=1e300: want a number from 0 to 9.22337e+06"},
		{`{"do":"seek"}`, "t=: want seconds from 0 on, or the id of a step"},
		{`{"do":"seek","t":"NaN"}`, "t=NaN: want seconds from 0 on, or the id of a step"},
		{`{"do":"seek","t":1e300}`, "t=1e300: want seconds from 0 on, or the id of a step"},
		{`{"do":"seek","t":{}}`, "t={}: want seconds from 0 on, or the id of a step"},
		{`{"do":"step","by":1e9}`, "by=1e9: want a whole number from -1000 to 1000"},
		{`{"do":"picture","n":1,"format":"bmp"}`, `format="bmp": want svg`},
		{`{"do":"file","n":1,"format":"pdf"}`, `format="pdf": want svg or trace or csv or json`},
		{`{"do":"file","n":-1,"format":"csv"}`, "n=-1: want a whole number from 0 to 2147483647"},
		{`{"do":"picture","n":1,"width":0}`, "width=0: want a whole number from 1 to 16384"},
	} {
		r := newRig(t)
		r.hear(allState)
		r.frame(0)
		before := r.shown
		r.hear(c.message)
		said := r.frame(0)
		if e, ok := said[0].(Error); !ok || len(said) != 1 || e.Text != c.want {
			t.Errorf("%s: said %+v, want the error %q", c.message, said, c.want)
		}
		if !reflect.DeepEqual(r.shown, before) || r.player.Playing() || r.needs == Run || len(drawn) != 1 {
			t.Errorf("%s: changed what is shown", c.message)
		}
	}
}

func TestCommandsBeforeASceneAreErrors(t *testing.T) {
	r := newRig(t)
	r.hear(`{"do":"play"}`, `{"do":"state","theme":"dark"}`)
	said := r.frame(0)
	if got, want := kinds(said), "error error"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

func TestPictureIsTheFrameThatIsShown(t *testing.T) {
	r := newRig(t)
	r.hear(allState, `{"do":"picture","n":5,"format":"svg","width":320}`)
	said := r.frame(0)
	p, ok := said[1].(Picture)
	if !ok || p.N != 5 || !strings.HasPrefix(p.SVG, "<svg") || !strings.Contains(p.SVG, `width="320"`) || !strings.Contains(p.SVG, `width="400"`) {
		t.Errorf("said %+v, want picture 5, 320 pixels wide, with a bar of 400 units", said)
	}
}

func TestEncodedMessagesSayWhatTheyAre(t *testing.T) {
	for _, c := range []struct {
		message Message
		want    string
	}{
		{Hello{}, `{"is":"hello"}`},
		{Frame{3}, `{"is":"frame","rev":3}`},
		{Moment{T: 0.5, Text: "500 ms", Step: -1}, `{"is":"time","t":0.5,"text":"500 ms","caption":"","step":-1,"playing":false,"speed":0}`},
		{File{N: 2, Text: "a,b\r\n", Tasks: 7}, `{"is":"file","n":2,"text":"a,b\r\n","tasks":7}`},
		{Picture{N: 2, SVG: "<svg>"}, `{"is":"picture","n":2,"svg":"<svg>"}`},
	} {
		if got := Encode(c.message); got != c.want || !json.Valid([]byte(got)) {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
