//go:build js || desktop

package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/report"
	"inflight/wasm/stage"
)

// panel is a scene of a knob of each kind.
func panel() report.Panel {
	return report.Panel{
		Scene: "ring",
		Knobs: []report.Knob{
			{Key: "op", Kind: "choice", Label: "operation", Text: "sum", Show: "sum", Default: "sum",
				Choices: []report.Choice{{Value: "sum", Label: "sum"}, {Value: "max", Label: "max"}, {Value: "min", Label: "min"}}},
			{Key: "gpus", Kind: "whole", Label: "GPUs", Group: "Cluster", Text: "4", Show: "4", Default: "8", Stop: 1,
				Stops: []report.Stop{{Text: "2", Show: "2"}, {Text: "4", Show: "4"}, {Text: "8", Show: "8"}}},
			{Key: "bytes", Kind: "number", Label: "vector", Optional: true, Auto: "14 GB", Stop: 0,
				Stops: []report.Stop{{Text: "14GB"}, {Text: "20GB"}}},
			{Key: "both", Kind: "switch", Label: "both ways", Text: "false", Show: "off", Default: "false"},
		},
		Presets: []report.Preset{{ID: "a", Label: "first", Query: "gpus=2"}, {ID: "b", Label: "second", Note: "fitted to a measurement", Query: "gpus=8&both=true"}},
		Film: &report.Film{
			End: 10, EndText: "10 s",
			Steps:   []report.Step{{ID: "s/0", Label: "begin"}, {ID: "s/1", T: 5, Label: "middle"}},
			Metrics: []report.Metric{{ID: "time", Label: "time", Text: "10 s"}},
			Checks:  []report.Check{{ID: "time", Label: "time", Engine: "10 s", Formula: "10 s", Verdict: "equal", State: "equal", Form: "2S/B"}},
		},
	}
}

// room is a desk with what it asked of the game.
func room() (d *desk, asked *[]string) {
	asked = new([]string)
	d = newDesk("en", []string{"ring", "pipe"})
	d.post = func(c stage.Command) { *asked = append(*asked, write(c)) }
	d.hear(stage.Film{Panel: panel()})
	d.hear(stage.Moment{T: 5, Text: "5 s", Caption: "in the middle", Step: 1})
	return d, asked
}

// write writes a command in short.
func write(c stage.Command) string {
	switch c.Do {
	case "seek":
		return "seek " + c.At
	case "step":
		return fmt.Sprintf("step %+d", c.By)
	case "state":
		var knobs []string
		for _, v := range c.State.Knobs {
			knobs = append(knobs, v.Key+"="+v.Text)
		}
		text := "set " + strings.Join(knobs, " ")
		if c.State.Scene != nil {
			text = "scene " + *c.State.Scene
		}
		if !c.State.SetKnobs {
			text += " without knobs"
		}
		return strings.TrimSpace(text)
	}
	return c.Do
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []key
		want []string
	}{
		{"playback", []key{keySpace, keyLeft, keyRight, keyHome, keyEnd, keyComma, keyPeriod},
			[]string{"toggle", "step -1", "step +1", "seek 0", "seek 10", "seek 4.95", "seek 5.05"}},
		{"a choice goes round", []key{keyDown, keyLeft, keyRight}, []string{"set op=min gpus=4", "set op=max gpus=4"}},
		{"stops of a number end", []key{keyDown, keyDown, keyRight, keyLeft}, []string{"set", "set gpus=2"}},
		{"an empty knob turns from auto", []key{keyDown, keyDown, keyDown, keyRight}, []string{"set gpus=4 bytes=20GB"}},
		{"a switch, after Tab to the knobs and back", []key{keyUp, keyTab, keyTab, keyDown, keyDown, keyDown, keyDown, keyRight, keyEnter},
			[]string{"set gpus=4 both=true", "set gpus=4 both=true"}},
		{"default", []key{keyDown, keyDown, keyBackspace, keyDelete}, []string{"set", "set"}},
		{"what is default already asks for nothing", []key{keyDown, keyDelete}, nil},
		{"space plays with a knob chosen", []key{keyDown, keySpace}, []string{"toggle"}},
		{"escape gives the arrows back", []key{keyDown, keyEscape, keyRight}, []string{"step +1"}},
		{"presets", []key{keyP, keyDown, keyDown, keyEnter}, []string{"set gpus=8 both=true"}},
		{"presets left", []key{keyP, keyDown, keyEscape, keyRight}, []string{"step +1"}},
		{"scenes", []key{keyS, keyDown, keyEnter}, []string{"scene pipe"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, asked := room()
			for _, k := range c.keys {
				d.press(k)
			}
			if !reflect.DeepEqual(*asked, c.want) {
				t.Errorf("asked %q, want %q", *asked, c.want)
			}
			if d.leave {
				t.Error("left")
			}
		})
	}
}

