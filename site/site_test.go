package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"inflight/scenes"
	"inflight/site/headers"
)

func TestPagesContain(t *testing.T) {
	files := built(t)
	for _, c := range []struct{ path, want string }{
		{"en/index.html", `<meta name="description" content="A site of 4 hands.">`},
		{"en/index.html", `<a href="/sub/path/en/story/#first">the story</a>`},
		{"en/index.html", `<b>How long for 4 hands?</b>`},
		{"en/index.html", `aria-labelledby="card-story-_title"`},
		{"en/story/index.html", `<html lang="en" class="story-page">`},
		{"zh/story/index.html", `<html lang="zh-Hans" class="story-page">`},
		{"en/story/index.html", `<a href="/sub/path/en/story/" aria-current="page">Story</a>`},
		{"en/story/index.html", `<a href="/sub/path/zh/story/" lang="zh-Hans" hreflang="zh-Hans">中文</a>`},
		{"en/story/index.html", "8.389\u00a0ms</data>"},
		{"en/story/index.html", "8.39\u00a0ms</data>"},
		{"en/story/index.html", `<section class="step" id="two" data-scene="stage" data-scene-step="hand/1" data-scene-set="hands=16&amp;way=back">`},
		{"en/story/index.html", `<a class="step-link" href="#two" aria-label="Link to this step" title="Link to this step"></a>`},
		{"en/story/index.html", `<inflight-scene id="stage" name="relay" mode="stage" controls="full"`},
		{"en/story/index.html", `<inflight-scene id="relay" name="relay" mode="inline" controls="mini"`},
		{"en/story/index.html", `<inflight-scene id="beside" name="relay" mode="inline" controls="full" data-comparing`},
		{"en/story/index.html", `<b class="scene-side">B</b> `},
		{"en/story/index.html", `<td class="scene-number">2.00</td></tr>`},
		{"en/story/index.html", `data-size="3004"`},
		{"en/story/index.html", `<span class="mark mark-comm" data-light="role/comm">all-gather</span>, <span class="mark mark-rank1" data-light="hand/1">one hand</span>, Back, <data`},
		{"en/story/index.html", `>2×</data>`},
		{"en/story/index.html", `Formula <span class="unbroken"><math><mi>a</mi><mo>+</mo><mi>b</mi></math>,</span> and`},
		{"en/story/index.html", `<td class="is-equal">equal</td>`},
		{"zh/story/index.html", `<td class="is-equal">一致</td>`},
		{"en/story/index.html", `A book &lt;1999`},
		{"en/story/index.html", `<p data-part="caption">Hand & token</p>`},
		{"en/embed/relay/index.html", `mode="embed"`},
		{"stage/index.html", `<script src="/sub/path/assets/stage.`},
		{"index.html", `<noscript><meta http-equiv="refresh" content="0; url=/sub/path/en/"></noscript>`},
		{"404.html", "没有这个页面"},
		{"robots.txt", "Sitemap: https://host.example/sub/path/sitemap.xml"},
		{"license.txt", "Licence"},
		{"sitemap.xml", "<loc>https://host.example/sub/path/zh/story/</loc>"},
		{"sitemap.xml", "<loc>https://host.example/sub/path/en/embed/relay/</loc>"},
		{"en/feed.xml", "<updated>2025-11-30T00:00:00Z</updated>"},
		{"_headers", "/sub/path/en/story/\n  Content-Security-Policy: "},
	} {
		if got, ok := files[c.path]; !ok || !strings.Contains(string(got), c.want) {
			t.Errorf("%s does not contain %s", c.path, c.want)
		}
	}
}

// A card shows the scene of its page, or what the page wants there; the page stays as it is.
func TestACardShowsWhatItsPageWants(t *testing.T) {
	f := newFixture(t)
	pictures := func(from, to string) (card, page string) {
		f.write("content/en/story.md", strings.Replace(story, from, to, 1))
		files := f.render(f.options())
		first := func(path string) string {
			_, after, _ := strings.Cut(string(files[path]), "<main")
			return regexp.MustCompile(`(?s)<svg.*?</svg>`).FindString(after)
		}
		return first("en/index.html"), first("en/story/index.html")
	}
	card8, page8 := pictures("", "")
	card11, _ := pictures("scene: relay hands=8", "scene: relay hands=11")
	card, page := pictures("scene:", "card: relay hands=11 t=hand/2\nscene:")
	if card == card8 || card != card11 {
		t.Errorf("the card of 11 hands is another than that of a page with 11, or the same as that with 8:\n%s\n%s\n%s", card, card11, card8)
	}
	if page != page8 {
		t.Errorf("the page's own picture is another:\n%s\n%s", page, page8)
	}
}

