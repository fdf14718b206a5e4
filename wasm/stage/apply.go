//go:build js || desktop

package stage

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/report"
	"inflight/scenes/sim"
)

// shown is what a frame depends on.
type shown struct {
	rev      int
	setting  *scenes.Setting // as asked for, also when it was refused
	film     scenes.Film     // in force
	refusal  error
	problems []scenes.Problem
	lang     string
	dark     bool
	portrait bool
	view     scenes.View
	start    sim.Time // the part that plays
	end      sim.Time
}

func (s *shown) palette() *draw.Palette {
	if s.dark {
		return draw.Dark
	}
	return draw.Light
}

// format is a canvas of the format in force, the old one if it has it.
func (s *shown) format(old *draw.Canvas) *draw.Canvas {
	w, h := float64(draw.LandscapeWidth), float64(draw.LandscapeHeight)
	if s.portrait {
		w, h = draw.PortraitWidth, draw.PortraitHeight
	}
	if old != nil && old.Width == w && old.Height == h {
		return old
	}
	return draw.NewCanvas(w, h, 1)
}

// do carries out a command. On an error nothing has changed.
func (g *Game) do(c Command) error {
	if c.Do == "state" {
		return g.apply(c.State)
	}
	if g.shown.film == nil {
		return fmt.Errorf("do=%s: want a scene first", c.Do)
	}
	switch c.Do {
	case "play":
		g.player.Play(g.now)
	case "pause":
		g.player.Pause(g.now)
	case "toggle":
		if g.player.Playing() {
			g.player.Pause(g.now)
		} else {
			g.player.Play(g.now)
		}
	case "seek":
		at, err := instantOf(g.shown.film, c.At)
		if err != nil {
			return err
		}
		g.player.Seek(g.now, at)
	case "step":
		g.player.StepBy(g.now, c.By)
	case "picture":
		return g.svg(c)
	}
	return nil
}

func instantOf(f scenes.Film, text string) (sim.Time, error) {
	at, ok := report.Instant(f, text)
	if !ok {
		return 0, fmt.Errorf("t=%s: want %s", short(text), wantInstant)
	}
	return at, nil
}

// apply takes on a state: first all that can fail, then all the rest.
func (g *Game) apply(s State) error {
	next := g.shown
	next.take(s)
	began := g.Clock()
	rebuilt, err := g.build(&next, s)
	if err != nil {
		return err
	}
	took := g.Clock() - began
	g.now += took // the film begins when it is there
	if err := next.times(s); err != nil {
		return err
	}
	var at sim.Time
	if s.At != nil {
		if at, err = instantOf(next.film, *s.At); err != nil {
			return err
		}
	}

	before := g.shown
	g.shown = next
	g.stale, g.worded = true, false
	if g.broken || rebuilt || next.rev != before.rev {
		g.broken, g.drawn = false, false
	}
	if rebuilt {
		g.player.SetFilm(g.now, next.film.Timeline().End(), next.film.Steps())
		if before.setting != nil && before.setting.Entry != next.setting.Entry {
			g.player.Seek(g.now, 0)
		}
	}
	g.play(s, at)
	if s.Rev != nil || s.Scene != nil || s.Lang != nil || s.SetKnobs {
		told := g.panel
		if s.Scene != nil { // a page that knows nothing yet
			told = report.Panel{}
		}
		g.panel = next.panel()
		g.shown.view.Time = g.player.At(g.now)
		g.told, g.worded = g.Moment(), true
		g.Send(Film{Rev: next.rev, Panel: g.panel.News(told), Seconds: took.Seconds(), Moment: g.told})
	}
	return nil
}

// play hands on to the player what a state says of playback.
func (g *Game) play(s State, at sim.Time) {
	if s.Speed != nil {
		g.player.SetSpeed(g.now, *s.Speed)
	}
	if s.Loop != nil {
		g.player.SetLoop(*s.Loop)
	}
	g.player.SetPart(g.shown.start, g.shown.end)
	if s.At != nil {
		g.player.Seek(g.now, at)
	}
	switch {
	case s.Playing == nil:
	case *s.Playing:
		g.player.Play(g.now)
	default:
		g.player.Pause(g.now)
	}
}

