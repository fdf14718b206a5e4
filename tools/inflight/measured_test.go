package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnExportedTraceIsMeasuredAsPredicted goes from the one command to the other.
func TestAnExportedTraceIsMeasuredAsPredicted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipeline.trace.json")
	set := []string{"-set", "schedule=zb-h1", "-set", "stages=6"}
	if code, _, log := call(append([]string{"export", "pipeline", "-format", "trace", "-out", file}, set...)...); code != 0 {
		t.Fatal(log)
	}
	picture := filepath.Join(t.TempDir(), "lanes.svg")
	code, out, log := call(append([]string{"compare-trace", "pipeline", file, "-json", "-svg", picture}, set...)...)
	if code != 0 || log != "" {
		t.Fatalf("exit %d, %s", code, log)
	}
	var m measurement
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Rows) != 7 || len(m.Ranks) != 6 {
		t.Errorf("%d rows, ranks %v; want 7 rows of 6 ranks", len(m.Rows), m.Ranks)
	}
	for _, r := range m.Rows {
		if r.Ratio == nil || *r.Ratio != 1 {
			t.Errorf("%s: measured %v, predicted %v", r.ID, *r.Measured, *r.Predicted)
		}
	}
	if text, err := os.ReadFile(picture); err != nil || !strings.HasPrefix(string(text), "<svg") {
		t.Errorf("the lanes are %.40q, %v", text, err)
	}
	if _, table, _ := call("compare-trace", "pipeline", file); !strings.Contains(table, "Only one side has the weight gradient") {
		t.Errorf("beside 1F1B the table is\n%s", table)
	}
}

func TestWhatIsNoTraceIsRefusedInWords(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	one := write("one.json", `[{"ph":"X","name":"forward","pid":1,"tid":1,"ts":1,"dur":2}]`)
	for want, args := range map[string][]string{
		"paged has no lanes of ranks":          {"paged", one},
		"name a file":                          {"pipeline"},
		"no such file":                         {"pipeline", filepath.Join(folder, "none.json")},
		"byte 18: the file ends here":          {"pipeline", write("cut.json", `[{"ph":"X","ts":12`)},
		"a .zip archive: want the trace in it": {"fsdp", write("a.zip", "PK\x03\x04....")},
		"no span of a GPU or a program":        {"fsdp", write("empty.json", "[]")},
		"-step 5: want one of 0":               {"pipeline", one, "-step", "5"},
		"stagse=4: pipeline has no such knob":  {"pipeline", one, "-set", "stagse=4"},
	} {
		code, out, log := call(append([]string{"compare-trace"}, args...)...)
		if code != 2 || out != "" || !strings.Contains(log, want) || strings.Count(log, "\n") != 1 {
			t.Errorf("%v: exit %d, %q, %q; want %q", args, code, out, log, want)
		}
	}
}