// The intro stands above the stage, the steps beside it.
func TestAStoryIsCutAtItsFirstStep(t *testing.T) {
	page := string(built(t)["en/story/index.html"])
	lead, stage, step := strings.Index(page, "It takes"), strings.Index(page, "<inflight-scene"), strings.Index(page, `<section class="step"`)
	if lead < 0 || stage < lead || step < stage {
		t.Errorf("got lead at %d, stage at %d, first step at %d; want them in this order", lead, stage, step)
	}
}

func TestHTMLIsWellFormed(t *testing.T) {
	for _, dev := range []bool{false, true} {
		f := newFixture(t)
		o := f.options()
		o.Dev = dev
		files := f.render(o)
		for _, p := range files.pages() {
			if _, err := readHTML(files[p]); err != nil {
				t.Errorf("dev=%v %s: %v", dev, p, err)
			}
		}
	}
}

func TestLinksAndReferencesResolve(t *testing.T) {
	for name, files := range trees(t) {
		t.Run(name, func(t *testing.T) { resolve(t, files, "https://host.example", "/sub/path/") })
	}
	t.Run("without an origin", func(t *testing.T) {
		f := newFixture(t)
		o := f.options()
		o.Base, o.Origin = "/", ""
		resolve(t, f.render(o), "", "/")
	})
}

// resolve checks that all links of a site lead somewhere.
func resolve(t *testing.T, files tree, origin, base string) {
	t.Helper()
	ids := map[string]map[string]bool{}
	for _, p := range files.pages() {
		ids[p] = idsOf(t, p, files[p])
	}
	for _, p := range files.pages() {
		elements, _ := readHTML(files[p])
		for _, e := range elements {
			for _, name := range []string{"href", "src", "content", "data-stage", "data-wasm", "data-embed", "data-script", "data-index"} {
				dest, ok := e.attrs[name]
				if !ok || name == "content" && e.attrs["property"] != "og:image" && e.attrs["property"] != "og:url" {
					continue
				}
				if external.MatchString(dest) && (origin == "" || !strings.HasPrefix(dest, origin)) {
					continue
				}
				if strings.HasPrefix(dest, "?") && !strings.Contains(strings.ToLower(dest), "%3d") {
					continue // the page itself, at a setting
				}
				checkAddress(t, files, ids, p, origin, base, dest)
			}
			for _, name := range []string{"for", "aria-labelledby", "aria-describedby", "aria-controls"} {
				if id := e.attrs[name]; id != "" && !ids[p][id] {
					t.Errorf("%s: %s=%s is on no element", p, name, id)
				}
			}
		}
	}
}

func idsOf(t *testing.T, p string, page []byte) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	elements, err := readHTML(page)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	for _, e := range elements {
		if id := e.attrs["id"]; id != "" {
			if ids[id] {
				t.Errorf("%s: two elements have the id %s", p, id)
			}
			ids[id] = true
		}
	}
	return ids
}

func checkAddress(t *testing.T, files tree, ids map[string]map[string]bool, p, origin, base, dest string) {
	t.Helper()
	in, frag, _ := strings.Cut(strings.TrimPrefix(dest, origin), "#")
	if in == "" { // a place on the page itself
		if !ids[p][frag] {
			t.Errorf("%s: #%s is nowhere on the page", p, frag)
		}
		return
	}
	inside, ok := strings.CutPrefix(in, base)
	if !ok {
		t.Errorf("%s: %s is outside the base %s", p, dest, base)
		return
	}
	file, ok := files.file(inside)
	if !ok {
		t.Errorf("%s: %s leads nowhere", p, dest)
	} else if frag != "" && !ids[file][frag] {
		t.Errorf("%s: %s has no #%s", p, file, frag)
	}
}

