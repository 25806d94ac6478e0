//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the command and what it starts a process group of its own.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup asks that group to end, or ends it. Nothing else is touched.
func endGroup(c *exec.Cmd, atOnce bool) {
	signal := syscall.SIGTERM
	if atOnce {
		signal = syscall.SIGKILL
	}
	_ = syscall.Kill(-c.Process.Pid, signal)
}
