//go:build unix

package userfile

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Nobody waits for a writer: a pipe of nobody is empty. One of a shell's, as <(command) is, is read to its end.
func TestPipes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := Read(path, 9); err != nil || len(text) != 0 {
		t.Errorf("a pipe of nobody: %q, %v", text, err)
	}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	go func() {
		_, _ = in.WriteString("late")
		_ = in.Close()
	}()
	if text, err := Read(fmt.Sprint("/dev/fd/", out.Fd()), 9); err != nil || string(text) != "late" {
		t.Errorf("a pipe of a command: %q, %v", text, err)
	}
}
