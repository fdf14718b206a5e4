package site

import (
	"errors"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/unit"
	"inflight/site/survey"
)

// formScene is a scene with all its closed forms, as the template is given it.
type formScene struct {
	Name, Title string
	Short       string // what other pages call it
	Drawn       string // how many settings ran
	Open, URL   string // the link to the scene
	Symbols     []symbolText
	Quantities  []formQuantity
}

type formQuantity struct {
	ID, Label string
	Forms     []formRow
}

// formRow is a closed form and how the engine stands to it.
type formRow struct {
	Text          string
	Held          string // at how many settings
	Failed        int
	Median, Worst string
	URL           string // the scene at the setting of the worst
	There         string // what the two say there
	Conditions    string
	Whys          string // what the scene says where the form does not apply
	Sources       template.HTML
}

// formulasFence lists the closed forms of all scenes, with how far the engine
// was from each at random settings:
//
//	```formulas
//	```
func (s *scope) formulasFence(args, _ string) (string, error) {
	if args != "" {
		return "", errors.New("formulas takes nothing")
	}
	surveys, err := s.surveys()
	if err != nil {
		return "", err
	}
	symbols, err := readSymbols(s.Root)
	if err != nil {
		return "", err
	}
	in, err := s.words()
	if err != nil {
		return "", err
	}
	data := struct {
		Columns []column
		Scenes  []formScene
	}{Columns: in.columns("form", "settings", "median", "worst")}
	for i, found := range surveys {
		x, err := s.formScene(in, s.Scenes[i], found)
		if err != nil {
			return "", err
		}
		x.Symbols = symbols.of(found.Scene, s.page.Lang)
		data.Scenes = append(data.Scenes, x)
	}
	return s.execute("formulas", data)
}

func (s *scope) formScene(in words, e *scenes.Entry, found survey.Survey) (formScene, error) {
	lang := in.lang
	address, err := s.sceneURL(e, "")
	if err != nil {
		return formScene{}, err
	}
	x := formScene{
		Name: e.Name, Title: scenes.Say(e.Name + ".title").Text(lang), URL: address,
		Drawn: in.say("forms.drawn", grouped(strconv.Itoa(found.Settings)), grouped(strconv.Itoa(found.Refused))), Open: in.say("forms.scene"),
	}
	x.Short = x.Title
	if p := findPage(s.pages, lang, e.Name); p != nil {
		x.Short = p.name()
	}
	if err := s.landmark(x.Name); err != nil {
		return x, err
	}
	for _, q := range found.Quantities {
		w := formQuantity{ID: e.Name + "-" + q.ID, Label: report.Label(lang, e.Name, "metric", q.ID)}
		if err := s.landmark(w.ID); err != nil {
			return x, err
		}
		held := slices.ContainsFunc(q.Forms, func(f survey.Form) bool { return f.Held > 0 })
		for _, f := range q.Forms {
			if held && f.Held == 0 {
				continue // it says only that it does not apply, as others do that do at times
			}
			row, err := s.formRow(in, e, q.Unit, f)
			if err != nil {
				return x, err
			}
			w.Forms = append(w.Forms, row)
		}
		x.Quantities = append(x.Quantities, w)
	}
	return x, nil
}

func (s *scope) formRow(in words, e *scenes.Entry, u unit.Unit, f survey.Form) (formRow, error) {
	row := formRow{
		Text: in.translated("form.", f.Text), Held: grouped(strconv.Itoa(f.Held)), Failed: f.Failed, Median: deviation(f.Median), Worst: deviation(f.Worst),
		Conditions: s.conditionText(in, e, f.Conditions), Sources: in.source(strings.Join(f.Sources, "; "), ""),
	}
	switch {
	case f.Held == 0:
		row.Median, row.Worst = "–", "–"
	case f.Bounds:
		row.Median = "–"
		if f.Worst == 0 {
			row.Worst = in.say("forms.inside")
		}
		if f.Low > 0 {
			row.There = in.say("forms.span", unit.FormatDigits(f.Low, unit.None, 3), unit.FormatDigits(f.High, unit.None, 3))
		}
	}
	if f.Worst > 0 {
		engine, formula := unit.FormatPair(f.Engine, f.Formula, u, 9)
		there := in.say("forms.there", engine, formula, deviation(f.Allowed))
		row.There = strings.TrimSpace(row.There + " " + there)
		var err error
		if row.URL, err = s.sceneURL(e, f.At); err != nil {
			return row, err
		}
	}
	var whys []string
	for _, w := range f.Whys {
		args := make([]any, w.Args)
		for i := range args {
			args[i] = "…"
		}
		whys = append(whys, in.say("forms.quote", scenes.Say(w.Key, args...).Text(in.lang)))
	}
	if len(whys) > 0 {
		row.Whys = in.say("forms.says", strings.Join(whys, " "))
	}
	return row, nil
}

// deviation writes a relative deviation: 0, or one digit and a power of ten.
func deviation(d float64) string {
	if d == 0 {
		return "0"
	}
	mantissa, exp, _ := strings.Cut(strconv.FormatFloat(d, 'e', 0, 64), "e")
	n, _ := strconv.Atoi(exp)
	if n >= -2 {
		return unit.FormatDigits(d, unit.Share, 2)
	}
	return mantissa + "·10" + superscript(n)
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

func superscript(n int) string { return superscripts.Replace(strconv.Itoa(n)) }

// conditionText says in one line what the knobs must be.
func (s *scope) conditionText(in words, e *scenes.Entry, list []survey.Condition) string {
	var texts []string
	for _, c := range list {
		label := report.Label(in.lang, e.Name, "knob", c.Knob)
		var values []string
		for _, v := range c.Values {
			values = append(values, s.knobText(e, in.lang, c.Knob, v))
		}
		const most = 6
		if len(values) > most {
			values = append(values[:most-1], in.say("forms.more", strconv.Itoa(len(values)-most+1)))
		}
		texts = append(texts, in.say("forms."+string(c.Rule), label, strings.Join(values, in.comma())))
	}
	return strings.Join(texts, " · ")
}

// knobText writes a value of a knob as the page shows it.
func (s *scope) knobText(e *scenes.Entry, lang, key, text string) string {
	value := [4]string{e.Name, lang, key, text}
	if _, ok := s.Memory.values[value]; !ok {
		s.Memory.values[value] = knobText(e, lang, key, text)
	}
	return s.Memory.values[value]
}

func knobText(e *scenes.Entry, lang, key, text string) string {
	setting := e.New()
	k, _ := setting.Knob(key)
	k.Set(text)
	for _, x := range report.New(setting, nil, lang).Knobs {
		if x.Key == key {
			return x.Show
		}
	}
	return text
}

// sceneURL is where a scene is shown, at a setting that counts from the scene's
// default.
func (s *scope) sceneURL(e *scenes.Entry, query string) (string, error) {
	values, err := report.Values(query)
	if err != nil {
		return "", err
	}
	setting := e.New()
	setting.Apply(values, false)
	path, own, err := s.home(&run{setting: setting})
	if err != nil {
		return "", err
	}
	address := s.url(path)
	if q := linkQuery(own, setting, "", ""); query != "" && q != "" {
		address += "?" + q
	}
	return address, nil
}
