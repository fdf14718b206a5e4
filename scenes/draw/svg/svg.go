// Package svg writes a canvas as an SVG image: posters that stand within a page
// and follow its theme, and files that stand alone.
//
// Shapes keep their draw.ID as id, unless those of one look are merged. Colours
// are presentation attributes, so a page needs neither style elements nor style
// attributes, which a strict content security policy refuses.
package svg

import (
	"io"
	"math"
	"strconv"

	"inflight/scenes/draw"
	"inflight/scenes/draw/outline"
)

// Theme says which palette an image has.
type Theme uint8

const (
	Light Theme = iota
	Dark
	Auto // both, by the color-scheme of the page around it: see CSS
)

// Options are what an image needs to know besides its shapes.
type Options struct {
	Theme    Theme
	Title    string  // the name that a screen reader says; without one the image is hidden from it
	Desc     string  // more in words
	IDPrefix string  // before each id, so that the ids of several images in a page do not meet
	Font     string  // font-family; DefaultFont when empty
	Outlines bool    // letters as shapes, for files that go where the Go fonts are not
	Parts    float64 // of a unit to which places are rounded; 0 is a hundred
	Merged   bool    // shapes of one look as one path and without ids, for pictures whose parts nobody names
	Width    float64 // CSS pixels; 0 leaves width and height out, and the image fills what it is in
}

// DefaultFont names the web font of package webfont, and what stands in for it.
const DefaultFont = "Go,system-ui,sans-serif"

// Write writes the canvas as one svg element, in UTF-8 without a prolog: it can
// stand in an HTML page or in a file of its own.
func Write(w io.Writer, c *draw.Canvas, o Options) error {
	p := &printer{canvas: c, options: o, seen: map[string]bool{}}
	p.open()
	ops := c.Ops()
	for i := range ops {
		p.op(&ops[i])
	}
	p.endClip()
	p.definitions()
	p.add("</svg>\n")
	_, err := w.Write(p.out)
	return err
}

// printer holds what has been written so far and what it refers to.
type printer struct {
	canvas   *draw.Canvas
	options  Options
	out      []byte
	seen     map[string]bool // ids
	hatches  []draw.Color
	clips    []box
	clipped  bool // within a clip's group
	groups   []group
	corners  []draw.Point
	segments []outline.Segment
}

type box struct{ x, y, w, h float64 }

func (p *printer) open() {
	c, o := p.canvas, p.options
	p.add(`<svg xmlns="http://www.w3.org/2000/svg"`)
	if o.Width > 0 && c.Width > 0 {
		p.num("width", o.Width)
		p.num("height", o.Width*c.Height/c.Width)
	}
	p.add(` viewBox="0 0 `)
	p.number(c.Width)
	p.add(" ")
	p.number(c.Height)
	p.add(`"`)
	font := o.Font
	if font == "" {
		font = DefaultFont
	}
	p.attr("font-family", font)
	p.describe()
	p.add("<rect")
	p.num("width", c.Width)
	p.num("height", c.Height)
	p.paint("fill", draw.Paper)
	p.add("/>")
}

// describe ends the opening tag and says what the image shows. Its ids have an
// underscore that no id of a shape has: see appendID.
func (p *printer) describe() {
	o := p.options
	if o.Title == "" {
		p.add(` aria-hidden="true">`)
		return
	}
	p.attr("role", "img")
	p.attr("aria-labelledby", o.IDPrefix+"_title")
	if o.Desc != "" {
		p.attr("aria-describedby", o.IDPrefix+"_note")
	}
	p.add("><title")
	p.attr("id", o.IDPrefix+"_title")
	p.add(">")
	p.out = escape(p.out, o.Title)
	p.add("</title>")
	if o.Desc != "" {
		p.add("<desc")
		p.attr("id", o.IDPrefix+"_note")
		p.add(">")
		p.out = escape(p.out, o.Desc)
		p.add("</desc>")
	}
}

func (p *printer) add(s string) { p.out = append(p.out, s...) }

// num writes a number as an attribute.
func (p *printer) num(name string, v float64) {
	p.add(" ")
	p.add(name)
	p.add(`="`)
	p.number(v)
	p.add(`"`)
}

func (p *printer) attr(name, value string) {
	p.add(" ")
	p.add(name)
	p.add(`="`)
	p.out = escape(p.out, value)
	p.add(`"`)
}

func (p *printer) paint(name string, c draw.Color) {
	p.add(" ")
	p.add(name)
	p.add(`="`)
	p.add(Paint(c, p.options.Theme))
	p.add(`"`)
}

// id writes the id of a shape. An id is unique in a page, so of several shapes
// with one ID the first has it: a box, and not the label on it.
// Shapes of a canvas's pictures have a letter before it: a.send.0.0, b.send.0.0.
func (p *printer) id(op *draw.Op) {
	if op.ID == (draw.ID{}) || p.options.Merged {
		return
	}
	prefix := p.options.IDPrefix
	if op.Part > 0 {
		prefix += string([]byte{'a' + op.Part - 1, '.'})
	}
	s := string(appendID(nil, prefix, op.ID))
	if p.seen[s] {
		return
	}
	p.seen[s] = true
	p.add(` id="`)
	p.add(s)
	p.add(`"`)
}

// number writes v, rounded. What is no number is 0: an image
// with one wrong shape is better than one that no program opens.
func (p *printer) number(v float64) {
	parts := p.options.Parts
	if parts == 0 {
		parts = 100
	}
	v = math.Round(v*parts) / parts
	if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 {
		v = 0
	}
	p.out = strconv.AppendFloat(p.out, v, 'f', -1, 64)
}
