package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"inflight/scenes/plan"
	"inflight/scenes/sizing"
)

// runSize prints what a training run takes: the calculator of the site.
func runSize(args []string, out, _ io.Writer) error {
	f := newFlags("size")
	var values sets
	f.Var(&values, "set", "key=value")
	preset := f.String("preset", "", "start from a preset")
	asJSON := f.Bool("json", false, "print JSON")
	knobs := f.Bool("knobs", false, "list the knobs")
	lang := f.String("lang", "en", "language of the tables")
	if err := f.parse(args, 0); err != nil {
		return err
	}
	if *knobs {
		return printKnobs(out, sizing.Entry(), values, *lang, *asJSON)
	}
	s, answer, err := film(sizing.Entry(), *preset, values)
	if err != nil {
		return err
	}
	if *asJSON {
		text, err := plan.JSON(s, answer)
		if err == nil {
			_, err = out.Write(text)
		}
		return err
	}
	return printAnswer(out, sizing.New(s, *lang).Answer)
}

// printAnswer prints an answer for people.
func printAnswer(out io.Writer, a *sizing.Answer) error {
	fmt.Fprintf(out, "%s\n%s\n%s\n\n", a.Verdict, a.Bound, a.Advice)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, sum := range []sizing.Sum{a.Memory, a.Time} {
		for _, r := range sum.Rows {
			fmt.Fprintf(w, "%s\t%s\t%s\n", r.Text, r.Share, r.Label)
		}
		fmt.Fprintf(w, "%s\t\t\n\n", sum.Total)
	}
	for _, r := range a.Facts {
		fmt.Fprintf(w, "%s\t\t%s\n", r.Text, r.Label)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range a.Remarks {
		fmt.Fprintln(out, "\n"+r)
	}
	return nil
}
