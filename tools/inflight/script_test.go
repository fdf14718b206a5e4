package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tell runs the command line.
func tell(args ...string) (status int, out, log string) {
	var o, l bytes.Buffer
	status = run(args, &o, &l)
	return status, o.String(), l.String()
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestScriptPrintsWhatEachOperationLeft(t *testing.T) {
	path := file(t, "ops.json", `[
		{"op":"request","id":"r0","tokens":[1,2,3,4,5],"salt":"","lookahead":0},
		{"op":"fork","id":"r0","as":"r1"},
		{"op":"append","id":"r1","tokens":[9]},
		{"op":"append","id":"r1","tokens":[1,2,3,4,5,6,7,8,9,10]},
		{"op":"free","id":"r0"}]`)
	status, out, log := tell("plan", "paged", "-script", path, "-set", "block=4", "-set", "blocks=4", "-set", "first-id=1")
	if status != 0 {
		t.Fatalf("status %d: %s", status, log)
	}
	var got []map[string]json.RawMessage
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	for i, want := range []map[string]string{
		{"op": `"request"`, "id": `"r0"`, "ok": `true`, "hit_tokens": `0`, "tables": `{"r0":[1,2]}`, "refs": `{"1":1,"2":1}`, "free": `[3,4]`, "hashed": `[1]`, "copies": `[]`},
		{"ok": `true`, "tables": `{"r0":[1,2],"r1":[1,2]}`, "refs": `{"1":2,"2":2}`, "free": `[3,4]`},
		{"ok": `true`, "tables": `{"r0":[1,2],"r1":[1,3]}`, "free": `[4]`, "copies": `[[2,3]]`},
		{"ok": `false`, "tables": `{"r0":[1,2],"r1":[1,3]}`, "free": `[4]`, "copies": `[]`},
		{"ok": `true`, "tables": `{"r1":[1,3]}`, "free": `[4,2]`, "cpu_free": `64`},
	} {
		for key, value := range want {
			if string(got[i][key]) != value {
				t.Errorf("operation %d: %s is %s, want %s", i, key, got[i][key], value)
			}
		}
	}
}

func TestScriptRefusesInOneLine(t *testing.T) {
	ops := file(t, "ops.json", `[{"op":"reset"}]`)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"plan", "paged", "-script", ops, "-set", "blok=4"}, "did you mean block?"},
		{[]string{"plan", "paged", "-script", ops, "-set", "blocks=0"}, "blocks=0: want a whole number"},
		{[]string{"plan", "paged", "-script", ops + ".no"}, "no such file"},
		{[]string{"plan", "collective", "-script", ops}, "want paged"},
		{[]string{"plan", "paged", "-script", file(t, "bad.json", `[{"op":"frob"}]`)}, "want one of request"},
		{[]string{"plan", "paged", "-script", file(t, "text.json", `{"op":"reset"}`)}, "want an array of operations"},
	} {
		status, out, log := tell(c.args...)
		if status != 2 || out != "" || strings.Count(log, "\n") != 1 || !strings.Contains(log, c.want) {
			t.Errorf("%v: status %d, %q, %q; want status 2 and %q", c.args, status, out, log, c.want)
		}
	}
}

func TestRequestsOfAFileAreServed(t *testing.T) {
	rows := file(t, "rows.csv", "arrival,prompt,output\n0.5,30,20\n# a comment\n0, 100, 10\n1s,20,5\n")
	status, out, log := tell("plan", "paged", "-requests", rows, "-json")
	if status != 0 {
		t.Fatalf("status %d: %s", status, log)
	}
	var got struct {
		Detail struct {
			Requests []struct {
				Arrival int64 `json:"arrival_ps"`
				Prompt  int   `json:"prompt"`
				Outputs []int `json:"outputs"`
			} `json:"requests"`
			Made int `json:"tokens_generated"`
		} `json:"detail"`
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if r := got.Detail.Requests; len(r) != 3 || r[0].Prompt != 100 || r[1].Arrival != 5e11 || r[2].Outputs[0] != 5 || got.Detail.Made != 35 {
		t.Errorf("served %+v, want the three rows by arrival", got.Detail)
	}
	for text, want := range map[string]string{
		"":                             "0 requests",
		"0,1\n":                        ":1: 2 columns",
		"0,1,1\n0,0,1\n":               ":2: prompt=0",
		"arrival,prompt,output\nx,1,1": ":2: arrival=x",
		"0,4000,1\n":                   "at most 2048",
	} {
		status, out, log := tell("plan", "paged", "-requests", file(t, "bad.csv", text))
		if status != 2 || out != "" || !strings.Contains(log, want) {
			t.Errorf("%q: status %d, %q; want status 2 and %q", text, status, log, want)
		}
	}
	if status, _, log := tell("plan", "collective", "-requests", rows); status != 2 || !strings.Contains(log, "want paged") {
		t.Errorf("collective: status %d, %q", status, log)
	}
}
