package site

import (
	"fmt"
	"html"
	"slices"
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
	if err := knownVerdict(args); err != nil {
		return "", "", err
	}
	word := html.EscapeString(scenes.Say("claim." + args).Text(s.page.Lang))
	return `<section class="claim claim-` + args + `"><p class="verdict">` + word + "</p>", "</section>", nil
}

// claimsBox holds a table of claims with one verdict, a row for each: the claim,
// what holds, and where there is one the source. On a narrow screen the cells of
// a row stand one below the other.
func (s *scope) claimsBox(args string) (before, after string, err error) {
	if err := knownVerdict(args); err != nil {
		return "", "", err
	}
	return `<div class="claims claim-` + args + `">`, "</div>", nil
}

func knownVerdict(name string) error {
	if slices.Contains(verdicts, name) {
		return nil
	}
	if near := suggest.Nearest(name, verdicts); near != "" {
		return fmt.Errorf("no verdict %q (did you mean %q?)", name, near)
	}
	return fmt.Errorf("no verdict %q; want one of %s", name, strings.Join(verdicts, ", "))
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
