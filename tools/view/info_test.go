//go:build js || desktop

package main

import (
	"testing"

	"inflight/scenes/all"
	"inflight/scenes/draw/outline"
)

// Every character of a closed form has a glyph: an empty box explains nothing.
func TestClosedFormsAreLegible(t *testing.T) {
	for _, e := range all.List() {
		f, err := e.New().Build()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Checks() {
			form := c.Form
			for _, r := range legible(form) {
				if !outline.Regular().Has(r) {
					t.Errorf("%s: %q has %q, want characters of the Go fonts", e.Name, form, r)
				}
			}
		}
	}
	if got, want := legible("Σ(Fₛ+B₁)ᵢ₋₁ 全，"), "Σ(Fs+B₁)i−₁ 全，"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
