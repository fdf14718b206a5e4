package site

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/site/survey"
)

// repository is where the real content is.
const repository = ".."

const referencePage = `---
title: Reference
description: B
---
## Accelerators

` + "```numbers accelerators\n```\n\n```formulas\n```\n\n```glossary hands\n```\n\nSee [a row](#h100-sxm), [a scene](#relay-time), [a term](#hand).\n"

// referenceFixture has what reference pages read besides.
func referenceFixture(t *testing.T) fixture {
	f := newFixture(t)
	for _, lang := range scenes.Langs {
		text, err := os.ReadFile(filepath.Join(repository, wordsFile(lang)))
		if err != nil {
			t.Fatal(err)
		}
		f.write(wordsFile(lang), string(text))
		f.write("content/"+lang+"/reference.md", referencePage)
	}
	f.write(symbolsFile, `{"relay": [{"symbol": "N", "en": "how many hands", "zh": "几只手"}]}`)
	f.write(glossaryFile, `{"hands": [{"id": "hand", "in": "story.md#first", "en": {"term": "hand", "text": "It holds."}, "zh": {"term": "手", "text": "拿着。"}}]}`)
	return f
}

func TestReferencePages(t *testing.T) {
	f := referenceFixture(t)
	o := f.options()
	o.Dev = true
	files := f.render(o)
	for _, c := range []struct{ path, want string }{
		{"en/reference/index.html", `<tr id="h100-sxm" class="sourced"><th scope="row">H100 SXM`},
		{"en/reference/index.html", `<td class="num">295.2 FLOP/B</td>`},
		{"en/reference/index.html", `<td class="num">3.35 TB/s<sup class="doubt" title="not confirmed">?</sup></td>`}, // H800
		{"en/reference/index.html", `<span class="state-partly">confirmed but for: `},
		{"zh/reference/index.html", `<span class="state-unconfirmed">未核实</span>`},
		{"en/reference/index.html", `<h3 id="relay-time">`},
		{"en/reference/index.html", `<th scope="row" class="form">N·S/B</th>`},
		{"en/reference/index.html", `<dt>N</dt><dd>how many hands</dd>`},
		{"zh/reference/index.html", `<dt>N</dt><dd>几只手</dd>`},
		{"en/reference/index.html", `A book &lt;1999&gt;`},
		{"en/reference/index.html", `href="/sub/path/en/embed/relay/?`}, // the setting of the worst
		{"en/reference/index.html", `<dfn>hand</dfn>It holds. <a href="/sub/path/en/story/#first">→` + "\u00a0" + `Story</a>`},
		{"zh/reference/index.html", `<dfn>手</dfn>拿着。 <a href="/sub/path/zh/story/#first">→` + "\u00a0" + `Story</a>`},
	} {
		if got := string(files[c.path]); !strings.Contains(got, c.want) {
			t.Errorf("%s does not contain %s", c.path, c.want)
		}
	}
	for _, lang := range scenes.Langs {
		page := lang + "/reference/index.html"
		if _, err := readHTML(files[page]); err != nil {
			t.Errorf("%s: %v", page, err)
		}
		idsOf(t, page, files[page])
	}
}