func TestTranslationsPointAtEachOther(t *testing.T) {
	for name, files := range trees(t) {
		t.Run(name, func(t *testing.T) { translationsPointAtEachOther(t, files) })
	}
}

func translationsPointAtEachOther(t *testing.T, files tree) {
	t.Helper()
	alternates := map[string][]string{}
	for _, p := range files.pages() {
		elements, _ := readHTML(files[p])
		for _, e := range elements {
			if e.name == "link" && e.attrs["rel"] == "alternate" && e.attrs["hreflang"] != "" && e.attrs["hreflang"] != "x-default" {
				in := strings.TrimPrefix(e.attrs["href"], "https://host.example/sub/path/")
				file, _ := files.file(in)
				alternates[p] = append(alternates[p], file)
			}
		}
	}
	for _, p := range files.pages() {
		if !strings.Contains(p, "/") || strings.HasPrefix(p, "stage/") {
			continue // in no language
		}
		if len(alternates[p]) != len(scenes.Langs) || !slices.Contains(alternates[p], p) {
			t.Errorf("%s: got translations %v, want itself and the other", p, alternates[p])
		}
		for _, other := range alternates[p] {
			if !slices.Equal(alternates[other], alternates[p]) {
				t.Errorf("%s names %v, %s names %v", p, alternates[p], other, alternates[other])
			}
		}
	}
}

// loads are attributes that make a browser fetch something by itself.
var loads = map[string][]string{
	"script": {"src"}, "img": {"src", "srcset"}, "iframe": {"src"}, "link": {"href"}, "source": {"src", "srcset"},
	"image": {"href", "xlink:href"}, "use": {"href", "xlink:href"}, "object": {"data"}, "video": {"src", "poster"}, "audio": {"src"},
	"inflight-scene": {"data-stage", "data-wasm", "data-embed"},
}

func TestNothingIsLoadedFromOtherHosts(t *testing.T) {
	for name, files := range trees(t) {
		t.Run(name, func(t *testing.T) { nothingIsLoadedFromOtherHosts(t, files) })
	}
}

func nothingIsLoadedFromOtherHosts(t *testing.T, files tree) {
	t.Helper()
	for _, p := range files.pages() {
		elements, _ := readHTML(files[p])
		for _, e := range elements {
			rel := e.attrs["rel"]
			if e.name == "link" && (rel == "canonical" || rel == "alternate") {
				continue
			}
			for _, name := range loads[e.name] {
				if dest, ok := e.attrs[name]; ok && !strings.HasPrefix(dest, "/sub/path/") {
					t.Errorf("%s: <%s %s=%q> is not on this site", p, e.name, name, dest)
				}
			}
		}
	}
	outside := regexp.MustCompile(`(url\(|@import|src=|fetch\()\s*["']?(https?:)?//`)
	for _, p := range files.paths() {
		if ext := path.Ext(p); (ext == ".css" || ext == ".js") && outside.Match(files[p]) {
			t.Errorf("%s loads from another host: %s", p, outside.Find(files[p]))
		}
	}
}

// A page must work under its own policy, which allows no inline styles, no
// handlers, and of scripts only those whose hash it names.
func TestPagesKeepTheirPolicy(t *testing.T) {
	for name, files := range trees(t) {
		t.Run(name, func(t *testing.T) { pagesKeepTheirPolicy(t, files) })
	}
}

func pagesKeepTheirPolicy(t *testing.T, files tree) {
	t.Helper()
	table, err := headers.Parse(files["_headers"])
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range files.pages() {
		address := "/sub/path/" + strings.TrimSuffix(p, "index.html")
		sent := table.For(address).Get("Content-Security-Policy")
		if sent == "" || strings.Contains(sent, "unsafe-inline") {
			t.Errorf("%s is sent with the policy %q", p, sent)
		}
		elements, _ := readHTML(files[p])
		own := 0
		for _, e := range elements {
			if e.attrs["http-equiv"] == "Content-Security-Policy" {
				own++
				if !strings.HasPrefix(sent, e.attrs["content"]) {
					t.Errorf("%s: the page's own policy %q is not the one sent, %q", p, e.attrs["content"], sent)
				}
			}
			for name := range e.attrs {
				if name == "style" || strings.HasPrefix(name, "on") {
					t.Errorf("%s: <%s %s=…> is against the policy", p, e.name, name)
				}
			}
			if e.name == "style" {
				t.Errorf("%s: <style> is against the policy", p)
			}
			if kind := e.attrs["type"]; e.name == "script" && e.attrs["src"] == "" && !strings.HasSuffix(kind, "json") {
				sum := sha256.Sum256([]byte(e.text))
				if hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(sent, hash) {
					t.Errorf("%s: the policy does not allow the script %.40s… (%s)", p, e.text, hash)
				}
			}
		}
		// Also for hosts that send no headers.
		if own != 1 {
			t.Errorf("%s has %d policies of its own, want 1", p, own)
		}
	}
}

