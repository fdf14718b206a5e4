//go:build js

// Command wasm is the program of the stage's page: it carries messages between
// the script of that page and the game.
//
// The mapping between Go structs and JavaScript objects is by hand, in JSON
// texts over syscall/js: github.com/norunners/vert, made for it, cannot be had
// from the module proxy.
package main

import (
	"runtime/debug"
	"sync"
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

// receive hands each message of the page on to the game. Told is closed after the
// first.
func (b bridge) receive(g *stage.Game) (told <-chan struct{}) {
	first := make(chan struct{})
	tell := sync.OnceFunc(func() { close(first) })
	b.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return nil
		}
		if c, err := stage.Decode(args[0].String()); err != nil {
			g.Fail(err)
		} else {
			g.Post(c)
		}
		tell()
		return nil
	}))
	return first
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
	tidy := untidy()
	g, err := stage.NewGame(stage.Config{
		Find:  all.Find,
		Clock: func() time.Duration { return time.Since(start) },
		Ratio: b.ratio,
		Send: func(m stage.Message) {
			if _, ok := m.(stage.Frame); ok {
				tidy()
			}
			b.send(m)
		},
		Want: b.want,
	})
	if err != nil {
		return err
	}
	told := b.receive(g)
	b.send(stage.Hello{})
	// The page answers at once, and the first frame shows something: an empty one
	// before it would hold it up.
	select {
	case <-told:
	case <-time.After(time.Second):
	}
	return stage.RunGame(g)
}

// untidy lets garbage lie until tidy is called, at the first frame: to collect it
// takes a twentieth of the time to that frame, on the one thread there is. A first
// film that needs much memory is collected for all the same.
func untidy() (tidy func()) {
	const enough = 256 << 20
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(enough)
	return sync.OnceFunc(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}
