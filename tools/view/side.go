//go:build js || desktop

package main

import (
	"slices"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/report"
)

// The head and the foot of the side.
const (
	headHeight = 56.0
	footHeight = 50.0
)

// side draws scene, knobs and keys, or the list that lies over them.
func (s sheet) side(b box) {
	s.Rect(draw.ID{}, b.x, b.y, b.w, b.h, draw.Style{Fill: draw.Surface})
	if b.y > 0 {
		s.Rect(draw.ID{}, b.x, b.y, b.w, 1, draw.Style{Fill: draw.Line})
	} else {
		s.Rect(draw.ID{}, b.x, b.y, 1, b.h, draw.Style{Fill: draw.Line})
	}
	s.head(box{b.x + margin, b.y, b.w - 2*margin, headHeight})
	body := box{b.x + 1, b.y + headHeight, b.w - 1, b.h - headHeight - footHeight}
	if s.d.list != nil {
		s.items(body, s.d.list)
	} else {
		s.knobs(body)
	}
	s.foot(box{b.x + margin, b.y + b.h - footHeight, b.w - 2*margin, footHeight})
}

func (s sheet) head(b box) {
	d := s.d
	title := d.panel.Scene
	if d.list != nil {
		title = d.list.title
	}
	s.bold(b.x, b.y+35, title, large, draw.Ink)
	if d.list != nil {
		return
	}
	w := d.measure(title, large, true)
	if len(d.scenes) > 1 {
		s.Polygon(draw.ID{}, draw.Style{Fill: draw.Muted}, draw.Point{X: b.x + w + 8, Y: b.y + 26}, draw.Point{X: b.x + w + 18, Y: b.y + 26}, draw.Point{X: b.x + w + 13, Y: b.y + 32})
	}
	s.zone(box{b.x, b.y + 12, w + 22, 32}, false, func(_, _ float64) { d.openScenes() })
	if len(d.panel.Presets) > 0 {
		w := d.measure(d.words.presets, normal, false) + 24
		at := box{b.x + b.w - w, b.y + 14, w, 30}
		s.Rect(draw.ID{}, at.x, at.y, at.w, at.h, draw.Style{Fill: draw.Surface, Stroke: draw.Line, Width: 1, Radius: 6})
		s.text(at.x+12, at.y+20, d.words.presets, normal, draw.Ink)
		s.zone(at, false, func(_, _ float64) { d.openPresets() })
	}
}

func (s sheet) foot(b box) {
	s.Rect(draw.ID{}, b.x-margin+1, b.y, b.w+2*margin-1, 1, draw.Style{Fill: draw.Line})
	x, y := b.x, b.y+20
	for _, k := range s.d.words.keys {
		w := s.d.measure(k[0], small, true) + s.d.measure(k[1], small, false) + 5
		if x+w > b.x+b.w {
			x, y = b.x, y+18
		}
		s.bold(x, y, k[0], small, draw.Muted)
		s.text(x+s.d.measure(k[0], small, true)+5, y, k[1], small, draw.Muted)
		x += w + 12
	}
}

// knobs draws the list of knobs, scrolled so that the chosen one is seen.
func (s sheet) knobs(b box) {
	d := s.d
	rows := layoutKnobs(d.panel.Knobs)
	height := 0.0
	if n := len(rows); n > 0 {
		height = rows[n-1].y + row
	}
	if d.knob >= 0 && d.held == nil {
		top := rows[d.knob].y
		d.scroll = min(max(d.scroll, top+row-b.h), top)
	}
	d.scroll = max(0, min(d.scroll, height-b.h))
	s.Clip(b.x, b.y, b.w, b.h)
	for i, r := range rows {
		at := box{b.x, b.y + r.y - d.scroll, b.w, row}
		if at.y+at.h <= b.y || at.y-groupHeight >= b.y+b.h {
			continue
		}
		if r.group != "" {
			s.text(at.x+margin, at.y-7, r.group, small, draw.Muted)
		}
		s.knob(at, i, b)
	}
	s.Unclip()
	if height > b.h {
		long := b.h * b.h / height
		s.Rect(draw.ID{}, b.x+b.w-5, b.y+(b.h-long)*d.scroll/(height-b.h), 3, long, draw.Style{Fill: draw.Line, Radius: 1.5})
	}
}

const groupHeight = 26.0

// knobRow is where a knob lies within the list; group is set on the first of one.
type knobRow struct {
	y     float64
	group string
}

func layoutKnobs(knobs []report.Knob) []knobRow {
	rows := make([]knobRow, len(knobs))
	y, group := 0.0, ""
	for i, k := range knobs {
		if k.Group != group && k.Group != "" {
			y += groupHeight
			rows[i].group = k.Group
		}
		group = k.Group
		rows[i].y = y
		y += row
	}
	return rows
}

