//go:build js || desktop

package main

import (
	"strconv"
	"strings"

	"inflight/scenes/draw"
	"inflight/wasm/stage"
)

// transport is the height of the strip below the picture: caption, scrubber,
// buttons.
const transport = 92.0

func (s sheet) transport(b box) {
	d := s.d
	film := d.panel.Film
	if film == nil {
		return
	}
	s.text(b.x, b.y+16, s.fit(strings.ReplaceAll(d.moment.Caption, "\n", "  "), normal, b.w), normal, draw.Ink)

	s.scrubber(box{b.x + 6, b.y + 28, b.w - 12, 26})

	y := b.y + 74
	buttons := []struct {
		x       float64
		command stage.Command
	}{{b.x, stage.Command{Do: "step", By: -1}}, {b.x + 38, stage.Command{Do: "toggle"}}, {b.x + 76, stage.Command{Do: "step", By: 1}}}
	for _, k := range buttons {
		at := box{k.x, y - 15, 32, 30}
		s.Rect(draw.ID{}, at.x, at.y, at.w, at.h, draw.Style{Fill: draw.Surface, Stroke: draw.Line, Width: 1, Radius: 6})
		s.zone(at, false, func(_, _ float64) { d.post(k.command) })
	}
	s.triangle(b.x+21, y, -8, 11, draw.Ink)
	s.Rect(draw.ID{}, b.x+10, y-5.5, 2, 11, draw.Style{Fill: draw.Ink})
	s.triangle(b.x+76+11, y, 8, 11, draw.Ink)
	s.Rect(draw.ID{}, b.x+76+20, y-5.5, 2, 11, draw.Style{Fill: draw.Ink})
	if d.moment.Playing {
		s.Rect(draw.ID{}, b.x+38+10, y-6, 4, 12, draw.Style{Fill: draw.Ink})
		s.Rect(draw.ID{}, b.x+38+18, y-6, 4, 12, draw.Style{Fill: draw.Ink})
	} else {
		s.triangle(b.x+38+11, y, 11, 13, draw.Ink)
	}
	s.bold(b.x+122, y+5, d.moment.Text, normal, draw.Ink)
	s.text(b.x+122+d.measure(d.moment.Text, normal, true), y+5, " / "+film.EndText, normal, draw.Muted)
	s.step(b, y)
}

// step names the step that runs, and which of how many it is.
func (s sheet) step(b box, y float64) {
	steps := s.d.panel.Film.Steps
	i := s.d.moment.Step
	if i < 0 || i >= len(steps) {
		return
	}
	count := "  " + strconv.Itoa(i+1) + "/" + strconv.Itoa(len(steps))
	s.right(b.x+b.w, y+5, count, normal, draw.Muted, false)
	room := b.w - 300 - s.d.measure(count, normal, false)
	s.right(b.x+b.w-s.d.measure(count, normal, false), y+5, s.fit(steps[i].Label, normal, room), normal, draw.Ink, false)
}

// scrubber shows the film's time with a tick for each step.
func (s sheet) scrubber(b box) {
	d := s.d
	film := d.panel.Film
	y := b.y + b.h/2
	s.Rect(draw.ID{}, b.x, y-2, b.w, 4, draw.Style{Fill: draw.Line, Radius: 2})
	share := 0.0
	if film.End > 0 {
		share = max(0, min(d.moment.T/film.End, 1))
		// Ticks closer than 3 pixels would be a band.
		last := -3.0
		for _, step := range film.Steps {
			if x := b.w * step.T / film.End; x >= last+3 {
				s.Rect(draw.ID{}, b.x+x-0.5, y-8, 1, 5, draw.Style{Fill: draw.Muted})
				last = x
			}
		}
	}
	s.Rect(draw.ID{}, b.x, y-2, b.w*share, 4, draw.Style{Fill: draw.Forward, Radius: 2})
	s.Circle(draw.ID{}, b.x+b.w*share, y, 7, draw.Style{Fill: draw.Forward, Stroke: draw.Surface, Width: 1.5})
	s.zone(b, true, func(x, _ float64) { d.seek(x) })
}
