// Package browser measures the budgets that only a browser can tell: how soon a
// stage shows its first frame and answers a knob, what drawing costs there, and
// how much a page loads before anybody wants a stage.
package browser

import (
	"context"
	"fmt"
	"io"
	"slices"

	"inflight/tests/browser/chromium"
	"inflight/tools/bench"
)

// Options says what to measure.
type Options struct {
	Site    string    // folder of a built site, whose stage is measured
	Page    string    // folder of a site as hosts get it, minified; its stage is not used
	Bare    string    // file of an Ebitengine program that draws nothing, as WebAssembly
	Support string    // file of the script that Go's programs need in a browser
	Log     io.Writer // progress
}

// Rows measures all rows, which takes some minutes. It fails where there is no
// browser.
func Rows(ctx context.Context, o Options) ([]bench.Row, error) {
	if _, err := chromium.Find(); err != nil {
		return nil, err
	}
	s, err := newServer(o)
	if err != nil {
		return nil, err
	}
	defer s.close()
	var rows []bench.Row
	for _, part := range []struct {
		what    string
		measure func(context.Context, *server) ([]bench.Row, error)
	}{
		{"page before a stage", pageBytes},
		{"knob to new picture", knob},
		{"5,000 shapes", shapes},
		{"first frame, 36 fresh profiles", firstFrame},
	} {
		fmt.Fprintln(o.Log, "browser:", part.what)
		more, err := part.measure(ctx, s)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", part.what, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
