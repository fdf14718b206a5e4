package site

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// WasmFlags are how the stage is compiled. Scenes without inlining, but for the
// engine, are 3% less to download for a sixth more time to build and draw them.
var WasmFlags = []string{
	"-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=inflight/scenes/...=-l", "-gcflags=inflight/scenes/sim=",
}

// program is the stage's wasm: the file of Options.Wasm, or ./wasm compiled. The
// compiled one stays in the cache folder, where Go sees that it is up to date.
func (b *builder) program() ([]byte, error) {
	if b.Wasm != "" {
		return os.ReadFile(b.Wasm)
	}
	out := filepath.Join(b.cache, "wasm", hash([]byte(b.absRoot)), "inflight.wasm")
	b.log("compiling the stage")
	cmd := exec.Command("go", append(append([]string{"build"}, WasmFlags...), "-o", out, "./wasm")...)
	cmd.Dir = b.absRoot
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOFLAGS=")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return nil, errors.New("does not compile\n" + strings.TrimSpace(said.String()))
	}
	return os.ReadFile(out)
}

// wasmExec is the script that Go's programs need in a browser, from the Go that
// compiles them.
func wasmExec() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}
