//go:build js || desktop

package main

import (
	"slices"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/wasm/stage"
)

// desk is the window without the window: what is chosen, what is typed, and
// what keys and pointer do to the game.
type desk struct {
	post    func(stage.Command)
	measure func(text string, size float64, bold bool) float64
	words   words
	scenes  []string

	panel   report.Panel // as last told
	moment  stage.Moment
	failure string // what the game says is wrong

	knob    int  // the one chosen; -1 when keys go to playback
	typing  bool // a value of the knob
	typed   string
	list    *list // that lies over the knobs, or nil
	scroll  float64
	zones   []zone
	held    *zone // that the pointer holds
	changed bool  // looks otherwise than last drawn
	full    bool  // full screen is wanted
	leave   bool
}

// list is one to choose from.
type list struct {
	title  string
	items  []item
	at     int
	choose func(i int)
}

type item struct{ label, note string }

// zone is a place that answers to the pointer; use is told how far across it
// and how far down, as shares.
type zone struct {
	x, y, w, h float64
	drag       bool // also while the pointer moves
	use        func(x, y float64)
}

func newDesk(lang string, scenes []string) *desk {
	return &desk{
		words: wordsOf(lang), scenes: scenes, knob: -1, changed: true,
		post: func(stage.Command) {}, measure: func(s string, size float64, _ bool) float64 { return float64(len(s)) * size / 2 },
	}
}

// hear takes what the game says.
func (d *desk) hear(m stage.Message) {
	switch m := m.(type) {
	case stage.Film:
		if d.panel.Scene != m.Panel.Scene {
			d.knob, d.scroll = -1, 0
		}
		d.panel = m.Panel
		d.failure = ""
		d.knob = min(d.knob, len(d.panel.Knobs)-1)
		d.changed = true
	case stage.Moment:
		d.changed = d.changed || m != d.moment
		d.moment = m
	case stage.Error:
		d.failure = m.Text
		d.changed = true
	}
}

// key is a key or a combination that the window knows.
type key int

const (
	keyNone key = iota
	keySpace
	keyLeft
	keyRight
	keyUp
	keyDown
	keyHome
	keyEnd
	keyComma
	keyPeriod
	keyEnter
	keyEscape
	keyBackspace
	keyDelete
	keyTab
	keyP
	keyS
	keyF
	keyFull
	keyQ
)

// press does what a key says.
func (d *desk) press(k key) {
	d.changed = true
	switch {
	case k == keyFull || k == keyF && !d.typing:
		d.full = !d.full
	case d.typing:
		d.pressTyping(k)
	case d.list != nil:
		d.pressList(k)
	case d.pressAnywhere(k):
	case d.knob >= 0:
		d.pressKnob(k)
	default:
		d.pressPlayback(k)
	}
}

// pressAnywhere is for keys that mean the same with a knob chosen and without.
func (d *desk) pressAnywhere(k key) bool {
	switch k {
	case keySpace:
		d.post(stage.Command{Do: "toggle"})
	case keyHome:
		d.seek(0)
	case keyEnd:
		d.seek(1)
	case keyComma:
		d.nudge(-1)
	case keyPeriod:
		d.nudge(1)
	case keyUp:
		d.choose(d.knob - 1)
	case keyDown:
		d.choose(d.knob + 1)
	case keyTab:
		if d.knob >= 0 {
			d.choose(-1)
		} else {
			d.choose(0)
		}
	case keyP:
		d.openPresets()
	case keyS:
		d.openScenes()
	case keyQ:
		d.leave = true
	default:
		return false
	}
	return true
}

func (d *desk) pressPlayback(k key) {
	switch k {
	case keyLeft:
		d.post(stage.Command{Do: "step", By: -1})
	case keyRight:
		d.post(stage.Command{Do: "step", By: 1})
	case keyEscape:
		d.leave = true
	}
}

func (d *desk) pressKnob(k key) {
	switch k {
	case keyLeft:
		d.turn(-1)
	case keyRight:
		d.turn(1)
	case keyEnter:
		d.edit()
	case keyBackspace, keyDelete:
		d.set(d.knob, d.panel.Knobs[d.knob].Default)
	case keyEscape:
		d.choose(-1)
	}
}

func (d *desk) pressTyping(k key) {
	switch k {
	case keyEnter:
		d.typing = false
		d.set(d.knob, d.typed)
	case keyEscape:
		d.typing = false
	case keyBackspace:
		if runes := []rune(d.typed); len(runes) > 0 {
			d.typed = string(runes[:len(runes)-1])
		}
	case keyDelete:
		d.typed = ""
	case keyTab, keyUp, keyDown:
		d.typing = false
		d.set(d.knob, d.typed)
	}
}

func (d *desk) pressList(k key) {
	switch k {
	case keyUp:
		d.list.at = max(d.list.at-1, 0)
	case keyDown:
		d.list.at = min(d.list.at+1, len(d.list.items)-1)
	case keyHome:
		d.list.at = 0
	case keyEnd:
		d.list.at = len(d.list.items) - 1
	case keyEnter, keySpace:
		d.take(d.list.at)
	case keyEscape, keyP, keyS:
		d.list = nil
	case keyQ:
		d.leave = true
	}
}

