package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"inflight/scenes/measured"
	"inflight/scenes/trace"
)

// mostFiles is how many ranks are compared at once.
const mostFiles = 1024

// runCompareTrace prints what a recorded trace says beside what a scene predicts.
func runCompareTrace(args []string, out, log io.Writer) error {
	f := newFlags("compare-trace")
	var values sets
	f.Var(&values, "set", "key=value")
	preset := f.String("preset", "", "start from a preset")
	step := f.Int("step", -1, "the N of ProfilerStep#N; the usual one if not given")
	asJSON := f.Bool("json", false, "print JSON")
	lang := f.String("lang", "en", "language of the table")
	picture := f.String("svg", "", "write the lanes to this file")
	if err := f.parse(args, 1+mostFiles); err != nil {
		return err
	}
	e, err := f.entry()
	if err != nil {
		return err
	}
	if !slices.Contains(measured.Scenes, e.Name) {
		return bad("compare-trace: %s has no lanes of ranks; want one of %s", e.Name, strings.Join(measured.Scenes, ", "))
	}
	if len(f.words) < 2 {
		return bad("compare-trace: name a file: a trace of torch.profiler, .json or .json.gz")
	}
	_, fl, err := film(e, *preset, values)
	if err != nil {
		return err
	}
	t, err := readTraces(f.words[1:], log)
	if err != nil {
		return err
	}
	if *step < 0 {
		*step = t.Usual()
	}
	if !slices.Contains(t.Steps(), *step) {
		return bad("-step %d: want one of %s", *step, strings.Trim(fmt.Sprint(t.Steps()), "[]"))
	}
	c := measured.Compare(e.Name, measured.Predicted(fl), t, *step)
	if *picture != "" {
		if err := os.WriteFile(*picture, c.Picture(c.ViewOf(fl, false, 1)), 0o644); err != nil {
			return err
		}
	}
	if *asJSON {
		return printJSON(out, measuredJSON(e.Name, c))
	}
	return printMeasured(out, c.Report(*lang))
}

// readTraces reads the files of a job.
func readTraces(names []string, log io.Writer) (*measured.Trace, error) {
	var files []measured.Source
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return nil, bad("compare-trace: %v", err)
		}
		if info, err := file.Stat(); err == nil && info.Size() > 64<<20 {
			fmt.Fprintf(log, "reading %s\n", name)
		}
		read, err := trace.Read(file, measured.Keep)
		file.Close()
		if err != nil {
			return nil, bad("%s: %v", name, err)
		}
		files = append(files, measured.Source{Name: filepath.Base(name), File: read})
	}
	t, err := measured.Load(files)
	if err != nil {
		return nil, bad("%s: %v", strings.Join(names, ", "), err)
	}
	return t, nil
}

func printMeasured(out io.Writer, r measured.Report) error {
	fmt.Fprintf(out, "%s\n\n", r.What)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "\tmeasured\tpredicted\tratio\t")
	for _, l := range r.Rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", l.ID, l.Measured, l.Predicted, l.Ratio, l.Label)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, n := range r.Notes {
		fmt.Fprintln(out, "\n"+n)
	}
	return nil
}

// measurement is a comparison for programs: seconds, shares as such; null for what
// a side does not have.
type measurement struct {
	Schema int           `json:"schema"`
	Scene  string        `json:"scene"`
	Step   int           `json:"step"`
	Steps  []int         `json:"steps"`
	Ranks  []int         `json:"ranks"`
	Rows   []measuredRow `json:"rows"`
	Notes  []string      `json:"notes"`
}

type measuredRow struct {
	ID        string   `json:"id"`
	Unit      string   `json:"unit"`
	Measured  *float64 `json:"measured"`
	Predicted *float64 `json:"predicted"`
	Ratio     *float64 `json:"ratio"`
}

func measuredJSON(scene string, c *measured.Comparison) measurement {
	m := measurement{Schema: 1, Scene: scene, Step: c.Step, Steps: c.Steps, Ranks: []int{}, Rows: []measuredRow{}, Notes: c.Report("en").Notes}
	for _, match := range c.Matched {
		m.Ranks = append(m.Ranks, match.Measured)
	}
	for i := range c.Rows {
		r := &c.Rows[i]
		row := measuredRow{ID: r.ID, Unit: string(r.Unit)}
		if r.Has[0] {
			row.Measured = &r.Measured
		}
		if r.Has[1] {
			row.Predicted = &r.Predicted
		}
		if ratio := r.Ratio(); ratio > 0 {
			row.Ratio = &ratio
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}
