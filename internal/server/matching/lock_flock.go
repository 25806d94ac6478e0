//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package matching

import (
	"errors"
	"os"
	"syscall"
)

// lock makes the open file this process's own until it is unlocked or closed.
// The kernel lets go of it with the process, however that dies, so there are no
// stale locks.
func lock(file *os.File) (unlock func() error, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.New("another process has it open; stop that one or use another file")
	}
	return func() error { return syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }, err
}
