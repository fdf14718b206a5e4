package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"inflight/scenes"
)

// script adds a bundled script: "scene.ts" becomes the asset "scene.js".
func (b *builder) script(name string, format api.Format) {
	if code := b.bundle(name, format); code != nil {
		b.add(strings.TrimSuffix(name, filepath.Ext(name))+".js", code)
	}
}

// firstPaint sets the theme. It is so short that it stands in every page, where it runs before the
// first paint. The policy allows it by its hash.
func (b *builder) firstPaint() {
	code := bytes.TrimSpace(b.bundle("firstpaint.js", api.FormatIIFE))
	sum := sha256.Sum256(code)
	b.theme = template.JS(code)
	b.scripts = []string{"sha256-" + base64.StdEncoding.EncodeToString(sum[:])}
}

// worker is the service worker. It knows the present pages and assets, so that it
// can throw away those of earlier builds. In development it removes itself.
func (b *builder) worker() {
	b.tree["sw.js"] = b.bundle("sw.js", api.FormatIIFE)
}

// constants are what scripts know of the build: BASE, DEV, LANGS and SEARCH_WORDS;
// ASSETS, the addresses of all assets, and PAGES, the hash of each page by its
// address, are whole only when all else is built.
func (b *builder) constants() map[string]string {
	assets, pages := []string{}, map[string]string{}
	for _, p := range b.tree.paths() {
		if strings.HasPrefix(p, "assets/") {
			assets = append(assets, b.url(p))
		} else if address, ok := strings.CutSuffix(p, "index.html"); ok {
			pages[b.url(address)] = hash(b.tree[p])
		}
	}
	return map[string]string{
		"ASSETS": jsText(assets), "PAGES": jsText(pages), "BASE": jsText(b.Base), "DEV": jsText(b.Dev),
		"LANGS": jsText(scenes.Langs), "SEARCH_WORDS": jsText(b.searchWords),
	}
}

func jsText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings, bools, and maps of strings
	}
	return string(text)
}

// stage adds the stage's script and program.
func (b *builder) stage() {
	b.withGo("stage.ts")
	program, err := b.program("./wasm", "inflight.wasm")
	if err != nil {
		b.fail(Error{File: "wasm", Text: err.Error()})
		return
	}
	b.wasmSize = len(program)
	b.add("inflight.wasm", program)
}

// withGo adds a script that runs a Go program: Go's own support for wasm, then ours.
func (b *builder) withGo(name string) {
	support, err := wasmExec()
	if err != nil {
		b.fail(Error{File: "wasm", Text: err.Error()})
		return
	}
	result := api.Transform(string(support), api.TransformOptions{
		Loader: api.LoaderJS, Target: api.ES2022,
		MinifyWhitespace: !b.Dev, MinifyIdentifiers: !b.Dev, MinifySyntax: !b.Dev,
	})
	b.failScript(result.Errors)
	if ours := b.bundle(name, api.FormatIIFE); ours != nil {
		b.add(strings.TrimSuffix(name, ".ts")+".js", slices.Concat(leadingComment(support), result.Code, ours))
	}
}

// leadingComment is the notice of copyright at the head of a script, which its
// licence wants kept.
func leadingComment(script []byte) []byte {
	var notice []byte
	for line := range bytes.Lines(script) {
		if !bytes.HasPrefix(line, []byte("//")) {
			break
		}
		notice = append(notice, line...)
	}
	return notice
}

// embeddable adds the scripts that other people's pages and decks load. Their
// names stay.
func (b *builder) embeddable() {
	for name, source := range map[string]string{"inflight.js": "inflight.ts", "inflight-reveal.js": "reveal.ts"} {
		if code := b.bundle(source, api.FormatIIFE); code != nil {
			b.tree[name] = code
		}
	}
}

// bundle compiles a script with all that it imports; nil when that failed.
func (b *builder) bundle(name string, format api.Format) []byte {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(b.absRoot, "site", "assets", name)}, AbsWorkingDir: b.absRoot,
		Bundle: true, PreserveSymlinks: true, Format: format, Target: api.ES2022, Charset: api.CharsetUTF8, Define: b.constants(),
		MinifyWhitespace: !b.Dev, MinifyIdentifiers: !b.Dev, MinifySyntax: !b.Dev,
		LegalComments: api.LegalCommentsNone,
	})
	b.failScript(result.Errors)
	if len(result.Errors) > 0 {
		return nil
	}
	return result.OutputFiles[0].Contents
}

// failScript notes what esbuild found wrong.
func (b *builder) failScript(messages []api.Message) {
	for _, m := range messages {
		e := Error{File: "site/assets", Text: m.Text}
		if m.Location != nil {
			e.File, e.Line = filepath.ToSlash(m.Location.File), m.Location.Line
		}
		b.fail(e)
	}
}
