package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"wolfden/internal/bot/lycaon"
	"wolfden/internal/reason/belief"
)

// The same seed gives the same bytes, whichever games run at once, and another seed others. What is written can be read.
func TestSameSeedSameBytes(t *testing.T) {
	learn := func(seed string, workers int) (both []byte) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		dir := t.TempDir()
		if err := run([]string{"-seed", seed, "-scale", "0.01", "-rounds", "1", "-tried", "1", "-players", "5", "-o", dir}, io.Discard); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{evidenceFile, waysFile} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			both = append(both, text...)
		}
		evidence, ways, _ := bytes.Cut(both, []byte("# How often"))
		if _, err := belief.ReadTable(bytes.NewReader(evidence)); err != nil {
			t.Error(err)
		}
		if _, err := lycaon.ReadWays(bytes.NewReader(append([]byte("#"), ways...))); err != nil {
			t.Error(err)
		}
		return both
	}
	first := learn("3", 1)
	if again := learn("3", 4); !bytes.Equal(first, again) {
		t.Errorf("the same seed gives\n%s\nand\n%s", first, again)
	}
	if other := learn("4", 4); bytes.Equal(first, other) {
		t.Error("another seed gives the same")
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
