// Package filelock keeps other processes from a file while one works with it.
//
// Its law: a lock ends with its process, however the process dies, on every system that can do so.
package filelock

import "errors"

// ErrBusy is wrapped by the error about a file that another process has.
var ErrBusy = errors.New("another process has it open")
