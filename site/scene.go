package site

import (
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/measured"
	"inflight/scenes/report"
	"inflight/scenes/sim"
)

// placed is a scene in a page: what templates/scene.html is given.
type placed struct {
	Name      string // of the scene
	ID        string // in the page
	Title     string // of the scene, in the page's language
	Lang      string
	Mode      string // "stage" beside a story, "inline" in the prose, "embed" alone, "slide" in a deck
	Controls  string // "full", "mini" or "none"
	T         string // where it stands at first: the id of a step or a time; "" is the telling instant
	From, To  string // the window of time that lanes show, in seconds; "" is the whole film
	Focus     string // id of what is highlighted
	Panel     report.Panel
	PanelJSON template.JS
	Landscape template.HTML // posters
	Portrait  template.HTML
	StageURL  string // addresses on this site
	WasmURL   string
	WasmSize  int // decoded
	EmbedURL  string
	Reader    string // of traces that can be laid under the scene; "" where none can
	ReaderURL string // of its program
	values    []scenes.Value
	run       *run
}

// sceneFence places a scene in the prose:
//
//	```scene collective gpus=8 t=rs/3 id=second controls=mini
//	```
//
// Besides knobs it takes id, t, from, to, focus, controls, and compare: what a
// second setting, that stands beside it, has otherwise, as in compare="gpus=16&op=all-gather".
func (s *scope) sceneFence(args, body string) (string, error) {
	if strings.TrimSpace(body) != "" {
		return "", fmt.Errorf("%q: a scene has nothing between its fences", firstLine(body))
	}
	p, err := s.place(args, "inline")
	if err != nil {
		return "", err
	}
	return s.execute("scene", p)
}

// place puts a scene in the page.
func (s *scope) place(args, mode string) (*placed, error) {
	c := parseCall(args)
	p := &placed{Lang: s.page.Lang, Mode: mode, Controls: "full", ID: mode}
	if mode == "inline" || mode == "slide" {
		p.ID = ""
	}
	if mode == "slide" {
		p.Controls = "none"
	}
	take := func(key string, to *string) {
		if text, ok := c.take(key); ok {
			*to = text
		}
	}
	take("id", &p.ID)
	take("t", &p.T)
	take("from", &p.From)
	take("to", &p.To)
	take("focus", &p.Focus)
	take("controls", &p.Controls)
	if len(c.words) != 1 {
		return nil, fmt.Errorf("%q: want the name of one scene", strings.Join(c.words, " "))
	}
	compare, compares := c.take("compare")
	p.Name, p.values = c.words[0], c.values
	p.Title = scenes.Say(p.Name + ".title").Text(p.Lang)
	var err error
	if p.run, err = s.engine.run(p.Name, p.values); err != nil {
		return nil, err
	}
	if compares {
		if p.run, err = p.run.beside(strings.Trim(compare, `"`)); err != nil {
			return nil, err
		}
	}
	if p.Controls != "full" && p.Controls != "mini" && p.Controls != "none" {
		return nil, fmt.Errorf("controls=%s: want full, mini or none", p.Controls)
	}
	if mode != "card" { // a picture on another page
		if err := s.identify(p); err != nil {
			return nil, err
		}
	}
	return p, s.fill(p)
}

var idForm = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// identify gives the scene an id that the page does not have yet.
func (s *scope) identify(p *placed) error {
	if p.ID == "" {
		p.ID = p.Name
		for n := 2; s.ids[p.ID]; n++ {
			p.ID = p.Name + "-" + strconv.Itoa(n)
		}
	}
	if !idForm.MatchString(p.ID) {
		return fmt.Errorf("id=%s: want lower-case letters, digits and -", p.ID)
	}
	if s.ids[p.ID] {
		return fmt.Errorf("id=%s: another scene of the page has it", p.ID)
	}
	s.ids[p.ID] = true
	return nil
}

// fill computes what the page shows of the scene.
func (b *builder) fill(p *placed) error {
	view, err := p.view()
	if err != nil {
		return err
	}
	p.From, p.To = seconds(p.From, view.From), seconds(p.To, view.To)
	p.Panel = report.New(p.run.setting, p.run.film, p.Lang)
	p.Panel.Film.Telling = view.Time.Seconds()
	p.Panel.Film.TimeText = report.Clock(view.Time)
	p.Panel.Film.Caption = p.run.film.Caption(view.Time).Text(p.Lang)
	text, err := json.Marshal(p.Panel)
	if err != nil {
		return err
	}
	p.PanelJSON = template.JS(text) // Marshal escapes <, > and &
	wide, high := landscape, portrait
	if p.Mode == "stage" {
		wide, high = landscapeBeside, portraitAbove
	}
	if p.Landscape, err = p.poster(view, wide, p.ID+"-l-"); err != nil {
		return err
	}
	if p.Portrait, err = p.poster(view, high, p.ID+"-p-"); err != nil {
		return err
	}
	p.StageURL = b.url("stage/")
	p.WasmURL, p.WasmSize = b.asset("inflight.wasm"), b.wasmSize
	p.EmbedURL = b.url(embedPath(p.Lang, p.Name))
	if slices.Contains(measured.Scenes, p.Name) && b.reader() {
		p.Reader, p.ReaderURL = b.asset("measured-worker.js"), b.asset("measured.wasm")
	}
	return nil
}

// seconds writes an instant as the element reads it; "" stays so.
func seconds(text string, t sim.Time) string {
	if text == "" {
		return ""
	}
	return strconv.FormatFloat(t.Seconds(), 'g', -1, 64)
}

func embedPath(lang, scene string) string { return lang + "/embed/" + scene + "/" }

// view is the frame of the poster.
func (p *placed) view() (scenes.View, error) {
	v := scenes.View{Time: scenes.Telling(p.run.film), Focus: p.Focus}
	var err error
	if p.T != "" {
		if v.Time, err = p.run.step(p.T); err != nil {
			return v, err
		}
	}
	if p.From != "" {
		if v.From, err = p.run.step(p.From); err != nil {
			return v, err
		}
	}
	if p.To != "" {
		v.To, err = p.run.step(p.To)
	}
	return v, err
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
