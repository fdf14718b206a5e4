package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/draw/vector"
	"inflight/scenes/report"
	"inflight/scenes/sim"
)

// A still is one frame to be written: the display list and what it shows, in
// words.
type still struct {
	canvas      *draw.Canvas
	palette     *draw.Palette
	pixels      int // width of a PNG
	title, desc string
}

var exporters = map[string]func(io.Writer, still) error{
	"svg": func(w io.Writer, s still) error {
		return svg.Write(w, s.canvas, svg.Options{Theme: svg.ThemeOf(s.palette), Title: s.title, Desc: s.desc})
	},
	"png": func(w io.Writer, s still) error { return vector.PNG(w, s.canvas, s.palette, s.pixels) },
	"pdf": func(w io.Writer, s still) error { return vector.PDF(w, s.canvas, s.palette) },
}

const formats = "svg, png, pdf"

// runExport writes one frame of a scene to a file, - for standard output.
func runExport(args []string, out, _ io.Writer) error {
	f := newFlags("export")
	var values sets
	f.Var(&values, "set", "key=value")
	preset := f.String("preset", "", "start from a preset")
	var beside other
	f.Var(&beside, "compare", "what the scene has otherwise beside itself: key=value&key=value")
	format := f.String("format", "", "svg, png or pdf; by default as the file's name says")
	at := f.String("t", "", "instant: seconds, a time such as 40ms, or a step")
	from := f.String("from", "", "beginning of the window of time that lanes show")
	to := f.String("to", "", "end of that window")
	focus := f.String("focus", "", "id of what is highlighted")
	file := f.String("out", "-", "file")
	theme := f.String("theme", "light", "light or dark")
	width := f.Int("width", 1600, "CSS pixels that the picture is seen at, and pixels of a PNG")
	lang := f.String("lang", "en", "language of the SVG's title and description")
	portrait := f.Bool("portrait", false, "900x1200 in place of 1600x900")
	if err := f.parse(args, 1); err != nil {
		return err
	}
	e, err := f.entry()
	if err != nil {
		return err
	}
	if *format == "" {
		*format = strings.TrimPrefix(filepath.Ext(*file), ".")
		if *file == "-" {
			*format = "svg"
		}
	}
	write, ok := exporters[*format]
	if !ok {
		return bad("-format %s: want one of %s", *format, formats)
	}
	palette, ok := palettes[*theme]
	if !ok {
		return bad("-theme %s: want light or dark", *theme)
	}
	if *width < 100 || *width > 10000 {
		return bad("-width %d: want a whole number from 100 to 10000", *width)
	}
	s, fl, err := film(e, *preset, values)
	if err != nil {
		return err
	}
	if fl, err = beside.beside(s, fl); err != nil {
		return err
	}
	v, err := view(fl, *at, *from, *to)
	if err != nil {
		return err
	}
	v.Focus = *focus
	c := canvas(*portrait, *width, &v)
	scenes.Draw(fl, c, v)
	var b bytes.Buffer
	err = write(&b, still{c, palette, *width, scenes.Say(e.Name + ".title").Text(*lang), fl.Caption(v.Time).Text(*lang)})
	if err != nil {
		return err
	}
	if *file == "-" {
		_, err = out.Write(b.Bytes())
		return err
	}
	return os.WriteFile(*file, b.Bytes(), 0o644)
}

var palettes = map[string]*draw.Palette{"light": draw.Light, "dark": draw.Dark}

func view(fl scenes.Film, at, from, to string) (scenes.View, error) {
	v := scenes.View{Time: scenes.Telling(fl)}
	for _, x := range []struct {
		flag, text string
		t          *sim.Time
	}{{"t", at, &v.Time}, {"from", from, &v.From}, {"to", to, &v.To}} {
		if x.text == "" {
			continue
		}
		t, ok := report.Instant(fl, x.text)
		if !ok {
			return v, bad("-%s %s: want seconds, a time such as 40ms, or one of the steps %s", x.flag, x.text, stepIDs(fl))
		}
		*x.t = t
	}
	return v, nil
}

func stepIDs(fl scenes.Film) string {
	var ids []string
	for _, s := range fl.Steps() {
		if len(ids) == 8 {
			ids = append(ids, "…")
			break
		}
		ids = append(ids, s.ID)
	}
	return strings.Join(ids, ", ")
}

func canvas(portrait bool, width int, v *scenes.View) *draw.Canvas {
	w, h := float64(draw.LandscapeWidth), float64(draw.LandscapeHeight)
	if portrait {
		w, h = draw.PortraitWidth, draw.PortraitHeight
	}
	v.Scale = math.Max(float64(width)/w, 0.01)
	return draw.NewCanvas(w, h, v.Scale)
}
