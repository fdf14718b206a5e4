package site

import (
	"encoding/json"
	"fmt"
	"html"

	"inflight/scenes"
)

// The size of a scene alone with all its controls, in CSS pixels, as the menu of a
// scene copies it, too.
const embedWidth, embedHeight = 960, 700

// oembed is what a page that unfolds a link reads to show the scene in place of
// it. Source: oembed.com, type rich, as a file: width and format are not
// negotiated.
type oembed struct {
	Version         string `json:"version"`
	Type            string `json:"type"`
	Provider        string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	Title           string `json:"title"`
	HTML            string `json:"html"`
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	Thumbnail       string `json:"thumbnail_url,omitempty"`
	ThumbnailWidth  int    `json:"thumbnail_width,omitempty"`
	ThumbnailHeight int    `json:"thumbnail_height,omitempty"`
}

// writeOEmbed writes the file of a page with a scene, and returns its address.
// Everything in it is absolute, so without an origin there is none.
func (b *builder) writeOEmbed(s *sheet, p *placed) string {
	if b.Origin == "" || p == nil {
		return ""
	}
	src := b.absolute(embedPath(p.Lang, p.Name))
	if q := linkQuery(p.run.setting.Entry.New(), p.run.setting, "", p.T); q != "" {
		src += "?" + q
	}
	o := oembed{
		Version: "1.0", Type: "rich", Provider: "Inflight", ProviderURL: b.absolute(s.Lang + "/"),
		Title: s.Title, Width: embedWidth, Height: embedHeight,
		HTML: fmt.Sprintf(`<iframe src="%s" title="%s" width="%d" height="%d" loading="lazy" allow="fullscreen; clipboard-write"></iframe>`,
			html.EscapeString(src), html.EscapeString(scenes.Say(p.Name+".title").Text(p.Lang)), embedWidth, embedHeight),
	}
	if s.Image != "" {
		o.Thumbnail, o.ThumbnailWidth, o.ThumbnailHeight = s.Image, cardWidth, cardHeight
	}
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // strings and numbers
	}
	path := s.Path + "oembed.json"
	b.tree[path] = append(text, '\n')
	return b.absolute(path)
}
