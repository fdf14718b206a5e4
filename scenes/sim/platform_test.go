//go:build !js

package sim

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The clock is one everywhere: the hash test also runs as WebAssembly, and on an
// architecture that fuses multiplications and additions. Without the runner of a
// platform the test is skipped, but not in CI.
func TestHashOnOtherPlatforms(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		missing(t, "go is not here: "+err.Error())
	}
	// A change that leaves the native binary as it is still has to run this test:
	// the test cache looks at the files that a test opens.
	sources, _ := filepath.Glob("*.go")
	for _, file := range sources {
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	wasm := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	tests := []struct {
		os, arch string
		needs    string // a program that runs it
		runner   []string
	}{
		{"js", "wasm", "node", []string{wasm}},
		{"linux", "arm64", "qemu-aarch64-static", []string{"qemu-aarch64-static"}},
	}
	for _, test := range tests {
		t.Run(test.os+"/"+test.arch, func(t *testing.T) {
			if test.os == runtime.GOOS && test.arch == runtime.GOARCH {
				t.Skip("this is that platform")
			}
			if testing.Short() {
				t.Skip("builds the package for another platform")
			}
			if _, err := exec.LookPath(test.needs); err != nil {
				missing(t, test.needs+" is not on this machine")
			}
			binary := filepath.Join(t.TempDir(), "sim.test")
			build := exec.Command("go", "test", "-c", "-o", binary, ".")
			build.Env = append(os.Environ(), "GOOS="+test.os, "GOARCH="+test.arch, "CGO_ENABLED=0")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			const hash = "TestHashIsTheSameOnEveryPlatform"
			run := exec.Command(test.runner[0], append(test.runner[1:], binary, "-test.v", "-test.run=^"+hash+"$")...)
			// Node's runner of Go has room for few variables.
			run.Env = []string{"PATH=" + os.Getenv("PATH")}
			out, err := run.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "--- PASS: "+hash) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// missing skips a test, or fails it in CI, where everything has to be there.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}
