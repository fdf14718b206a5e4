package site

import (
	"bytes"
	"testing"
)

// The stage is compiled to the same bytes wherever the repository lies.
func TestTheStageIsCompiledToTheSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another system")
	}
	var first []byte
	for range 2 {
		f := newFixture(t)
		f.write("go.mod", "module stage\n\ngo 1.26\n")
		f.write("wasm/main.go", "package main\n\nimport \"runtime\"\n\nfunc main() { _, file, _, _ := runtime.Caller(0); println(file) }\n")
		o := f.options()
		o.Wasm, o.Cache = "", f.root+"/cache"
		b, err := newBuilder(o)
		if err != nil {
			t.Fatal(err)
		}
		program, err := b.program("./wasm", "inflight.wasm")
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = program
		} else if !bytes.Equal(first, program) {
			t.Error("two folders give two programs")
		}
		if bytes.Contains(program, []byte(f.root)) {
			t.Error("the program names the folder that it was compiled in")
		}
	}
}

func TestAStageThatDoesNotCompileSaysWhy(t *testing.T) {
	f := newFixture(t)
	f.write("go.mod", "module stage\n\ngo 1.26\n")
	f.write("wasm/main.go", "package main\n\nfunc main() { nothing() }\n")
	o := f.options()
	o.Wasm, o.Dev = "", true
	_, err := render(o)
	want := "wasm: does not compile\n# stage/wasm\nwasm/main.go:3:15: undefined: nothing"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
