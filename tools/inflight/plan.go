package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/plan"
	"inflight/scenes/report"
)

// runPlan prints what the engine finds for a scene, or what can be asked.
func runPlan(args []string, out, _ io.Writer) error {
	f := newFlags("plan")
	var values sets
	f.Var(&values, "set", "key=value")
	preset := f.String("preset", "", "start from a preset")
	var beside other
	f.Var(&beside, "compare", "what the scene has otherwise beside itself: key=value&key=value")
	asJSON := f.Bool("json", false, "print JSON")
	list := f.Bool("list", false, "list the scenes")
	knobs := f.Bool("knobs", false, "list the scene's knobs")
	lang := f.String("lang", "en", "language of the tables")
	ops := f.String("script", "", "run operations on a pool of KV blocks (paged)")
	rows := f.String("requests", "", "rows of arrival, prompt, output to serve (paged)")
	if err := f.parse(args, 1); err != nil {
		return err
	}
	if *list {
		return printScenes(out, *asJSON)
	}
	e, err := f.entry()
	if err != nil {
		return err
	}
	if *ops != "" {
		return runScript(out, e, *ops, values)
	}
	if *rows != "" {
		if e, err = withRequests(e, *rows); err != nil {
			return err
		}
	}
	if *knobs {
		return printKnobs(out, e, values, *lang, *asJSON)
	}
	s, fl, err := film(e, *preset, values)
	if err != nil {
		return err
	}
	if fl, err = beside.beside(s, fl); err != nil {
		return err
	}
	if *asJSON {
		text, err := plan.JSON(s, fl)
		if err == nil {
			_, err = out.Write(text)
		}
		return err
	}
	return printTables(out, report.New(s, fl, *lang))
}

func printJSON(out io.Writer, v any) error {
	w := json.NewEncoder(out)
	w.SetEscapeHTML(false)
	return w.Encode(v)
}

func printScenes(out io.Writer, asJSON bool) error {
	var list []string
	for _, e := range all.List() {
		list = append(list, e.Name)
	}
	if asJSON {
		return printJSON(out, list)
	}
	_, err := fmt.Fprintln(out, strings.Join(list, "\n"))
	return err
}

// printKnobs lists the knobs as they are with some values set.
func printKnobs(out io.Writer, e *scenes.Entry, values []scenes.Value, lang string, asJSON bool) error {
	s := e.New()
	if problems := s.Apply(values, true); len(problems) > 0 {
		return badInput{problems[0].Error()}
	}
	p := report.New(s, nil, lang)
	if asJSON {
		return printJSON(out, p.Knobs)
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "knob\tvalue\twant\tmeaning")
	for _, k := range p.Knobs {
		want := k.Range
		switch k.Kind {
		case "choice":
			values := make([]string, len(k.Choices))
			for i, c := range k.Choices {
				values[i] = c.Value
			}
			want = strings.Join(values, "|")
		case "switch":
			want = "true|false"
		}
		value := k.Text
		if value == "" {
			value = "auto (" + k.Auto + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.Key, value, want, k.Label)
	}
	return w.Flush()
}

// printTables prints the panel for people: metrics, then checks, then remarks.
func printTables(out io.Writer, p report.Panel) error {
	fmt.Fprintf(out, "%s %s\n\n", p.Scene, p.Query)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	if p.Compare != nil {
		fmt.Fprintf(w, "\tA\tB\tB/A\t\n")
	}
	for _, m := range p.Film.Metrics {
		if p.Compare != nil {
			m.Text += "\t" + m.Other + "\t" + m.Ratio
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", m.ID, m.Text, m.Label)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(p.Film.Checks) > 0 {
		w = tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "\ncheck\tengine\tformula\t\tform\tsource")
		for _, c := range p.Film.Checks {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", strings.TrimSpace(c.Side+" "+c.ID), c.Engine, c.Formula, c.Verdict, c.Form, c.Source+c.Why)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	for _, r := range p.Film.Remarks {
		fmt.Fprintln(out, "\n"+r)
	}
	return nil
}