func TestDataInPagesIsJSON(t *testing.T) {
	for name, files := range trees(t) {
		t.Run(name, func(t *testing.T) { dataInPagesIsJSON(t, files) })
	}
}

func dataInPagesIsJSON(t *testing.T, files tree) {
	t.Helper()
	found := 0
	for _, p := range files.pages() {
		elements, _ := readHTML(files[p])
		for _, e := range elements {
			if e.name == "script" && strings.HasSuffix(e.attrs["type"], "json") {
				found++
				if !json.Valid([]byte(e.text)) {
					t.Errorf("%s: %.60s… is no JSON", p, e.text)
				}
			}
		}
	}
	if found < 8 {
		t.Errorf("got %d data blocks, want at least 8", found)
	}
	for _, p := range files.paths() {
		if path.Ext(p) == ".xml" {
			if err := xml.Unmarshal(files[p], new(struct{})); err != nil {
				t.Errorf("%s: %v", p, err)
			}
		}
	}
}

func TestTwoBuildsGiveTheSameBytes(t *testing.T) {
	a, b := newFixture(t), newFixture(t)
	second := b.options()
	second.Cache = filepath.Join(b.root, "cache")
	one, two := a.render(a.options()), b.render(second)
	if !slices.Equal(one.paths(), two.paths()) {
		t.Fatalf("got files %v and %v", one.paths(), two.paths())
	}
	for _, p := range one.paths() {
		if !bytes.Equal(one[p], two[p]) {
			t.Errorf("%s differs", p)
		}
	}
}

func TestCompressedFilesHoldTheSame(t *testing.T) {
	files := built(t)
	seen := 0
	for _, p := range files.paths() {
		var r io.Reader
		switch plain, ext := strings.TrimSuffix(p, path.Ext(p)), path.Ext(p); ext {
		case ".br":
			r = brotli.NewReader(bytes.NewReader(files[p]))
			p = plain
		case ".gz":
			z, err := gzip.NewReader(bytes.NewReader(files[p]))
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			r, p = z, plain
		default:
			continue
		}
		seen++
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, files[p]) {
			t.Errorf("%s and its compressed form differ (%v)", p, err)
		}
	}
	if seen < 20 {
		t.Errorf("got %d compressed files, want at least 20", seen)
	}
	if _, ok := files[wasmPath(files)+".br"]; !ok {
		t.Error("the wasm is not compressed")
	}
}

func wasmPath(files tree) string {
	for _, p := range files.paths() {
		if path.Ext(p) == ".wasm" {
			return p
		}
	}
	return ""
}

func TestPictureOfAPage(t *testing.T) {
	files := built(t)
	found := regexp.MustCompile(`property="og:image" content="https://host.example/sub/path/([^"]+)"`).FindSubmatch(files["en/story/index.html"])
	if found == nil {
		t.Fatal("no og:image with an absolute address")
	}
	img, err := png.DecodeConfig(bytes.NewReader(files[string(found[1])]))
	if err != nil || img.Width != 1200 || img.Height != 630 {
		t.Errorf("got %dx%d (%v), want 1200x630", img.Width, img.Height, err)
	}
}

func TestTheNoticeOfGosScriptIsKept(t *testing.T) {
	for p, text := range built(t) {
		if strings.HasPrefix(p, "assets/stage.") && path.Ext(p) == ".js" && !strings.HasPrefix(string(text), "// Copyright") {
			t.Errorf("%s begins with %.40q", p, text)
		}
	}
}

