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

// WasmFlags are how the stage is compiled. Without inlining it is a tenth less to
// download; what runs in every frame keeps it.
var WasmFlags = wasmFlags()

func wasmFlags() []string {
	flags := []string{"-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l"}
	const ebiten = "github.com/hajimehoshi/ebiten/v2"
	for _, busy := range []string{
		"runtime", "internal/runtime/...", "math", "syscall/js",
		"inflight/scenes/sim", "inflight/scenes/draw", "inflight/wasm/stage",
		ebiten, ebiten + "/internal/ui", ebiten + "/internal/graphics", ebiten + "/internal/graphicscommand",
		ebiten + "/internal/atlas", ebiten + "/internal/buffered", ebiten + "/internal/restorable",
		ebiten + "/internal/graphicsdriver/opengl",
	} {
		flags = append(flags, "-gcflags="+busy+"=")
	}
	return flags
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
