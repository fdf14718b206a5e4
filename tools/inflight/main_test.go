package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"inflight/scenes/all"
	"inflight/scenes/report"
	"inflight/scenes/scenetest"
)

// call runs a command line in this process.
func call(args ...string) (code int, out, log string) {
	var o, l bytes.Buffer
	code = run(args, &o, &l)
	return code, o.String(), l.String()
}

func TestPlanPrintsTheContract(t *testing.T) {
	code, out, log := call("plan", "collective", "-set", "bytes=1048576000", "-set", "bandwidth=20GB/s", "-set", "latency=4us", "-json")
	if code != 0 || log != "" {
		t.Fatalf("exit %d, %s", code, log)
	}
	var p struct {
		Schema int
		Scene  string
		Knobs  map[string]any
		EndPS  int64 `json:"end_ps"`
		Checks []struct {
			ID              string
			Engine, Formula float64
			OK              bool
			Source          string
		}
		Metrics []struct{ ID, Unit string }
		Steps   []struct {
			ID string
			T  int64 `json:"t_ps"`
		}
		Spans []struct {
			ID, Lane, Kind string
			End            int64 `json:"end_ps"`
			Bytes          float64
		}
		Detail struct{ Sends []map[string]any }
	}
	if err := json.Unmarshal([]byte(out), &p); err != nil {
		t.Fatal(err)
	}
	// By hand: 14 steps of 4 µs and 131,072,000 bytes at 20 GB/s.
	if want := int64(14 * (4e6 + 6553.6e6)); p.EndPS != want {
		t.Errorf("end_ps is %d, want %d", p.EndPS, want)
	}
	if p.Schema != 1 || p.Scene != "collective" || p.Knobs["gpus"] != 8.0 || p.Knobs["params"] != nil {
		t.Errorf("schema %d, scene %q, knobs %v", p.Schema, p.Scene, p.Knobs)
	}
	if len(p.Steps) != 14 || p.Steps[0].ID != "rs/0" || p.Steps[7].ID != "ag/0" || p.Steps[7].T != p.EndPS/2 {
		t.Errorf("steps: %v", p.Steps)
	}
	if len(p.Spans) != 14*8 || p.Spans[0].ID != "send/0/0" || p.Spans[0].Lane != "gpu0/right" || p.Spans[0].Kind != "send" || p.Spans[0].Bytes != 131072000 || p.Spans[0].End != 6557600000 {
		t.Errorf("%d spans, the first %+v", len(p.Spans), p.Spans[0])
	}
	if len(p.Detail.Sends) != 14*8 {
		t.Errorf("detail.sends has %d entries, want %d", len(p.Detail.Sends), 14*8)
	}
	for _, c := range p.Checks {
		if !c.OK || c.Source == "" {
			t.Errorf("check %+v", c)
		}
	}
}

func TestPlanCompares(t *testing.T) {
	code, out, log := call("plan", "collective", "-set", "gpus=4", "-compare", "op=all-gather", "-json")
	var p struct {
		Knobs   map[string]any
		EndPS   int64 `json:"end_ps"`
		Compare struct {
			Knobs map[string]any
			EndPS int64 `json:"end_ps"`
		}
	}
	if err := json.Unmarshal([]byte(out), &p); err != nil || code != 0 || log != "" {
		t.Fatal(code, log, err)
	}
	b := p.Compare
	if b.Knobs["op"] != "all-gather" || b.Knobs["gpus"] != 4.0 || p.Knobs["op"] != "all-reduce" || p.EndPS != 2*b.EndPS {
		t.Errorf("A takes %d ps, B %d ps with %v; want an all-gather of 4 GPUs in half of the time", p.EndPS, b.EndPS, b.Knobs)
	}
	// Nothing otherwise is the default setting.
	if _, out, _ = call("plan", "collective", "-set", "gpus=4", "-compare", "", "-json"); !strings.Contains(out, `"compare":{"schema":1,"scene":"collective","knobs":{"algo":"ring"`) || !strings.Contains(out, `"gpus":8`) {
		t.Errorf("-compare '' does not compare with the default: %.300s", out)
	}
	_, out, _ = call("plan", "collective", "-set", "gpus=4", "-compare", "op=all-gather")
	for _, want := range []string{"A           B           B/A", "  0.500  ", "A time", "B time"} {
		if !strings.Contains(out, want) {
			t.Errorf("the tables lack %q:\n%s", want, out)
		}
	}
}

