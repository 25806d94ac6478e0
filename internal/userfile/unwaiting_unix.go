//go:build unix

package userfile

import "syscall"

// unwaiting has an open not wait for who writes to a pipe.
const unwaiting = syscall.O_NONBLOCK
