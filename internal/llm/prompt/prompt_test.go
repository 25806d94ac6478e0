package prompt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestOverlay: a folder's files stand in for the program's own; the page on them and hidden files are nothing of it.
func TestOverlay(t *testing.T) {
	known := []string{"a/en.tmpl", "a/ja.tmpl", "judge/en/task.txt"}
	dir := lay(t, map[string]string{"a/en.tmpl": "theirs", "judge/en/task.txt": "judge", Page: "page", ".git/config": "x", "a/.en.tmpl.swp": "y"})
	o, err := Open(dir, known)
	if err != nil {
		t.Fatal(err)
	}
	own := fstest.MapFS{"a/en.tmpl": {Data: []byte("ours")}, "a/ja.tmpl": {Data: []byte("ours too")}, "en/task.txt": {Data: []byte("own judge")}}
	for _, tt := range []struct {
		over               *Overlay
		folder, name, want string
		called             string
	}{
		{o, "", "a/en.tmpl", "theirs", filepath.ToSlash(filepath.Join(dir, "a/en.tmpl"))},
		{o, "", "a/ja.tmpl", "ours too", "a/ja.tmpl"},
		{o, "judge", "en/task.txt", "judge", filepath.ToSlash(filepath.Join(dir, "judge/en/task.txt"))},
		{nil, "", "a/en.tmpl", "ours", "a/en.tmpl"},
		{nil, "judge", "en/task.txt", "own judge", "en/task.txt"},
	} {
		text, called, err := tt.over.Read(own, tt.folder, tt.name)
		if err != nil || text != tt.want || called != tt.called {
			t.Errorf("%s: %q from %s, %v; want %q from %s", tt.name, text, called, err, tt.want, tt.called)
		}
	}
	if got := strings.Join(o.Names(), " "); got != "a/en.tmpl judge/en/task.txt" || len((*Overlay)(nil).Names()) > 0 {
		t.Errorf("names %s", got)
	}
	same, err := Open(lay(t, map[string]string{"a/en.tmpl": "theirs", "judge/en/task.txt": "judge"}), known)
	if err != nil || same.Hash() != o.Hash() {
		t.Errorf("the same texts elsewhere: %s and %s, %v", same.Hash(), o.Hash(), err)
	}
	other, err := Open(lay(t, map[string]string{"a/en.tmpl": "theirs", "judge/en/task.txt": "jury"}), known)
	if err != nil || other.Hash() == o.Hash() || (*Overlay)(nil).Hash() != "" {
		t.Errorf("other texts: %s and %s, %v", other.Hash(), o.Hash(), err)
	}
}

func TestFaultsOfFolders(t *testing.T) {
	known := []string{"word/en.tmpl", "word/schema.json"}
	for name, tt := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"nothing":     {nil, []string{"holds none; write some with: wolfden prompts export"}},
		"only a page": {map[string]string{Page: "x"}, []string{"holds none"}},
		"unknown":     {map[string]string{"wrod/en.tmpl": "x", "word/en.tmp": "x"}, []string{"wrod/en.tmpl is no prompt of the program; did you mean word/en.tmpl?", "en.tmp is no prompt"}},
		"kanji alone": {map[string]string{"word/en.tmpl": "\x8c\xa2"}, []string{"word/en.tmpl: it is neither UTF-8 nor for certain", "save it as UTF-8"}},
		"half broken": {map[string]string{"word/en.tmpl": "おおかみ\xff"}, []string{"word/en.tmpl: bytes in it are no UTF-8"}},
		"large":       {map[string]string{"word/en.tmpl": strings.Repeat("x", mostBytes+1)}, []string{"word/en.tmpl: larger than 256 KiB"}},
	} {
		_, err := Open(lay(t, tt.files), known)
		for _, want := range tt.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v; want %q", name, err, want)
			}
		}
	}
	if o, err := Open(lay(t, map[string]string{"word/en.tmpl": "\x82\xa2\x82\xca"}), known); err != nil || o.files["word/en.tmpl"] != "いぬ" {
		t.Errorf("Shift_JIS: %v", err)
	}
	outside := filepath.Join(lay(t, map[string]string{"secret": "key"}), "secret")
	dir := lay(t, map[string]string{"word/schema.json": "{}"})
	if err := os.Symlink(outside, filepath.Join(dir, "word", "en.tmpl")); err != nil {
		t.Skip("no links here:", err)
	}
	if _, err := Open(dir, known); err == nil {
		t.Error("a link out of the folder was followed")
	}
}

func TestMeant(t *testing.T) {
	known := []string{"Summary", "Scene", "Day"}
	for name, want := range map[string]string{
		"Sumry": "; did you mean Summary?", "scene": "; did you mean Scene?", "Dya": "; did you mean Day?", "Weather": "; there are: Day, Scene, Summary",
	} {
		if got := Meant(name, known); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := Meant("x", nil); got != "" {
		t.Errorf("nothing is known, and %q was meant", got)
	}
}

func TestReadVariables(t *testing.T) {
	v, err := ReadVariables("# a comment\n\nA.B own a number\nA.C others  what  was said\n")
	if err != nil || len(v) != 2 || v["A.C"] != (Variable{Others, "what was said"}) {
		t.Errorf("%v, %v", v, err)
	}
	for _, text := range []string{"A.B own", "A.B nobody x", "A.B own x\nA.B own y"} {
		if _, err := ReadVariables(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
