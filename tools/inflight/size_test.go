package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSize(t *testing.T) {
	code, out, log := call("size", "-set", "params=7.5B", "-set", "gpus=64", "-set", "tensor=1", "-set", "strategy=fsdp", "-set", "batch=64", "-json")
	var p struct {
		Scene   string
		Metrics []struct {
			ID    string
			Value float64
		}
	}
	if err := json.Unmarshal([]byte(out), &p); code != 0 || log != "" || err != nil || p.Scene != "calculator" {
		t.Fatalf("exit %d, %s, %v, scene %q", code, log, err, p.Scene)
	}
	states := 0.0
	for _, m := range p.Metrics {
		switch m.ID {
		case "memory-params", "memory-grads", "memory-optimizer":
			states += m.Value
		}
	}
	if want := 16 * 7.5e9 / 64; states != want {
		t.Errorf("states of %v B, want %v", states, want)
	}
	if code, out, log := call("size", "-lang", "zh"); code != 0 || log != "" || !strings.HasPrefix(out, "放得下") {
		t.Errorf("exit %d, %s, %.60s", code, log, out)
	}
	for values, want := range map[string]string{"gpus=9": "9 GPUs are no multiple of", "gpu=h100": "did you mean h100-sxm?", "gpuz=8": "did you mean gpu?"} {
		if code, out, log := call("size", "-set", values); code != 2 || out != "" || !strings.Contains(log, want) {
			t.Errorf("%s: exit %d, %q, %q; want 2, nothing and %s", values, code, out, log, want)
		}
	}
}
