package site

import (
	"encoding/xml"
	"slices"
	"strings"

	"inflight/scenes"
)

func (b *builder) robots() []byte {
	text := "User-agent: *\nAllow: /\n"
	if b.Origin != "" {
		text += "Sitemap: " + b.absolute("sitemap.xml") + "\n"
	}
	return []byte(text)
}

// xhtml is a link of a sitemap to the same page in a language.
type xhtml struct {
	Rel  string `xml:"rel,attr"`
	Lang string `xml:"hreflang,attr"`
	Href string `xml:"href,attr"`
}

type sitemapURL struct {
	Loc     string  `xml:"loc"`
	LastMod string  `xml:"lastmod,omitempty"`
	Links   []xhtml `xml:"xhtml:link"`
}

// sitemap lists the pages of prose, the decks and the scenes alone, with their translations.
func (b *builder) sitemap() []byte {
	type set struct {
		XMLName xml.Name     `xml:"urlset"`
		NS      string       `xml:"xmlns,attr"`
		XHTML   string       `xml:"xmlns:xhtml,attr"`
		URLs    []sitemapURL `xml:"url"`
	}
	s := set{NS: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml"}
	add := func(lang, in, date string) {
		u := sitemapURL{Loc: b.absolute(lang + "/" + in), LastMod: date}
		for _, l := range scenes.Langs {
			u.Links = append(u.Links, xhtml{"alternate", langTag(l), b.absolute(l + "/" + in)})
		}
		s.URLs = append(s.URLs, u)
	}
	for _, p := range b.pages {
		add(p.Lang, strings.TrimPrefix(p.Path(), p.Lang+"/"), p.Date)
	}
	for _, d := range b.decks {
		add(d.Lang, strings.TrimPrefix(d.Path(), d.Lang+"/"), d.Date)
	}
	for _, lang := range scenes.Langs {
		for _, e := range b.Scenes {
			add(lang, "embed/"+e.Name+"/", "")
		}
	}
	return writeXML(s)
}

// feed is the Atom feed of a language: the pages that have a date, newest first.
func (b *builder) feed(lang string) []byte {
	type link struct {
		Rel  string `xml:"rel,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
	type author struct {
		Name string `xml:"name"`
	}
	type entry struct {
		Title   string `xml:"title"`
		ID      string `xml:"id"`
		Link    link   `xml:"link"`
		Updated string `xml:"updated"`
		Summary string `xml:"summary"`
	}
	type atom struct {
		XMLName xml.Name `xml:"feed"`
		NS      string   `xml:"xmlns,attr"`
		Lang    string   `xml:"xml:lang,attr"`
		Title   string   `xml:"title"`
		ID      string   `xml:"id"`
		Links   []link   `xml:"link"`
		Updated string   `xml:"updated"`
		Author  author   `xml:"author"`
		Entries []entry  `xml:"entry"`
	}
	const midnight = "T00:00:00Z"
	f := atom{
		NS: "http://www.w3.org/2005/Atom", Lang: langTag(lang), Title: "Inflight", Author: author{"Inflight"},
		ID: b.absolute(lang + "/"), Updated: "1970-01-01" + midnight,
		Links: []link{{"", b.absolute(lang + "/")}, {"self", b.absolute(lang + "/feed.xml")}},
	}
	dated := slices.DeleteFunc(slices.Clone(b.pages), func(p *page) bool { return p.Lang != lang || p.Date == "" })
	slices.SortStableFunc(dated, func(x, y *page) int { return strings.Compare(y.Date, x.Date) })
	for i, p := range dated {
		if i == 0 {
			f.Updated = p.Date + midnight
		}
		address := b.absolute(p.Path())
		f.Entries = append(f.Entries, entry{p.TitleText, address, link{"", address}, p.Date + midnight, p.Summary})
	}
	return writeXML(f)
}

func writeXML(v any) []byte {
	text, err := xml.MarshalIndent(v, "", " ")
	if err != nil {
		panic(err) // strings only
	}
	return append([]byte(xml.Header), append(text, '\n')...)
}
