//go:build js

// Command calculator is the engine behind the calculator's page: it runs in a
// worker and answers each setting with texts in a language.
package main

import (
	"syscall/js"

	"inflight/scenes"
	"inflight/scenes/lightjson"
	"inflight/scenes/report"
	"inflight/scenes/sizing"
)

func main() {
	c := calculator{sizing.Entry().New()}
	js.Global().Set("calculate", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 2 || args[0].Type() != js.TypeString || args[1].Type() != js.TypeString {
			return nil
		}
		return c.answer(args[0].String(), args[1].String())
	}))
	js.Global().Call("calculatorIsReady")
	select {}
}

// calculator keeps the setting that it answered last: a knob whose value does not
// fit stays as it was there.
type calculator struct{ last *scenes.Setting }

// answer is a sizing.Report in JSON for a setting in a query.
func (c *calculator) answer(query, lang string) any {
	values, err := report.Values(query)
	if err != nil {
		return nil
	}
	setting := sizing.Entry().New()
	problems := setting.Apply(values, false)
	for _, p := range problems {
		if was, ok := c.last.Knob(p.Key); ok {
			setting.Apply([]scenes.Value{{Key: p.Key, Text: was.Text()}}, false)
		}
	}
	c.last = setting
	r := sizing.New(setting, lang)
	for _, p := range problems {
		r.Panel.Problems = append(r.Panel.Problems, p.Text(lang))
	}
	text, err := lightjson.Append(nil, r)
	if err != nil {
		return nil
	}
	return string(text)
}
