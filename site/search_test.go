package site

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

	"inflight/scenes"
)

// searching answers queries with the script of the pages, run by Node.
type searching struct {
	t     *testing.T
	node  string
	dir   string
	index []byte
}

// hit is a result as the script gives it.
type hit struct {
	URL  string `json:"url"`
	Kind string `json:"kind"`
	Page string `json:"page"`
	Head []part `json:"head"`
	Text []part `json:"text"`
}

type part struct {
	Text string `json:"text"`
	Hit  bool   `json:"hit"`
}

// searchIn makes the script ready for an index.
func searchIn(t *testing.T, index []byte) searching {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	s := searching{t, node, t.TempDir(), index}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{"assets/searchindex.ts"}, Bundle: true, Format: api.FormatCommonJS, Target: api.ES2022,
	})
	for _, m := range result.Errors {
		t.Fatal(m.Text)
	}
	s.write("searchindex.js", result.OutputFiles[0].Contents)
	s.write("index.json", index)
	s.write("run.js", []byte(`const { Index } = require("./searchindex.js");
const { readFileSync } = require("fs");
const index = new Index(JSON.parse(readFileSync("index.json", "utf8")));
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((q) => index.find(q))));`))
	return s
}

func (s searching) write(name string, data []byte) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), data, 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// find answers several queries.
func (s searching) find(queries ...string) [][]hit {
	s.t.Helper()
	text, err := json.Marshal(queries)
	if err != nil {
		s.t.Fatal(err)
	}
	c := exec.Command(s.node, "run.js")
	c.Dir, c.Stdin, c.Stderr = s.dir, strings.NewReader(string(text)), os.Stderr
	out, err := c.Output()
	if err != nil {
		s.t.Fatal(err)
	}
	var hits [][]hit
	if err := json.Unmarshal(out, &hits); err != nil {
		s.t.Fatal(err)
	}
	return hits
}

// order is where the results lead, best first.
func order(hits []hit) []string {
	list := []string{}
	for _, h := range hits {
		list = append(list, h.URL)
	}
	return list
}

