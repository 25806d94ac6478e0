//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock makes the open file this process's own until it is unlocked or closed.
// The kernel lets go of it with the process, however that dies, so there are no
// stale locks.
func Lock(file *os.File) (unlock func() error, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fmt.Errorf("%w; stop that one or use another file", ErrBusy)
	}
	return func() error { return syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }, err
}
