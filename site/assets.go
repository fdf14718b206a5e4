package site

import (
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// buildAssets fills in the scripts, styles, fonts and the stage's program.
func (b *builder) buildAssets() {
	b.readSearchWords()
	b.fonts()
	b.styles()
	b.script("scene.ts", api.FormatESModule)
	b.script("embed.ts", api.FormatESModule)
	b.script("page.js", api.FormatESModule)
	b.script("search.ts", api.FormatESModule)
	b.script("deck.ts", api.FormatESModule)
	b.script("lang.js", api.FormatIIFE)
	b.stage()
	b.embeddable()
	b.firstPaint()
	b.icon()
}

// add puts an asset under a hashed name that templates find by its plain one.
func (b *builder) add(name string, data []byte) {
	b.assets[name] = b.tree.addHashed(name, data)
}

// source is a file of the assets as it stands, nil if it cannot be read.
func (b *builder) source(name string) []byte {
	data, err := os.ReadFile(b.assetFile(name))
	if err != nil {
		b.fail(Error{File: "site/assets/" + name, Text: "cannot be read"})
		return nil
	}
	return data
}

func (b *builder) assetFile(name string) string {
	return filepath.Join(b.Root, "site", "assets", name)
}
