package site

import (
	"bytes"
	"fmt"
	"path"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/html"
	"github.com/tdewolff/minify/v2/json"
	"github.com/tdewolff/minify/v2/svg"
	"github.com/tdewolff/minify/v2/xml"
)

// minify makes pages smaller. Scripts and styles are so already.
func (b *builder) minify() error {
	if b.Dev {
		return nil
	}
	m := minify.New()
	m.Add("text/html", &html.Minifier{KeepDocumentTags: true, KeepEndTags: true, KeepQuotes: true, KeepDefaultAttrVals: true})
	m.Add("image/svg+xml", &svg.Minifier{Precision: 0})
	m.Add("text/xml", &xml.Minifier{})
	m.Add("application/json", &json.Minifier{Precision: 0})
	m.Add("application/ld+json", &json.Minifier{Precision: 0})
	kinds := map[string]string{".html": "text/html", ".svg": "image/svg+xml", ".xml": "text/xml"}
	for _, p := range b.tree.paths() {
		kind, ok := kinds[path.Ext(p)]
		if !ok {
			continue
		}
		// The minifier takes controls for the attribute of video, which has no value.
		kept := bytes.ReplaceAll(b.tree[p], []byte(` controls="`), []byte(` keep-controls="`))
		small, err := m.Bytes(kind, kept)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		b.tree[p] = bytes.ReplaceAll(small, []byte(` keep-controls="`), []byte(` controls="`))
	}
	return nil
}
