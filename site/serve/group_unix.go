//go:build unix

package serve

import (
	"os/exec"
	"syscall"
)

// ownGroup lets an end of the build also end what go run started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
