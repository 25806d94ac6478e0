//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

// makePipe makes a pipe that nobody writes to; where there can be none, there is none.
func makePipe(path string) { _ = syscall.Mkfifo(path, 0o600) }

// limitTime ends this process when it has used up its time of the processor.
func limitTime(t *testing.T) {
	t.Helper()
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: mostTime, Max: mostTime}); err != nil {
		t.Fatal(err)
	}
}

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
