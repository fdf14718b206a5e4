//go:build js || desktop

package stage

import (
	"bytes"
	"fmt"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/report"
	"inflight/scenes/sim"
)

// shown is what a frame depends on.
type shown struct {
	rev       int
	sides     [2]side // A, and B in a comparison
	comparing bool
	film      scenes.Film // that is drawn: A's, or that of both
	lang      string
	dark      bool
	portrait  bool
	view      scenes.View
	start     sim.Time // the part that plays
	end       sim.Time
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
	case "file":
		return g.file(c)
	}
	return nil
}

func badScene(name string) error {
	return fmt.Errorf("scene=%s: want the name of a scene", short(name))
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
	rebuilt, first, err := g.build(&next, s)
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
		at := g.player.At(g.now)
		g.player.SetFilm(g.now, next.film.Timeline().End(), next.film.Steps())
		switch old, now := before.sides[0].setting, next.sides[0].setting; {
		case old != nil && old.Entry != now.Entry:
			g.player.Seek(g.now, 0)
		case !first: // what is beside A does not move it
			g.player.Seek(g.now, at)
		}
	}
	g.play(s, at)
	if s.Rev != nil || s.Scene != nil || s.Lang != nil || s.SetKnobs || s.SetCompare {
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
	}{{"start", &n.start, s.Start}, {"end", &n.end, s.End}, {"from", &n.view.From, s.From}, {"to", &n.view.To, s.To}, {"axis", &n.view.Axis, s.Axis}} {
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

// panel is what stands beside the picture.
func (n *shown) panel() report.Panel {
	a, b := &n.sides[0], &n.sides[1]
	p := report.New(a.setting, n.film, n.lang)
	p.Problems, p.Refusal = a.words(n.lang)
	if n.comparing {
		if b.setting != b.built {
			p.Beside(b.setting, n.lang)
		}
		p.Compare.Problems, p.Compare.Refusal = b.words(n.lang)
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
