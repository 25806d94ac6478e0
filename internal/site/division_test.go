package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/viewertest"
)

// Divisions are the folders with games, called as what they are.
func TestDivisions(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	rec := viewertest.Play(t, 5, 1, nil)
	for _, dir := range []string{"data/records/five", "data/records/nine/running", "data/game", "one/records", "old/2024/games", "old/2025", "a/five", "b/five"} {
		dir = filepath.Join(root, filepath.FromSlash(dir))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		viewertest.Save(t, dir, rec)
	}
	for args, want := range map[string]string{
		"data": "five nine", "data/records": "five nine", "data/records/five": "five", "one": "one", "old": "2024 2025", "old/2024/games": "2024",
		"old old/2025": "2024 2025", "a/five b": "a/five b/five", "data b": "ROOT/five nine b/five",
	} {
		var folders []string
		for _, arg := range strings.Fields(args) {
			folders = append(folders, filepath.Join(root, filepath.FromSlash(arg)))
		}
		found, err := Divisions(folders)
		var names []string
		for _, d := range found {
			names = append(names, strings.Replace(d.Name, filepath.Base(root)+"/", "ROOT/", 1))
		}
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", args, got, err, want)
		}
	}
	if _, err := Divisions([]string{filepath.Join(root, "old", "2025", rec.Header.ID+gamelog.Extension)}); err == nil || !strings.Contains(err.Error(), "name the folder") {
		t.Errorf("a file: %v", err)
	}
	if _, err := Divisions([]string{t.TempDir()}); err == nil {
		t.Error("a folder without games is a contest")
	}
}
