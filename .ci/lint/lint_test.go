package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestFaults: each linter of the list finds its fault in testdata/faults, where a comment "want LINTER" stands, and nothing else is found.
func TestFaults(t *testing.T) {
	t.Chdir("testdata/faults")
	want := map[string]bool{"faults.go:73 nolint": true} // a comment without a reason has no room for another
	asked := map[string]bool{"nolint": true}
	for _, file := range []string{"faults.go", "faults_test.go", "cmd/main.go"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			_, names, _ := strings.Cut(line, "// want ")
			for _, name := range strings.Fields(names) {
				want[fmt.Sprintf("%s:%d %s", file, i+1, name)] = true
				asked[name] = true
			}
		}
	}
	for name := range linters() {
		if !asked[name] {
			t.Errorf("no fault for %s", name)
		}
	}
	found, err := lint([]string{"./..."})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, f := range found {
		got[fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Linter)] = true
	}
	for _, place := range slices.Sorted(maps.Keys(want)) {
		if !got[place] {
			t.Errorf("not found: %s", place)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(got)) {
		if !want[place] {
			t.Errorf("found and not wanted: %s", place)
		}
	}
}

// TestBrokenModule: what cannot be read is an error, not a module without faults.
func TestBrokenModule(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"go.mod": "module broken\n\ngo 1.26.0\n", "a.go": "package broken\n\nvar x int = \"\"\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := lint([]string{"./..."}); err == nil {
		t.Errorf("no error, but %v", found)
	}
}
