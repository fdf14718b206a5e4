package site

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/report"

	"golang.org/x/net/html"
)

// embedding is what the page on embedding says, in one language.
type embedding struct {
	lang, text string
}

func embeddings(t *testing.T) []embedding {
	t.Helper()
	var list []embedding
	for _, lang := range scenes.Langs {
		list = append(list, embedding{lang, read(t, "content/"+lang+"/embed.md")})
	}
	return list
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	code    = regexp.MustCompile("`([^`]+)`")
	quoted  = regexp.MustCompile(`"([a-z]+)"`)
	example = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")
)

// rows are the cells in code of the first table with a heading in a section, the
// column counted from 1.
func (e embedding) rows(t *testing.T, section, heading string, column int) []string {
	t.Helper()
	_, text, ok := strings.Cut(e.text, "{#"+section+"}")
	if !ok {
		t.Fatalf("%s: no section %s", e.lang, section)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	var names []string
	in := false
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		switch {
		case !strings.HasPrefix(line, "|"):
			in = in && len(names) == 0
		case strings.HasPrefix(line, "| "+heading+" |"):
			in = true
		case in && len(cells) > column:
			for _, m := range code.FindAllStringSubmatch(cells[column], -1) {
				names = append(names, strings.TrimRight(strings.SplitN(m[1], "(", 2)[0], " "))
			}
		}
	}
	if len(names) == 0 {
		t.Fatalf("%s: section %s has no table with %s", e.lang, section, heading)
	}
	return names
}

// heading is what tables on the page begin with.
var heading = map[string]map[string]string{
	"en": {"attribute": "attribute", "parameter": "parameter", "method": "method", "order": "order", "message": "message"},
	"zh": {"attribute": "属性", "parameter": "参数", "method": "方法", "order": "指令", "message": "消息"},
}

// finds are the names that a pattern finds in a text, once each.
func finds(t *testing.T, text, pattern string) []string {
	t.Helper()
	var names []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	if len(names) == 0 {
		t.Fatalf("%s finds nothing: has the code changed its ways?", pattern)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// between is the part of a text after one mark and before the next.
func between(t *testing.T, text, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, from)
	part, _, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("no %q … %q: has the code changed its ways?", from, to)
	}
	return part
}

// parameters are those that readWish reads besides knobs.
func parameters(t *testing.T) []string {
	t.Helper()
	wish := between(t, read(t, "site/assets/url.ts"), "export function readWish", "\n}\n")
	names := finds(t, wish, `get\("([a-z]+)"\)`)
	for _, m := range regexp.MustCompile(`of \[([^\]]+)\] as const`).FindAllStringSubmatch(wish, -1) {
		names = append(names, finds(t, m[1], quoted.String())...)
	}
	slices.Sort(names)
	return names
}

func same(t *testing.T, what string, page, code []string) {
	t.Helper()
	for _, name := range code {
		if !slices.Contains(page, name) {
			t.Errorf("%s: the page leaves out %s", what, name)
		}
	}
	for _, name := range page {
		if !slices.Contains(code, name) {
			t.Errorf("%s: the page has %s, the code has not", what, name)
		}
	}
}

// What the page on embedding names is what the scripts know, and the other way
// round.
func TestEmbeddingIsAsTheScriptsHaveIt(t *testing.T) {
	embed, element, told := read(t, "site/assets/embed.ts"), read(t, "site/assets/inflight.ts"), read(t, "site/assets/orders.ts")
	own := finds(t, between(t, element, "const own = /^((", ")$"), `([a-z]+)`)
	orders := finds(t, between(t, told, "switch (m.do)", "\n  }\n"), `case "([a-z]+)"`)
	methods := finds(t, element, `(?m)^  ([a-z]+)(?: = )?\(`)
	asked := slices.DeleteFunc(finds(t, between(t, told, "  obey(", "\n  }\n"), `\bm\.([a-z]+)`), func(s string) bool { return s == "do" })
	reports := finds(t, embed, `is: "([a-z]+)"`)
	for _, e := range embeddings(t) {
		h := heading[e.lang]
		same(t, e.lang+" attributes", e.rows(t, "element", h["attribute"], 1), own)
		same(t, e.lang+" parameters", e.rows(t, "parameters", h["parameter"], 1), parameters(t))
		same(t, e.lang+" methods", e.rows(t, "orders", h["method"], 1), methods)
		same(t, e.lang+" orders", e.rows(t, "orders", h["order"], 1), orders)
		fields := e.rows(t, "orders", h["order"], 2)
		slices.Sort(fields)
		same(t, e.lang+" fields of orders", slices.Compact(fields), asked)
		same(t, e.lang+" messages", e.rows(t, "reports", h["message"], 1), reports)
		for _, slide := range finds(t, embed, `"(slide:[a-z]+)"`) {
			if !strings.Contains(e.text, "`"+slide+"`") {
				t.Errorf("%s: the page leaves out %s", e.lang, slide)
			}
		}
	}
}

