//go:build unix

package server

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

// childFileSize is the environment variable that limits the child's files, in
// bytes, until it gets SIGUSR1: a disk that is full, and then is not.
const childFileSize = "WOLFDEN_TEST_FILE_SIZE"

func limitFiles() error {
	text := os.Getenv(childFileSize)
	if text == "" {
		return nil
	}
	size, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	free := make(chan os.Signal, 1)
	signal.Notify(free, syscall.SIGUSR1)
	go func(most uint64) {
		<-free
		limit.Cur = most
		_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	}(limit.Cur)
	limit.Cur = size
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
}
