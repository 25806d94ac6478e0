package lab

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The key of pairs is known again, whatever their words look like, and another is not overwritten; a spreadsheet executes none of them.
func TestKeyIsKnownAgain(t *testing.T) {
	dir := t.TempDir()
	var pairs []Pair
	for i := range 12 {
		pairs = append(pairs, Pair{Player: "=cmd()", With: "=cmd()", Without: fmt.Sprint(i)})
	}
	if err := WritePairs(dir, "en", 1, pairs); err != nil {
		t.Errorf("where there is none: %v", err)
	}
	if err := WritePairs(dir, "en", 1, pairs); err != nil {
		t.Errorf("the same: %v", err)
	}
	key, err := os.ReadFile(filepath.Join(dir, KeyFile))
	if err != nil {
		t.Fatal(err)
	}
	for seed, of := range map[uint64][]Pair{2: pairs, 1: pairs[1:]} {
		if err := WritePairs(dir, "en", seed, of); err == nil {
			t.Error("the key of other pairs may be overwritten")
		}
	}
	if after, err := os.ReadFile(filepath.Join(dir, KeyFile)); err != nil || string(after) != string(key) {
		t.Errorf("the key was overwritten: %v", err)
	}
	if keys, err := ReadKey(strings.NewReader(string(key))); err != nil || len(keys) != len(pairs) {
		t.Errorf("%d of a key: %v", len(keys), err)
	}
	if blind, err := os.ReadFile(filepath.Join(dir, pairsFile)); err != nil || strings.Contains(string(blind), ",=cmd()") {
		t.Errorf("%v: %s", err, blind)
	}
}
