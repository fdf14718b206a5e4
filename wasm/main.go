//go:build js

// Command wasm is the program of the stage's page: it carries messages between
// the script of that page and the game.
//
// The mapping between Go structs and JavaScript objects is by hand, in JSON
// texts over syscall/js: github.com/norunners/vert, made for it, cannot be had
// from the module proxy.
package main

import (
	"syscall/js"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes/all"
	"inflight/wasm/stage"
)

// bridge is globalThis.inflightStage, which the script of the page makes.
type bridge struct{ js.Value }

func (b bridge) send(m stage.Message) { b.Call("send", stage.Encode(m)) }
func (b bridge) want(n stage.Need)    { b.Call("want", string(n)) }
func (b bridge) ratio() float64       { return b.Call("dpr").Float() }

// receive hands each message of the page on to the game.
func (b bridge) receive(g *stage.Game) {
	b.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return nil
		}
		if c, err := stage.Decode(args[0].String()); err != nil {
			g.Fail(err)
		} else {
			g.Post(c)
		}
		return nil
	}))
}

func main() {
	b := bridge{js.Global().Get("inflightStage")}
	if err := b.run(); err != nil {
		b.send(stage.Error{Text: err.Error()})
		panic(err)
	}
}

func (b bridge) run() error {
	if shapes := benchShapes(); shapes > 0 {
		bench, err := stage.NewBench(shapes, b.send)
		if err != nil {
			return err
		}
		return ebiten.RunGame(bench)
	}
	start := time.Now()
	g, err := stage.NewGame(stage.Config{
		Find:  all.Find,
		Clock: func() time.Duration { return time.Since(start) },
		Ratio: b.ratio,
		Send:  b.send,
		Want:  b.want,
	})
	if err != nil {
		return err
	}
	b.receive(g)
	b.send(stage.Hello{})
	return stage.RunGame(g)
}
