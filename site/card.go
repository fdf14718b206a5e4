package site

import (
	"bytes"
	"image"
	idraw "image/draw"
	"image/png"
	"strings"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/draw/vector"
)

// The size of the picture that other sites show beside a link (Open Graph).
const cardWidth, cardHeight = 1200, 630

// picture is the absolute address of the picture of a page: the poster of its
// scene, else of the first scene. Without an origin there is none.
func (b *builder) picture(p *placed) string {
	if b.Origin == "" || b.Dev || len(b.Scenes) == 0 {
		return ""
	}
	r, view := (*run)(nil), scenes.View{}
	var err error
	if p != nil {
		r = p.run
		view, err = p.view()
	} else if r, err = b.engine.run(b.Scenes[0].Name, nil); err == nil {
		view.Time = scenes.Telling(r.film)
	}
	if err == nil {
		var data []byte
		if data, err = b.card(r.film, view); err == nil {
			return b.Origin + b.url(b.tree.addHashed("card.png", data))
		}
	}
	b.fail(Error{File: "site", Text: "picture of a page: " + err.Error()})
	return ""
}

// card draws the poster as PNG, with paper on both sides: it is less wide than
// the picture. The languages of a page share one: pictures are kept by the
// shapes in them.
func (b *builder) card(film scenes.Film, v scenes.View) ([]byte, error) {
	const width = cardHeight * draw.LandscapeWidth / draw.LandscapeHeight
	v.Scale = float64(width) / draw.LandscapeWidth
	canvas := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, v.Scale)
	scenes.Draw(film, canvas, v)
	var shapes strings.Builder
	if err := svg.Write(&shapes, canvas, svg.Options{}); err != nil {
		return nil, err
	}
	if data, ok := b.cards[shapes.String()]; ok {
		return data, nil
	}
	poster := vector.Image(canvas, draw.Light, width)
	whole := image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	idraw.Draw(whole, whole.Bounds(), image.NewUniform(poster.At(0, 0)), image.Point{}, idraw.Src)
	at := image.Pt((cardWidth-width)/2, 0)
	idraw.Draw(whole, poster.Bounds().Add(at), poster, image.Point{}, idraw.Src)
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, whole); err != nil {
		return nil, err
	}
	b.cards[shapes.String()] = out.Bytes()
	return out.Bytes(), nil
}
