package all_test

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"inflight/scenes/all"
	"inflight/scenes/report"
	"inflight/scenes/sizing"
)

// TestEveryFolderWithASceneIsOnTheList finds packages under scenes/ that have a
// variable Scene.
func TestEveryFolderWithASceneIsOnTheList(t *testing.T) {
	folders, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range folders {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nvar Scene = scenes.Scene[") {
			found = append(found, f.Name.Name)
		}
	}
	var listed []string
	for _, e := range all.List() {
		listed = append(listed, e.Name)
	}
	slices.Sort(found)
	slices.Sort(listed)
	if !slices.Equal(found, listed) {
		t.Errorf("folders with a Scene: %v; scenes/all lists %v", found, listed)
	}
}

// TestNothingNativeNeedsADisplay holds the arrows between packages: Ebitengine
// panics in a native test without a display and needs cgo, so only wasm/ and
// tools/view may import it; the engine and the display list know nothing of
// scenes; hw and llm do not know each other.
func TestNothingNativeNeedsADisplay(t *testing.T) {
	for _, c := range []struct {
		packages  string
		forbidden []string
	}{
		{"inflight/scenes/...", []string{"github.com/hajimehoshi/ebiten", "inflight/site", "inflight/wasm", "inflight/tools"}},
		{"inflight/site/...", []string{"github.com/hajimehoshi/ebiten", "inflight/wasm", "inflight/tools"}},
		{"inflight/tools/inflight", []string{"github.com/hajimehoshi/ebiten", "inflight/wasm"}},
		{"inflight/scenes/sim", []string{"inflight/"}},
		{"inflight/scenes/draw", []string{"inflight/"}},
		{"inflight/scenes/hw", []string{"inflight/scenes/llm"}},
		{"inflight/scenes/llm", []string{"inflight/scenes/hw"}},
	} {
		text, err := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}}", c.packages).CombinedOutput()
		if err != nil {
			t.Fatalf("go list %s: %s", c.packages, text)
		}
		for _, dep := range strings.Fields(string(text)) {
			for _, f := range c.forbidden {
				if strings.HasPrefix(dep, f) && dep != c.packages && !strings.HasPrefix(dep, c.packages+"/") {
					t.Errorf("%s depends on %s", c.packages, dep)
				}
			}
		}
	}
}

// TestEverySceneIsTested wants the common test of scenes called for each.
func TestEverySceneIsTested(t *testing.T) {
	for _, e := range all.List() {
		tests, err := filepath.Glob("../" + e.Name + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		own := false
		for _, file := range tests {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			own = own || strings.Contains(string(text), "scenetest.Run(")
		}
		if !own {
			t.Errorf("%s has no test that calls scenetest.Run", e.Name)
		}
	}
}

func TestScenesAreFoundByTheirNames(t *testing.T) {
	for _, e := range all.List() {
		if got, ok := all.Find(e.Name); !ok || got != e {
			t.Errorf("Find(%q) = %v, %v", e.Name, got, ok)
		}
	}
	if e, ok := all.Find("collectve"); ok {
		t.Errorf("Find(collectve) = %v, want none", e.Name)
	}
	if got, want := all.Near("collectve"), "collective"; got != want {
		t.Errorf("Near(collectve) = %q, want %q", got, want)
	}
	if got := all.Near("xyzzy"); got != "" {
		t.Errorf("Near(xyzzy) = %q, want none", got)
	}
}

// A page compares what stands with a preset's texts: they have to be those that the
// engine answers with.
func TestPresetsAreWrittenAsTheEngineWrites(t *testing.T) {
	for _, e := range append(all.List(), sizing.Entry()) {
		s := e.New()
		for _, p := range report.New(s, nil, "en").Presets {
			values, err := report.Values(p.Query)
			if err != nil {
				t.Fatal(err)
			}
			at := e.New()
			for _, problem := range at.Apply(values, true) {
				t.Errorf("%s: %s: %v", e.Name, p.ID, problem)
			}
			for _, v := range values {
				if k, _ := at.Knob(v.Key); k.Text() != v.Text {
					t.Errorf("%s: %s: %s=%s, the engine writes %s", e.Name, p.ID, v.Key, v.Text, k.Text())
				}
			}
		}
	}
}
