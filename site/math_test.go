package site

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFormulasAreListedOnceAndInOrder(t *testing.T) {
	f := newFixture(t)
	f.write("content/en/other.md", body("$z$ {{calc relay.tim}} $a+b$\n\n```scene nowhere\n```\n\n::: step x\n$$\ny\n$$\n:::\n\n`$code$`"))
	f.write("content/zh/other.md", body("$z$"))
	got, err := Formulas(f.root)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"$$T$$", "$$y$$", "$a+b$", "$z$"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is kept of the site's own formulas must stand under the policy of pages,
// and its classes in the style sheet.
func TestKeptFormulasNeedNoStyleAttributes(t *testing.T) {
	kept, err := readFormulas("..")
	if err != nil {
		t.Fatal(err)
	}
	css, err := os.ReadFile("assets/site.css")
	if err != nil {
		t.Fatal(err)
	}
	class := regexp.MustCompile(`class="([^"]*)"`)
	for tex, mathML := range kept {
		if strings.Contains(mathML, "style=") {
			t.Errorf("%s has a style attribute", tex)
		}
		for _, m := range class.FindAllStringSubmatch(mathML, -1) {
			for _, name := range strings.Fields(m[1]) {
				if !strings.Contains(string(css), "."+name) {
					t.Errorf("%s has the class %s, which site.css does not know", tex, name)
				}
			}
		}
		if _, err := readHTML([]byte(mathML)); err != nil {
			t.Errorf("%s: %v", tex, err)
		}
	}
}