func TestReferenceMistakesHaveAPlace(t *testing.T) {
	f := referenceFixture(t)
	f.write("content/en/reference.md", "---\ntitle: A\ndescription: B\n---\n```numbers acelerators\n```\n\n```glossary hand\n```\n\n```formulas x\n```\n\n[a](#h100)\n")
	o := f.options()
	o.Dev = true
	_, err := render(o)
	if err == nil {
		t.Fatal("got no error")
	}
	for _, want := range []string{
		`content/en/reference.md:5: no numbers "acelerators": want one of `,
		`(did you mean accelerators?)`,
		`content/en/reference.md:8: no subject "hand": want one of hands (did you mean hands?)`,
		`content/en/reference.md:11: formulas takes nothing`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
}

// A survey is read back as it was found: a build that finds it in the cache
// writes the same bytes as the one that made it.
func TestSurveysAreKept(t *testing.T) {
	f := referenceFixture(t)
	o := f.options()
	o.Dev, o.Cache = true, t.TempDir()
	first, again := f.render(o), f.render(o)
	if page := "en/reference/index.html"; string(first[page]) != string(again[page]) {
		t.Errorf("%s differs once its survey is in the cache", page)
	}
	if kept, _ := filepath.Glob(filepath.Join(o.Cache, "surveys", "*", "relay.quick.json")); len(kept) != 1 {
		t.Errorf("the cache has %q, want one survey", kept)
	}
}

func readAllWords(t *testing.T) map[string]words {
	t.Helper()
	list := map[string]words{}
	for _, lang := range scenes.Langs {
		in, err := readWords(repository, lang)
		if err != nil {
			t.Fatal(err)
		}
		list[lang] = in
	}
	return list
}

var argument = regexp.MustCompile(`\{\d\}`)

func TestWordsAreThereInEachLanguage(t *testing.T) {
	list := readAllWords(t)
	for key, text := range list["en"].texts {
		other, ok := list["zh"].texts[key]
		if !ok {
			t.Errorf("%s lacks %q", wordsFile("zh"), key)
		}
		a, b := argument.FindAllString(text, -1), argument.FindAllString(other, -1)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%s: %q and %q have other places", key, text, other)
		}
	}
	if len(list["en"].texts) != len(list["zh"].texts) {
		t.Errorf("%d texts in English, %d in Chinese", len(list["en"].texts), len(list["zh"].texts))
	}
}

// A key that there is not is written as it stands.
var bareKey = regexp.MustCompile(`^(col|kind|block|shape|status|optimizer|way|forms)\.[a-z-]+$`)

func TestNumbersHaveWordsAndRowsOfTheirOwn(t *testing.T) {
	for lang, in := range readAllWords(t) {
		ids := map[string]bool{}
		for name, table := range numberTables {
			got := table(in)
			if len(got.Rows) == 0 {
				t.Errorf("%s: no rows", name)
			}
			for _, c := range got.Columns {
				if bareKey.MatchString(c.Label) {
					t.Errorf("%s %s: no words for %s", lang, name, c.Label)
				}
			}
			for _, r := range got.Rows {
				if len(r.Cells) != len(got.Columns)-1 {
					t.Errorf("%s %s: %d cells, want %d", name, r.Name, len(r.Cells), len(got.Columns)-1)
				}
				if r.ID != "" && ids[r.ID] {
					t.Errorf("%s %s: another row has the id %s", name, r.Name, r.ID)
				}
				ids[r.ID] = true
				for _, text := range append([]string{r.Status}, cellTexts(r)...) {
					for part := range strings.SplitSeq(text, in.comma()) {
						if bareKey.MatchString(part) {
							t.Errorf("%s %s %s: no words for %s", lang, name, r.Name, part)
						}
					}
				}
			}
		}
		for name, table := range numberTables {
			for _, r := range table(in).Rows {
				if r.To != "" && !ids[r.To] {
					t.Errorf("%s %s: leads to #%s, which is no row", name, r.Name, r.To)
				}
			}
		}
	}
}

func cellTexts(r numberRow) []string {
	var texts []string
	for _, c := range r.Cells {
		texts = append(texts, c.Text)
	}
	return texts
}

