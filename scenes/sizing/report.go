package sizing

import (
	"slices"
	"strconv"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/unit"
)

// Report is all that the page shows of a setting, as texts in one language.
type Report struct {
	Panel  report.Panel `json:"panel"`  // knobs and problems; no film
	Answer *Answer      `json:"answer"` // nil where the setting was refused
}

// Answer is what a setting takes.
type Answer struct {
	Fits    bool     `json:"fits"`
	Verdict string   `json:"verdict"` // whether it fits
	Memory  Sum      `json:"memory"`
	Limit   string   `json:"limit"` // where the capacity stands in the bar, in %
	Time    Sum      `json:"time"`
	Bound   string   `json:"bound"`   // what bounds the step
	Advice  string   `json:"advice"`  // which knob would help
	Try     string   `json:"try"`     // that setting as a query; "" for none
	Facts   []Row    `json:"facts"`   // what follows
	Remarks []string `json:"remarks"` // what stands for something else
	Links   []Link   `json:"links"`   // the scenes at this setting
}

// Sum is a total and its parts.
type Sum struct {
	Rows  []Row  `json:"rows"`
	Total string `json:"total"`
}

// Row is one quantity. Its bar begins at At and is Wide, both in %.
type Row struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Text  string `json:"text"`
	Share string `json:"share"` // of the total, for people
	At    string `json:"at"`
	Wide  string `json:"wide"`
}

// New writes a setting in a language.
func New(s *scenes.Setting, lang string) Report {
	r := Report{Panel: report.New(s, nil, lang)}
	f, err := s.Build()
	if err != nil {
		r.Panel.Refusal = err.Error()
		if refusal, ok := err.(scenes.Refusal); ok {
			r.Panel.Refusal = scenes.Say(Name+".refused", refusal.Message).Text(lang)
		}
		return r
	}
	a := f.(*answer)
	w := writer{a, s, lang, r.Panel.Knobs}
	r.Answer = w.write()
	return r
}

// writer writes an answer.
type writer struct {
	*answer
	setting *scenes.Setting
	lang    string
	knobs   []report.Knob
}

func (w *writer) say(key string, args ...any) string {
	return scenes.Say(Name+"."+key, args...).Text(w.lang)
}

func bytes(v float64) scenes.Quantity { return scenes.Quantity{Value: v, Unit: unit.Byte} }
func share(v float64) scenes.Quantity { return scenes.Quantity{Value: v, Unit: unit.Share} }

func (w *writer) write() *Answer {
	m, t := &w.Memory, &w.Time
	a := &Answer{Fits: m.Fits(), Verdict: w.verdict(), Remarks: w.remarks(), Links: w.links(), Facts: w.facts()}
	scale := max(m.Total(), m.Capacity)
	a.Memory = w.sum("memory", m.parts(), m.Total(), scale, unit.Byte)
	a.Limit = percent(m.Capacity / scale)
	a.Time = w.sum("time", t.parts(), t.Total(), t.Total(), unit.Second)
	a.Bound = w.bound()
	a.Advice, a.Try = w.advice()
	return a
}

// sum writes the parts that are not 0, one bar behind the other.
func (w *writer) sum(kind string, parts []part, total, scale float64, u unit.Unit) Sum {
	s := Sum{Total: unit.Format(total, u), Rows: []Row{}}
	at := 0.0
	for _, p := range parts {
		if p.value <= total*1e-9 { // what rounding leaves
			continue
		}
		s.Rows = append(s.Rows, Row{
			ID: p.id, Label: w.say(kind + "." + p.id), Text: unit.Format(p.value, u),
			Share: unit.Format(p.value/total, unit.Share), At: percent(at / scale), Wide: percent(p.value / scale),
		})
		at += p.value
	}
	return s
}

// percent is a length in SVG.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 2, 64) + "%" }

func (w *writer) verdict() string {
	m := &w.Memory
	switch {
	case m.Capacity == 0:
		return w.say("unknown", bytes(m.Total()), w.Device.Name)
	case m.Fits():
		return w.say("fits", bytes(m.Total()), bytes(m.Capacity), bytes(m.Free()), w.Device.Name)
	}
	return w.say("over", bytes(m.Total()), bytes(m.Capacity), bytes(-m.Free()), w.Device.Name)
}