func TestEscapeLeavesFromPlaybackOnly(t *testing.T) {
	d, _ := room()
	for _, k := range []key{keyDown, keyEnter, keyP, keyEscape} {
		if d.press(k); d.leave {
			t.Fatalf("key %v left the window", k)
		}
	}
	d, _ = room()
	if d.press(keyEscape); !d.leave {
		t.Error("Escape at playback did not leave")
	}
}

func TestTyping(t *testing.T) {
	d, asked := room()
	d.press(keyDown)
	d.press(keyDown)
	d.press(keyEnter)
	if !d.typing || d.typed != "4" {
		t.Fatalf("typing %v with %q, want true with the value 4", d.typing, d.typed)
	}
	d.press(keyBackspace)
	for _, r := range "16q\x01" {
		d.write(r)
	}
	d.press(keyQ) // a letter like others
	d.press(keyF)
	d.press(keyBackspace)
	d.press(keyEnter)
	if want := []string{"set gpus=16"}; !reflect.DeepEqual(*asked, want) || d.typing || d.leave || d.full {
		t.Errorf("asked %q, typing %v, left %v, full screen %v; want %q and no more", *asked, d.typing, d.leave, d.full, want)
	}
	d.press(keyEnter)
	d.write('9')
	d.press(keyEscape)
	if len(*asked) != 1 || d.typing {
		t.Errorf("asked %q, typing %v; Escape drops what is typed", *asked, d.typing)
	}
}

// A zone is found by trying what it does.
func TestPointer(t *testing.T) {
	d, asked := room()
	c := draw.NewCanvas(1360, 860, 1)
	d.draw(c)
	// The scrubber is the widest zone that can be dragged.
	scrub := d.zones[0]
	for _, z := range d.zones {
		if z.drag && z.w > scrub.w || !scrub.drag {
			scrub = z
		}
	}
	d.down(scrub.x+scrub.w/4, scrub.y+scrub.h/2)
	d.move(scrub.x+2*scrub.w, scrub.y)
	d.up()
	d.move(scrub.x, scrub.y)
	if want := []string{"seek 2.5", "seek 10"}; !reflect.DeepEqual(*asked, want) {
		t.Errorf("asked %q, want %q", *asked, want)
	}
	// The slider of the second knob, at its right end.
	*asked = nil
	sliders := slices.DeleteFunc(slices.Clone(d.zones), func(z zone) bool { return !z.drag || z.y == scrub.y })
	at := sliders[1]
	d.down(at.x+at.w-1, at.y+at.h/2)
	if want := []string{"set"}; !reflect.DeepEqual(*asked, want) || d.knob != 1 {
		t.Errorf("asked %q with knob %d, want %q with 1: 8 is the default", *asked, d.knob, want)
	}
}

func TestErrorsAreSeenUntilTheNextFilm(t *testing.T) {
	d, _ := room()
	d.hear(stage.Error{Text: "t=x: want seconds"})
	c := draw.NewCanvas(1360, 860, 1)
	d.draw(c)
	if !shows(c, "t=x: want seconds") {
		t.Error("the error is not drawn")
	}
	p := panel()
	p.Refusal, p.Problems = "does not fit", []string{"gpus=1: want more"}
	d.hear(stage.Film{Panel: p})
	c.Reset()
	d.draw(c)
	if shows(c, "t=x: want seconds") || !shows(c, "does not fit") || !shows(c, "gpus=1: want more") {
		t.Error("want the refusal and the problem of the new film, and the error gone")
	}
}

