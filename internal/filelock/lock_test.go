package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"wolfden/internal/filelock"
)

func open(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	one, two := open(t, path), open(t, path)
	unlock, err := filelock.Lock(one)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := filelock.Lock(two); !errors.Is(err, filelock.ErrBusy) {
		t.Fatalf("second lock: %v, want ErrBusy", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if unlock, err = filelock.Lock(two); err != nil {
		t.Fatal(err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
}
