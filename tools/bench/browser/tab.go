package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"inflight/tests/browser/chromium"
)

//go:embed marks.js
var marks string

// patience is how long one step of a measurement may take.
const patience = 2 * time.Minute

// inProfile opens an address in a browser with a fresh profile and measures there.
func inProfile(ctx context.Context, address string, measure func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tab, end, err := chromium.Start(ctx, chromium.Options{})
	if err != nil {
		return err
	}
	defer end()
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: marks}); err != nil {
		return err
	}
	if _, err := chromedp.Call(tab, performance.Enable, performance.EnableParams{}); err != nil { // counts from now on
		return err
	}
	if err := chromedp.Do(tab, chromedp.Navigate(address)); err != nil {
		return err
	}
	return measure(tab)
}

// eval awaits an expression in a page and reads its value.
func eval[T any](ctx context.Context, expression string) (T, error) {
	var value T
	yes := true
	r, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, AwaitPromise: &yes, ReturnByValue: &yes})
	if err != nil {
		return value, err
	}
	if r.ExceptionDetails != nil {
		return value, fmt.Errorf("%s: %s", expression, r.ExceptionDetails.Text)
	}
	return value, json.Unmarshal(r.Result.Value, &value)
}

// threadTime is how long the page's thread has been on a processor, in
// milliseconds: what else the machine does is not in it.
func threadTime(ctx context.Context) (float64, error) {
	r, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return 0, err
	}
	for _, m := range r.Metrics {
		if m.Name == "ThreadTime" {
			return m.Value * 1000, nil
		}
	}
	return 0, errors.New("the browser does not tell ThreadTime")
}
