//go:build js || desktop

package main

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"inflight/scenes/draw"
	"inflight/wasm/stage"
)

// input brings keys and pointer to the desk, and the desk to the screen.
type input struct {
	desk   *desk
	canvas *draw.Canvas
	x, y   int
	runes  []rune
}

// keys are those of the window. Of those that repeat, holding one down is
// pressing it again and again.
var keys = []struct {
	from    ebiten.Key
	to      key
	repeats bool
}{
	{ebiten.KeySpace, keySpace, false},
	{ebiten.KeyArrowLeft, keyLeft, true}, {ebiten.KeyArrowRight, keyRight, true},
	{ebiten.KeyArrowUp, keyUp, true}, {ebiten.KeyArrowDown, keyDown, true},
	{ebiten.KeyHome, keyHome, false}, {ebiten.KeyEnd, keyEnd, false},
	{ebiten.KeyComma, keyComma, true}, {ebiten.KeyPeriod, keyPeriod, true},
	{ebiten.KeyEnter, keyEnter, false}, {ebiten.KeyNumpadEnter, keyEnter, false}, {ebiten.KeyEscape, keyEscape, false},
	{ebiten.KeyBackspace, keyBackspace, true}, {ebiten.KeyDelete, keyDelete, false}, {ebiten.KeyTab, keyTab, false},
	{ebiten.KeyP, keyP, false}, {ebiten.KeyS, keyS, false}, {ebiten.KeyF, keyF, false}, {ebiten.KeyF11, keyFull, false}, {ebiten.KeyQ, keyQ, false},
}

// A key that is held repeats after a while, in frames.
const repeatAfter, repeatEach = 24, 4

func pressed(k ebiten.Key, repeats bool) bool {
	frames := inpututil.KeyPressDuration(k)
	return frames == 1 || repeats && frames > repeatAfter && frames%repeatEach == 0
}

// Update takes input.
func (in *input) Update(*stage.Game) (changed bool, err error) {
	d := in.desk
	typing := d.typing
	for _, k := range keys {
		if pressed(k.from, k.repeats) {
			d.press(k.to)
		}
	}
	in.runes = ebiten.AppendInputChars(in.runes[:0])
	if typing { // not the letter that began it
		for _, r := range in.runes {
			d.write(r)
		}
	}
	in.pointer()
	if d.full != ebiten.IsFullscreen() {
		ebiten.SetFullscreen(d.full)
	}
	if d.leave {
		return false, ebiten.Termination
	}
	changed = d.changed
	d.changed = false
	return changed, nil
}

func (in *input) pointer() {
	ratio := ebiten.Monitor().DeviceScaleFactor()
	x, y := ebiten.CursorPosition()
	px, py := float64(x)/ratio, float64(y)/ratio
	switch {
	case inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft):
		in.desk.down(px, py)
	case !ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft):
		in.desk.up()
	case x != in.x || y != in.y:
		in.desk.move(px, py)
	}
	in.x, in.y = x, y
	_, wheel := ebiten.Wheel()
	const perNotch = 40
	in.desk.wheel(-wheel * perNotch)
}

// Arrange draws the desk round the picture.
func (in *input) Arrange(g *stage.Game, width, height float64) (stage.Box, []stage.Layer) {
	ratio := ebiten.Monitor().DeviceScaleFactor()
	w, h := width/ratio, height/ratio
	if in.canvas == nil || in.canvas.Width != w || in.canvas.Height != h {
		in.canvas = draw.NewCanvas(w, h, 1)
	}
	in.desk.moment = g.Moment() // of this frame, not of the last that was told
	in.canvas.Reset()
	x, y, pw, ph := in.desk.draw(in.canvas)
	return stage.Box{X: x * ratio, Y: y * ratio, W: pw * ratio, H: ph * ratio}, []stage.Layer{{Canvas: in.canvas, Scale: ratio}}
}
