package main

import (
	"errors"
	"flag"
	"io"
	"strings"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/report"
)

// flagSet is a set of flags that may stand before and after the words.
type flagSet struct {
	*flag.FlagSet
	words []string
}

func newFlags(name string) *flagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return &flagSet{FlagSet: f}
}

// helpWanted is -h or -help: the flags in words.
type helpWanted struct{ flags string }

func (h helpWanted) Error() string { return "help wanted" }

// parse reads flags and words; at most so many words are taken.
func (f *flagSet) parse(args []string, most int) error {
	for {
		err := f.FlagSet.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			var flags strings.Builder
			f.SetOutput(&flags)
			f.PrintDefaults()
			return helpWanted{flags.String()}
		}
		if err != nil {
			return bad("%s: %s", f.Name(), strings.ReplaceAll(err.Error(), "\n", " "))
		}
		args = f.Args()
		if len(args) == 0 {
			return nil
		}
		if len(f.words) == most {
			return bad("%s: %q is one word too many", f.Name(), args[0])
		}
		f.words = append(f.words, args[0])
		args = args[1:]
	}
}

// sets collects -set key=value.
type sets []scenes.Value

func (s *sets) String() string { return "" }

func (s *sets) Set(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok || key == "" {
		return bad("want key=value")
	}
	*s = append(*s, scenes.Value{Key: key, Text: value})
	return nil
}

// other is -compare: what the scene has otherwise beside itself.
type other struct {
	query string
	given bool
}

func (o *other) String() string { return "" }

func (o *other) Set(query string) error {
	o.query, o.given = query, true
	return nil
}

// beside is the film, or with -compare the film of both.
func (o *other) beside(s *scenes.Setting, f scenes.Film) (scenes.Film, error) {
	if !o.given {
		return f, nil
	}
	pair, err := report.Compare(scenes.Side{Setting: s, Film: f}, o.query)
	if err != nil {
		return nil, bad("-%v", err)
	}
	return pair, nil
}

// entry is the scene that the command line names.
func (f *flagSet) entry() (*scenes.Entry, error) {
	if len(f.words) == 0 {
		return nil, bad("%s: name a scene: %s", f.Name(), names())
	}
	name := f.words[0]
	if e, ok := all.Find(name); ok {
		return e, nil
	}
	if near := all.Near(name); near != "" {
		return nil, bad("%q: no such scene (did you mean %s?)", name, near)
	}
	return nil, bad("%q: no such scene; want one of %s", name, names())
}

func names() string {
	var list []string
	for _, e := range all.List() {
		list = append(list, e.Name)
	}
	return strings.Join(list, ", ")
}

// film builds a scene at the values given on the command line.
func film(e *scenes.Entry, preset string, values sets) (*scenes.Setting, scenes.Film, error) {
	s := e.New()
	if preset != "" {
		p, ok := e.Preset(preset)
		if !ok {
			return nil, nil, bad("-preset %s: no such preset of %s", preset, e.Name)
		}
		values = append(append(sets{}, p.Values...), values...)
	}
	if problems := s.Apply(values, true); len(problems) > 0 {
		return nil, nil, badInput{problems[0].Error()}
	}
	f, err := s.Build()
	if err != nil {
		return nil, nil, badInput{err.Error()}
	}
	return s, f, nil
}
