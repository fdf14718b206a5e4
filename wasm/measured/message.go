//go:build js

package main

import (
	"fmt"
	"sort"
	"strconv"

	"inflight/scenes"
	"inflight/scenes/draw/svg"
	"inflight/scenes/lightjson"
	"inflight/scenes/measured"
	"inflight/scenes/sim"
)

// What the program tells.
type (
	ready    struct{}
	progress struct {
		N     int     `json:"n"`
		Text  string  `json:"text"`
		Share float64 `json:"share"`
	}
	read struct {
		N int `json:"n"`
	}
	shown struct {
		N      int             `json:"n"`
		Report measured.Report `json:"report"`
		SVG    string          `json:"svg"`
		Axis   axis            `json:"axis"`
	}
	failed struct {
		N    int    `json:"n"`
		Text string `json:"text"`
	}
)

// axis is where the time axis stands in a picture of some width, in its units, and
// what it shows, in seconds; End is how long it has to be for film and trace.
type axis struct {
	X     float64 `json:"x"`
	W     float64 `json:"w"`
	Width float64 `json:"width"`
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	End   float64 `json:"end"`
}

func kind(v any) string {
	switch v.(type) {
	case ready:
		return "ready"
	case progress:
		return "progress"
	case read:
		return "read"
	case shown:
		return "shown"
	}
	return "failed"
}

// message is what the program is asked.
type message struct {
	do, scene, lang, prefix, theme string
	n, step                        int
	knobs                          []scenes.Value
	portrait                       bool
	scale                          float64
	from, to                       sim.Time
}

// decode reads a message of our own page.
func decode(text string) (m message, err error) {
	m.step = -1
	members, err := lightjson.Object(text)
	if err != nil {
		return m, err
	}
	words := map[string]*string{"do": &m.do, "scene": &m.scene, "lang": &m.lang, "prefix": &m.prefix, "theme": &m.theme}
	for _, f := range members {
		if to, ok := words[f.Name]; ok {
			*to, _ = lightjson.String(f.Value)
			continue
		}
		number, _ := strconv.ParseFloat(f.Value, 64)
		switch f.Name {
		case "n":
			m.n = int(number)
		case "step":
			m.step = int(number)
		case "scale":
			m.scale = number
		case "portrait":
			m.portrait = f.Value == "true"
		case "from", "to":
			at, err := sim.Seconds(number)
			if err != nil {
				return m, fmt.Errorf("%s=%s: %w", f.Name, f.Value, err)
			}
			if f.Name == "from" {
				m.from = at
			} else {
				m.to = at
			}
		case "knobs":
			m.knobs = values(f.Value)
		}
	}
	return m, nil
}

func values(text string) []scenes.Value {
	members, _ := lightjson.Object(text)
	sort.Slice(members, func(i, j int) bool { return members[i].Name < members[j].Name })
	var list []scenes.Value
	for _, k := range members {
		text, _ := lightjson.String(k.Value)
		list = append(list, scenes.Value{Key: k.Name, Text: text})
	}
	return list
}

func themeOf(m message) svg.Theme {
	switch m.theme {
	case "light":
		return svg.Light
	case "dark":
		return svg.Dark
	}
	return svg.Auto
}
