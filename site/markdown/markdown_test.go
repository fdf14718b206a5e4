package markdown

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func testRenderer() *Renderer {
	return &Renderer{
		Fence: map[string]func(args, body string) (string, error){
			"scene": func(args, body string) (string, error) {
				if args == "bad" {
					return "", errors.New(`no scene "bad"`)
				}
				return "<i-scene>" + args + "|" + strings.TrimSpace(body) + "</i-scene>", nil
			},
		},
		Inline: map[string]func(string) (string, error){
			"calc": func(args string) (string, error) {
				if strings.HasPrefix(args, "bad") {
					return "", fmt.Errorf("no metric %q", args)
				}
				return "<data>" + args + "</data>", nil
			},
		},
		Box: map[string]func(string) (string, string, error){
			"step": func(args string) (string, string, error) {
				if args == "bad" {
					return "", "", errors.New(`no step "bad"`)
				}
				return "<section " + args + ">", "</section>", nil
			},
		},
		Math: func(tex string, display bool) (string, error) {
			if tex == "bad" {
				return "", errors.New("no MathML for bad")
			}
			return fmt.Sprintf("<math %v>%s</math>", display, tex), nil
		},
		Link: func(dest string) (string, error) {
			if dest == "bad.md" {
				return "", errors.New("no page bad.md")
			}
			return "/base/" + dest, nil
		},
	}
}

func TestRenderWritesHTML(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"fence", "```scene ring gpus=8\nbody\n```\n", "<i-scene>ring gpus=8|body</i-scene>"},
		{"inline", "It takes {{calc ring.time gpus=8}} *now*.", "<p>It takes <data>ring.time gpus=8</data> <em>now</em>.</p>"},
		{"inline opens a paragraph", "{{calc a.b}}\n", "<p><data>a.b</data></p>"},
		{"inline in a heading", "## In {{calc a.b}}", "In <data>a.b</data>"},
		{"inline in a table", "| a |\n|---|\n| {{calc a.b}} |\n", "<td><data>a.b</data></td>"},
		{"inline in code is code", "`{{calc a.b}}`", "<code>{{calc a.b}}</code>"},
		{"formula", "So $T = 2(N-1)$ holds", "So <math false>T = 2(N-1)</math> holds"},
		{"formula keeps its stars", "$a*b*c$ and $x_i y_j$", "<math false>a*b*c</math> and <math false>x_i y_j</math>"},
		{"formula on its own", "$$\nT = S/B\n$$\n", "<math true>T = S/B</math>"},
		{"dollars", `from \$5 to \$6`, "from $5 to $6"},
		{"box", "::: step x\n## Head\n\ntext\n:::\nafter\n", "<section x>"},
		{"nothing of a box is lost", "::: step x\ntext\n:::\nafter\n", "<p>text</p>\n</section>"},
		{"what follows a box", "::: step x\ntext\n:::\nafter\n", "<p>after</p>"},
		{"boxes nest", "::: step a\n::: step b\ntext\n:::\n:::\n", "<section b><p>text</p>\n</section>\n</section>"},
		{"code in a box", "::: step a\n```text\n:::\n```\n:::\n", "<code>:::\n</code>"},
		{"numbers in a table", "| a | b |\n|---|--:|\n| x | 1 |\n", `<td class="num">1</td>`},
		{"heads of a table", "| a |\n|---|\n| x |\n", `<div class="table"><table>`},
		{"an empty corner heads nothing", "|   | b |\n|---|--:|\n| x | 1 |\n", `<tr><td></td><th scope="col" class="num">b</th></tr>`},
		{"link", "[a](b.md)", `<a href="/base/b.md">a</a>`},
		{"code", "```go\nreturn 1 // x\n```\n", `<span class="c-key">return</span> <span class="c-num">1</span> <span class="c-com">// x</span>`},
		{"heading", "## A ring {#ring}\n", `<h2 id="ring">A ring<a class="anchor" href="#ring"`},
		{"Chinese heading", "## 环 形\n", `<h2 id="环-形">`},
		{"a number and its unit", "of 5 % or 80 GB at 8 × 4,096", "of 5\u00a0% or 80\u00a0GB at 8\u00a0×\u00a04,096"},
		{"a name and its number", "Llama 2 7B with GPT-3 in Table 4, 4 sets", "Llama\u00a02\u00a07B with <span class=\"joined\">GPT-3</span> in Table\u00a04, 4 sets"},
		{"a range", "**2–10 ×**, a b-c", "<strong><span class=\"joined\">2–10</span>\u00a0×</strong>, a b-c"},
		{"code is not prose", "`5 % of GPT-3`", "<code>5 % of GPT-3</code>"},
		{"footnote", "Fact.[^a]\n\n[^a]: Source.\n", `href="#fn:a"`},
		{"Windows lines", "a\r\n\r\nb\r\n", "<p>a</p>\n\n<p>b</p>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, mistakes := testRenderer().Render([]byte(c.source))
			if len(mistakes) > 0 {
				t.Errorf("mistakes %v, want none", mistakes)
			}
			if !strings.Contains(doc.HTML, c.want) {
				t.Errorf("got %q, want it to contain %q", doc.HTML, c.want)
			}
		})
	}
}

