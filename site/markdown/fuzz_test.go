package markdown

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"inflight/tests/noise"
)

// TestProseMakesNoElements holds what is written in Markdown to Markdown.
func TestProseMakesNoElements(t *testing.T) {
	for _, source := range []string{
		"<script>alert(1)</script>", "a <b onclick=\"x()\">b</b>", "<!-- remark -->", "<div>\n\ntext\n\n</div>", "x <img src=x onerror=alert(1)>",
		"| a |\n|---|\n| <i>b</i> |\n", "<svg/onload=alert(1)>", "<a href=\"javascript:alert(1)\">x</a>", "# <u>x</u>",
	} {
		_, mistakes := testRenderer().Render([]byte(source))
		if !slices.ContainsFunc(mistakes, func(m Mistake) bool { return m.Text == noHTML }) {
			t.Errorf("%q: mistakes %v, want %q", source, mistakes, noHTML)
		}
	}
	for source, want := range map[string]string{
		"`<b>`":                             "<code>&lt;b&gt;</code>",
		"1 < 2 and 3 > 2":                   "1 &lt; 2 and 3 &gt; 2",
		"```text\n<script>\n```":            "&lt;script&gt;",
		"{onclick=\"x()\"}\n\ntext\n":       "<p>text</p>",
		"## A {onclick=\"x()\" #id}\n":      "A {onclick=&quot;x()&quot; #id}",
		"[a](b.md \"x\\\" onclick=\\\"y\")": `title="x\&quot; onclick=\&quot;y"`,
	} {
		doc, mistakes := testRenderer().Render([]byte(source))
		if len(mistakes) > 0 || !strings.Contains(doc.HTML, want) {
			t.Errorf("%q: got %q, %v, want it to contain %q", source, doc.HTML, mistakes, want)
		}
	}
}

// FuzzRender renders any source. One without a mistake has only elements and
// attributes that Markdown has, or a directive wrote.
func FuzzRender(f *testing.F) {
	words := []string{
		"\n", "\n\n", "text ", "*", "**", "`", "```", "```scene x\n", "```go\n", ":::", "::: step a\n", "\n:::\n", "{{calc a.b}}", "{{", "}}", "$x$", "$$",
		"# ", "## A {#a}\n", "- ", "1. ", "> ", "| a | b |\n|---|--:|\n| x | 1 |\n", "|", "[a](b.md)", "[a](", "![p](x)", "[^a]", "[^a]: Note\n", "<", ">",
		"<b>", "<script>", "</", "<!--", "-->", "&lt;", "<javascript:x>", "https://a.b/c", "javascript:", "{onclick=\"x\"}", "{#id}", "\\", "~~", "\"", "'", "    ", "\t", "中", "\xff", "\x00",
	}
	for _, source := range noise.Texts(500, 30, words...) {
		f.Add(source)
	}
	known := strings.Fields(`p a em strong code pre span h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tfoot tr th td div br hr del sup dl dt dd
		section data math i-scene`)
	attrs := strings.Fields("href class id aria-hidden tabindex scope colspan title start value rel role align")
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 4096 {
			return
		}
		r := testRenderer()
		link := r.Link
		r.Link = func(dest string) (string, error) { return link(strings.ReplaceAll(dest, ":", "-")) }
		// What directives are given is theirs to escape.
		r.Fence["scene"] = func(string, string) (string, error) { return "<i-scene></i-scene>", nil }
		r.Inline["calc"] = func(string) (string, error) { return "<data></data>", nil }
		r.Box["step"] = func(string) (string, string, error) { return "<section>", "</section>", nil }
		r.Math = func(string, bool) (string, error) { return "<math></math>", nil }
		doc, mistakes := r.Render([]byte(source))
		for _, m := range mistakes {
			if m.Text == "" || m.Line < 0 || m.Line > 1+strings.Count(source, "\n")+strings.Count(source, "\r") {
				t.Errorf("%q: mistake %+v", source, m)
			}
		}
		if len(mistakes) > 0 {
			return
		}
		for z := html.NewTokenizer(strings.NewReader(doc.HTML)); z.Next() != html.ErrorToken; {
			token := z.Token()
			if token.Type == html.TextToken || token.Type == html.EndTagToken {
				continue
			}
			if token.Type == html.CommentToken || !slices.Contains(known, token.Data) {
				t.Errorf("%q: makes %v", source, token)
			}
			for _, a := range token.Attr {
				if !slices.Contains(attrs, a.Key) || a.Key == "href" && !strings.HasPrefix(a.Val, "/base/") && !strings.HasPrefix(a.Val, "#") {
					t.Errorf("%q: makes %v", source, token)
				}
			}
		}
	})
}