func shows(c *draw.Canvas, text string) bool {
	return slices.ContainsFunc(c.Ops(), func(op draw.Op) bool { return op.Text == text })
}

// Nothing may be drawn outside a window however small, and the picture keeps
// some room.
func TestWindowsOfAnySize(t *testing.T) {
	for _, size := range [][2]float64{{320, 320}, {700, 900}, {880, 400}, {1360, 860}, {3000, 500}} {
		for _, keys := range [][]key{nil, {keyDown, keyDown, keyEnter}, {keyP}, {keyS}} {
			d, _ := room()
			for _, k := range keys {
				d.press(k)
			}
			c := draw.NewCanvas(size[0], size[1], 1)
			x, y, w, h := d.draw(c)
			if x < 0 || y < 0 || w < 40 || h < 40 || x+w > size[0] || y+h > size[1] {
				t.Errorf("%v: the picture is at %v,%v, %v by %v", size, x, y, w, h)
			}
		}
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-scene collectve", "-scene collectve: no such scene (did you mean collective?)"},
		{"-set gpus=1", "gpus=1: want a whole number from 2 to 16384"},
		{"-set gpsu=4", "collective has no such knob (did you mean gpus?)"},
		{"-set gpus", `invalid value "gpus" for flag -set: want key=value`},
		{"-lang fr", "-lang fr: want en or zh"},
		{"-theme blue", "-theme blue: want light or dark"},
		{"-size 10x10", "-size 10x10: want WIDTHxHEIGHT, each from 320 to 8192"},
		{"-size 800x600x", "-size 800x600x: want WIDTHxHEIGHT, each from 320 to 8192"},
		{"-t never", "-t never: want seconds, a quantity such as 40ms, or the id of a step"},
		{"-compare gpus=1", "-compare: gpus=1: want a whole number from 2 to 16384"},
		{"-nonsense", "flag provided but not defined: -nonsense"},
		{"collective", `"collective": want flags only, such as -scene collective`},
	} {
		_, err := parse(strings.Fields(c.args))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line with %q", c.args, err, c.want)
		}
	}
	o, err := parse(strings.Fields("-scene collective -set gpus=16 -set op=all-gather -t 1ms -lang zh -theme dark -size 900x700 -play"))
	if err != nil {
		t.Fatal(err)
	}
	s := o.state().State
	want := []scenes.Value{{Key: "gpus", Text: "16"}, {Key: "op", Text: "all-gather"}}
	if *s.Scene != "collective" || *s.At != "1ms" || *s.Lang != "zh" || *s.Theme != "dark" || !*s.Playing || !reflect.DeepEqual(s.Knobs, want) || o.width != 900 || o.height != 700 {
		t.Errorf("got %+v of %d x %d, want what the flags say", s, o.width, o.height)
	}
	if s.SetCompare {
		t.Error("nothing is compared, but the game is told to")
	}
	if o, err = parse(strings.Fields("-scene collective -set gpus=16 -compare op=all-gather")); err != nil {
		t.Fatal(err)
	}
	if s := o.state().State; !s.Comparing || !s.SetCompare || report.Query(s.Compare) != "op=all-gather&gpus=16" {
		t.Errorf("compares with %v, want an all-gather of 16 GPUs", s.Compare)
	}
}

func TestTextIsBrokenAtSpacesAndBetweenChineseCharacters(t *testing.T) {
	d, _ := room()
	d.measure = func(s string, size float64, _ bool) float64 { return size * float64(len([]rune(s))) }
	s := sheet{d: d}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"one two three", []string{"one two", "three"}},
		{"内存不够，放不下模型", []string{"内存不够，放不", "下模型"}},
		{"a用 7 GB", []string{"a用 7 GB"}},
		{"", nil},
	} {
		if got := s.wrap(c.text, 1, 7); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestChineseFontIsFoundOrNot(t *testing.T) {
	if f := chineseFont([]string{t.TempDir()}); f != nil {
		t.Error("found a font in an empty folder")
	}
}
