package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"inflight/site/markdown"
)

// formulas is the MathML of each formula, by its TeX: "$x$" in a line, "$$x$$"
// on a line of its own. "make math" writes it, so that a build needs no Node.
type formulas map[string]string

// formulasFile is where they are kept.
const formulasFile = "site/math/formulas.json"

func readFormulas(root string) (formulas, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(formulasFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var f formulas
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", formulasFile, err)
	}
	return f, nil
}

func formulaKey(tex string, display bool) string {
	if display {
		return "$$" + tex + "$$"
	}
	return "$" + tex + "$"
}

func (f formulas) html(tex string, display bool) (string, error) {
	key := formulaKey(tex, display)
	mathML, ok := f[key]
	if !ok {
		return "", fmt.Errorf("no MathML for %s; run make math", key)
	}
	if display {
		return "\n" + `<div class="formula" tabindex="0">` + mathML + "</div>\n", nil
	}
	return mathML, nil
}

// Formulas lists the TeX of all formulas in the prose, ascending, as keys of
// formulas.json.
func Formulas(root string) ([]string, error) {
	pages, errs := readPages(root)
	if len(errs) > 0 && len(pages) == 0 {
		return nil, errs.sorted()
	}
	seen := map[string]bool{}
	for _, p := range pages {
		collectFormulas(p.source, seen)
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// collectFormulas renders a source only for its formulas; the rest may be wrong.
func collectFormulas(source []byte, seen map[string]bool) {
	anything := func(string) (string, error) { return "", nil }
	r := &markdown.Renderer{
		Fence:  map[string]func(args, body string) (string, error){},
		Inline: map[string]func(args string) (string, error){},
		Box:    map[string]func(args string) (before, after string, err error){},
		Link:   anything,
		Math: func(tex string, display bool) (string, error) {
			seen[formulaKey(tex, display)] = true
			return html.EscapeString(tex), nil
		},
	}
	for name := range boxes {
		r.Box[name] = func(string) (string, string, error) { return "", "", nil }
	}
	r.Render(source)
}
