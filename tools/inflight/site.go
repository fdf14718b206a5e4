package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

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
func runBuild(args []string, _, log io.Writer) error {
	f := newFlags("build")
	o := site.Options{Log: log}
	f.StringVar(&o.Out, "out", "", "folder of the finished site")
	f.StringVar(&o.Root, "root", "", "the repository")
	f.StringVar(&o.Base, "base", "/", "path under which the site is served")
	f.StringVar(&o.Origin, "origin", "", "https://host, for absolute addresses")
	f.BoolVar(&o.Dev, "dev", false, "for the local server: nothing minified or compressed")
	f.StringVar(&o.Wasm, "wasm", "", "a built stage to use")
	if err := f.parse(args, 0); err != nil {
		return err
	}
	if o.Out == "" {
		return bad("build: name a folder with -out")
	}
	return site.Build(o)
}