// knob draws one knob: label, value, and how it is turned.
func (s sheet) knob(b box, i int, visible box) {
	d := s.d
	k := d.panel.Knobs[i]
	chosen := i == d.knob
	if chosen {
		s.Rect(draw.ID{}, b.x, b.y, b.w, b.h, draw.Style{Fill: draw.Panel})
		s.Rect(draw.ID{}, b.x, b.y, 3, b.h, draw.Style{Fill: draw.Forward})
	}
	s.zone(cutTo(b, visible), false, func(_, _ float64) { d.choose(i) })
	ink := draw.Ink
	if k.Idle {
		ink = draw.Muted
	}
	value := k.Show
	if k.Optional && k.Text == "" {
		value = scenes.Say("ui.auto", k.Auto).Text(d.words.lang)
	}
	x, w := b.x+margin, b.w-2*margin
	valueWidth := min(d.measure(value, normal, true), w*0.62)
	s.text(x, b.y+20, s.fit(k.Label, normal, w-valueWidth-10), normal, ink)
	if chosen && d.typing {
		s.typing(box{x + w - 150, b.y + 4, 150, 22})
	} else {
		s.right(x+w, b.y+20, s.fit(value, normal, w*0.62), normal, ink, k.Text != k.Default)
	}
	s.turner(box{x, b.y + 26, w, 20}, i, k, visible)
}

// typing shows what is typed, with a caret.
func (s sheet) typing(b box) {
	s.Rect(draw.ID{}, b.x, b.y, b.w, b.h, draw.Style{Fill: draw.Surface, Stroke: draw.Forward, Width: 1.5, Radius: 4})
	runes := []rune(s.d.typed)
	for len(runes) > 0 && s.d.measure(string(runes), normal, false) > b.w-14 {
		runes = runes[1:]
	}
	shown := string(runes)
	s.text(b.x+6, b.y+16, shown, normal, draw.Ink)
	s.Rect(draw.ID{}, b.x+7+s.d.measure(shown, normal, false), b.y+4, 1, b.h-8, draw.Style{Fill: draw.Ink})
}

// turner draws what the pointer turns a knob with.
func (s sheet) turner(b box, i int, k report.Knob, visible box) {
	d := s.d
	y := b.y + b.h/2
	color := draw.Forward
	if k.Idle {
		color = draw.Muted
	}
	stops, at := len(k.Stops), k.Stop
	switch scenes.KnobKind(k.Kind) {
	case scenes.Switch:
		stops, at = 2, slices.Index(onOff, k.Text)
		b.w = 48
	case scenes.Choice:
		stops = len(k.Choices)
		at = slices.IndexFunc(k.Choices, func(c report.Choice) bool { return c.Value == k.Text })
	}
	if stops < 2 {
		return
	}
	s.Rect(draw.ID{}, b.x, y-2, b.w, 4, draw.Style{Fill: draw.Line, Radius: 2})
	share := float64(at) / float64(stops-1)
	if scenes.KnobKind(k.Kind) == scenes.Choice {
		const apart = 12 // dots closer than that would be a band
		for j := range stops {
			if b.w < apart*float64(stops) {
				break
			}
			s.Circle(draw.ID{}, b.x+b.w*float64(j)/float64(stops-1), y, 3, draw.Style{Fill: draw.Line})
		}
	} else {
		s.Rect(draw.ID{}, b.x, y-2, b.w*share, 4, draw.Style{Fill: color, Radius: 2})
	}
	s.Circle(draw.ID{}, b.x+b.w*share, y, 6.5, draw.Style{Fill: color, Stroke: draw.Surface, Width: 1.5})
	s.zone(cutTo(b, visible), true, func(x, _ float64) {
		d.choose(i)
		d.stop(i, int(x*float64(stops-1)+0.5))
	})
}

// cutTo is the part of a box that can be seen.
func cutTo(b, visible box) box {
	top, bottom := max(b.y, visible.y), min(b.y+b.h, visible.y+visible.h)
	return box{b.x, top, b.w, max(0, bottom-top)}
}

// items draws a list to choose from, scrolled so that the chosen one is seen.
func (s sheet) items(b box, l *list) {
	d := s.d
	notes := make([][]string, len(l.items))
	rows := make([]box, len(l.items))
	y := b.y
	for i, it := range l.items {
		notes[i] = s.wrap(it.note, small, b.w-2*margin)
		rows[i] = box{b.x, y, b.w, 34 + 16*float64(len(notes[i]))}
		y += rows[i].h
	}
	below := 0.0
	if chosen := rows[l.at]; chosen.y+chosen.h > b.y+b.h {
		below = chosen.y + chosen.h - b.y - b.h
	}
	s.Clip(b.x, b.y, b.w, b.h)
	for i, it := range l.items {
		at := rows[i]
		at.y -= below
		if i == l.at {
			s.Rect(draw.ID{}, at.x, at.y, at.w, at.h, draw.Style{Fill: draw.Panel})
			s.Rect(draw.ID{}, at.x, at.y, 3, at.h, draw.Style{Fill: draw.Forward})
		}
		s.text(at.x+margin, at.y+21, s.fit(it.label, normal, at.w-2*margin), normal, draw.Ink)
		for j, n := range notes[i] {
			s.text(at.x+margin, at.y+38+16*float64(j), n, small, draw.Muted)
		}
		s.zone(cutTo(at, b), false, func(_, _ float64) { d.take(i) })
	}
	s.Unclip()
}
