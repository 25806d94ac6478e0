package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updateLicences = flag.Bool("update-licences", false, "write the licences of the modules that are linked now")

// licenceFile is the name of a file that a module's terms stand in.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// linked are the modules of the program, in order.
type linked struct{ Path, Version, Dir string }

func linkedModules(t *testing.T) (all []linked) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=Module", ".")
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "GOFLAGS=")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Module *struct {
				linked
				Main bool
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && !p.Module.Main && !slices.Contains(all, p.Module.linked) {
			all = append(all, p.Module.linked)
		}
	}
	slices.SortFunc(all, func(a, b linked) int { return cmp.Compare(a.Path, b.Path) })
	return all
}

// terms are the files of a module's terms, in order.
func terms(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() && strings.EqualFold(f.Name(), "licenses") {
			b.WriteString(terms(t, filepath.Join(dir, f.Name())))
		}
		if f.Name() == "gpl.txt" {
			continue // of two licences to choose from the program takes the other
		}
		if inLicences := strings.EqualFold(filepath.Base(dir), "licenses"); f.IsDir() || !licenceFile.MatchString(f.Name()) && !inLicences {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n-- %s\n\n%s\n", f.Name(), strings.TrimSpace(strings.ReplaceAll(string(text), "\r", "")))
	}
	return b.String()
}

// TestLicences: whoever has the program has the terms of everything in it, of the versions that are linked.
func TestLicences(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("Wolfden contains the modules below, and the standard library of Go, whose terms are those of golang.org/x/text.\n")
	for _, m := range linkedModules(t) {
		text := terms(t, m.Dir)
		if text == "" {
			t.Errorf("%s has no terms: is it anybody's to give on?", m.Path)
		}
		fmt.Fprintf(&b, "\n==== %s %s\n%s", m.Path, m.Version, text)
	}
	if *updateLicences {
		if err := os.WriteFile("licences.txt", []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := strings.Split(licences, "\n==== "), strings.Split(b.String(), "\n==== "); !*updateLicences && !slices.Equal(got, want) {
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("the licences are those of %.60q, not of %.60q: go test ./cmd/wolfden -run Licences -update-licences", got[i], want[i])
			}
		}
		t.Fatalf("licences of %d modules, %d are linked: go test ./cmd/wolfden -run Licences -update-licences", len(got)-1, len(want)-1)
	}
}
