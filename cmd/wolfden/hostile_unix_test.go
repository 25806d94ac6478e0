//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// makePipe makes a pipe that nobody writes to; where there can be none, there is none.
func makePipe(path string) { _ = syscall.Mkfifo(path, 0o600) }

// peakMemory is the most memory in bytes that a process had, 0 where that is not known.
func peakMemory(s *os.ProcessState) int64 {
	usage, known := s.SysUsage().(*syscall.Rusage)
	switch {
	case !known:
		return 0
	case runtime.GOOS == "darwin":
		return usage.Maxrss
	default:
		return usage.Maxrss << 10
	}
}