// take chooses an item of the list.
func (d *desk) take(i int) {
	l := d.list
	d.list = nil
	if i >= 0 && i < len(l.items) {
		l.choose(i)
	}
}

// write adds a character to what is typed.
func (d *desk) write(r rune) {
	const most = 40
	if d.typing && r >= ' ' && r != 0x7f && len(d.typed) < most {
		d.typed += string(r)
		d.changed = true
	}
}

// choose chooses a knob; -1 gives the keys to playback.
func (d *desk) choose(i int) {
	d.knob = max(-1, min(i, len(d.panel.Knobs)-1))
	d.typing = false
}

// edit begins to type a value of the knob; a choice and a switch turn instead.
func (d *desk) edit() {
	switch k := d.panel.Knobs[d.knob]; scenes.KnobKind(k.Kind) {
	case scenes.Choice, scenes.Switch:
		d.turn(1)
	default:
		d.typing, d.typed = true, k.Text
	}
}

// turn turns the chosen knob by so many stops.
func (d *desk) turn(by int) {
	k := d.panel.Knobs[d.knob]
	switch scenes.KnobKind(k.Kind) {
	case scenes.Switch:
		d.stop(d.knob, by+slices.Index(onOff, k.Text))
	case scenes.Choice:
		at := slices.IndexFunc(k.Choices, func(c report.Choice) bool { return c.Value == k.Text })
		n := len(k.Choices)
		d.stop(d.knob, ((at+by)%n+n)%n)
	default:
		d.stop(d.knob, k.Stop+by)
	}
}

var onOff = []string{"false", "true"}

// stop sets a knob to one of the values that it rests at.
func (d *desk) stop(i, stop int) {
	k := d.panel.Knobs[i]
	switch scenes.KnobKind(k.Kind) {
	case scenes.Switch:
		d.set(i, onOff[((stop%2)+2)%2])
	case scenes.Choice:
		d.set(i, k.Choices[max(0, min(stop, len(k.Choices)-1))].Value)
	default:
		if len(k.Stops) > 0 {
			d.set(i, k.Stops[max(0, min(stop, len(k.Stops)-1))].Text)
		}
	}
}

// set gives a knob a value. All that differs from the default goes with it.
func (d *desk) set(i int, text string) {
	if d.panel.Knobs[i].Text == text {
		return
	}
	var values []scenes.Value
	for j, k := range d.panel.Knobs {
		t := k.Text
		if j == i {
			t = text
		}
		if t != k.Default {
			values = append(values, scenes.Value{Key: k.Key, Text: t})
		}
	}
	d.post(stage.Command{Do: "state", State: stage.State{Knobs: values, SetKnobs: true}})
}

// seek goes to a share of the film.
func (d *desk) seek(share float64) {
	if d.panel.Film != nil {
		d.post(seekTo(d.panel.Film.End * share))
	}
}

// fine is how many parts of a film , and . go through.
const fine = 200

func (d *desk) nudge(by float64) {
	if f := d.panel.Film; f != nil {
		d.post(seekTo(max(0, d.moment.T+by*f.End/fine)))
	}
}

func (d *desk) openPresets() {
	if len(d.panel.Presets) == 0 {
		return
	}
	l := &list{title: d.words.presets}
	for _, p := range d.panel.Presets {
		l.items = append(l.items, item{p.Label, p.Note})
	}
	presets := d.panel.Presets
	l.choose = func(i int) {
		values, err := report.Values(presets[i].Query)
		if err != nil {
			d.failure = err.Error()
			return
		}
		d.post(stage.Command{Do: "state", State: stage.State{Knobs: values, SetKnobs: true}})
	}
	d.list = l
}

func (d *desk) openScenes() {
	l := &list{title: d.words.scenes, at: max(0, slices.Index(d.scenes, d.panel.Scene))}
	for _, name := range d.scenes {
		l.items = append(l.items, item{label: name})
	}
	l.choose = func(i int) {
		d.post(stage.Command{Do: "state", State: stage.State{Scene: &d.scenes[i], SetKnobs: true}})
	}
	d.list = l
}

// down is the pointer pressed at a place, in CSS pixels.
func (d *desk) down(x, y float64) {
	for i := range slices.Backward(d.zones) {
		z := d.zones[i]
		if z.x <= x && x < z.x+z.w && z.y <= y && y < z.y+z.h {
			if z.drag {
				d.held = &z
			}
			d.changed = true
			z.use((x-z.x)/z.w, (y-z.y)/z.h)
			return
		}
	}
	if d.list != nil {
		d.list = nil
		d.changed = true
	}
}

// move is the pointer moved while it is pressed.
func (d *desk) move(x, y float64) {
	if z := d.held; z != nil {
		d.changed = true
		z.use(max(0, min((x-z.x)/z.w, 1)), max(0, min((y-z.y)/z.h, 1)))
	}
}

func (d *desk) up() { d.held = nil }

// wheel scrolls the knobs by so many CSS pixels.
func (d *desk) wheel(by float64) {
	if by != 0 {
		d.scroll = max(0, d.scroll+by)
		d.changed = true
	}
}