func TestABadValueIsExitTwoAndOneLine(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"plan", "collective", "-set", "gpus=1"}, "inflight: gpus=1: want a whole number from 2 to 16384\n"},
		{[]string{"plan", "collective", "-set", "gpu=4"}, "inflight: gpu=4: collective has no such knob (did you mean gpus?)\n"},
		{[]string{"plan", "collectve"}, "inflight: \"collectve\": no such scene (did you mean collective?)\n"},
		{[]string{"plan", "collective", "-preset", "x"}, "inflight: -preset x: no such preset of collective\n"},
		{[]string{"plan"}, "inflight: plan: name a scene: collective, pipeline, fsdp, flash, paged\n"},
		{[]string{"plan", "collective", "-set", "gpus"}, ""},
		{[]string{"plan", "collective", "collective"}, ""},
		{[]string{"plan", "collective", "-jsn"}, ""},
		{[]string{"plan", "collective", "-set", "algo=tree", "-set", "op=all-to-all"}, ""},
		{[]string{"pln"}, "inflight: pln: no such command (did you mean plan?)\n"},
		{[]string{"plan", "collective", "-compare", "gpus=1"}, "inflight: -compare: gpus=1: want a whole number from 2 to 16384\n"},
		{[]string{"export", "collective", "-compare", "gpu=4"}, "inflight: -compare: gpu=4: collective has no such knob (did you mean gpus?)\n"},
		{[]string{"export", "collective", "-compare", "gpus=%zz"}, ""},
		{[]string{"export", "collective", "-compare", "algo=tree&op=all-to-all"}, ""},
		{[]string{"export", "collective", "-t", "rs/99"}, ""},
		{[]string{"export", "collective", "-t", "NaN"}, ""},
		{[]string{"export", "collective", "-t", "-1"}, ""},
		{[]string{"export", "collective", "-format", "bmp"}, "inflight: -format bmp: want one of svg, png, pdf, gif, apng, mp4, webm, trace, csv, json\n"},
		{[]string{"export", "collective", "-theme", "blue"}, "inflight: -theme blue: want light or dark\n"},
		{[]string{"export", "collective", "-width", "1"}, "inflight: -width 1: want a whole number from 100 to 10000\n"},
		{[]string{"build"}, "inflight: build: name a folder with -out\n"},
		{[]string{"serve", "-port", "70000"}, "inflight: -port 70000: want a whole number from 0 to 65535\n"},
		{[]string{"new-scene", "Bad Name"}, ""},
		{[]string{"new-scene", "collective"}, "inflight: collective: there is a scene of this name\n"},
	} {
		code, out, log := call(c.args...)
		if code != 2 || out != "" || strings.Count(log, "\n") != 1 {
			t.Errorf("%v: exit %d, %d lines on stderr, stdout %q; want exit 2, one line, nothing\n%s", c.args, code, strings.Count(log, "\n"), out, log)
		}
		if c.want != "" && log != c.want {
			t.Errorf("%v: got %q, want %q", c.args, log, c.want)
		}
	}
}

func TestHelpListsTheFlagsOfEachCommand(t *testing.T) {
	for _, c := range commands {
		code, out, log := call(c.name, "-h")
		if code != 0 || log != "" || !strings.HasPrefix(out, "usage: inflight "+c.name) {
			t.Errorf("%s -h: exit %d, %q and %q, want its usage", c.name, code, out, log)
		}
		if c.name != "new-scene" && !strings.Contains(out, "\n  -") {
			t.Errorf("%s -h: got %q, want its flags", c.name, out)
		}
	}
}

func TestBadValuesOfEveryKnobAreOneLine(t *testing.T) {
	for _, e := range all.List() {
		for _, k := range e.New().Knobs() {
			for _, v := range scenetest.BadValues {
				code, out, log := call("plan", e.Name, "-set", k.Key+"="+v)
				if code != 2 || out != "" || strings.Count(log, "\n") != 1 || !strings.HasPrefix(log, "inflight: "+k.Key) {
					t.Errorf("%s -set %s=%.40q: exit %d, stdout %q, stderr %q", e.Name, k.Key, v, code, out, log)
				}
			}
		}
	}
}

func TestExportWritesWhatItSays(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ file, magic string }{{"a.svg", "<svg"}, {"a.png", "\x89PNG"}, {"a.pdf", "%PDF"}} {
		file := filepath.Join(dir, c.file)
		for range 2 {
			if code, _, log := call("export", "collective", "-t", "ag/0", "-out", file, "-width", "800", "-theme", "dark"); code != 0 {
				t.Fatalf("%s: %s", c.file, log)
			}
			text, err := os.ReadFile(file)
			if err != nil || !bytes.HasPrefix(text, []byte(c.magic)) {
				t.Fatalf("%s begins %.20q, %v; want %q", c.file, text, err, c.magic)
			}
			again := file + ".first"
			if first, err := os.ReadFile(again); err == nil && !bytes.Equal(first, text) {
				t.Errorf("%s: two runs differ", c.file)
			}
			if err := os.WriteFile(again, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	_, beyond, _ := call("export", "collective", "-t", "1h")
	_, end, _ := call("export", "collective", "-t", "1d")
	if beyond != end || beyond == "" {
		t.Error("an instant beyond the end is not the end")
	}
}

func TestKnobsAndScenesAreListed(t *testing.T) {
	if code, out, _ := call("plan", "-list"); code != 0 || !strings.Contains(out, "collective\n") {
		t.Errorf("plan -list: exit %d, %q", code, out)
	}
	_, out, _ := call("plan", "collective", "-knobs", "-json")
	var knobs []report.Knob
	if err := json.Unmarshal([]byte(out), &knobs); err != nil || len(knobs) < 10 {
		t.Errorf("plan -knobs -json: %d knobs, %v", len(knobs), err)
	}
}

// TestNewSceneMakesOneThatWorks copies the repository's packages, adds a scene
// and runs its test there.
func TestNewSceneMakesOneThatWorks(t *testing.T) {
	root := t.TempDir()
	for _, folder := range []string{"scenes", "content", "tests/noise", "tests/platform"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(filepath.Join("..", "..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err == nil {
			err = os.WriteFile(filepath.Join(root, file), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if code, _, log := call("new-scene", "-root", root, "moe"); code != 0 {
		t.Fatal(log)
	}
	for _, args := range [][]string{{"test", "./scenes/moe", "-update"}, {"test", "./scenes/moe"}, {"test", "./scenes/all", "-run", "Folder"}, {"vet", "./scenes/moe"}} {
		c := exec.Command("go", args...)
		c.Dir = root
		if text, err := c.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, text)
		}
	}
	if text, err := exec.Command("gofmt", "-l", filepath.Join(root, "scenes", "moe"), filepath.Join(root, "scenes", "all")).Output(); err != nil || len(text) > 0 {
		t.Errorf("gofmt -l: %s %v", text, err)
	}
}
