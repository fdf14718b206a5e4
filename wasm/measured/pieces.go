//go:build js

package main

import (
	"errors"
	"io"
	"syscall/js"
	"time"
)

// pieces reads a ReadableStream of the browser.
type pieces struct {
	stream js.Value // its reader
	piece  js.Value // a Uint8Array
	at, n  int      // of the piece, read and in all
	done   float64  // bytes
	size   float64
	told   func(done float64)
	last   time.Time
}

const tellEvery = 100 * time.Millisecond

func (p *pieces) Read(b []byte) (int, error) {
	for p.at == p.n {
		if err := p.next(); err != nil {
			return 0, err
		}
	}
	n := js.CopyBytesToGo(b, p.piece.Call("subarray", p.at))
	p.at += n
	return n, nil
}

// next waits for a piece. Go's other goroutines, and the page's messages, run
// meanwhile.
func (p *pieces) next() error {
	result, err := await(p.stream.Call("read"))
	if err != nil {
		return err
	}
	if result.Get("done").Bool() {
		return io.EOF
	}
	p.piece = result.Get("value")
	p.at, p.n = 0, p.piece.Length()
	p.done += float64(p.n)
	if now := time.Now(); now.Sub(p.last) > tellEvery {
		p.last = now
		p.told(p.done)
	}
	return nil
}

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type end struct {
		value js.Value
		err   error
	}
	settled := make(chan end, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- end{value: args[0]}
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- end{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	defer kept.Release()
	defer broken.Release()
	promise.Call("then", kept, broken)
	e := <-settled
	return e.value, e.err
}
