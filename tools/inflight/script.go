package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"

	"inflight/scenes"
	"inflight/scenes/paged"
	"inflight/scenes/paged/script"
	"inflight/scenes/suggest"
)

// runScript runs the operations of a file on a pool of KV blocks and prints what
// each left behind, as JSON.
func runScript(out io.Writer, e *scenes.Entry, file string, values sets) error {
	if e.Name != paged.Scene.Name {
		return bad("-script: %s has no pool of blocks; want %s", e.Name, paged.Scene.Name)
	}
	settings := script.DefaultSettings
	if err := setPool(&settings, values); err != nil {
		return err
	}
	ops, err := readScript(file)
	if err != nil {
		return err
	}
	r := script.New(settings)
	results := make([]script.Result, len(ops))
	for i, op := range ops {
		if results[i], err = r.Do(op); err != nil {
			return bad("%s: operation %d: %v", file, i, err)
		}
	}
	return printJSON(out, results)
}

func readScript(file string) ([]script.Op, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, bad("-script: %v", err)
	}
	var ops []script.Op
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&ops); err != nil {
		return nil, bad("%s: %v; want an array of operations", file, err)
	}
	if d.More() {
		return nil, bad("%s: more after the array; want one array of operations", file)
	}
	return ops, nil
}

// setPool gives a pool the values of -set.
func setPool(s *script.Settings, values sets) error {
	knobs := script.Knobs(s)
	var keys []string
	for _, k := range knobs {
		keys = append(keys, k.Key)
	}
	for _, v := range values {
		found := false
		for _, k := range knobs {
			if k.Key != v.Key {
				continue
			}
			found = true
			if p := k.Set(v.Text); p != nil {
				return badInput{p.Error()}
			}
		}
		if !found {
			if near := suggest.Nearest(v.Key, keys); near != "" {
				return bad("%s: -script has no such knob (did you mean %s?)", v.Key, near)
			}
			return bad("%s: -script has no such knob; want one of %v", v.Key, keys)
		}
	}
	return nil
}
