// Package assets holds the scripts and styles of the site; there is no Go in it
// but this test.
package assets

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"inflight/scenes"
	"inflight/scenes/measured"
)

func read(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files (%v)", pattern, err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

func found(text, pattern string) map[string]bool {
	keys := map[string]bool{}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		keys[m[1]] = true
	}
	return keys
}

// Each text that the scene's template names is there in all languages, and none
// lies there unused.
func TestTextsOfTheTemplateAreInAllLanguages(t *testing.T) {
	used := found(read(t, "../templates/scene.html"), `msg \$l "(ui\.[a-z.-]+)"`)
	for _, lang := range scenes.Langs {
		for key := range used {
			if _, ok := scenes.Lookup(lang, key); !ok {
				t.Errorf("%s: no text %q", lang, key)
			}
		}
		for _, key := range scenes.MessageKeys(lang) {
			if strings.HasPrefix(key, "ui.") && !used[key] {
				t.Errorf("%s: nobody uses %q", lang, key)
			}
		}
	}
}

// The texts for traces are apart from the others: see measured.json.
func TestTextsForTracesAreAllUsed(t *testing.T) {
	used := found(read(t, "../templates/scene.html"), `trace \$l "([a-z.-]+)"`)
	for _, lang := range scenes.Langs {
		texts := measured.Texts(lang)
		for key := range used {
			if texts["ui."+key] == "" {
				t.Errorf("%s: no text %q", lang, key)
			}
		}
		for key := range texts {
			if name, ok := strings.CutPrefix(key, "ui."); ok && !used[name] {
				t.Errorf("%s: nobody uses %q", lang, key)
			}
		}
	}
}

// The scripts find the texts that they ask for in the page.
func TestTextsOfTheScriptsAreInTheTemplate(t *testing.T) {
	given := found(read(t, "../templates/scene.html"), `"([a-z.-]+)":\{\{(?:msg|trace) `)
	asked := found(read(t, "*.ts"), `exts\["([a-z.-]+)"\]`)
	for _, failure := range []string{"no-wasm", "no-webgl", "load", "broken", "lost", "exit"} {
		asked["fail."+failure] = true
	}
	if len(asked) < 10 {
		t.Fatalf("found %d texts in the scripts; want at least 10", len(asked))
	}
	for key := range asked {
		if !given[key] {
			t.Errorf("the template gives no text %q", key)
		}
	}
}

// Each part that a script looks for is in a template: those of the calculator's
// scripts in its own.
func TestPartsOfTheScriptsAreInTheTemplate(t *testing.T) {
	const part = `part(?:<\w+>)?\([^,()]*, "([a-z-]+)"\)`
	scene := found(read(t, "../templates/scene.html"), `data-part="([a-z-]+)"`)
	calculator := found(read(t, "../templates/calculator.html"), `data-part="([a-z-]+)"`)
	own := found(read(t, "calculator*.ts"), part)
	for name := range found(read(t, "*.ts"), part) {
		if !scene[name] && !own[name] {
			t.Errorf("the template of scenes has no part %q", name)
		}
	}
	for name := range own {
		if !calculator[name] {
			t.Errorf("the template of the calculator has no part %q", name)
		}
	}
}

// The script on other people's pages is small and has no name in their scope.
func TestScriptForOtherPagesIsSmall(t *testing.T) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{"inflight.ts"}, Bundle: true, Format: api.FormatIIFE, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Define: map[string]string{"LANGS": `["en","zh"]`},
	})
	for _, m := range append(result.Errors, result.Warnings...) {
		t.Error(m.Text)
	}
	const most = 2048
	if code := result.OutputFiles[0].Contents; len(code) > most {
		t.Errorf("%d bytes; want at most %d", len(code), most)
	}
}
