package site

import (
	"math"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"inflight/tests/noise"
)

// newWriter is a builder of the fixture's site, up to its prose.
func newWriter(t testing.TB) *builder {
	t.Helper()
	f := newFixture(t)
	o := f.options()
	o.Dev = true
	b, err := newBuilder(o)
	if err != nil {
		t.Fatal(err)
	}
	if b.math, err = readFormulas(b.Root); err != nil {
		t.Fatal(err)
	}
	b.pages, b.errs = readPages(b.Root)
	b.buildAssets()
	b.parseTemplates()
	if len(b.errs) > 0 {
		t.Fatal(b.errs)
	}
	return b
}

// forget drops what a page left behind, so that every input meets the same.
func (b *builder) forget() {
	b.errs, b.engine.runs = nil, map[string]*run{}
}

// FuzzExpression gives {{calc}} anything: a number of the engine comes of it, or a
// sentence.
func FuzzExpression(f *testing.F) {
	words := []string{
		"relay.time", "relay.bytes", "relay.end", "relay.knob.hands", "relay.knob.way", "relay.check.time.formula", "relay.step.hand/2", "relai.time",
		"llm.kv-bytes", "hw.hbm", " hands=8", " hands=13", " gpu=h100-sxm", " digits=3", " digits=99", " as=times", " as=share", " as=binary", "=",
		" + ", " - ", " * ", " / ", " ( ", " ) ", "2", "1e308", "0", "-1", "NaN", "Inf", "0x1p9", ".", "<b>", "\"", "½",
	}
	for _, args := range noise.Texts(400, 12, words...) {
		f.Add(args)
	}
	b := newWriter(f)
	s := &scope{b, b.pages[0], map[string]bool{}}
	f.Fuzz(func(t *testing.T, args string) {
		if len(args) > 2048 {
			return
		}
		b.forget()
		text, err := s.calc(args)
		if err != nil {
			if text != "" || err.Error() == "" {
				t.Errorf("%q: got %q beside %v", args, text, err)
			}
			return
		}
		if q, err := s.expression(args); err != nil || math.IsNaN(q.value) || math.IsInf(q.value, 0) {
			t.Errorf("%q: got %+v, %v, and is shown as %q", args, q, err, text)
		}
		safe(t, text)
	})
}

// FuzzPage renders any page: it has mistakes, or nothing in it can harm a reader.
func FuzzPage(f *testing.F) {
	words := []string{
		"\n", "\n\n", "text ", "**", "`", "## ", "## A {#a}\n", "\n```scene relay hands=3\n```\n", "\n```scene relay hands=", "t=hand/1 ", "id=\"x\" ", "id=x", "controls=mini\n```\n",
		"compare=hands=6 ", "\n```checks relay\n```\n", "\n```cards\n```\n", "\n```numbers\n```\n", "\n```formulas relay\n```\n", "\n```go\nreturn\n```\n",
		"\n::: step hand/1\n", "\n::: step hand/0 hands=9\n", "\n::: note\n", "\n::: claim wrong\n", "\n::: claims wrong\n", "\n:::\n",
		"{{calc relay.time}}", "{{mark comm x}}", "{{mark comm <b>}}", "{{anchor b}}", "{{calc ", "}}", "$a+b$", "$x$",
		"[a](story.md)", "[a](scene:relay?hands=9)", "[a](scene:relay?way=", "[a](javascript:alert(1))", "[a](JAVASCRIPT:x)", "[a](data:text/html,x)", "[a](https://a.b)", "[a](mailto:x@y.z)", "[a](//a.b)",
		"<b onclick=x>", "<script>", "\"", "'", "\xff", "\x00", "=", "&way=back)",
	}
	for _, source := range noise.Texts(300, 16, words...) {
		f.Add("title: A\ndescription: B\nscene: relay", source)
	}
	for _, head := range noise.Texts(100, 12, "title:", "description:", "scene:", "order:", "date:", "nav:", " A", " relay", " hands=8", " 1", " 2025-11-30", "\n", "---", "{{calc relay.time}}", "<script>", "javascript:", "\r") {
		f.Add(head, "text")
	}
	b := newWriter(f)
	f.Fuzz(func(t *testing.T, head, source string) {
		if len(head)+len(source) > 4096 {
			return
		}
		b.forget()
		p := &page{File: "content/en/fuzz.md", Lang: "en", Slug: "fuzz", places: map[string]bool{}}
		var errs Errors
		p.front, p.source, errs = splitFront([]byte("---\n" + head + "\n---\n" + source))
		if len(errs) > 0 {
			return
		}
		s := &scope{b, p, map[string]bool{}}
		s.head()
		s.body()
		if len(b.errs) > 0 {
			return
		}
		safe(t, string(p.TitleHTML))
		safe(t, string(p.Intro+p.Body))
	})
}

// safe wants HTML without a script that runs and without an address that is one.
func safe(t *testing.T, text string) {
	t.Helper()
	for z := html.NewTokenizer(strings.NewReader(text)); z.Next() != html.ErrorToken; {
		token := z.Token()
		if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
			continue
		}
		attrs := map[string]string{}
		for _, a := range token.Attr {
			attrs[a.Key] = a.Val
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc" {
				t.Errorf("makes %v", token)
			}
		}
		switch token.Data {
		case "script":
			if attrs["type"] != "application/json" {
				t.Errorf("makes %v", token)
			}
		case "iframe", "object", "embed", "form", "base", "meta", "link":
			t.Errorf("makes %v", token)
		}
		for _, key := range []string{"href", "src", "action", "formaction", "xlink:href"} {
			if to, ok := attrs[key]; ok && !harmless(to) {
				t.Errorf("leads to %q", to)
			}
		}
	}
}

// harmless are the addresses that content may lead to.
func harmless(to string) bool {
	for _, start := range []string{"https://", "http://", "mailto:", "#", "/"} {
		if strings.HasPrefix(to, start) {
			return !strings.HasPrefix(to, "//")
		}
	}
	return false
}