// marked is a text with what the query names in brackets.
func marked(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Hit {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

const corpus = `{"pages": [
	{"url": "/ring/", "title": "Why does an all-reduce slow down?", "name": "Ring"},
	{"url": "/cache/", "title": "Where do keys go?", "name": "Cache"},
	{"url": "/zh/", "title": "显存去哪了？", "name": "显存"}
], "entries": [
	{"page": 0, "kind": "page", "head": "Why does an all-reduce slow down?", "text": "Eight GPUs sum vectors."},
	{"page": 0, "kind": "section", "at": "#bytes", "head": "Count the bytes of an all-reduce", "text": "Each GPU sends parts."},
	{"page": 0, "kind": "section", "at": "#idle", "head": "Idle links", "text": "In an allreduce links may idle. Collectives wait."},
	{"page": 1, "kind": "term", "at": "#all-reduce", "head": "allreduce (AR)", "text": "Everybody gets the sum."},
	{"page": 1, "kind": "page", "head": "Where do keys go?", "text": "Into the KV-cache of the GPU."},
	{"page": 1, "kind": "section", "at": "#blocks", "head": "Blocks of the KV cache", "text": "A block table maps logical blocks to physical blocks, and no block is reserved before a token needs it, which leaves fewer bytes unused than one long stretch for every request would leave."},
	{"page": 2, "kind": "page", "head": "显存去哪了？", "also": "Where does the memory go?", "text": "训练时显存里有参数、梯度和优化器状态。"},
	{"page": 2, "kind": "section", "at": "#fsdp", "head": "FSDP 的显存", "also": "Memory of FSDP", "text": "每张 GPU 只保留一份分片，未被掩盖的通信要等。"},
	{"page": 2, "kind": "symbol", "at": "#n", "head": "N", "text": "卡数"}
]}`

func TestSearchFindsHoweverItIsWritten(t *testing.T) {
	s := searchIn(t, []byte(corpus))
	ring := []string{"/ring/", "/ring/#bytes", "/cache/#all-reduce", "/ring/#idle"} // title, heading, term, text
	cases := []struct {
		query string
		want  []string
	}{
		{"all-reduce", ring},
		{"allreduce", ring},
		{"All Reduce", ring},
		{"all reduces", ring},
		{"allredcue", ring},
		{"allreduc", ring},
		{"AR", []string{"/cache/#all-reduce"}},
		{"kv cache", []string{"/cache/#blocks", "/cache/"}},
		{"KV-cache", []string{"/cache/#blocks", "/cache/"}},
		{"kvcache", []string{"/cache/#blocks", "/cache/"}},
		{"collective", []string{"/ring/#idle"}},
		{"block tables", []string{"/cache/#blocks"}},
		{"phys", []string{"/cache/#blocks"}},
		{"phys ", []string{}}, // the word is at its end
		{"ysical", []string{}},
		{"why an allreduce of bytes", []string{"/ring/#bytes"}},
		{"显存", []string{"/zh/", "/zh/#fsdp"}},
		{"FSDP 显存", []string{"/zh/#fsdp"}},
		{"fsdp显存", []string{"/zh/#fsdp"}},
		{"memory", []string{"/zh/", "/zh/#fsdp"}},
		{"优化器", []string{"/zh/"}},
		{"显存里有什么参数", []string{"/zh/"}},
		{"掩盖通信", []string{"/zh/#fsdp"}},
		{"n", []string{"/zh/#n"}},
		{"  ", []string{}},
		{"()", []string{}},
		{"zzzzz", []string{}},
	}
	queries := make([]string, len(cases))
	for i, c := range cases {
		queries[i] = c.query
	}
	found := s.find(queries...)
	for i, c := range cases {
		if got := order(found[i]); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %v, want %v", c.query, got, c.want)
		}
	}
}

func TestSearchShowsWhatItFound(t *testing.T) {
	s := searchIn(t, []byte(corpus))
	found := s.find("fewer bytes", "fsdp 分片", "ALL REDUCE")
	for _, c := range []struct{ got, want string }{
		{marked(found[0][0].Text), "… a token needs it, which leaves [fewer bytes] unused than one long stretch for every request would leave."},
		{marked(found[1][0].Head), "[FSDP] 的显存"},
		{marked(found[1][0].Text), "每张 GPU 只保留一份[分片]，未被掩盖的通信要等。"},
		{marked(found[2][0].Head), "Why does an [all-reduce] slow down?"},
		{found[2][1].Page, "Ring"},
		{found[2][0].Page, ""}, // it is the page
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestEachKindOfPlaceHasItsWord(t *testing.T) {
	script, err := os.ReadFile("assets/search.ts")
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	for _, m := range regexp.MustCompile(`words\["([a-z]+)"\]`).FindAllStringSubmatch(string(script), -1) {
		asked = append(asked, m[1])
	}
	for _, kind := range searchKinds {
		asked = append(asked, "kind."+kind)
	}
	slices.Sort(asked)
	asked = slices.Compact(asked)
	for _, lang := range scenes.Langs {
		var words map[string]string
		if err := readJSON(repository, "content/"+lang+"/search.json", &words); err != nil {
			t.Fatal(err)
		}
		var given []string
		for key := range words {
			given = append(given, key)
		}
		slices.Sort(given)
		if !slices.Equal(given, asked) {
			t.Errorf("%s: got %v, the script asks for %v", lang, given, asked)
		}
	}
}

// indexOf reads the index of a language from a built site.
func indexOf(t *testing.T, files tree, lang string) (x searchIndex, text []byte) {
	t.Helper()
	for _, p := range files.paths() {
		if strings.HasPrefix(p, "assets/search-"+lang+".") && strings.HasSuffix(p, ".json") {
			if err := json.Unmarshal(files[p], &x); err != nil {
				t.Fatal(err)
			}
			return x, files[p]
		}
	}
	t.Fatalf("no index of %s", lang)
	return
}

func TestSearchIndexHoldsThePlaces(t *testing.T) {
	f := referenceFixture(t)
	o := f.options()
	o.Dev = true
	x, _ := indexOf(t, f.render(o), "zh")
	got := map[string]searchEntry{}
	for _, e := range x.Entries {
		got[e.Kind+" "+x.Pages[e.Page].URL+e.At] = e
	}
	for where, want := range map[string]searchEntry{
		"page /sub/path/zh/story/":                   {Head: "How long for 4 hands?"},
		"section /sub/path/zh/story/#first":          {Head: "The first"},
		"term /sub/path/zh/reference/#hand":          {Head: "手", Also: "hand", Text: "拿着。"},
		"symbol /sub/path/zh/reference/#relay":       {Head: "N", Text: "几只手"},
		"formula /sub/path/zh/reference/#relay-time": {Text: "N·S/B ·"},
		"number /sub/path/zh/reference/#h100-sxm":    {Head: "H100 SXM"},
		"scene /sub/path/zh/embed/relay/#embed":      {},
		"knob /sub/path/zh/embed/relay/#embed-hands": {},
	} {
		e, ok := got[where]
		if !ok || want.Head != "" && e.Head != want.Head || want.Also != "" && e.Also != want.Also || want.Text != "" && e.Text != want.Text {
			t.Errorf("%s: got %+v (%t), want %+v", where, e, ok, want)
		}
	}
}