// Fields of messages are properties that the scripts write or read.
func TestEmbeddingNamesFieldsThatThereAre(t *testing.T) {
	scripts := read(t, "site/assets/embed.ts") + read(t, "site/assets/orders.ts") + between(t, read(t, "site/assets/playback.ts"), "export interface Position {", "}")
	for _, e := range embeddings(t) {
		h := heading[e.lang]
		fields := append(e.rows(t, "reports", h["message"], 2), e.rows(t, "orders", h["order"], 2)...)
		for _, f := range fields {
			if !regexp.MustCompile(`\b` + f + `\b`).MatchString(scripts) {
				t.Errorf("%s: no message has a field %s", e.lang, f)
			}
		}
	}
}

func TestChoicesOfParametersAreThoseOfTheScripts(t *testing.T) {
	script := read(t, "site/assets/url.ts")
	for _, e := range embeddings(t) {
		for _, key := range []string{"controls", "theme", "steps"} {
			want := finds(t, script, key+` === "([a-z]+)"`)
			row := finds(t, e.text, "(?m)^\\| `"+key+"` \\| (.*?) \\|")
			var got []string
			for _, m := range code.FindAllStringSubmatch(row[0], -1) {
				got = append(got, m[1])
			}
			same(t, e.lang+" "+key, got, want)
		}
	}
}

// Each example on the page works: its scenes exist, and each takes the knobs
// that it is given.
func TestExamplesOfEmbeddingWork(t *testing.T) {
	for _, e := range embeddings(t) {
		scenesSeen := 0
		for _, x := range example.FindAllStringSubmatch(e.text, -1) {
			if x[1] != "html" {
				continue
			}
			z := html.NewTokenizer(strings.NewReader(x[2]))
			for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
				if kind == html.StartTagToken {
					scenesSeen += e.checkTag(t, z.Token())
				}
			}
		}
		if scenesSeen < 4 {
			t.Errorf("%s: %d scenes in the examples, want 4 or more", e.lang, scenesSeen)
		}
		film, err := all.List()[0].New().Build()
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range finds(t, e.text, `\b(?:seek\(|t: )['"]([a-z0-9/]+)`) {
			if !slices.ContainsFunc(film.Steps(), func(s scenes.Step) bool { return s.ID == step }) {
				t.Errorf("%s: an example goes to the step %s, which there is not", e.lang, step)
			}
		}
		for _, order := range finds(t, e.text, `\bdo: "([a-z]+)"`) {
			if !slices.Contains(e.rows(t, "orders", heading[e.lang]["order"], 1), order) {
				t.Errorf("%s: an example orders %s", e.lang, order)
			}
		}
	}
}

// checkTag checks a tag of an example, and counts the scenes in it.
func (e embedding) checkTag(t *testing.T, tag html.Token) int {
	t.Helper()
	attrs := map[string]string{}
	for _, a := range tag.Attr {
		attrs[a.Key] = a.Val
	}
	switch tag.Data {
	case "iframe":
		src := attrs["src"] + attrs["data-src"]
		u, err := url.Parse(src)
		path := strings.Split(strings.Trim(u.Path, "/"), "/")
		if err != nil || u.Host != "HOST" || len(path) != 3 || path[0] != e.lang || path[1] != "embed" {
			t.Fatalf("%s: %s is no address of a scene in this language", e.lang, src)
		}
		values, err := report.Values(u.RawQuery)
		if err != nil {
			t.Fatal(err)
		}
		e.checkSetting(t, path[2], values)
	case "inflight-scene":
		var values []scenes.Value
		for _, a := range tag.Attr {
			if a.Key != "name" && a.Key != "id" {
				values = append(values, scenes.Value{Key: a.Key, Text: a.Val})
			}
		}
		e.checkSetting(t, attrs["name"], values)
	default:
		return 0
	}
	return 1
}

func (e embedding) checkSetting(t *testing.T, name string, values []scenes.Value) {
	t.Helper()
	entry, ok := all.Find(name)
	if !ok {
		t.Errorf("%s: an example has no scene %s", e.lang, name)
		return
	}
	values = slices.DeleteFunc(values, func(v scenes.Value) bool { return slices.Contains(parameters(t), v.Key) })
	for _, p := range entry.New().Apply(values, true) {
		t.Errorf("%s: %v", e.lang, p)
	}
}
