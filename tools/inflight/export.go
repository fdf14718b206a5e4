package main

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/draw/vector"
	"inflight/scenes/plan"
	"inflight/scenes/report"
	"inflight/scenes/sim"
	"inflight/scenes/trace"
)

// A shot is what is to be written: the film of a setting, and how it is shown.
type shot struct {
	setting  *scenes.Setting
	film     scenes.Film
	palette  *draw.Palette
	width    int // CSS pixels that the picture is seen at, and pixels of an image
	portrait bool
	lang     string
	view     scenes.View // of a still
	reel     reel        // of a film
}

// A format is a kind of file: exactly one of still, film and data is there.
type format struct {
	name  string
	still func(io.Writer, *shot, *draw.Canvas) error
	film  func(io.Writer, *shot, *progress) error
	data  func(*shot) ([]byte, error)
}

var formats = []format{
	{name: "svg", still: writeSVG},
	{name: "png", still: func(w io.Writer, s *shot, c *draw.Canvas) error { return vector.PNG(w, c, s.palette, s.width) }},
	{name: "pdf", still: func(w io.Writer, s *shot, c *draw.Canvas) error { return vector.PDF(w, c, s.palette) }},
	{name: "gif", film: writeGIF},
	{name: "apng", film: writeAPNG},
	{name: "mp4", film: video("mp4")},
	{name: "webm", film: video("webm")},
	{name: "trace", data: func(s *shot) ([]byte, error) { return trace.JSON(trace.Of(s.setting, s.film)...), nil }},
	{name: "csv", data: func(s *shot) ([]byte, error) { return plan.CSV(s.film), nil }},
	{name: "json", data: func(s *shot) ([]byte, error) { return plan.JSON(s.setting, s.film) }},
}

func formatNames() string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

// exporting is what stands on the command line of an export.
type exporting struct {
	*flagSet
	values                  sets
	beside                  other
	preset, format, file    string
	at, step, from, to      string
	seconds                 string
	fps, width              int
	focus, theme, lang      string
	portrait, all, progress bool
}

func newExporting() *exporting {
	x := &exporting{flagSet: newFlags("export")}
	x.Var(&x.values, "set", "key=value")
	x.StringVar(&x.preset, "preset", "", "start from a preset")
	x.Var(&x.beside, "compare", "what the scene has otherwise beside itself: key=value&key=value")
	x.StringVar(&x.format, "format", "", "by default as the file's name says")
	x.StringVar(&x.file, "out", "-", "file, - for standard output; with -all a folder")
	x.StringVar(&x.at, "t", "", "instant of a picture: seconds, a time such as 40ms, or a step")
	x.StringVar(&x.step, "step", "", "instant of a step; of a film, from that step to the next")
	x.StringVar(&x.from, "from", "", "beginning of a film; of a picture, of the window of time that lanes show")
	x.StringVar(&x.to, "to", "", "end of that")
	x.StringVar(&x.seconds, "seconds", "", "how long a film lasts on screen")
	x.IntVar(&x.fps, "fps", 0, "frames a second of a film: 25, with -all 12")
	x.StringVar(&x.focus, "focus", "", "id of what is highlighted")
	x.StringVar(&x.theme, "theme", "light", "light or dark")
	x.IntVar(&x.width, "width", 0, "CSS pixels that the picture is seen at, and pixels of an image: 1600, with -all 1280")
	x.StringVar(&x.lang, "lang", "en", "language of the SVG's title and description")
	x.BoolVar(&x.portrait, "portrait", false, "900x1200 in place of 1600x900")
	x.BoolVar(&x.all, "all", false, "a picture and a GIF of each step, into a folder; of every scene, or of the one that is named")
	x.BoolVar(&x.progress, "progress", false, "tell how far long work is, also where nobody looks")
	return x
}

// runExport writes a picture, a film or the numbers of a scene to a file.
func runExport(args []string, out, log io.Writer) error {
	x := newExporting()
	if err := x.parse(args, 1); err != nil {
		return err
	}
	bar := newProgress(log, x.progress)
	if x.all {
		x.usual(12, 1280)
		return x.writeKits(bar)
	}
	x.usual(25, 1600)
	e, err := x.entry()
	if err != nil {
		return err
	}
	f, err := x.kind()
	if err != nil {
		return err
	}
	s, err := x.shot(e)
	if err != nil {
		return err
	}
	if err := x.aim(s, f); err != nil {
		return err
	}
	text, err := f.file(s, bar)
	if err != nil {
		return err
	}
	if x.file == "-" {
		_, err = out.Write(text)
		return err
	}
	return os.WriteFile(x.file, text, 0o644)
}

// usual is what the flags are that were not given.
func (x *exporting) usual(fps, width int) {
	given := map[string]bool{}
	x.Visit(func(g *flag.Flag) { given[g.Name] = true })
	if !given["fps"] {
		x.fps = fps
	}
	if !given["width"] {
		x.width = width
	}
}

// kind is the format, by the flag or the name of the file.
func (x *exporting) kind() (*format, error) {
	name := x.format
	switch {
	case name != "":
	case x.file == "-":
		name = "svg"
	case strings.HasSuffix(x.file, ".trace.json"):
		name = "trace"
	default:
		name = strings.TrimPrefix(filepath.Ext(x.file), ".")
	}
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return nil, bad("-format %s: want one of %s", name, formatNames())
	}
	return &formats[i], nil
}

