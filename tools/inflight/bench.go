package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"inflight/site"
	"inflight/tools/bench"
)

// benchReport is what bench writes as JSON.
type benchReport struct {
	Date    string `json:"date"`
	Commit  string `json:"commit"`
	Machine string `json:"machine"`
	Go      string `json:"go"`
	bench.Report
	Missing []string `json:"missing"` // rows that this machine cannot measure, and why
}

// runBench measures the budgets and prints a table.
func runBench(args []string, out, log io.Writer) error {
	f := newFlags("bench")
	file := f.String("json", "", "write the rows to a file, too")
	size := f.Bool("size", true, "compress the stage with brotli 11, which takes a minute")
	inBrowser := f.Bool("browser", true, "measure in a browser, too, which takes some minutes")
	if err := f.parse(args, 0); err != nil {
		return err
	}
	r := benchReport{
		Date: time.Now().UTC().Format("2006-01-02"), Commit: commit(), Go: runtime.Version(), Machine: machine(), Missing: []string{},
	}
	for _, part := range []struct {
		name    string
		wanted  bool
		measure func() (bench.Report, error)
	}{
		{"engine, natively", true, engineHere},
		{"engine, as WebAssembly under Node", true, engineInNode},
		{"engine, beside plain Python", true, rowsOf(func() ([]bench.Row, error) { return bench.Python(pythonScript) })},
		{"pages, beside hugo", true, rowsOf(siteRows)},
		{"size of the stage", *size, rowsOf(stageSize)},
		{"pages in a browser", *inBrowser, rowsOf(func() ([]bench.Row, error) { return browserRows(log) })},
	} {
		if !part.wanted {
			continue
		}
		fmt.Fprintln(log, part.name)
		found, err := part.measure()
		if err != nil {
			r.Missing = append(r.Missing, err.Error())
		}
		r.Add(found)
	}
	if err := r.table(out); err != nil || *file == "" {
		return err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(*file, append(text, '\n'), 0o644)
}

const pythonScript = "tools/bench/pipeline.py"

// rowsOf is a part that has no curves.
func rowsOf(f func() ([]bench.Row, error)) func() (bench.Report, error) {
	return func() (bench.Report, error) {
		rows, err := f()
		return bench.Report{Rows: rows}, err
	}
}

func engineHere() (r bench.Report, err error) {
	if r.Rows, err = bench.Engine("native"); err == nil {
		r.Growths, err = bench.Growths("native")
	}
	return r, err
}

func (r *benchReport) table(out io.Writer) error {
	fmt.Fprintf(out, "%s, commit %s, %s, %s\n\n", r.Date, r.Commit, r.Machine, r.Go)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "what\twhere\tfigure\tbudget\t")
	for _, row := range r.Rows {
		budget, verdict := "", ""
		if row.Budget > 0 || row.None {
			budget = fmt.Sprintf("%.4g %s", row.Budget, row.Unit)
			verdict = "met"
			if !row.Meets() {
				verdict = "MISSED"
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%.4g %s\t%s\t%s\n", row.What, row.Where, row.Value, row.Unit, budget, verdict)
	}
	for _, m := range r.Missing {
		fmt.Fprintf(w, "not measured: %s\n", m)
	}
	if len(r.Growths) > 0 {
		fmt.Fprintln(w, "\ngrowth\twhere\tfrom\tto\tgrows as")
	}
	for _, g := range r.Growths {
		first, last := g.Points[0], g.Points[len(g.Points)-1]
		fmt.Fprintf(w, "%s\t%s\t%d %s: %.3g ms\t%d: %.3g ms\tn^%.2f\n", g.What, g.Where, first.N, g.Of, first.Seconds*1e3, last.N, last.Seconds*1e3, g.Exponent)
	}
	return w.Flush()
}

// machine is system, architecture, processors and, where the system tells, their name.
func machine() string {
	text := fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return text + ", " + strings.TrimSpace(model)
		}
	}
	return text
}

func commit() string {
	text, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(text))
}

// goBuild builds a package for WebAssembly into a file.
func goBuild(file, pkg string) error {
	c := exec.Command("go", append(append([]string{"build"}, site.WasmFlags...), "-o", file, pkg)...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %s", pkg, strings.TrimSpace(string(text)))
	}
	return nil
}

func engineInNode() (r bench.Report, err error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return r, fmt.Errorf("the engine's WebAssembly rows: no node on this machine")
	}
	dir, err := os.MkdirTemp("", "inflight-bench")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "engine.wasm")
	if err := goBuild(file, "./tools/bench/engine"); err != nil {
		return r, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return r, err
	}
	text, err := exec.Command(node, "--stack-size=8192", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), file).Output()
	if err != nil {
		return r, fmt.Errorf("the engine under node: %w", err)
	}
	err = json.Unmarshal(text, &r)
	return r, err
}

func stageSize() ([]bench.Row, error) {
	dir, err := os.MkdirTemp("", "inflight-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "stage.wasm")
	if err := site.CompileStage(".", dir, file); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	small, err := site.Brotli(text)
	if err != nil {
		return nil, err
	}
	return []bench.Row{{ID: "stage-size", What: "wasm with all scenes, brotli 11", Where: "build", Value: float64(len(small)) / 1e6, Unit: "MB", Budget: 2.1}}, nil
}
