package standin_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	stdregexp "regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	stdtemplate "text/template"

	"inflight/site/standin"
	"inflight/site/standin/regexp"
	"inflight/site/standin/template"
)

const ebitengine = "github.com/hajimehoshi/ebiten/v2"

// pkg is a package that the stage links.
type pkg struct {
	ImportPath, Dir  string
	Imports, GoFiles []string
}

// linked are the packages that the stage links, with an overlay or without.
func linked(t *testing.T, flags ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", slices.Concat([]string{"list", "-deps", "-json=ImportPath,Dir,Imports,GoFiles"}, flags, []string{"inflight/wasm"})...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []pkg
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var p pkg
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// Only Ebitengine uses what the stand-ins stand for: they are made for it.
func TestOnlyEbitengineMeetsAStandIn(t *testing.T) {
	for _, p := range linked(t) {
		for _, i := range p.Imports {
			if slices.Contains(standin.Packages(), i) && !strings.HasPrefix(p.ImportPath, ebitengine) && !slices.Contains(standin.Packages(), p.ImportPath) {
				t.Errorf("%s imports %s", p.ImportPath, i)
			}
		}
	}
}

func TestStageDoesNotLinkWhatStandInsStandFor(t *testing.T) {
	dir := t.TempDir()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	overlay, files, err := standin.Overlay(strings.TrimSpace(string(root)), dir)
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	files[list] = overlay
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range linked(t, "-overlay", list) {
		switch p.ImportPath {
		case "text/template/parse", "regexp/syntax":
			t.Errorf("the stage links %s", p.ImportPath)
		}
	}
}

// calls are the texts that Ebitengine gives to a function, in what the stage
// links.
func calls(t *testing.T, function string) []string {
	t.Helper()
	var texts []string
	for _, p := range linked(t) {
		if !strings.HasPrefix(p.ImportPath, ebitengine) {
			continue
		}
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 1 {
					return true
				}
				text, isText := call.Args[0].(*ast.BasicLit)
				if f, ok := call.Fun.(*ast.SelectorExpr); ok && isText && f.Sel.Name == function {
					s, err := strconv.Unquote(text.Value)
					if err != nil {
						t.Fatal(err)
					}
					texts = append(texts, s)
				}
				return true
			})
		}
	}
	return texts
}

// condition are the fields of Ebitengine's template.
type condition struct {
	Filter, FilterNearest, FilterLinear                       int
	Address, AddressUnsafe, AddressClampToZero, AddressRepeat int
	UseColorM                                                 bool
}

func TestShadersAreThoseOfTheRealTemplate(t *testing.T) {
	texts := calls(t, "Parse")
	if len(texts) != 1 {
		t.Fatalf("%d templates in Ebitengine, want 1", len(texts))
	}
	want, got := stdtemplate.Must(stdtemplate.New("").Parse(texts[0])), template.Must(template.New("").Parse(texts[0]))
	seen := map[string]bool{}
	for i := range 2 * 3 * 2 {
		c := condition{Filter: i % 2, FilterLinear: 1, Address: i / 2 % 3, AddressClampToZero: 1, AddressRepeat: 2, UseColorM: i >= 6}
		var w, g strings.Builder
		if err := want.Execute(&w, c); err != nil {
			t.Fatal(err)
		}
		if err := got.Execute(&g, c); err != nil {
			t.Fatal(err)
		}
		if g.String() != w.String() {
			t.Errorf("%+v: got\n%s\nwant\n%s", c, g.String(), w.String())
		}
		seen[g.String()] = true
	}
	if len(seen) != 12 {
		t.Errorf("%d different shaders, want 12", len(seen))
	}
}

func TestTemplateSaysWhatItDoesNotKnow(t *testing.T) {
	for text, want := range map[string]string{
		"{{end}}":                   "{{end}}: want an {{if}} first",
		"{{if .UseColorM}}":         "the text ends within an {{if}}",
		"{{if .Nothing}}{{end}}":    ".Nothing: no such field",
		"{{if .Filter}}{{end}}":     ".Filter: want .Switch or eq .Number .Other",
		"{{if .UseColorM}}{{.X}}":   "{{.X}}: want if, else or end",
		"{{if lt .Filter .Filter}}": "lt .Filter .Filter: want .Switch or eq .Number .Other",
	} {
		err := template.Must(template.New("").Parse(text)).Execute(&strings.Builder{}, condition{})
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestExpressionsAreThoseOfEbitengine(t *testing.T) {
	exprs := calls(t, "MustCompile")
	if len(exprs) == 0 {
		t.Fatal("Ebitengine compiles no expressions")
	}
	var texts []string
	spell(" \t\f\nx", 4, "", func(before string) {
		texts = append(texts, "//kage:unit"+before, " //kage:unit"+before+" ", before+"//kage:unit x", "a"+before+"\n\n\nb")
	})
	spell("_t09x", 5, "", func(s string) { texts = append(texts, s, "__t"+s) })
	for _, expr := range exprs {
		want, got := stdregexp.MustCompile(expr), regexp.MustCompile(expr)
		whole := strings.ContainsAny(expr, "^\\A")
		matches := 0
		for _, s := range texts {
			var w, g string
			if whole && strings.Contains(expr, "(") {
				w, g = fmt.Sprintf("%q", want.FindStringSubmatch(s)), fmt.Sprintf("%q", got.FindStringSubmatch(s))
			} else {
				w, g = want.ReplaceAllString(s, "\n\n"), got.ReplaceAllString(s, "\n\n")
			}
			if g != w {
				t.Fatalf("%s in %q: got %s, want %s", expr, s, g, w)
			}
			if want.MatchString(s) {
				matches++
			}
		}
		if matches == 0 || matches == len(texts) {
			t.Errorf("%s matches %d of %d texts", expr, matches, len(texts))
		}
	}
}

// spell gives all words of at most n letters.
func spell(letters string, n int, word string, use func(string)) {
	use(word)
	if n == 0 {
		return
	}
	for _, l := range letters {
		spell(letters, n-1, word+string(l), use)
	}
}
