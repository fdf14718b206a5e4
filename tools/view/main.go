//go:build js || desktop

// Command view shows a scene in a window, without a browser and without a
// network:
//
//	go run -tags desktop ./tools/view [-scene NAME] [-set key=value]... [-compare key=value&...]
//	    [-t TIME|STEP] [-play] [-lang en|zh] [-theme light|dark] [-size WIDTHxHEIGHT] [-shot FILE]
//
// The picture, the time and the numbers come from the same code as on the page.
// Keys: Space plays; left and right go from step to step; , and . move a little;
// Home and End; up and down choose a knob, which left and right then turn and
// Enter types; Backspace gives it its default; P presets; S scenes; F full
// screen; Q or Esc leaves.
//
// On Linux it needs the Debian packages gcc, libc6-dev, libgl1-mesa-dev and
// xorg-dev.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"golang.org/x/image/font/sfnt"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/report"
	"inflight/wasm/stage"
)

func main() {
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Println(usage)
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "view:", err)
		os.Exit(2)
	}
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "view:", err)
		os.Exit(1)
	}
}

const usage = `usage: view [-scene NAME] [-set key=value]... [-compare key=value&...] [-t TIME|STEP] [-play]
            [-lang en|zh] [-theme light|dark] [-size WIDTHxHEIGHT] [-shot FILE]`

// options are what the command line says.
type options struct {
	entry         *scenes.Entry
	values        sets
	compare       *string        // what stands beside it has otherwise
	beside        []scenes.Value // what that has otherwise than the default
	at            string
	play          bool
	lang, theme   string
	width, height int
	shot          string
}

// sets collects -set key=value.
type sets []scenes.Value

func (s *sets) String() string { return "" }

func (s *sets) Set(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok || key == "" {
		return errors.New("want key=value")
	}
	*s = append(*s, scenes.Value{Key: key, Text: value})
	return nil
}

// parse reads the command line. It refuses in one line what the window could
// only open to complain about.
func parse(args []string) (*options, error) {
	o := &options{lang: "en", theme: "light", width: 1360, height: 860}
	f := flag.NewFlagSet("view", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	scene := f.String("scene", all.List()[0].Name, "")
	f.Var(&o.values, "set", "")
	f.Func("compare", "", func(query string) error { o.compare = &query; return nil })
	f.StringVar(&o.at, "t", "", "")
	f.BoolVar(&o.play, "play", false, "")
	f.StringVar(&o.lang, "lang", o.lang, "")
	f.StringVar(&o.theme, "theme", o.theme, "")
	size := f.String("size", "1360x860", "")
	f.StringVar(&o.shot, "shot", "", "")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("%q: want flags only, such as -scene %s", f.Arg(0), f.Arg(0))
	}
	var ok bool
	if o.entry, ok = all.Find(*scene); !ok {
		return nil, noScene(*scene)
	}
	if !slices.Contains(scenes.Langs, o.lang) {
		return nil, fmt.Errorf("-lang %s: want %s", o.lang, strings.Join(scenes.Langs, " or "))
	}
	if o.theme != "light" && o.theme != "dark" {
		return nil, fmt.Errorf("-theme %s: want light or dark", o.theme)
	}
	if n, err := fmt.Sscanf(*size, "%dx%d\n", &o.width, &o.height); n != 2 || err != nil || !within(o.width) || !within(o.height) {
		return nil, fmt.Errorf("-size %s: want WIDTHxHEIGHT, each from %d to %d", *size, minSide, maxSide)
	}
	return o, o.check()
}

// The sides of the window, in CSS pixels.
const minSide, maxSide = 320, 8192

func within(side int) bool { return minSide <= side && side <= maxSide }

func noScene(name string) error {
	if near := all.Near(name); near != "" {
		return fmt.Errorf("-scene %s: no such scene (did you mean %s?)", name, near)
	}
	return fmt.Errorf("-scene %s: no such scene; want one of %s", name, strings.Join(names(), ", "))
}

func names() []string {
	var list []string
	for _, e := range all.List() {
		list = append(list, e.Name)
	}
	return list
}

// check builds the film once, for what can be wrong with its values.
func (o *options) check() error {
	s := o.entry.New()
	if problems := s.Apply(o.values, true); len(problems) > 0 {
		return problems[0]
	}
	film, err := s.Build()
	if err != nil {
		return err
	}
	if o.compare != nil {
		pair, err := report.Compare(scenes.Side{Setting: s, Film: film}, *o.compare)
		if err != nil {
			return fmt.Errorf("-%w", err)
		}
		film, o.beside = pair, pair.Sides[1].Setting.Changed()
	}
	if o.at != "" {
		if _, ok := report.Instant(film, o.at); !ok {
			return fmt.Errorf("-t %s: want seconds, a quantity such as 40ms, or the id of a step", o.at)
		}
	}
	return nil
}

func (o *options) run() error {
	var fallback *sfnt.Font
	if o.lang == "zh" {
		if fallback = chineseFont(fontFolders()); fallback == nil {
			fmt.Fprintln(os.Stderr, "view: found no font with Chinese characters (Debian has one in fonts-noto-cjk); labels are English")
			o.lang = "en"
		}
	}
	d := newDesk(o.lang, names())
	start := time.Now()
	g, err := stage.NewGame(stage.Config{
		Find:    all.Find,
		Clock:   func() time.Duration { return time.Since(start) },
		Ratio:   func() float64 { return ebiten.Monitor().DeviceScaleFactor() },
		Send:    d.hear,
		Overlay: &input{desk: d},
	})
	if err != nil {
		return err
	}
	if fallback != nil {
		g.Renderer().SetFallback(&systemFont{font: fallback})
	}
	d.post, d.measure = g.Post, g.Renderer().TextWidth
	g.Post(o.state())
	ebiten.SetWindowSize(o.width, o.height)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetWindowTitle("Inflight · " + o.entry.Name)
	if o.shot != "" {
		return shoot(g, o.shot)
	}
	return stage.RunGame(g)
}

// state is the first command: all that the command line says.
func (o *options) state() stage.Command {
	s := stage.State{
		Scene: &o.entry.Name, Lang: &o.lang, Theme: &o.theme,
		Knobs: o.values, SetKnobs: true, Playing: &o.play,
		Compare: o.beside, SetCompare: o.compare != nil, Comparing: o.compare != nil,
	}
	if o.at != "" {
		s.At = &o.at
	}
	return stage.Command{Do: "state", State: s}
}
