package site

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"inflight/site/standin"
)

// WasmFlags are how programs for the browser are compiled.
var WasmFlags = []string{"-trimpath", "-buildvcs=false", "-ldflags=-s -w"}

// program is the wasm of a folder: the file of Options.Wasm, or the folder compiled.
// The compiled one stays in the cache folder, where Go sees that it is up to date.
func (b *builder) program(folder, name string) ([]byte, error) {
	if b.Wasm != "" {
		return os.ReadFile(b.Wasm)
	}
	if program, ok := b.Memory.programs[folder]; ok {
		return program, nil
	}
	out := filepath.Join(b.cache, "wasm", hash([]byte(b.absRoot)), name)
	b.log("compiling " + folder)
	if err := compile(b.absRoot, b.cache, folder, out); err != nil {
		return nil, err
	}
	program, err := os.ReadFile(out)
	if err == nil {
		b.Memory.programs[folder] = program
	}
	return program, err
}

// CompileStage compiles ./wasm of a repository into a file.
func CompileStage(root, cache, out string) error { return compile(root, cache, "./wasm", out) }

// compile compiles a folder of a repository into a file, with stand-ins for what
// nothing in it uses, which lie in the cache folder.
func compile(root, cache, folder, out string) error {
	overlay, err := standIns(filepath.Join(cache, "standin"))
	if err != nil {
		return err
	}
	cmd := exec.Command("go", slices.Concat([]string{"build"}, WasmFlags, []string{"-overlay", overlay, "-o", out, folder})...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOFLAGS=")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return errors.New("does not compile\n" + strings.TrimSpace(said.String()))
	}
	return nil
}

// standIns writes the stand-ins to a folder, if they are not there, and is the
// file that tells Go of them.
func standIns(dir string) (string, error) {
	root, err := goRoot()
	if err != nil {
		return "", err
	}
	overlay, files, err := standin.Overlay(root, dir)
	if err != nil {
		return "", err
	}
	list := filepath.Join(dir, hash(overlay)+".json")
	files[list] = overlay
	for file, text := range files {
		if _, err := os.Stat(file); err == nil {
			continue
		}
		if err := keep(file, text); err != nil {
			return "", err
		}
	}
	return list, nil
}

func goRoot() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// wasmExec is the script that Go's programs need in a browser, from the Go that
// compiles them.
func wasmExec() ([]byte, error) {
	root, err := goRoot()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
}
