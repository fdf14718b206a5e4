package site

// reader adds the worker that reads traces, and its program, once a build, and says
// whether it is there: with a built stage there is none, and pages do not offer it.
func (b *builder) reader() bool {
	if b.Wasm != "" {
		return false
	}
	if b.assets["measured.wasm"] != "" {
		return true
	}
	b.withGo("measured-worker.ts")
	program, err := b.program("./wasm/measured", "measured.wasm")
	if err != nil {
		b.fail(Error{File: "wasm/measured", Text: err.Error()})
		return false
	}
	b.add("measured.wasm", program)
	return true
}
