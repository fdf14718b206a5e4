package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"inflight/site"
	"inflight/tests/browser/chromium"
	"inflight/tools/bench"
	"inflight/tools/bench/browser"
)

// browserRows builds what a browser is to show and measures there.
func browserRows(log io.Writer) ([]bench.Row, error) {
	if _, err := chromium.Find(); err != nil {
		return nil, fmt.Errorf("the browser's rows: %w", err)
	}
	dir, err := os.MkdirTemp("", "inflight-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	o := browser.Options{
		Site: filepath.Join(dir, "site"), Page: filepath.Join(dir, "page"), Bare: filepath.Join(dir, "bare.wasm"), Log: log,
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	o.Support = filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	if err := goBuild(o.Bare, "./wasm/bare"); err != nil {
		return nil, err
	}
	if err := site.Build(site.Options{Out: o.Site, Dev: true}); err != nil {
		return nil, err
	}
	// No stage is started from the minified site: compressing one takes a minute.
	empty, err := emptyProgram(dir)
	if err != nil {
		return nil, err
	}
	if err := site.Build(site.Options{Out: o.Page, Wasm: empty}); err != nil {
		return nil, err
	}
	return browser.Rows(context.Background(), o)
}
