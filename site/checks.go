package site

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"inflight/scenes/report"
)

// checksFence is a table that sets the engine against the closed forms:
//
//	```checks collective gpus=8 only=time,bytes-per-gpu
//	```
func (s *scope) checksFence(args, _ string) (string, error) {
	c := parseCall(args)
	only, _ := c.take("only")
	if len(c.words) != 1 {
		return "", fmt.Errorf("%q: want the name of one scene", strings.Join(c.words, " "))
	}
	r, err := s.engine.run(c.words[0], c.values)
	if err != nil {
		return "", err
	}
	checks := report.New(r.setting, r.film, s.page.Lang).Film.Checks
	if only != "" {
		if checks, err = r.only(checks, strings.Split(only, ",")); err != nil {
			return "", err
		}
	}
	in, err := s.words()
	if err != nil {
		return "", err
	}
	above := ""
	for i := range checks {
		c := &checks[i]
		c.Form = in.translated("form.", c.Form)
		source := shortHash.ReplaceAllString(in.translated("source.", c.Source), "$1")
		if c.Source = source; source == above {
			c.Source = "" // it stands one row above
		}
		above = source
	}
	return s.execute("checks", struct {
		Lang   string
		Checks []report.Check
	}{s.page.Lang, checks})
}

// shortHash finds names of commits, of which a table shows the start.
var shortHash = regexp.MustCompile(`\b([0-9a-f]{10})[0-9a-f]{30}\b`)

// only keeps the checks that are asked for, in that order.
func (r *run) only(checks []report.Check, ids []string) ([]report.Check, error) {
	var kept []report.Check
	var known []string
	for _, c := range checks {
		known = append(known, c.ID)
	}
	for _, id := range ids {
		i := slices.Index(known, id)
		if i < 0 {
			return nil, r.unknown("check", id, known)
		}
		kept = append(kept, checks[i])
	}
	return kept, nil
}
