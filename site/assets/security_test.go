package assets

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// dangerous are the ways in which a text can become elements or a program.
var dangerous = regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|setHTML` +
	`|\beval\b|\bFunction\(|javascript:|(setTimeout|setInterval)\(\s*["'` + "`" + `]|setAttribute\(\s*["'` + "`" + `]on|importScripts`)

// allowed are the places with such a way, and why it does no harm there.
var allowed = map[string]string{
	"picture.ts: DOMParser": "reads frames and lanes as SVG, of which isPicture lets in nothing but a picture",
}

// Text from outside goes in as text.
func TestScriptsMakeNoElementsOfTexts(t *testing.T) {
	found := map[string]bool{}
	for _, pattern := range []string{"*.ts", "*.js", "../serve/*.js", "../templates/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for line := range strings.Lines(string(text)) {
				n++
				for _, m := range dangerous.FindAllString(line, -1) {
					place := filepath.Base(file) + ": " + m
					if found[place] = true; allowed[place] == "" {
						t.Errorf("%s:%d: %s: want text put in as text, or a place on the list with its reason", file, n, m)
					}
				}
			}
		}
	}
	for place, why := range allowed {
		if !found[place] {
			t.Errorf("%s is no more, so it need not be allowed (%s)", place, why)
		}
	}
}

// node runs a script of ours, with data as DATA, and reads what it prints as JSON.
func node(t *testing.T, script string, data, result any) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is not on this machine")
		}
		t.Skip("node is not on this machine")
	}
	text, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	built := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: script, ResolveDir: here, Loader: api.LoaderTS},
		Bundle: true, Format: api.FormatIIFE, Target: api.ES2022, Define: map[string]string{"DATA": string(text)},
	})
	for _, m := range built.Errors {
		t.Fatal(m.Text)
	}
	run := exec.Command("node", "-")
	run.Stdin = strings.NewReader(string(built.OutputFiles[0].Contents))
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := json.Unmarshal(out, result); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// A frame that is no stage of ours, or no more, says nothing that is believed.
func TestMessagesOfAStageAreCheckedByShape(t *testing.T) {
	good := []string{
		`{"inflight":1,"is":"boot"}`, `{"inflight":1,"is":"film","rev":1,"panel":{},"moment":{}}`, `{"inflight":1,"is":"picture","n":1,"svg":"<svg/>"}`,
		`{"inflight":1,"is":"time","t":0,"text":"","caption":"","step":-1,"playing":false,"speed":1}`, `{"inflight":1,"is":"exit","text":"0","more":1}`,
	}
	bad := []string{
		`null`, `1`, `"boot"`, `[]`, `{}`, `{"is":"boot"}`, `{"inflight":"1","is":"boot"}`, `{"inflight":1}`, `{"inflight":1,"is":1}`, `{"inflight":1,"is":"toString"}`,
		`{"inflight":1,"is":"__proto__"}`, `{"inflight":1,"is":"film","rev":1,"panel":null,"moment":{}}`, `{"inflight":1,"is":"film","rev":"1","panel":{},"moment":{}}`,
		`{"inflight":1,"is":"picture","n":1,"svg":{}}`, `{"inflight":1,"is":"picture","svg":"<svg/>"}`, `{"inflight":1,"is":"time","t":"0"}`, `{"inflight":1,"is":"error","text":["a"]}`,
	}
	var got []bool
	node(t, `import { fromStage } from "./shape"; console.log(JSON.stringify(DATA.map((m) => fromStage(JSON.parse(m)) !== null)))`, slices.Concat(good, bad), &got)
	for i, text := range slices.Concat(good, bad) {
		if want := i < len(good); got[i] != want {
			t.Errorf("%s: believed %v, want %v", text, got[i], want)
		}
	}
}

// The frame that becomes the poster is a picture and nothing else.
func TestAFrameIsOnlyAPicture(t *testing.T) {
	type attribute struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	type element struct {
		Name       string      `json:"name"`
		Attributes []attribute `json:"attributes"`
	}
	var all []element
	const svg = "../../scenes/draw/svg/"
	// What the writer of pictures writes.
	for name := range found(read(t, svg+"svg.go")+read(t, svg+"shape.go")+read(t, svg+"defs.go"), `<([a-zA-Z]+)`) {
		all = append(all, element{name, []attribute{{"fill", "url(#hatch)"}, {"class", "c-ink"}, {"clip-path", "url(#c1)"}}})
	}
	good := len(all)
	for _, name := range []string{"script", "a", "foreignObject", "iframe", "style", "image", "use", "animate", "set", "html", "object", "SCRIPT", "handler"} {
		all = append(all, element{name, nil})
	}
	for _, a := range []attribute{
		{"onload", "x"}, {"ONCLICK", "x"}, {"href", "javascript:x"}, {"xlink:href", "#a"}, {"style", "fill:red"}, {"src", "x"}, {"fill", "url(https://a.b/c)"}, {"clip-path", "URL( //a.b)"},
	} {
		all = append(all, element{"rect", []attribute{a}})
	}
	var got []bool
	node(t, `import { isPicture } from "./shape";
		const like = ({ name, attributes }) => ({
			localName: name,
			getAttributeNames: () => (attributes ?? []).map((a) => a.name),
			getAttribute: (name) => attributes.find((a) => a.name === name).value,
		});
		console.log(JSON.stringify(DATA.map((e) => isPicture(like(e)))))`, all, &got)
	if good < 10 {
		t.Fatalf("found %d elements in the writer of pictures, want 10 or more", good)
	}
	for i, e := range all {
		if want := i < good; got[i] != want {
			t.Errorf("%v: let in %v, want %v", e, got[i], want)
		}
	}
}
