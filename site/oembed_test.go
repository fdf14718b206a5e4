package site

import (
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"inflight/scenes/report"
)

// Each page with a scene names a file that shows the scene, as the page has it, by
// an address that there is.
func TestScenesAreFoundByOEmbed(t *testing.T) {
	files := built(t)
	for _, c := range []struct{ page, values string }{
		{"en/story/", "hands=8 t=hand/2"}, {"zh/story/", "hands=8 t=hand/2"}, {"en/embed/relay/", ""}, {"zh/embed/relay/", ""},
	} {
		const host = "https://host.example/sub/path/"
		want := `<link rel="alternate" type="application/json+oembed"`
		page := string(files[c.page+"index.html"])
		if !strings.Contains(page, want) || !strings.Contains(page, ` href="`+host+c.page+`oembed.json"`) {
			t.Errorf("%s does not name its oembed.json", c.page)
		}
		var o oembed
		if err := json.Unmarshal(files[c.page+"oembed.json"], &o); err != nil {
			t.Fatalf("%s: %v", c.page, err)
		}
		if o.Version != "1.0" || o.Type != "rich" || o.Title == "" || o.Width < 1 || o.Height < 1 {
			t.Errorf("%s: got %+v, want version 1.0, type rich, a title and a size", c.page, o)
		}
		if _, ok := files[strings.TrimPrefix(o.Thumbnail, host)]; !ok {
			t.Errorf("%s: no thumbnail %s", c.page, o.Thumbnail)
		}
		src, err := url.Parse(iframeSource(t, o.HTML))
		if err != nil {
			t.Fatal(err)
		}
		embed := path.Join(strings.TrimPrefix(src.Path, "/sub/path/"), "index.html")
		if _, ok := files[embed]; !ok || src.Scheme+"://"+src.Host != "https://host.example" || !strings.HasPrefix(embed, c.page[:2]) {
			t.Errorf("%s: the frame shows %s, which there is not", c.page, src)
		}
		values, err := report.Values(src.RawQuery)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, v := range values {
			if v.Key != "v" {
				got += " " + v.Key + "=" + v.Text
			}
		}
		if got = strings.TrimSpace(got); got != c.values {
			t.Errorf("%s: the frame shows %q, want %q", c.page, got, c.values)
		}
	}
}

// iframeSource is what the one iframe of a text shows.
func iframeSource(t *testing.T, text string) string {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(text))
	z.Next()
	tag := z.Token()
	for _, a := range tag.Attr {
		if a.Key == "src" && tag.Data == "iframe" {
			return a.Val
		}
	}
	t.Fatalf("%s: no iframe with an address", text)
	return ""
}

func TestWithoutOriginThereIsNoOEmbed(t *testing.T) {
	f := newFixture(t)
	o := f.options()
	o.Origin, o.Dev = "", true
	files := f.render(o)
	for p, data := range files {
		if strings.HasSuffix(p, "oembed.json") || strings.HasSuffix(p, ".html") && strings.Contains(string(data), "oembed") {
			t.Errorf("%s is about oEmbed, which needs an origin", p)
		}
	}
}
