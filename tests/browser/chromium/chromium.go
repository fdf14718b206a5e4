// Package chromium starts the Chromium that tests and measurements drive.
package chromium

import (
	"context"
	"errors"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// Find is the path of the browser. It fails where there is none.
func Find() (string, error) {
	for _, name := range []string{"chromium", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no browser: want chromium or google-chrome on the path")
}

// Options says how a browser runs.
type Options struct {
	Path  string // "" is what Find finds
	Ratio string // device pixels per CSS pixel, "" is 1
	Hosts string // "MAP name address": where names of hosts lead, whose certificates then do not count
}

// Start starts a browser with a fresh profile, without a window, drawing in
// software, and without what talks to other hosts by itself. Tabs are made with
// chromedp.NewContext from the context. The function ends the browser.
func Start(parent context.Context, o Options) (context.Context, context.CancelFunc, error) {
	if o.Path == "" {
		path, err := Find()
		if err != nil {
			return nil, nil, err
		}
		o.Path = path
	}
	flags := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(o.Path),
		chromedp.Headless,
		chromedp.NoSandbox, // tests run as root in containers
		chromedp.NoFirstRun,
		chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("ignore-gpu-blocklist", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-extensions", true),
		chromedp.Flag("disable-features", "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("force-color-profile", "srgb"),
		chromedp.WindowSize(1280, 900),
	}
	if o.Ratio != "" {
		flags = append(flags, chromedp.Flag("force-device-scale-factor", o.Ratio))
	}
	if o.Hosts != "" {
		flags = append(flags, chromedp.Flag("host-resolver-rules", o.Hosts), chromedp.Flag("ignore-certificate-errors", true))
	}
	allocator, stop := chromedp.NewExecAllocator(parent, flags...)
	ctx, cancel := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		stop()
		return nil, nil, err
	}
	return ctx, func() { cancel(); stop() }, nil
}
