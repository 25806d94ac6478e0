package main

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/lycaon"
	"wolfden/internal/reason/belief"
)

// tables are the files that a run writes.
func tables(t *testing.T, scale string, args ...string) map[string]string {
	t.Helper()
	dir, all := t.TempDir(), map[string]string{}
	if err := run(append(args, "-scale", scale, "-o", dir), io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{evidenceFile, stakesFile, waysFile} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	return all
}

// The same seed gives the same bytes, whichever games run at once, and another seed others. What is written can be read.
func TestSameSeedSameBytes(t *testing.T) {
	learn := func(seed string, workers int) map[string]string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		return tables(t, "0.01", "-seed", seed, "-tried", "1", "-players", "5")
	}
	if testing.Short() {
		learn("3", 4) // games run at once: what comes of them is asked without -short
		return
	}
	first := learn("3", 1)
	if again := learn("3", 4); !maps.Equal(first, again) {
		t.Errorf("the same seed gives\n%s\nand\n%s", first, again)
	}
	if other := learn("4", 4); first[evidenceFile] == other[evidenceFile] || first[stakesFile] == other[stakesFile] {
		t.Error("another seed gives the same")
	}
	_, errEvidence := belief.ReadTable(strings.NewReader(first[evidenceFile]))
	_, errStakes := lycaon.ReadStakes(strings.NewReader(first[stakesFile]))
	_, errWays := lycaon.ReadWays(strings.NewReader(first[waysFile]))
	if err := errors.Join(errEvidence, errStakes, errWays); err != nil {
		t.Error(err)
	}
}

// The tables in use are what the command writes: the same rows of evidence, stakes of every size of table, and where no other ways are
// tried the ways drawn up by hand.
func TestTablesInUse(t *testing.T) {
	if testing.Short() {
		t.Skip("the games of TestSameSeedSameBytes run beside each other as these do")
	}
	inUse := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", "bot", "lycaon", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rows := func(table string, columns int) (all []string) {
		for line := range strings.Lines(table) {
			if fields := strings.Fields(line); len(fields) > columns && fields[0] != "#" {
				all = append(all, strings.Join(fields[:columns], " "))
			}
		}
		return all
	}
	written := tables(t, "0.002", "-rounds", "0")
	if got, want := rows(written[evidenceFile], 2), rows(inUse(evidenceFile), 2); len(got) == 0 || !slices.Equal(got, want) {
		t.Errorf("evidence of %v is written, of %v in use", got, want)
	}
	known := rows(inUse(stakesFile), 3)
	for _, row := range append(rows(written[stakesFile], 3), "5 5 1", "9 9 2", "13 13 3") {
		if !slices.Contains(known, row) {
			t.Errorf("stakes of %q are not in use", row)
		}
	}
	if written[waysFile] != inUse(waysFile) {
		t.Errorf("ways are written\n%s", written[waysFile])
	}
}

func TestFaults(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"-scale 0", "scale"}, {"-rounds -1", "rounds"}, {"extra", "extra"}, {"-start none.tsv", "none.tsv"}, {"-players 7", "7 players"},
	} {
		if err := run(strings.Fields(tt.args), io.Discard); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.args, err)
		}
	}
}
