package site

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"inflight/scenes"
	"inflight/scenes/draw/webfont"
	"inflight/site/headers"
	"inflight/site/survey"
)

// real is the site of the repository's own content, minified, with an empty
// program for a stage and surveys of few draws.
func real(t *testing.T) tree {
	t.Helper()
	files, err := realOnce()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var realOnce = sync.OnceValues(func() (tree, error) {
	b, err := newBuilder(Options{
		Root: repository, Base: "/sub/path/", Origin: "https://host.example", Plain: true,
		Wasm: filepath.Join(repository, "LICENSE"), // any bytes will do
	})
	if err != nil {
		return nil, err
	}
	for _, e := range b.Scenes {
		b.surveyed = append(b.surveyed, survey.Of(e, survey.Effort{Draws: 20, Probes: 1, Each: 2, Tasks: 100_000}))
	}
	return b.build()
})

// trees are the sites that the tests of links, data and policies look at.
func trees(t *testing.T) map[string]tree {
	return map[string]tree{"fixture": built(t), "content": real(t)}
}

// A page has at most 60 KB in brotli before a stage is asked for. The heaviest are
// looked at: those with the most text. A deck has a scene on many of its slides.
func TestPagesAreLight(t *testing.T) {
	files := real(t)
	pages := slices.DeleteFunc(files.pages(), func(p string) bool { return strings.Contains(p, "/decks/") })
	slices.SortFunc(pages, func(a, b string) int { return cmp.Compare(len(files[b]), len(files[a])) })
	small := func(p string) int {
		t.Helper()
		data, err := Brotli(files[p])
		if err != nil {
			t.Fatal(err)
		}
		return len(data)
	}
	assets := map[string]int{}
	for _, p := range pages[:6] {
		root, err := html.Parse(bytes.NewReader(files[p]))
		if err != nil {
			t.Fatal(err)
		}
		sum := small(p)
		for _, name := range firstAssets(root) {
			if assets[name] == 0 {
				assets[name] = small("assets/" + name)
			}
			sum += assets[name]
		}
		if sum > 60_000 || len(assets) < 3 {
			t.Errorf("%s: got %d bytes in brotli with %d style sheets and scripts, want at most 60000", p, sum, len(assets))
		}
	}
}

// Posters need no character that would bring a second file of a font.
func TestPostersHaveUsualCharacters(t *testing.T) {
	files, texts := real(t), 0
	for _, p := range files.pages() {
		root, err := html.Parse(bytes.NewReader(files[p]))
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			if n.Data != "text" || n.FirstChild == nil {
				continue
			}
			texts++
			if i := strings.IndexAny(n.FirstChild.Data, webfont.Rare); i >= 0 {
				t.Errorf("%s: the picture says %q, want characters of %q", p, n.FirstChild.Data, webfont.Usual)
			}
		}
	}
	if texts < 1000 {
		t.Errorf("got %d texts in pictures, want more", texts)
	}
}

// A result of the search leads to a place that there is.
func TestSearchLeadsToPlaces(t *testing.T) {
	for name, files := range trees(t) {
		ids := map[string]map[string]bool{}
		for _, p := range files.pages() {
			ids[p] = idsOf(t, p, files[p])
		}
		for _, lang := range scenes.Langs {
			x, text := indexOf(t, files, lang)
			for _, e := range x.Entries {
				checkAddress(t, files, ids, name+" search", "", "/sub/path/", x.Pages[e.Page].URL+e.At)
			}
			small, err := Brotli(text)
			if err != nil {
				t.Fatal(err)
			}
			const most = 75_000 // the aim is 60 KB; what goes beyond this is no text of a page
			if len(small) > most {
				t.Errorf("%s: the index of %s has %d bytes in brotli, want at most %d", name, lang, len(small), most)
			}
		}
	}
}

func TestSearchOfTheContent(t *testing.T) {
	files := real(t)
	for lang, queries := range map[string]map[string]string{ // and where one of the first five results is
		"en": {
			"all reduce": "collective/", "allreduce": "collective/", "KV-cache": "paged/", "kv cache": "paged/", "pipeline bubble": "pipeline/",
			"zero bubble": "pipeline/", "flashatention": "flash/", "h100 sxm": "numbers/", "busbw": "", "fsdp": "fsdp/",
		},
		"zh": {
			"显存": "", "FSDP 显存": "", "气泡": "pipeline/", "pipeline": "pipeline/", "分页": "paged/", "all-reduce": "collective/", "集合通信": "collective/",
		},
	} {
		_, text := indexOf(t, files, lang)
		s := searchIn(t, text)
		var list []string
		for q := range queries {
			list = append(list, q)
		}
		for i, found := range s.find(list...) {
			first := order(found[:min(5, len(found))])
			ok := false
			for _, to := range first {
				ok = ok || strings.Contains(to, "/sub/path/"+lang+"/"+queries[list[i]])
			}
			if !ok {
				t.Errorf("%s: %q finds %v, want a place in %s/%s among the first five", lang, list[i], first, lang, queries[list[i]])
			}
		}
	}
}

// Every page and asset has the headers that it needs.
func TestHeadersCoverWhatIsServed(t *testing.T) {
	files := real(t)
	table, err := headers.Parse(files["_headers"])
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range files.paths() {
		h := table.For("/sub/path/" + strings.TrimSuffix(p, "index.html"))
		switch {
		case strings.HasPrefix(p, "_"):
		case h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cross-Origin-Resource-Policy") != "cross-origin":
			t.Errorf("%s has headers %v", p, h)
		case strings.HasSuffix(p, ".html") && h.Get("Content-Security-Policy") == "":
			t.Errorf("%s has no policy", p)
		case strings.HasPrefix(p, "assets/") && !strings.Contains(h.Get("Cache-Control"), "immutable"):
			t.Errorf("%s is not kept for good", p)
		}
	}
}
