package site

import (
	"bytes"
	"image/png"

	"github.com/tdewolff/canvas"
	"github.com/tdewolff/canvas/renderers/rasterizer"
)

const iconSize = 48 // pixels, three for each of a tab's

// icon adds the site's sign as PNG. Of an SVG a browser makes a page of its own, in
// which the reader's page waits for 20 to 40 ms.
func (b *builder) icon() {
	data := b.source("icon.svg")
	if data == nil {
		return
	}
	drawn, err := canvas.ParseSVG(bytes.NewReader(data))
	var out bytes.Buffer
	if err == nil {
		image := rasterizer.Draw(drawn, canvas.DPMM(iconSize/drawn.W), canvas.LinearColorSpace{})
		err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, image)
	}
	if err != nil {
		b.fail(Error{File: "site/assets/icon.svg", Text: err.Error()})
		return
	}
	b.add("icon.png", out.Bytes())
}
