package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	heldBy   = regexp.MustCompile("`([a-z]+)\\.(Test[A-Za-z]+)`")
	declared = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// TestPromisesAreHeld: each promise of SECURITY.md names a test of the package that keeps it, and the test is there.
func TestPromisesAreHeld(t *testing.T) {
	root := filepath.Join("..", "..")
	tests := map[string]bool{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			tests[path.Base(path.Dir(name))+"."+m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, promised, _ := strings.Cut(string(text), "\n## What is promised\n")
	promised, _, _ = strings.Cut(promised, "\n## ")
	rows := 0
	for line := range strings.Lines(promised) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| promise") {
			continue
		}
		rows++
		named := heldBy.FindAllStringSubmatch(line, -1)
		if len(named) == 0 {
			t.Errorf("no test holds: %s", line)
		}
		for _, m := range named {
			if !tests[m[1]+"."+m[2]] {
				t.Errorf("%s is no test of package %s", m[2], m[1])
			}
		}
	}
	if rows < 10 {
		t.Errorf("%d promises were found", rows)
	}
}
