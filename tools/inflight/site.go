package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"text/tabwriter"

	"inflight/scenes"
	"inflight/site"
	"inflight/site/serve"
)

// runServe builds and serves the site until it is interrupted.
func runServe(args []string, _, log io.Writer) error {
	f := newFlags("serve")
	port := f.Int("port", 8080, "port on 127.0.0.1")
	root := f.String("root", "", "the repository")
	if err := f.parse(args, 0); err != nil {
		return err
	}
	if *port < 0 || *port > 65535 {
		return bad("-port %d: want a whole number from 0 to 65535", *port)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return serve.Run(ctx, serve.Options{Root: *root, Port: *port, Log: log})
}

// runBuild writes the site into a folder.
func runBuild(args []string, out, log io.Writer) error {
	f := newFlags("build")
	o := site.Options{Log: log}
	f.StringVar(&o.Out, "out", "", "folder of the finished site")
	f.StringVar(&o.Root, "root", "", "the repository")
	f.StringVar(&o.Base, "base", "/", "path under which the site is served")
	f.StringVar(&o.Origin, "origin", "", "https://host, for absolute addresses")
	f.BoolVar(&o.Dev, "dev", false, "for the local server: nothing minified or compressed")
	f.StringVar(&o.Wasm, "wasm", "", "a built stage to use")
	again := f.Bool("again", false, "for the local server: build into each folder that a line of standard input names")
	pages := f.Bool("pages", false, "list the pages with their words and weights")
	if err := f.parse(args, 0); err != nil {
		return err
	}
	if *again {
		return buildAgain(o, os.Stdin, out)
	}
	if o.Out == "" {
		return bad("build: name a folder with -out")
	}
	if *pages && o.Dev {
		return bad("build: -pages weighs what is published; want it without -dev")
	}
	if err := site.Build(o); err != nil || !*pages {
		return err
	}
	return listPages(out, o.Out)
}

// buildAgain builds into each folder that a line of in names, and answers each
// with a line of JSON: what is wrong, "" for nothing. It keeps what only this
// program decides from one build to the next.
func buildAgain(o site.Options, in io.Reader, out io.Writer) error {
	o.Memory = site.NewMemory()
	folders := bufio.NewScanner(in)
	for folders.Scan() {
		o.Out = folders.Text()
		var answer struct{ Wrong string }
		if err := buildNow(o); err != nil {
			answer.Wrong = err.Error()
		}
		if err := json.NewEncoder(out).Encode(answer); err != nil {
			return err
		}
	}
	return folders.Err()
}

// buildNow builds with the messages as they are now, which are compiled in.
func buildNow(o site.Options) error {
	changed, err := scenes.ReadMessages(os.DirFS(filepath.Join(o.Root, "content")))
	if err != nil {
		return err
	}
	if changed {
		o.Memory.ForgetWords()
	}
	return site.Build(o)
}

// listPages writes the pages of a built site as a table.
func listPages(out io.Writer, folder string) error {
	list, err := site.Weigh(folder)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "page\t")
	for _, lang := range scenes.Langs {
		fmt.Fprintf(w, "%s: words\tKB before a stage\t", lang)
	}
	fmt.Fprintln(w)
	for _, page := range list {
		fmt.Fprintf(w, "/%s\t", page.Path)
		for _, lang := range scenes.Langs {
			fmt.Fprintf(w, "%d\t%.1f\t", page.Words[lang], float64(page.Bytes[lang])/1000)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