func TestWithoutOriginNothingNeedsOne(t *testing.T) {
	f := newFixture(t)
	o := f.options()
	o.Origin, o.Base = "", ""
	files := f.render(o)
	for _, p := range []string{"sitemap.xml", "en/feed.xml"} {
		if _, ok := files[p]; ok {
			t.Errorf("%s is there, and has no absolute addresses", p)
		}
	}
	for _, bad := range []string{"canonical", "og:image", "feed.xml"} {
		if strings.Contains(string(files["en/story/index.html"]), bad) {
			t.Errorf("the page has %s", bad)
		}
	}
}

func TestDevelopmentReloadsAndLeavesOutWhatIsSlow(t *testing.T) {
	f := newFixture(t)
	o := f.options()
	o.Dev, o.Base = true, "/"
	files := f.render(o)
	if !strings.Contains(string(files["en/index.html"]), `<script src="/-/reload.js" defer></script>`) {
		t.Error("a page of development has no reload script")
	}
	for _, p := range files.paths() {
		if ext := path.Ext(p); ext == ".br" || ext == ".gz" || ext == ".png" && !strings.HasPrefix(p, "assets/icon.") {
			t.Errorf("%s is slow to make", p)
		}
	}
	if strings.Contains(string(built(t)["en/index.html"]), "reload.js") {
		t.Error("a page for hosts has the reload script")
	}
}

func TestBadOptionsAreRefusedInWords(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct {
		base, origin, want string
	}{
		{"sub/", "", "base sub/: want a path that begins and ends with /"},
		{"/sub", "", "base /sub: want a path that begins and ends with /"},
		{`/a"b/`, "", `base /a"b/: want a path that begins and ends with /`},
		{"/", "host.example", "origin host.example: want scheme and host, such as https://host"},
		{"/", "https://host.example/", "origin https://host.example/: want scheme and host, such as https://host"},
	} {
		o := f.options()
		o.Base, o.Origin = c.base, c.origin
		if _, err := render(o); err == nil || err.Error() != c.want {
			t.Errorf("base %q origin %q: got %v, want %s", c.base, c.origin, err, c.want)
		}
	}
}

func TestBuildReplacesAnEarlierSite(t *testing.T) {
	f := newFixture(t)
	o := f.options()
	o.Out = filepath.Join(f.root, "out")
	if err := Build(o); err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(o.Out, "en", "old", "index.html")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Build(o); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("a page that is gone from the sources is still there")
	}
	f.write("content/en/story.md", "no front matter")
	if err := Build(o); err == nil {
		t.Fatal("got no error")
	}
	if text, err := os.ReadFile(filepath.Join(o.Out, "en", "story", "index.html")); err != nil || len(text) == 0 {
		t.Errorf("a build that failed touched the earlier site: %v", err)
	}
}

func TestBuildLeavesAFolderOfSomethingElseAlone(t *testing.T) {
	f := newFixture(t)
	o := f.options()
	o.Out = f.root
	want := f.root + ": not empty, and no earlier site; want a new folder"
	if err := Build(o); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestTextsOfTemplatesAreInEachLanguage(t *testing.T) {
	key := regexp.MustCompile(`msg (?:\$?\.?\w*|\$\w+|"\w+"|\$\.Lang) "([^"]+)"`)
	used := map[string]bool{}
	templates, err := filepath.Glob("templates/*.html")
	if err != nil || len(templates) == 0 {
		t.Fatal("no templates", err)
	}
	for _, file := range templates {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		calls := strings.Count(string(text), "msg ")
		found := key.FindAllStringSubmatch(string(text), -1)
		if len(found) != calls {
			t.Errorf("%s: %d calls of msg, of which the test can read %d", file, calls, len(found))
		}
		for _, m := range found {
			used[m[1]] = true
		}
	}
	for _, k := range slices.Sorted(maps.Keys(used)) {
		for _, lang := range scenes.Langs {
			if _, ok := scenes.Lookup(lang, k); !ok {
				t.Errorf("content/%s/messages has no %q", lang, k)
			}
		}
	}
	for _, lang := range scenes.Langs {
		for _, k := range scenes.MessageKeys(lang) {
			if strings.HasPrefix(k, "site.") && !used[k] {
				t.Errorf("content/%s/messages: no template uses %q", lang, k)
			}
		}
	}
}