func TestSourcesBecomeLinks(t *testing.T) {
	const hash = "744d01e18b79512572f64a6bbd8b5f4a725203a7"
	for _, c := range []struct{ source, version, want string }{
		{"a book <1999>", "", "a book &lt;1999&gt;"},
		{"Dao, arXiv 2307.08691, §3", "", `Dao, <a href="https://arxiv.org/abs/2307.08691">arXiv 2307.08691</a>, §3`},
		{"some/one a/README.md:12,34", "as of commit " + hash,
			`<a href="https://github.com/some/one/blob/` + hash + `/a/README.md?plain=1#L12">some/one a/README.md:12</a>,34 · as of commit 744d01e18b`},
		{"a book; some/one src/x.cc as of commit " + hash, "",
			`a book; <a href="https://github.com/some/one/blob/` + hash + `/src/x.cc">some/one src/x.cc</a> as of commit 744d01e18b`},
		{"some/one src/x.cc", "", "some/one src/x.cc"},
		{"some/one src/x.cc", "as of commit 744d01e1", "some/one src/x.cc · as of commit 744d01e1"},
	} {
		if got := string(sourceHTML(c.source, c.version)); got != c.want {
			t.Errorf("%s: got\n%s, want\n%s", c.source, got, c.want)
		}
	}
}

func TestDeviationsAreShort(t *testing.T) {
	for _, c := range []struct {
		d    float64
		want string
	}{{0, "0"}, {3.14e-12, "3·10⁻¹²"}, {9.9e-7, "1·10⁻⁶"}, {0.0079, "8·10⁻³"}, {0.44, "44 %"}, {4.8, "480 %"}} {
		if got := deviation(c.d); got != c.want {
			t.Errorf("%g: got %s, want %s", c.d, got, c.want)
		}
	}
}

// letters are what a form has for symbols: words of three letters and more are
// words, and so are those that stand here.
var (
	letters  = regexp.MustCompile(`'s|[\p{L}][\p{L}\p{M}₀₁₂₃₄₅₆₇₈₉ₖₛᵢ′_]*`)
	noSymbol = map[string]bool{"x": true, "to": true, "of": true, "by": true, "no": true, "on": true, "or": true, "at": true, "a_last": true, "'s": true}
)

