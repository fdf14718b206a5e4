package site

import (
	"errors"
	"html/template"
	"strings"
)

// cardsFence shows the other pages that have a scene, each with a poster; the
// home page is where they are shown.
//
//	```cards
//	```
func (s *scope) cardsFence(args, _ string) (string, error) {
	if args != "" {
		return "", errors.New("cards takes nothing")
	}
	var cards []card
	for _, p := range s.pages {
		if p.Lang != s.page.Lang || p.Face == nil || p.Slug == "" || p == s.page {
			continue
		}
		view, err := p.Face.view()
		if err != nil {
			return "", err
		}
		picture, err := p.Face.thumbnail(view, "card-"+strings.ReplaceAll(p.Slug, "/", "-")+"-")
		if err != nil {
			return "", err
		}
		cards = append(cards, card{p, s.url(p.Path()), picture})
	}
	return s.execute("cards", cards)
}

type card struct {
	Page    *page
	URL     string
	Picture template.HTML
}
