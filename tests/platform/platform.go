// Package platform runs a test on other platforms than this one: as WebAssembly,
// and on an architecture that fuses multiplications and additions.
package platform

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var others = []struct {
	os, arch string
	needs    string // a program that runs it
	runner   func(goroot string) []string
}{
	{"js", "wasm", "node", func(goroot string) []string { return []string{filepath.Join(goroot, "lib", "wasm", "go_js_wasm_exec")} }},
	{"linux", "arm64", "qemu-aarch64-static", func(string) []string { return []string{"qemu-aarch64-static"} }},
}

// Run runs a test of the package that the calling test stands in on each other
// platform. Without what runs a platform it skips it, but not in CI.
func Run(t *testing.T, name string) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		missing(t, "go is not here: "+err.Error())
	}
	for _, p := range others {
		t.Run(p.os+"/"+p.arch, func(t *testing.T) {
			if p.os == runtime.GOOS && p.arch == runtime.GOARCH {
				t.Skip("this is that platform")
			}
			if testing.Short() {
				t.Skip("builds the package for another platform")
			}
			if _, err := exec.LookPath(p.needs); err != nil {
				missing(t, p.needs+" is not on this machine")
			}
			binary := filepath.Join(t.TempDir(), "package.test")
			build := exec.Command("go", "test", "-c", "-o", binary, ".")
			build.Env = append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			runner := p.runner(strings.TrimSpace(string(root)))
			run := exec.Command(runner[0], append(runner[1:], binary, "-test.v", "-test.run=^"+name+"$")...)
			// Node's runner of Go has room for few variables.
			run.Env = []string{"PATH=" + os.Getenv("PATH")}
			out, err := run.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "--- PASS: "+name) {
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