// TestFormsUseKnownSymbols finds symbols that nobody explains, and explanations
// of none.
func TestFormsUseKnownSymbols(t *testing.T) {
	known, err := readSymbols(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all.List() {
		var forms strings.Builder
		s := survey.Of(e, survey.Effort{Draws: 200, Tasks: 150_000})
		for _, q := range s.Quantities {
			for _, f := range q.Forms {
				forms.WriteString(f.Text + "\n")
			}
		}
		code := goCode(t, e.Name)
		explained := map[string]bool{}
		for _, x := range known[e.Name] {
			if x.EN == "" || x.ZH == "" || !hasHan(x.ZH) {
				t.Errorf("%s: %s of %s is not said in both languages", symbolsFile, x.Symbol, e.Name)
			}
			for part := range strings.SplitSeq(x.Symbol, ", ") {
				explained[part] = true
				if !strings.Contains(code, part) {
					t.Errorf("%s: no form of %s has %s", symbolsFile, e.Name, part)
				}
			}
		}
		for _, token := range letters.FindAllString(strings.ReplaceAll(forms.String(), "Σ", " "), -1) {
			if len([]rune(strings.TrimRight(token, "₀₁₂₃₄₅₆₇₈₉ₖₛᵢ₋′"))) > 2 || noSymbol[token] || explained[token] || explained[strings.TrimRight(token, "ᵢ₋₁")] {
				continue
			}
			if !spelled(token, explained) {
				t.Errorf("%s does not say what %s is in a form of %s", symbolsFile, token, e.Name)
			}
		}
	}
}

// goCode is the source of a scene, which has all its forms, seldom ones too.
func goCode(t *testing.T, scene string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repository, "scenes", scene, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	return code.String()
}

// spelled says that each letter of a product such as Nd is a symbol.
func spelled(token string, explained map[string]bool) bool {
	for _, r := range token {
		if !explained[string(r)] {
			return false
		}
	}
	return true
}

func hasHan(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// wanted are words that pages and pictures use.
var wanted = strings.Split("all-reduce,reduce-scatter,all-gather,broadcast,reduce,all-to-all,ring,tree,halving and doubling,rank,chunk,bucket,shard,bandwidth,latency,one way,both ways,bus bandwidth,algorithm bandwidth,contention,bottleneck,data parallel,tensor parallel,pipeline parallel,sequence parallel,context parallel,expert parallel,stage,micro-batch,bubble,warm-up,steady state,cool-down,forward,backward,input gradient,weight gradient,in flight,gather,release,reshard,prefetch,exposed communication,overlap,parameters,gradients,optimizer states,activations,master weights,recomputation,activation checkpointing,gradient accumulation,loss scaling,mixed precision,tile,online softmax,IO-aware,HBM traffic,arithmetic intensity,roofline,kernel fusion,launch overhead,KV cache,block table,logical block,physical block,fragmentation,prefix caching,copy-on-write,eviction,preemption,swap,continuous batching,static batching,prefill,decode,time to first token,time per output token,speculative decoding,draft,acceptance,throughput,utilization,straggler,closed form,simulation,tolerance", ",")

func TestGlossaryHasEachTermInBothLanguages(t *testing.T) {
	var g glossary
	if err := readJSON(repository, glossaryFile, &g); err != nil {
		t.Fatal(err)
	}
	ids, names := map[string]bool{}, ""
	for subject, terms := range g {
		for _, x := range terms {
			if ids[x.ID] {
				t.Errorf("%s: two terms have the id %s", subject, x.ID)
			}
			ids[x.ID] = true
			names += x.EN.Term + "\n"
			for lang, text := range map[string]termText{"en": x.EN, "zh": x.ZH} {
				stop := map[string]string{"en": ".", "zh": "。"}[lang]
				if text.Term == "" || !strings.HasSuffix(text.Text, stop) {
					t.Errorf("%s in %s: %q, %q; want a term and a sentence", x.ID, lang, text.Term, text.Text)
				}
				if hasHan(text.Text) != (lang == "zh") {
					t.Errorf("%s in %s is said in the other language: %q", x.ID, lang, text.Text)
				}
			}
			checkExplained(t, x)
		}
	}
	for _, w := range wanted {
		if !strings.Contains(names, w) {
			t.Errorf("%s lacks %q", glossaryFile, w)
		}
	}
	for _, lang := range scenes.Langs {
		page, err := os.ReadFile(filepath.Join(repository, "content", lang, "glossary.md"))
		if err != nil {
			t.Fatal(err)
		}
		for subject := range g {
			if !strings.Contains(string(page), "```glossary "+subject+"\n") {
				t.Errorf("content/%s/glossary.md leaves out %s", lang, subject)
			}
		}
	}
}

// checkExplained wants the page that a term leads to, or at least the scene that
// it will be about.
func checkExplained(t *testing.T, x term) {
	t.Helper()
	slug, _, ok := (&page{}).target(x.In)
	for _, lang := range scenes.Langs {
		_, missing := os.Stat(filepath.Join(repository, "content", lang, slug+".md"))
		_, unknown := os.Stat(filepath.Join(repository, "scenes", slug))
		if !ok || missing != nil && unknown != nil {
			t.Errorf("%s: is said to be explained in %q, where nothing is", x.ID, x.In)
		}
	}
}

func TestReferencePagesStandInEachLanguageAlike(t *testing.T) {
	fence := regexp.MustCompile("(?m)^```[a-z].*$|\\{#[a-z-]+\\}")
	for _, slug := range []string{"numbers", "formulas", "limits", "glossary", "embed"} {
		var found [][]string
		for _, lang := range scenes.Langs {
			text, err := os.ReadFile(filepath.Join(repository, "content", lang, slug+".md"))
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, fence.FindAllString(string(text), -1))
		}
		if !reflect.DeepEqual(found[0], found[1]) {
			t.Errorf("%s.md: directives and places are %q in one language, %q in the other", slug, found[0], found[1])
		}
	}
}

func TestAWholeIsTranslatedBeforeItsParts(t *testing.T) {
	in := words{texts: map[string]string{"form.hop": "一跳", "form.hop, at last": "最后一跳", "source.hop": "跳"}}
	if got, want := in.translated("form.", "2 hop, at last + hop"), "2 最后一跳 + 一跳"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
