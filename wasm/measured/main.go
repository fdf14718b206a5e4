//go:build js

// Command measured is the program of the worker that lays traces under a scene: it
// reads the files that a reader brings, and compares them with a film. It is apart
// from the stage, so that only who brings a trace downloads it.
//
// It takes messages at globalThis.inflightMeasured.receive and answers by its send,
// in JSON texts; files come as a second argument.
package main

import (
	"slices"
	"strconv"
	"syscall/js"

	"inflight/scenes/lightjson"
	"inflight/scenes/measured"
	"inflight/scenes/trace"
	"inflight/scenes/unit"
)

// What a browser is asked to read at most.
const (
	mostFiles = 64
	mostBytes = 2 << 30 // of a file, as it lies there
)

type program struct {
	bridge js.Value
	lang   string
	trace  *measured.Trace
	shown  prediction
}

func main() {
	p := &program{bridge: js.Global().Get("inflightMeasured")}
	p.bridge.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go p.receive(args[0].String(), args[1]) // reading waits for the browser
		return nil
	}))
	p.send(ready{})
	select {}
}

func (p *program) receive(message string, files js.Value) {
	m, err := decode(message)
	if err != nil {
		p.send(failed{m.n, err.Error()})
		return
	}
	p.lang = m.lang
	if m.do == "read" {
		p.read(m.n, files)
		return
	}
	p.show(m)
}

// read reads the files, one after another.
func (p *program) read(n int, files js.Value) {
	count := files.Length()
	if count > mostFiles {
		p.send(failed{n, measured.Say(p.lang, "read.many", strconv.Itoa(count), strconv.Itoa(mostFiles))})
		return
	}
	var list []measured.Source
	for i := range count {
		file := files.Index(i)
		name, size := file.Get("name").String(), file.Get("size").Float()
		if size > mostBytes {
			p.send(failed{n, measured.Say(p.lang, "read.large", name, bytes(size), bytes(mostBytes))})
			return
		}
		r := &pieces{stream: file.Call("stream").Call("getReader"), size: size}
		r.told = func(done float64) {
			p.send(progress{n, measured.Say(p.lang, "read.progress", name, bytes(done), bytes(size)), (float64(i) + done/max(size, 1)) / float64(count)})
		}
		read, err := trace.Read(r, measured.Keep)
		if err != nil {
			p.fail(n, name, err)
			return
		}
		list = append(list, measured.Source{Name: name, File: read})
	}
	p.send(progress{n, measured.Say(p.lang, "read.work"), 1})
	joined, err := measured.Load(list)
	if err != nil {
		p.fail(n, list[0].Name, err)
		return
	}
	p.trace = joined
	p.send(read{n})
}

func (p *program) fail(n int, name string, err error) {
	p.send(failed{n, measured.Say(p.lang, "read.fail", name, err.Error())})
}

func bytes(n float64) string { return unit.Format(n, unit.Byte) }

// show compares, and draws.
func (p *program) show(m message) {
	if p.trace == nil {
		p.send(failed{m.n, "no trace: want one first"})
		return
	}
	film, err := p.shown.film(m.scene, m.knobs)
	if err != nil {
		p.send(failed{m.n, err.Error()})
		return
	}
	step := m.step
	if !slices.Contains(p.trace.Steps(), step) {
		step = p.trace.Usual()
	}
	c := p.shown.compare(m.scene, p.trace, step)
	v := c.ViewOf(film, m.portrait, m.scale)
	if m.to > m.from {
		v.From, v.To = m.from, m.to
	}
	v.Theme, v.Prefix = themeOf(m), m.prefix
	p.send(shown{
		N: m.n, Report: c.Report(m.lang), SVG: string(c.Picture(v)),
		Axis: axis{v.X, v.W, v.Width, v.From.Seconds(), v.To.Seconds(), c.End().Seconds()},
	})
}

func (p *program) send(v any) {
	body, err := lightjson.Append(nil, v)
	if err != nil { // a number that JSON does not have
		body, _ = lightjson.Append(nil, failed{Text: err.Error()})
	}
	p.bridge.Call("send", kind(v), string(body))
}
