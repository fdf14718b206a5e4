//go:build js || desktop

package stage

import (
	"bytes"

	"inflight/scenes"
	"inflight/scenes/draw/svg"
	"inflight/scenes/plan"
	"inflight/scenes/trace"
)

// File answers the request of that number with the text of a file. Where the film
// has too many tasks for that there is none, and Tasks says how many.
type File struct {
	N     int    `json:"n"`
	Text  string `json:"text"`
	Tasks int    `json:"tasks"`
}

func (File) is() string { return "file" }

// maxTasks keeps a file, of which the page holds several copies, to some tens of
// megabytes.
const maxTasks = 150_000

// file answers with the frame that is shown, or with all of the film, as the
// command line writes them.
func (g *Game) file(c Command) error {
	setting, film := g.shown.sides[0].built, g.shown.film
	tasks := film.Timeline().Len()
	if p, ok := film.(*scenes.Pair); ok {
		tasks = p.Sides[0].Film.Timeline().Len() + p.Sides[1].Film.Timeline().Len()
	}
	answer := File{N: c.N, Tasks: tasks}
	var text []byte
	var err error
	switch {
	case c.Format == "svg":
		text, err = g.still(setting)
	case tasks > maxTasks:
	case c.Format == "trace":
		text = trace.JSON(trace.Of(setting, film)...)
	case c.Format == "csv":
		text = plan.CSV(film)
	case c.Format == "json":
		text, err = plan.JSON(setting, film)
	}
	if err != nil {
		return err
	}
	answer.Text = string(text)
	g.Send(answer)
	return nil
}

// still is the frame that is shown as an SVG that stands alone.
func (g *Game) still(setting *scenes.Setting) ([]byte, error) {
	canvas := g.shown.format(nil)
	view := g.shown.view
	view.Time, view.Scale = g.player.At(g.now), 1
	scenes.Draw(g.shown.film, canvas, view)
	var out bytes.Buffer
	err := svg.Write(&out, canvas, svg.Options{
		Theme:    svg.ThemeOf(g.shown.palette()),
		Outlines: true,
		Title:    scenes.Say(setting.Entry.Name + ".title").Text(g.shown.lang),
		Desc:     g.shown.film.Caption(view.Time).Text(g.shown.lang),
	})
	return out.Bytes(), err
}
