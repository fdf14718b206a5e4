package site

import (
	"fmt"
	"html"
	"strings"

	"inflight/scenes"
	"inflight/scenes/suggest"
)

// verdicts on a claim, as they stand in the prose. Each has its words in the
// catalogues: "claim.wrong".
var verdicts = []string{"wrong", "imprecise", "unconfirmed"}

// claimBox is something that people say, and what is right instead:
//
//	::: claim wrong
//	### ~~The claim, as it goes round~~ {#its-id}
//
//	**The right answer**, which is set in large type.
//
//	Why it is believed, and under which reading it holds.
//
//	The last paragraph: the sources.
//	:::
func (s *scope) claimBox(args string) (before, after string, err error) {
	for _, v := range verdicts {
		if args == v {
			word := html.EscapeString(scenes.Say("claim." + v).Text(s.page.Lang))
			return `<section class="claim claim-` + v + `"><p class="verdict">` + word + "</p>", "</section>", nil
		}
	}
	if near := suggest.Nearest(args, verdicts); near != "" {
		return "", "", fmt.Errorf("no verdict %q (did you mean %q?)", args, near)
	}
	return "", "", fmt.Errorf("no verdict %q; want one of %s", args, strings.Join(verdicts, ", "))
}

// claimsBox holds a table of claims, whose rows stand one below the other on a
// narrow screen.
func (s *scope) claimsBox(string) (before, after string, err error) {
	return `<div class="claims">`, "</div>", nil
}

// anchor is a place in the prose that a link can lead to where there is no
// heading, such as the row of a table: {{anchor its-id}}.
func (s *scope) anchor(id string) (string, error) {
	if !idForm.MatchString(id) {
		return "", fmt.Errorf("%q: want lower-case letters, digits and -", id)
	}
	if s.page.places[id] {
		return "", fmt.Errorf("%s: the page has this id already", id)
	}
	s.page.places[id] = true
	return `<a class="anchor" id="` + id + `" href="#` + id + `" aria-hidden="true" tabindex="-1"></a>`, nil
}