// bound says what takes most of the step, or what of it is not compute.
func (w *writer) bound() string {
	parts := w.Time.parts()
	total := w.Time.Total()
	most := slices.MaxFunc(parts[1:], func(a, b part) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	compute := w.Time.Compute / total
	const little = 0.02
	if most.value < little*total {
		return w.say("bound.compute", share(compute))
	}
	return w.say("bound.other", share(compute), scenes.Say(Name+".time."+most.id), share(most.value/total)) + w.say("space") + w.say("why."+most.id)
}

func (w *writer) advice() (text, query string) {
	c, ok := advise(w.setting, w.answer)
	if !ok {
		if w.heavy() {
			return w.say("advice.heavy"), ""
		}
		if w.Memory.Fits() {
			return w.say("advice.best"), ""
		}
		return w.say("advice.none"), ""
	}
	other := w.setting.Clone()
	k, _ := other.Knob(c.key)
	k.Set(c.to)
	label, from, to := w.shown(c, report.New(other, nil, w.lang).Knobs)
	query = report.Query(other.Changed())
	speed := scenes.Quantity{Value: c.TokensPerSecond, Unit: unit.TokensPerSecond}
	gain := c.TokensPerSecond/w.TokensPerSecond - 1
	switch {
	case !c.Memory.Fits():
		return w.say("advice.less", label, from, to, bytes(c.Memory.Total())), query
	case w.Memory.Fits():
		return w.say("advice.faster", label, from, to, speed, share(gain), bytes(c.Memory.Total())), query
	case gain >= 0:
		return w.say("advice.fits", label, from, to, bytes(c.Memory.Total()), speed), query
	}
	return w.say("advice.fits-slower", label, from, to, bytes(c.Memory.Total()), speed, share(-gain)), query
}

// shown are the texts of a changed knob.
func (w *writer) shown(c change, after []report.Knob) (label, from, to string) {
	for i := range w.knobs {
		if w.knobs[i].Key == c.key {
			return w.knobs[i].Label, w.knobs[i].Show, after[i].Show
		}
	}
	return c.key, c.from, c.to
}

func (w *writer) facts() []Row {
	duration := w.GPUSeconds / float64(w.params.GPUs)
	row := func(id, text string) Row { return Row{ID: id, Label: w.say("fact." + id), Text: text} }
	list := []Row{
		row("layout", w.say("layout", w.Replicas, w.params.Tensor, w.params.Context, w.params.Stages)),
		row("microbatches", strconv.Itoa(w.Micro)),
		row("batch-tokens", unit.Format(float64(w.params.Batch)*float64(w.params.Seq), unit.Tokens)),
		row("throughput", unit.Format(w.TokensPerSecond, unit.TokensPerSecond)),
		row("per-gpu", unit.Format(w.TokensPerSecond/float64(w.params.GPUs), unit.TokensPerSecond)),
		row("mfu", unit.Format(w.MFU, unit.Share)),
		row("sent", unit.Format(w.Sent, unit.Byte)),
		row("gpu-hours", w.say("gpu-hours", unit.Format(w.GPUSeconds/3600, unit.Params), scenes.Quantity{Value: w.params.Tokens, Unit: unit.Tokens})),
		row("duration", unit.Format(duration, unit.Second)),
	}
	return list
}

func (w *writer) remarks() []string {
	list := []string{}
	if !w.rated {
		list = append(list, w.say("remark.rate", w.Device.Name, w.params.DType))
	}
	if w.params.Seq > w.Model.Context && w.Model.Context > 0 && w.params.Params == 0 {
		list = append(list, w.say("remark.context", w.Model.Name, w.Model.Context))
	}
	if heads := w.Model.Heads; heads > 0 && w.params.Params == 0 && heads%w.params.Tensor != 0 {
		list = append(list, w.say("remark.heads", w.Model.Name, heads, w.params.Tensor))
	}
	if w.params.Stages > 1 {
		list = append(list, w.say("remark.rank", w.Memory.Rank))
	}
	return list
}
