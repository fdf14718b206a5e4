// Package standin keeps out of the stage what nothing in it uses. Ebitengine asks
// little of four packages of Go's library: text/template writes the text of its
// shaders, regexp finds three simple things in them, and archive/zip and
// compress/zlib pack pictures of textures for its own tests. The price is a
// quarter of the program: text/template calls methods by their names, for which
// the linker keeps every exported method of every type.
//
// When the stage is compiled, packages of the same names that do what Ebitengine
// asks, and nothing else, stand in for them.
package standin

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

//go:embed template/template.go regexp/regexp.go zip/zip.go zlib/zlib.go
var sources embed.FS

// Packages are the packages of Go's library that have a stand-in.
func Packages() []string {
	return []string{"archive/zip", "compress/zlib", "regexp", "text/template"}
}

// Overlay is what go build's -overlay reads, and the files, by their paths below
// dir, to which it refers. The paths name their content, so that programs
// compiled at the same time with other stand-ins do not meet.
func Overlay(goroot, dir string) (overlay []byte, files map[string][]byte, err error) {
	replace := map[string]string{}
	files = map[string][]byte{}
	for _, p := range Packages() {
		name := path.Base(p) + ".go"
		text, err := sources.ReadFile(path.Base(p) + "/" + name)
		if err != nil {
			return nil, nil, err
		}
		sum := sha256.Sum256(text)
		at := filepath.Join(dir, hex.EncodeToString(sum[:8]), name)
		files[at] = text
		folder := filepath.Join(goroot, "src", filepath.FromSlash(p))
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, nil, fmt.Errorf("the Go that compiles the stage: %w", err)
		}
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".go") {
				replace[filepath.Join(folder, e.Name())] = "" // as if it were not there
			}
		}
		replace[filepath.Join(folder, name)] = at
	}
	overlay, err = json.Marshal(map[string]any{"Replace": replace})
	return overlay, files, err
}
