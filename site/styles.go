package site

import (
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/draw/webfont"
	"inflight/scenes/parts"
)

// webFont is a file with some of the characters of a font.
type webFont struct {
	name   string
	weight int
	runes  string
	data   func() ([]byte, error)
}

// webFonts are slow to make, and the same in each build of a process.
var webFonts = []webFont{
	newWebFont("go.woff2", 400, webfont.Usual), newWebFont("go-rare.woff2", 400, webfont.Rare),
	newWebFont("go-bold.woff2", 700, webfont.Usual), newWebFont("go-bold-rare.woff2", 700, webfont.Rare),
}

func newWebFont(name string, weight int, runes string) webFont {
	return webFont{name, weight, runes, sync.OnceValues(func() ([]byte, error) { return webfont.WOFF2(weight == 700, runes) })}
}

// fonts are those of the pictures; prose has the reader's own.
func (b *builder) fonts() {
	for _, f := range webFonts {
		data, err := f.data()
		if err != nil {
			b.fail(Error{File: "site/assets", Text: err.Error()})
			return
		}
		b.add(f.name, data)
	}
}

// styles are the style sheet of all pages, with the colours of the pictures, and
// those of the few pages that have a calculator or slides.
func (b *builder) styles() {
	var all strings.Builder
	all.WriteString(svg.CSS())
	for _, f := range webFonts {
		fmt.Fprintf(&all, "@font-face{font-family:%s;font-weight:%d;font-display:swap;src:url(%s) format(\"woff2\");unicode-range:%s}\n",
			webfont.Family, f.weight, path.Base(b.assets[f.name]), webfont.Range(f.runes))
	}
	for role := draw.Forward.Role(); role < draw.NumRoles; role++ {
		name, full := draw.RoleName(role), draw.Color(role<<8)
		fmt.Fprintf(&all, ".mark-%s{--mark:var(--inflight-%s)}\n", name, name)
		// In a poster a word lights what has its colour, as draw.Canvas.Light does.
		fmt.Fprintf(&all, "[data-lit=%q] .scene-poster :is(rect,circle,path)[fill]:not([fill=%q],[fill=%q]){opacity:.3}\n",
			"role/"+name, svg.Paint(full, svg.Auto), svg.Paint(full.Tint(parts.Future), svg.Auto))
	}
	all.Write(b.style("site.css"))
	all.Write(b.style("scene.css"))
	b.add("site.css", []byte(all.String()))
	for _, name := range []string{"calculator.css", "deck.css"} {
		b.add(name, b.style(name))
	}
}

// style is a style sheet, made small.
func (b *builder) style(name string) []byte {
	text := b.source(name)
	if text == nil {
		return nil
	}
	result := api.Transform(string(text), api.TransformOptions{
		Loader: api.LoaderCSS, Sourcefile: "site/assets/" + name, Target: api.ESNext, MinifyWhitespace: !b.Dev, MinifySyntax: !b.Dev,
	})
	b.failScript(result.Errors)
	return result.Code
}
