package userfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := Read(path, 5); err != nil || string(text) != "12345" {
		t.Errorf("a file as long as may be: %q, %v", text, err)
	}
	if text, err := Read(path, 4); !errors.Is(err, ErrLong) || !strings.Contains(err.Error(), path) || text != nil {
		t.Errorf("a longer one: %q, %v", text, err)
	}
	if _, err := Read(dir, 4); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Read(path+"s", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
