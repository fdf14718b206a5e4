package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// child is a process that builds, again and again. It is compiled from the
// sources as they are when it starts.
type child struct {
	root    string
	end     context.CancelFunc // nil while none runs
	cmd     *exec.Cmd
	folders io.WriteCloser
	answers *bufio.Scanner
	said    *bytes.Buffer
}

// build lets the child build into a folder; anew, one from the sources of now.
func (c *child) build(ctx context.Context, out string, anew bool) error {
	if anew {
		c.stop()
	}
	if c.end == nil {
		if err := c.start(ctx); err != nil {
			return err
		}
	}
	io.WriteString(c.folders, out+"\n") // one that has ended has no answer
	if !c.answers.Scan() {
		err := c.stop()
		return errors.New(whatFailed(c.said.String(), err))
	}
	var answer struct{ Wrong string }
	if err := json.Unmarshal(c.answers.Bytes(), &answer); err != nil {
		c.stop()
		return err
	}
	if answer.Wrong != "" {
		return errors.New(answer.Wrong)
	}
	return nil
}

func (c *child) start(ctx context.Context) error {
	ctx, end := context.WithCancel(ctx)
	c.cmd = exec.CommandContext(ctx, "go", "run", "./tools/inflight", "build", "-dev", "-again")
	c.cmd.Dir = c.root
	c.cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	c.cmd.WaitDelay = 2 * time.Second
	ownGroup(c.cmd)
	c.said = &bytes.Buffer{}
	c.cmd.Stderr = c.said
	folders, err := c.cmd.StdinPipe()
	if err != nil {
		end()
		return err
	}
	answers, err := c.cmd.StdoutPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		end()
		return err
	}
	c.folders, c.answers, c.end = folders, bufio.NewScanner(answers), end
	c.answers.Buffer(nil, 1<<20) // of all that is wrong with the content
	return nil
}

// stop ends the child, if one runs, and says how it ended.
func (c *child) stop() error {
	if c.end == nil {
		return nil
	}
	c.folders.Close() // it ends by itself, unless it is in the middle of a build
	err := c.cmd.Wait()
	c.end()
	c.end = nil
	return err
}

// whatFailed is what a child said, without what go run adds.
func whatFailed(said string, err error) string {
	var lines []string
	for line := range strings.Lines(said) {
		if !strings.HasPrefix(line, "exit status ") {
			lines = append(lines, line)
		}
	}
	if text := strings.TrimSpace(strings.Join(lines, "")); text != "" {
		return text
	}
	if err == nil {
		return "the build ended without a word"
	}
	return err.Error()
}