func TestRenderFindsEveryMistakeAtItsLine(t *testing.T) {
	source := strings.Join([]string{
		"Good {{calc a.b}} and bad {{calc bad 1}}.", // 1
		"",
		"```scene bad", // 3
		"```",
		"",
		"::: step bad", // 6
		"",
		"In $bad$ and {{calk a.b}} and {{calc bad 1}}.", // 8
		"",
		"See [that](bad.md) and {{calc open.", // 10
		"",
		":::",
		"",
		"::: stop x", // 14
		":::",
		"",
		"```scen ring", // 17
		"```",
		"Text", // 19
		"::: step late",
		":::",
		"",
		"![picture](p.png)", // 23
		"",
		":::", // 25
		"",
		"::: step open", // 27
		"",
		"是*强调*的", // 29
	}, "\n")
	want := []Mistake{
		{1, `no metric "bad 1"`},
		{3, `no scene "bad"`},
		{6, `no step "bad"`},
		{8, "no MathML for bad"},
		{8, `no directive {{…}} "calk" (did you mean "calc"?)`},
		{8, `no metric "bad 1"`},
		{10, "no page bad.md"},
		{10, "{{ without }} on its line, or the other way round"},
		{14, `no box ::: "stop" (did you mean "step"?)`},
		{17, "no directive or language ``` \"scen\" (did you mean \"scene\"?)"},
		{20, "::: in the middle of a paragraph: want an empty line before it"},
		{23, "a picture is a scene: want ```scene, not ![]()"},
		{25, "::: closes no box"},
		{27, "::: step open has no closing :::"},
		{29, "* that sets nothing apart: want a space or a punctuation mark on its outer side"},
	}
	_, got := testRenderer().Render([]byte(source))
	slices.SortStableFunc(got, func(a, b Mistake) int { return a.Line - b.Line })
	for i := range max(len(got), len(want)) {
		var g, w Mistake
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("mistake %d: got %d %q, want %d %q", i, g.Line, g.Text, w.Line, w.Text)
		}
	}
}

func TestHeadingsAreListed(t *testing.T) {
	doc, _ := testRenderer().Render([]byte("## A *ring* `x`\n\n### Sub {#s}\n\n## A ring x\n"))
	want := []Heading{{2, "a-ring-x", "A ring x"}, {3, "s", "Sub"}, {2, "a-ring-x-1", "A ring x"}}
	if !slices.Equal(doc.Headings, want) {
		t.Errorf("got %v, want %v", doc.Headings, want)
	}
}

func TestQuotesBecomeTypographic(t *testing.T) {
	r := testRenderer()
	r.Quotes = true
	got, _ := r.Line(`"It's" 1--2 --- ok`)
	if want := "&ldquo;It&rsquo;s&rdquo; 1&ndash;2 &mdash; ok"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
