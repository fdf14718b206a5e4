package site

import (
	"fmt"
	"os"
	"path"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/draw/webfont"
	"inflight/scenes/parts"
)

// webFonts are slow to make, and the same in each build of a process.
var webFonts = map[bool]func() ([]byte, error){
	false: sync.OnceValues(func() ([]byte, error) { return webfont.WOFF2(false) }),
	true:  sync.OnceValues(func() ([]byte, error) { return webfont.WOFF2(true) }),
}

// fonts are those of the pictures; prose has the reader's own.
func (b *builder) fonts() {
	for _, bold := range []bool{false, true} {
		data, err := webFonts[bold]()
		if err != nil {
			b.fail(Error{File: "site/assets", Text: err.Error()})
			return
		}
		b.add(fontName(bold), data)
	}
}

func fontName(bold bool) string {
	if bold {
		return "go-bold.woff2"
	}
	return "go.woff2"
}

// styles are the style sheet of all pages, with the colours of the pictures, and
// those of the few pages that have a calculator or slides.
func (b *builder) styles() {
	var all strings.Builder
	all.WriteString(svg.CSS())
	for _, bold := range []bool{false, true} {
		weight := 400
		if bold {
			weight = 700
		}
		fmt.Fprintf(&all, "@font-face{font-family:%s;font-weight:%d;font-display:swap;src:url(%s) format(\"woff2\")}\n",
			webfont.Family, weight, path.Base(b.assets[fontName(bold)]))
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
	text, err := os.ReadFile(b.assetFile(name))
	if err != nil {
		b.fail(Error{File: "site/assets/" + name, Text: "cannot be read"})
		return nil
	}
	result := api.Transform(string(text), api.TransformOptions{
		Loader: api.LoaderCSS, Sourcefile: "site/assets/" + name, Target: api.ESNext, MinifyWhitespace: !b.Dev, MinifySyntax: !b.Dev,
	})
	b.failScript(result.Errors)
	return result.Code
}