// take takes over what cannot be wrong.
func (n *shown) take(s State) {
	over(&n.rev, s.Rev)
	over(&n.lang, s.Lang)
	over(&n.portrait, s.Portrait)
	over(&n.view.Focus, s.Focus)
	if s.Theme != nil {
		n.dark = *s.Theme == "dark"
	}
}

func over[T any](field *T, with *T) {
	if with != nil {
		*field = *with
	}
}

// times takes over the part that plays and the window that lanes show.
func (n *shown) times(s State) error {
	for _, t := range []struct {
		key   string
		field *sim.Time
		with  *float64
	}{{"start", &n.start, s.Start}, {"end", &n.end, s.End}, {"from", &n.view.From, s.From}, {"to", &n.view.To, s.To}} {
		if t.with == nil {
			continue
		}
		at, err := sim.Seconds(*t.with)
		if err != nil {
			return fmt.Errorf("%s=%g: %w", t.key, *t.with, err)
		}
		*t.field = at
	}
	return nil
}

// build finds the setting that a state asks for and its film, and says whether
// that is another than before. When the setting is refused, the film before
// stays; in another scene, that of its default is shown.
func (g *Game) build(next *shown, s State) (rebuilt bool, err error) {
	setting, err := g.ask(next, s)
	if err != nil {
		return false, err
	}
	before := next.setting
	next.setting = setting
	if before != nil && before.Entry == setting.Entry && slices.Equal(before.Changed(), setting.Changed()) {
		return false, nil
	}
	film, err := setting.Build()
	next.refusal = err
	if err == nil {
		next.film = film
		return true, nil
	}
	if next.film != nil && before.Entry == setting.Entry {
		return false, nil
	}
	next.film, err = setting.Entry.New().Build()
	return true, err
}

// ask is the setting that a state asks for. Values that do not fit are
// problems, for the panel to tell; their knobs stay as they were, at their
// defaults in a scene that is new.
func (g *Game) ask(next *shown, s State) (*scenes.Setting, error) {
	var entry *scenes.Entry
	if next.setting != nil {
		entry = next.setting.Entry
	}
	if s.Scene != nil {
		e, ok := g.Find(*s.Scene)
		if !ok {
			return nil, fmt.Errorf("scene=%s: want the name of a scene", short(*s.Scene))
		}
		entry = e
	}
	switch {
	case entry == nil:
		return nil, errors.New("scene: want the name of one")
	case s.SetKnobs || next.setting == nil || entry != next.setting.Entry:
		setting := entry.New()
		next.problems = setting.Apply(s.Knobs, false)
		if next.setting != nil && entry == next.setting.Entry {
			retain(setting, next.setting, next.problems)
		}
		return setting, nil
	}
	return next.setting, nil
}

// retain gives the knobs that have problems the values that they had before.
func retain(setting, before *scenes.Setting, problems []scenes.Problem) {
	for _, p := range problems {
		old, known := before.Knob(p.Key)
		if k, ok := setting.Knob(p.Key); ok && known {
			k.Set(old.Text())
		}
	}
}

// panel is what stands beside the picture.
func (n *shown) panel() report.Panel {
	p := report.New(n.setting, n.film, n.lang)
	for _, problem := range n.problems {
		p.Problems = append(p.Problems, problem.Text(n.lang))
	}
	var refusal scenes.Refusal
	switch {
	case errors.As(n.refusal, &refusal):
		p.Refusal = refusal.Text(n.lang)
	case n.refusal != nil:
		p.Refusal = n.refusal.Error()
	}
	return p
}

// svg answers with the frame that is shown. It takes the place of the poster,
// so it follows the theme of the page.
func (g *Game) svg(c Command) error {
	canvas := g.shown.format(nil)
	view := g.shown.view
	view.Time = g.player.At(g.now)
	scenes.Draw(g.shown.film, canvas, view)
	var out bytes.Buffer
	if err := svg.Write(&out, canvas, svg.Options{Theme: svg.Auto, Width: float64(c.Width)}); err != nil {
		return err
	}
	g.Send(Picture{N: c.N, SVG: out.String()})
	return nil
}
