package serve

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"
)

// childBuild builds in a process of its own, from the sources as they are now.
func childBuild(root string) func(ctx context.Context, out string) error {
	return func(ctx context.Context, out string) error {
		cmd := exec.CommandContext(ctx, "go", "run", "./tools/inflight", "build", "-dev", "-out", out)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		cmd.WaitDelay = 2 * time.Second
		ownGroup(cmd)
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Run(); err != nil {
			return errors.New(whatFailed(said.String(), err))
		}
		return nil
	}
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
	return err.Error()
}
