// Package site builds the static site: prose and scenes in, files out. It needs
// Go and nothing else: no Node, no browser, no network.
package site

import (
	"fmt"
	"html/template"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/sizing"
	"inflight/site/survey"
)

// Options says what to build and where.
type Options struct {
	Root   string          // the repository: content/, site/, wasm/; "" is the current folder
	Out    string          // folder of the finished site: new, empty, or an earlier site, which is replaced
	Base   string          // path under which the site is served: "/sub/path/"; "" is "/"
	Origin string          // "https://host" for absolute addresses; "" leaves out what needs one
	Dev    bool            // for the local server: nothing minified or compressed, pages reload themselves
	Plain  bool            // no .br and .gz beside the files, which take long to make
	Wasm   string          // a built stage to use; "" builds ./wasm
	Cache  string          // folder for what is slow to make; "" is the user's
	Scenes []*scenes.Entry // nil is all.List()
	Log    io.Writer       // progress, one line each; nil is silent
	Memory *Memory         // what an earlier build of this process leaves; nil for one build
}

// Memory is what follows from the Go sources alone, whatever the content: runs of
// the engine, and compiled programs.
type Memory struct {
	runs     map[string]*run
	programs map[string][]byte
	values   map[[4]string]string // of knobs as pages show them: scene, language, key, value
}

// NewMemory is an empty one.
func NewMemory() *Memory {
	return &Memory{map[string]*run{}, map[string][]byte{}, map[[4]string]string{}}
}

// ForgetWords lets go of what was written with messages that have changed since.
func (m *Memory) ForgetWords() {
	clear(m.values)
	for _, r := range m.runs {
		clear(r.sums)
	}
}

// Build writes the site. It reads and renders everything before it touches
// Out, so a failed build leaves an earlier site as it was. What is wrong with
// the content is reported all at once, one "content/en/ring.md:41: …" a line,
// as Errors.
func Build(o Options) error {
	files, err := render(o)
	if err != nil {
		return err
	}
	return files.write(o.Out)
}

// unused is how long the cache keeps what no build asks for.
const unused = 30 * 24 * time.Hour

// render makes the files of the site.
func render(o Options) (tree, error) {
	b, err := newBuilder(o)
	if err != nil {
		return nil, err
	}
	return b.build()
}

func (b *builder) build() (_ tree, err error) {
	if b.math, err = readFormulas(b.Root); err != nil {
		return nil, err
	}
	b.pages, b.errs = readPages(b.Root)
	b.readDecks()
	b.buildAssets()
	b.parseTemplates()
	if b.templates != nil { // which directives need
		b.renderProse()
		b.renderDecks()
	}
	if len(b.errs) > 0 {
		return nil, b.errs.sorted()
	}
	if err := b.search(); err != nil {
		return nil, err
	}
	if err := b.writePages(); err != nil {
		return nil, err
	}
	b.writeLists()
	b.worker()
	if len(b.errs) > 0 {
		return nil, b.errs.sorted()
	}
	if err := b.minify(); err != nil {
		return nil, err
	}
	if !b.Dev && !b.Plain {
		if err := b.compress(); err != nil {
			return nil, err
		}
	}
	for _, made := range []string{"compressed", "surveys", "wasm"} {
		prune(filepath.Join(b.cache, made), time.Now().Add(-unused))
	}
	return b.tree, nil
}

// builder is one build. Its fields are filled in from top to bottom.
type builder struct {
	Options
	absRoot   string
	cache     string
	engine    *engine
	math      formulas
	pages     []*page
	decks     []*deck
	tree      tree
	assets    map[string]string // "site.css" to "assets/site.abc.css"
	wasmSize  int               // decoded
	theme     template.JS       // the script that stands in every page
	scripts   []string          // hashes of such scripts
	templates *template.Template
	cards     map[string][]byte // pictures of pages, by the shapes in them

	searchWords map[string]map[string]string // texts of the search, by language
	surveyed    []survey.Survey              // of the scenes, in their order; nil until a page asks
	errs        Errors
}

func newBuilder(o Options) (*builder, error) {
	if o.Root == "" {
		o.Root = "."
	}
	if o.Base == "" {
		o.Base = "/"
	}
	if !strings.HasPrefix(o.Base, "/") || !strings.HasSuffix(o.Base, "/") || strings.ContainsAny(o.Base, " \t\"'<>?#*\\") || strings.Contains(o.Base, "//") {
		return nil, fmt.Errorf("base %s: want a path that begins and ends with /", o.Base)
	}
	if err := checkOrigin(o.Origin); err != nil {
		return nil, err
	}
	if o.Scenes == nil {
		o.Scenes = all.List()
	}
	if o.Memory == nil {
		o.Memory = NewMemory()
	}
	abs, err := filepath.Abs(o.Root)
	if err != nil {
		return nil, err
	}
	cache := o.Cache
	if cache == "" {
		if cache, err = os.UserCacheDir(); err != nil {
			cache = os.TempDir()
		}
		cache = filepath.Join(cache, "inflight")
	}
	return &builder{
		Options: o, absRoot: abs, cache: cache,
		engine: &engine{append(slices.Clip(o.Scenes), sizing.Entry()), o.Memory.runs},
		tree:   tree{}, assets: map[string]string{}, cards: map[string][]byte{},
	}, nil
}

func checkOrigin(origin string) error {
	if origin == "" {
		return nil
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || origin != u.Scheme+"://"+u.Host {
		return fmt.Errorf("origin %s: want scheme and host, such as https://host", origin)
	}
	return nil
}

func (b *builder) fail(e Error) { b.errs = append(b.errs, e) }

func (b *builder) log(text string) {
	if b.Log != nil {
		fmt.Fprintln(b.Log, text)
	}
}

// url is the address, without origin, of a path of the site.
func (b *builder) url(path string) string { return b.Base + path }

// absolute is the address with the origin, or without where there is none.
func (b *builder) absolute(path string) string { return b.Origin + b.Base + path }

// asset is the address of an asset by its plain name.
func (b *builder) asset(name string) string { return b.url(b.assets[name]) }