// shot is the scene at the values of the command line.
func (x *exporting) shot(e *scenes.Entry) (*shot, error) {
	palette, ok := palettes[x.theme]
	if !ok {
		return nil, bad("-theme %s: want light or dark", x.theme)
	}
	if x.width < 100 || x.width > 10000 {
		return nil, bad("-width %d: want a whole number from 100 to 10000", x.width)
	}
	if !slices.Contains(scenes.Langs, x.lang) {
		return nil, bad("-lang %s: want %s", x.lang, strings.Join(scenes.Langs, " or "))
	}
	setting, film, err := film(e, x.preset, x.values)
	if err != nil {
		return nil, err
	}
	if film, err = x.beside.beside(setting, film); err != nil {
		return nil, err
	}
	s := &shot{setting: setting, film: film, palette: palette, width: x.width, portrait: x.portrait, lang: x.lang}
	s.view = scenes.View{Time: scenes.Telling(film), Focus: x.focus}
	return s, nil
}

// aim says which instants are shown.
func (x *exporting) aim(s *shot, f *format) error {
	if err := x.heeds(f); err != nil {
		return err
	}
	switch {
	case f.film != nil:
		return x.aimFilm(s, f.name)
	case f.still != nil:
		return x.aimStill(s)
	}
	return nil
}

// heeds refuses flags of time that a format has nothing to do with.
func (x *exporting) heeds(f *format) error {
	idle := []string{"t", "step", "from", "to", "fps", "seconds"} // for data: it is the whole film
	switch {
	case f.still != nil:
		idle = []string{"fps", "seconds"}
	case f.film != nil:
		idle = []string{"t"}
	}
	var err error
	x.Visit(func(g *flag.Flag) {
		if slices.Contains(idle, g.Name) && err == nil {
			err = bad("-%s: has no say in %s", g.Name, f.name)
		}
	})
	return err
}

func (x *exporting) aimStill(s *shot) error {
	if x.at != "" && x.step != "" {
		return bad("-t and -step: want one of them")
	}
	if x.step != "" {
		i, err := stepOf(s.film, x.step)
		if err != nil {
			return err
		}
		s.view.Time = s.film.Steps()[i].At
	}
	for _, f := range []struct {
		flag, text string
		t          *sim.Time
	}{{"t", x.at, &s.view.Time}, {"from", x.from, &s.view.From}, {"to", x.to, &s.view.To}} {
		if err := instant(s.film, f.flag, f.text, f.t); err != nil {
			return err
		}
	}
	if x.to != "" && s.view.From >= s.view.To {
		return bad("-from %s: want an instant before -to, which is %v", x.from, s.view.To)
	}
	return nil
}

// instant reads an instant of a film, if there is one to read.
func instant(f scenes.Film, flag, text string, t *sim.Time) error {
	if text == "" {
		return nil
	}
	at, ok := report.Instant(f, text)
	if !ok {
		return bad("-%s %s: want seconds, a time such as 40ms, or one of the steps %s", flag, text, stepIDs(f))
	}
	*t = at
	return nil
}

func stepOf(f scenes.Film, id string) (int, error) {
	i := slices.IndexFunc(f.Steps(), func(s scenes.Step) bool { return s.ID == id })
	if i < 0 {
		return 0, bad("-step %s: want one of the steps %s", id, stepIDs(f))
	}
	return i, nil
}

func stepIDs(f scenes.Film) string {
	var ids []string
	for _, s := range f.Steps() {
		if len(ids) == 8 {
			ids = append(ids, "…")
			break
		}
		ids = append(ids, s.ID)
	}
	return strings.Join(ids, ", ")
}

// file is the shot as a file of the format.
func (f *format) file(s *shot, bar *progress) ([]byte, error) {
	if f.data != nil {
		return f.data(s)
	}
	var b bytes.Buffer
	if f.film != nil {
		err := f.film(&b, s, bar)
		return b.Bytes(), err
	}
	c := s.canvas()
	s.frame(c, s.view.Time)
	err := f.still(&b, s, c)
	return b.Bytes(), err
}

var palettes = map[string]*draw.Palette{"light": draw.Light, "dark": draw.Dark}

func (s *shot) canvas() *draw.Canvas {
	w, h := float64(draw.LandscapeWidth), float64(draw.LandscapeHeight)
	if s.portrait {
		w, h = draw.PortraitWidth, draw.PortraitHeight
	}
	return draw.NewCanvas(w, h, math.Max(float64(s.width)/w, 0.01))
}

// frame fills a canvas with the frame of an instant.
func (s *shot) frame(c *draw.Canvas, at sim.Time) {
	v := s.view
	v.Time, v.Scale = at, float64(s.width)/c.Width
	scenes.Draw(s.film, c, v)
}

func writeSVG(w io.Writer, s *shot, c *draw.Canvas) error {
	title := scenes.Say(s.setting.Entry.Name + ".title").Text(s.lang)
	return svg.Write(w, c, svg.Options{Theme: svg.ThemeOf(s.palette), Outlines: true, Title: title, Desc: s.film.Caption(s.view.Time).Text(s.lang)})
}
