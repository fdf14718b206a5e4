package site

import (
	"fmt"
	"html"
	"html/template"
	"path"
	"regexp"
	"slices"
	"strings"

	"inflight/scenes/suggest"
	"inflight/site/markdown"
)

// renderProse renders all pages: first titles, which other pages show, then
// bodies, then the links between them.
func (b *builder) renderProse() {
	scopes := make([]*scope, len(b.pages))
	for i, p := range b.pages {
		scopes[i] = &scope{b, p, map[string]bool{}}
		scopes[i].head()
	}
	for _, s := range scopes {
		s.body()
	}
	for _, p := range b.pages {
		b.checkLinks(p)
	}
}

// head renders the front matter. Title and description may hold {{calc …}}.
func (s *scope) head() {
	p := s.page
	p.TitleHTML = template.HTML(s.line("title", p.Title))
	p.TitleText = plain(string(p.TitleHTML))
	p.Summary = plain(s.line("description", p.Description))
	p.Stage = s.named("scene", p.Scene, "stage")
	if p.Face = s.named("card", p.Card, "card"); p.Face == nil {
		p.Face = p.Stage
	}
}

// named places the scene that a line of the front matter names; nil where none does,
// or not rightly.
func (s *scope) named(key, args, mode string) *placed {
	if args == "" {
		return nil
	}
	placed, err := s.place(args, mode)
	if err != nil {
		s.fail(Error{s.page.File, s.page.lines[key], err.Error()})
		return nil
	}
	return placed
}

func (s *scope) line(key, text string) string {
	line, mistakes := s.renderer().Line(text)
	for _, m := range mistakes {
		s.fail(Error{s.page.File, s.page.lines[key], m.Text})
	}
	return line
}

func (s *scope) body() {
	p := s.page
	if p.Scene != "" && p.Stage == nil {
		return // its mistake is reported; steps would only repeat it
	}
	doc, mistakes := s.renderer().Render(p.source)
	for _, m := range mistakes {
		s.fail(Error{p.File, m.Line, m.Text})
	}
	p.hasScenes, p.whole = len(s.ids) > 0, len(mistakes) == 0
	intro, story := splitStory(unbroken(doc.HTML))
	p.Intro, p.Body, p.Headings = template.HTML(intro), template.HTML(story), doc.Headings
	for _, l := range doc.Links {
		if slug, frag, ok := p.target(l.Dest); ok {
			p.links = append(p.links, link{l.Line, slug, frag})
		}
	}
}

// unbroken keeps a formula in a line with the mark that follows it: to a browser it is
// a picture, after which a line may end whatever comes.
func unbroken(text string) string {
	return mathAndMarks.ReplaceAllStringFunc(text, func(math string) string {
		if strings.HasSuffix(math, ">") {
			return math
		}
		return `<span class="unbroken">` + math + `</span>`
	})
}

var mathAndMarks = regexp.MustCompile(`(?s)<math(?:>| [^>]*>).*?</math>[,.;:!?)，。、；：！？）」”]*`)

// splitStory cuts before the first step or, without steps, the first heading:
// what comes before belongs to the title.
func splitStory(text string) (intro, story string) {
	for _, mark := range []string{stepStart, "<h2"} {
		if i := strings.Index(text, mark); i >= 0 {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

var external = regexp.MustCompile(`^(https?://|mailto:)`)

// link is the address that a destination in the prose stands for: another page
// by its file ("ring.md#steps"), a place on this one ("#steps"), a scene at a
// setting, a deck, or another site.
func (s *scope) link(dest string) (string, error) {
	if setting, ok := strings.CutPrefix(dest, sceneScheme); ok {
		return s.sceneLink(setting)
	}
	if name, ok := strings.CutPrefix(dest, deckScheme); ok {
		return s.deckLink(name)
	}
	if external.MatchString(dest) {
		return dest, nil
	}
	slug, frag, ok := s.page.target(dest)
	if !ok {
		return "", fmt.Errorf("link %s: want another page's file, such as ring.md, or https://…", dest)
	}
	if strings.HasPrefix(dest, "#") {
		return dest, nil
	}
	if findPage(s.pages, s.page.Lang, slug) == nil {
		return "", fmt.Errorf("link %s: no such page%s", dest, s.meantPage(slug))
	}
	address := s.url(pagePath(s.page.Lang, slug))
	if frag != "" {
		address += "#" + frag
	}
	return address, nil
}

// target is the page and place that a destination names.
func (p *page) target(dest string) (slug, frag string, ok bool) {
	if external.MatchString(dest) {
		return "", "", false
	}
	file, frag, _ := strings.Cut(dest, "#")
	if file == "" {
		return p.Slug, frag, true
	}
	name, ok := strings.CutSuffix(path.Join(path.Dir("/"+p.Slug), file), ".md")
	if !ok || strings.HasPrefix(file, "/") {
		return "", "", false
	}
	slug = strings.TrimPrefix(name, "/")
	if slug == "index" {
		slug = ""
	}
	return slug, frag, true
}

func (s *scope) meantPage(slug string) string {
	var slugs []string
	for _, p := range s.pages {
		if p.Lang == s.page.Lang {
			slugs = append(slugs, p.Slug)
		}
	}
	if near := suggest.Nearest(slug, slugs); near != "" {
		return fmt.Sprintf(" (did you mean %s.md?)", near)
	}
	return ""
}

// checkLinks reports links to headings that do not exist.
func (b *builder) checkLinks(p *page) {
	for _, l := range p.links {
		to := findPage(b.pages, p.Lang, l.slug)
		if to == nil || !to.whole || l.frag == "" {
			continue
		}
		has := func(h markdown.Heading) bool { return h.ID == l.frag }
		if !slices.ContainsFunc(to.Headings, has) && !to.places[l.frag] && (to.Stage == nil || to.Stage.ID != l.frag) {
			b.fail(Error{p.File, l.line, fmt.Sprintf("link #%s: %s has no such heading", l.frag, to.File)})
		}
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// plain is the text of HTML that the generator wrote itself.
func plain(text string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(text, ""))), " ")
}
