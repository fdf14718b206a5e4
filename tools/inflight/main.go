// Command inflight plans scenes, builds and serves the site, exports pictures
// and measures.
//
//	inflight plan SCENE [-set key=value]... [-json]    what the engine finds
//	inflight plan -list                                the scenes
//	inflight plan SCENE -knobs                         the knobs with their ranges
//	inflight plan SCENE -compare key=value&...         beside itself with other knobs; export too
//	inflight plan paged -script ops.json [-set …]      operations on a pool of KV blocks, one by one
//	inflight plan paged -requests rows.csv [-set …]    a stream of one's own: arrival,prompt,output
//	inflight size [-set key=value]... [-json]          what a training run takes: bytes, time
//	inflight serve [-port 8080]                        build the site, serve it here, rebuild on change
//	inflight build -out DIR [-base /sub/] [-origin https://host] [-pages]
//	inflight export SCENE [-set …] -format svg|png|pdf -t TIME|STEP -out FILE
//	inflight export SCENE [-set …] -format gif|apng|mp4|webm [-from TIME -to TIME | -step STEP] -out FILE
//	inflight export SCENE [-set …] -format trace|csv|json -out FILE
//	inflight export [SCENE] -all -out DIR              a picture and a GIF of each step
//	inflight compare-trace SCENE FILE... [-set …] [-step N] [-json] [-svg FILE]
//	inflight bench [-json FILE]
//	inflight new-scene NAME
//
// A bad value is exit status 2, one line on standard error and nothing on
// standard output; what fails for another reason is exit status 1.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"inflight/scenes/suggest"
)

// A command is one word of the command line. It writes its result to out and
// its progress to log.
type command struct {
	name, usage string
	run         func(args []string, out, log io.Writer) error
}

var commands = []command{
	{"plan", "plan SCENE [-set key=value]... [-compare key=value&...] [-json] | plan -list | plan SCENE -knobs | plan paged -script FILE | plan paged -requests FILE", runPlan},
	{"size", "size [-set key=value]... [-json] | size -knobs", runSize},
	{"serve", "serve [-port 8080]", runServe},
	{"build", "build -out DIR [-base /sub/path/] [-origin https://host] [-pages]", runBuild},
	{"export", "export SCENE [-set key=value]... [-compare key=value&...] [-format svg|png|pdf|gif|apng|mp4|webm|trace|csv|json] [-t TIME|STEP | -step STEP | -from TIME -to TIME] [-out FILE] | export [SCENE] -all -out DIR", runExport},
	{"compare-trace", "compare-trace SCENE FILE... [-set key=value]... [-step N] [-json] [-svg FILE]", runCompareTrace},
	{"bench", "bench [-json FILE]", runBench},
	{"new-scene", "new-scene NAME", runNewScene},
}

// badInput is what the user typed and we cannot take: exit status 2.
type badInput struct{ text string }

func (b badInput) Error() string { return b.text }

func bad(format string, args ...any) error { return badInput{fmt.Sprintf(format, args...)} }

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main with its world as arguments.
func run(args []string, out, log io.Writer) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		fmt.Fprintln(out, usage())
		return 0
	}
	c, err := find(args[0])
	if err == nil {
		err = c.run(args[1:], out, log)
	}
	if err == nil {
		return 0
	}
	if help := (helpWanted{}); errors.As(err, &help) {
		fmt.Fprintf(out, "usage: inflight %s\n%s", c.usage, help.flags)
		return 0
	}
	fmt.Fprintln(log, "inflight: "+strings.ReplaceAll(err.Error(), "\n", "\ninflight: "))
	if errors.As(err, new(badInput)) {
		return 2
	}
	return 1
}

func usage() string {
	lines := []string{"usage:"}
	for _, c := range commands {
		lines = append(lines, "  inflight "+c.usage)
	}
	return strings.Join(lines, "\n")
}

func find(name string) (command, error) {
	var names []string
	for _, c := range commands {
		if c.name == name {
			return c, nil
		}
		names = append(names, c.name)
	}
	if near := suggest.Nearest(name, names); near != "" {
		return command{}, bad("%s: no such command (did you mean %s?)", name, near)
	}
	return command{}, bad("%s: no such command; want one of %s", name, strings.Join(names, ", "))
}
