package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// aBuilder is a program that builds as "inflight build -again" does: its site is
// the number of its process. A folder's name can make it fail, or die.
const aBuilder = `package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		out := in.Text()
		switch {
		case strings.HasSuffix(out, "wrong"):
			fmt.Println(` + "`" + `{"Wrong": "content/en/index.md:3: no such scene"}` + "`" + `)
			continue
		case strings.HasSuffix(out, "dies"):
			fmt.Fprintln(os.Stderr, "panic: out of luck")
			os.Exit(2)
		}
		os.MkdirAll(out, 0o755)
		os.WriteFile(filepath.Join(out, "index.html"), []byte(fmt.Sprint(os.Getpid())), 0o644)
		fmt.Println(` + "`" + `{"Wrong": ""}` + "`" + `)
	}
}
`

// builderOf is a child with a program in a repository of its own.
func builderOf(t *testing.T, source string) *child {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module inflight\n\ngo 1.24\n", "tools/inflight/main.go": source} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := &child{root: root}
	t.Cleanup(func() { c.stop() })
	return c
}

// TestOneProcessBuildsUntilSourcesChange, and one that fails or dies is no end of
// it.
func TestOneProcessBuildsUntilSourcesChange(t *testing.T) {
	c := builderOf(t, aBuilder)
	by := func(folder string, anew bool) (process string, err error) {
		out := filepath.Join(c.root, folder)
		if err := c.build(t.Context(), out, anew); err != nil {
			return "", err
		}
		text, err := os.ReadFile(filepath.Join(out, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text), nil
	}
	first, err := by("1", true)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := by("2", false); err != nil || second != first {
		t.Errorf("the second build is by process %s, %v; want %s", second, err, first)
	}
	if _, err := by("wrong", false); err == nil || err.Error() != "content/en/index.md:3: no such scene" {
		t.Errorf("of wrong content it says %v", err)
	}
	if third, err := by("3", false); err != nil || third != first {
		t.Errorf("after wrong content process %s builds, %v; want %s", third, err, first)
	}
	fourth, err := by("4", true)
	if err != nil || fourth == first {
		t.Errorf("after a change of sources process %s builds, %v; want another than %s", fourth, err, first)
	}
	if _, err := by("dies", false); err == nil || err.Error() != "panic: out of luck" {
		t.Errorf("of a program that dies it says %v", err)
	}
	if fifth, err := by("5", false); err != nil || fifth == fourth {
		t.Errorf("after that process %s builds, %v; want another than %s", fifth, err, fourth)
	}
}

func TestSourcesThatDoNotCompileAreTold(t *testing.T) {
	c := builderOf(t, "package main\n\nfunc main() { missing() }\n")
	err := c.build(t.Context(), filepath.Join(c.root, "1"), true)
	if err == nil || !strings.Contains(err.Error(), "undefined: missing") || strings.Contains(err.Error(), "exit status") {
		t.Errorf("it says %v", err)
	}
}
