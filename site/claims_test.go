package site

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const claimPage = `---
title: Claims
description: Claims.
---
::: claim wrong
### ~~Eight hands take as long as four~~ {#eight-hands}

**Twice as long.** [See it](scene:relay?hands=16&t=hand/2), or [as it is](scene:relay).
:::

| claim | what holds |
|---|---|
| {{anchor four-hands}}four | [five](#four-hands) |
`

func TestClaimsShowTheirVerdict(t *testing.T) {
	f := newFixture(t)
	for _, lang := range []string{"en", "zh"} {
		f.write("content/"+lang+"/claims.md", claimPage)
	}
	o := f.options()
	o.Dev = true
	files := f.render(o)
	for _, c := range []struct{ path, want string }{
		{"en/claims/index.html", `<section class="claim claim-wrong"><p class="verdict">Wrong</p>`},
		{"zh/claims/index.html", `<p class="verdict">错误</p>`},
		{"en/claims/index.html", `<h3 id="eight-hands"><del>`},
		{"en/claims/index.html", `<a class="anchor" id="four-hands" href="#four-hands"`},
		// The fixture has no page named relay.
		{"en/claims/index.html", `<a href="/sub/path/en/embed/relay/?hands=16&amp;t=hand/2&amp;v=1">See it</a>`},
		{"en/claims/index.html", `<a href="/sub/path/en/embed/relay/">as it is</a>`},
	} {
		if got := string(files[c.path]); !strings.Contains(got, c.want) {
			t.Errorf("%s does not contain %s", c.path, c.want)
		}
	}
	if strings.Contains(string(files["en/claims/index.html"]), "assets/scene.") {
		t.Error("a page with places but no scene loads the script of scenes")
	}
}

// A page's address says what differs from the page, so a link to a page that
// begins elsewhere names what brings the scene back to the wanted setting.
func TestALinkToAScenesPageCountsFromThePage(t *testing.T) {
	f := newFixture(t)
	for _, lang := range []string{"en", "zh"} {
		f.write("content/"+lang+"/relay.md", "---\ntitle: A\ndescription: B\nscene: relay hands=8 way=back t=hand/2\n---\ntext\n")
		f.write("content/"+lang+"/claims.md", claimPage)
	}
	o := f.options()
	o.Dev = true
	page := string(f.render(o)["en/claims/index.html"])
	for _, want := range []string{
		`<a href="/sub/path/en/relay/?hands=16&amp;way=there&amp;t=hand/2&amp;v=1">See it</a>`,
		`<a href="/sub/path/en/relay/?hands=4&amp;way=there&amp;v=1">as it is</a>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not contain %s", want)
		}
	}
}

var (
	claimID    = regexp.MustCompile(`\{#([a-z0-9-]+)\}|\{\{anchor ([a-z0-9-]+)\}\}`)
	claimValue = regexp.MustCompile(`\{\{calc [^}]*\}\}|\]\([^)]*\)`)
)

// Both languages hold the same claims in the same order, and each claim has the
// same numbers and links in both.
func TestClaimsAreTheSameInBothLanguages(t *testing.T) {
	type claim struct {
		id     string
		values []string
	}
	read := func(lang string) (claims []claim) {
		text, err := os.ReadFile("../content/" + lang + "/claims.md")
		if err != nil {
			t.Fatal(err)
		}
		at := claimID.FindAllSubmatchIndex(text, -1)
		for i, m := range at {
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			values := claimValue.FindAllString(string(text[m[1]:end]), -1)
			slices.Sort(values)
			claims = append(claims, claim{strings.Trim(string(text[m[0]:m[1]]), "{}#"), values})
		}
		return claims
	}
	en, zh := read("en"), read("zh")
	if len(en) == 0 || len(en) != len(zh) {
		t.Fatalf("got %d claims in English and %d in Chinese", len(en), len(zh))
	}
	seen := map[string]bool{}
	for i, c := range en {
		if c.id != zh[i].id || seen[c.id] {
			t.Fatalf("claim %d: got %q in Chinese, want %q, once", i, zh[i].id, c.id)
		}
		seen[c.id] = true
		if !slices.Equal(c.values, zh[i].values) {
			t.Errorf("%s: got in Chinese\n%q\nwant\n%q", c.id, zh[i].values, c.values)
		}
	}
}
