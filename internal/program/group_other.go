//go:build !unix

package program

import "os/exec"

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// endGroup ends the command.
func endGroup(c *exec.Cmd, _ bool) { _ = c.Process.Kill() }
