//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package filelock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Lock makes the file this process's own by a second file beside it. Where a
// process died without removing that, the user has to: whether a process of the
// number in it is the same one cannot be told.
func Lock(file *os.File) (unlock func() error, err error) {
	path := file.Name() + ".lock"
	guard, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		owner, _ := os.ReadFile(path)
		return nil, fmt.Errorf("%w: process %s; if that no longer runs, delete %s", ErrBusy, owner, path)
	}
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprint(guard, os.Getpid())
	if err = errors.Join(err, guard.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	return func() error { return os.Remove(path) }, nil
}
