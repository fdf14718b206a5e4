// Package vector renders a canvas as PNG, as PDF and as an image in memory. It
// brings a whole vector graphics library and stays out of the wasm.
package vector

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"

	"github.com/tdewolff/canvas"
	"github.com/tdewolff/canvas/renderers/pdf"
	"github.com/tdewolff/canvas/renderers/rasterizer"

	"inflight/scenes/draw"
)

// MaxPixels is the largest width of an image, and the largest height.
const MaxPixels = 1 << 14

// Image renders a canvas with a width in pixels; the height follows from its
// shape. What cannot be rendered, and PNG refuses in words, is an empty image.
func Image(c *draw.Canvas, p *draw.Palette, pixelWidth int) *image.RGBA {
	img, err := render(c, p, pixelWidth)
	if err != nil {
		return &image.RGBA{}
	}
	return img
}

func render(c *draw.Canvas, p *draw.Palette, pixelWidth int) (*image.RGBA, error) {
	if !(c.Width > 0) || !(c.Height > 0) {
		return nil, fmt.Errorf("canvas of %gx%g: want a width and a height", c.Width, c.Height)
	}
	if pixelWidth < 1 || pixelWidth > MaxPixels {
		return nil, fmt.Errorf("width=%d: want 1 to %d pixels", pixelWidth, MaxPixels)
	}
	scale := float64(pixelWidth) / c.Width
	height := int(c.Height*scale + 0.5)
	if height < 1 || height > MaxPixels {
		return nil, fmt.Errorf("width=%d: the height is %d, want 1 to %d pixels", pixelWidth, height, MaxPixels)
	}
	img := image.NewRGBA(image.Rect(0, 0, pixelWidth, height))
	// The renderer counts from the lower edge: its canvas is as high as the
	// image, which may differ from c's height by part of a pixel.
	out := rasterizer.FromImage(img, canvas.DPMM(scale), canvas.LinearColorSpace{})
	newPainter(out, c, p, float64(height)/scale, 1).paint()
	out.Close()
	return img, nil
}

// PNG renders a canvas as a PNG file with a width in pixels. It fails on a canvas
// without a size, and where width or height would be above MaxPixels.
func PNG(w io.Writer, c *draw.Canvas, p *draw.Palette, pixelWidth int) error {
	img, err := render(c, p, pixelWidth)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// unit is how large a scene unit is in a PDF, in millimetres: 0.6 points, so
// that a landscape scene is 960x540 points, the size of a wide slide.
const unit = 0.6 * 25.4 / 72

// PDF renders a canvas as a PDF file of one page, the same bytes each time.
// Text stays text, save where a clip cuts through it.
func PDF(w io.Writer, c *draw.Canvas, p *draw.Palette) error {
	if !(c.Width > 0) || !(c.Height > 0) {
		return fmt.Errorf("canvas of %gx%g: want a width and a height", c.Width, c.Height)
	}
	var file bytes.Buffer
	out := pdf.New(&file, c.Width*unit, c.Height*unit, nil)
	painter := newPainter(out, c, p, c.Height, unit)
	painter.realText = true
	painter.paint()
	if err := out.Close(); err != nil {
		return err
	}
	settled, err := undated(file.Bytes())
	if err != nil {
		return err
	}
	_, err = w.Write(settled)
	return err
}
