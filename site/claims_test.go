package site

import (
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
