package site

import (
	"html/template"
	"strings"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
)

// shape is a format of a poster with the scale at which readers mostly see it:
// with a lower one detail drops out that would have had room, with a higher one
// text falls below draw.MinText.
type shape struct{ width, height, scale float64 }

var (
	landscape = shape{draw.LandscapeWidth, draw.LandscapeHeight, 0.46}
	portrait  = shape{draw.PortraitWidth, draw.PortraitHeight, 0.40}
	thumbnail = shape{draw.PortraitWidth, draw.PortraitHeight, 0.38}

	// Beside a story a scene has half of the window, or a third of a phone's.
	landscapeBeside = shape{draw.LandscapeWidth, draw.LandscapeHeight, 0.42}
	portraitAbove   = shape{draw.PortraitWidth, draw.PortraitHeight, 0.34}
)

// fine and coarse are the parts of a unit to which places in posters and in
// thumbnails are rounded: a sixteenth and a fifth of a pixel off at most.
const fine, coarse = 4, 1

// poster draws the view as SVG that follows the page's theme.
func (p *placed) poster(v scenes.View, s shape, prefix string) (template.HTML, error) {
	return p.run.draw(v, s, svg.Options{
		Theme: svg.Auto, Parts: fine, Merged: true, IDPrefix: prefix,
		Title: p.Title, Desc: p.Panel.Film.Caption,
	})
}

// thumbnail draws the view small, as a picture of the whole.
func (p *placed) thumbnail(v scenes.View, prefix string) (template.HTML, error) {
	return p.run.draw(v, thumbnail, svg.Options{
		Theme: svg.Auto, Parts: coarse, Merged: true, IDPrefix: prefix,
		Title: p.Title, Desc: p.Panel.Film.Caption,
	})
}

// picture is all that a poster of a run depends on.
type picture struct {
	view    scenes.View
	shape   shape
	options svg.Options
}

func (r *run) draw(v scenes.View, s shape, o svg.Options) (template.HTML, error) {
	v.Scale = s.scale
	if drawn, ok := r.pictures[picture{v, s, o}]; ok {
		return drawn, nil
	}
	canvas := draw.NewCanvas(s.width, s.height, s.scale)
	scenes.Draw(r.film, canvas, v)
	var b strings.Builder
	if err := svg.Write(&b, canvas, o); err != nil {
		return "", err
	}
	if r.pictures == nil {
		r.pictures = map[picture]template.HTML{}
	}
	drawn := template.HTML(b.String())
	r.pictures[picture{v, s, o}] = drawn
	return drawn, nil
}
