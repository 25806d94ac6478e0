package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/settings"
)

// What stands between these lines of docs/config.md is written from the table of keys.
const (
	manualBegin = "<!-- The rest is written by `make golden` from the table of keys in internal/contest/config. -->\n"
	manualPath  = "../../../docs/config.md"
)

func TestGoldenManual(t *testing.T) {
	path := filepath.FromSlash(manualPath)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	prose, old, found := strings.Cut(string(text), manualBegin)
	if !found {
		t.Fatalf("%s has no line %s", path, manualBegin)
	}
	manual := reference()
	if *update {
		if err := os.WriteFile(path, []byte(prose+manualBegin+manual), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if manual != old {
		t.Errorf("%s is not what the table of keys says; run make golden and read the diff", path)
	}
}

// reference is a table a section of the file.
func reference() string {
	var b strings.Builder
	section := ""
	table := func(rows []settings.Key, of string) {
		for _, s := range rows {
			name, _, _ := strings.Cut(of+s.Path, ".")
			name, _, _ = strings.Cut(name, "[")
			if s.Form.Want == "anything" {
				continue
			}
			if name != section {
				section = name
				fmt.Fprintf(&b, "\n### %s\n\n| key | value | when absent | |\n|---|---|---|---|\n", section)
			}
			row(&b, of+s.Path, s)
			for _, sub := range s.Form.Sub {
				row(&b, of+s.Path+"[]."+sub.Path, sub)
			}
		}
	}
	d := newDraft()
	all := append(serverSettings(new(Server)), trackSettings(d)...)
	slices.SortStableFunc(all, func(a, b settings.Key) int { return sectionOrder(a) - sectionOrder(b) })
	table(append(all, tracksSetting(new(reader))), "")
	table(watchSettings(new(Server), new(float64)), "")
	table(unusedSettings(new(bool)), "")
	return b.String()
}

// sectionOrder keeps keys of server, which come in two parts, together.
func sectionOrder(s settings.Key) int {
	if strings.HasPrefix(s.Path, "server.") {
		return 0
	}
	return 1
}

func row(b *strings.Builder, path string, s settings.Key) {
	absent := s.Form.Absent
	switch {
	case absent == "" && s.Value != "":
		absent = "`" + s.Value + "`"
	case absent == "" && s.Form.List:
		absent = "none"
	}
	fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", path, s.Form.Want, absent, s.Doc)
}

// Every example of the manual is a file that is accepted without a word.
func TestExamplesOfTheManual(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash(manualPath))
	if err != nil {
		t.Fatal(err)
	}
	examples := strings.Split(string(text), "```yaml\n")[1:]
	if len(examples) < 3 {
		t.Errorf("%d examples", len(examples))
	}
	for _, example := range examples {
		example, _, _ = strings.Cut(example, "```")
		c, err := Parse("docs/config.md", []byte(example))
		if err != nil {
			t.Errorf("%s\n%v", example, err)
		} else if len(c.Warnings) > 0 {
			t.Errorf("%s\n%v", example, c.Warnings)
		}
	}
}

// Every key can be found by its documentation.
func TestEveryKeyIsDocumented(t *testing.T) {
	for _, s := range slices.Concat(serverSettings(new(Server)), trackSettings(newDraft()), trackOwn(new(Track))) {
		for _, s := range append(s.Form.Sub, s) {
			if s.Doc == "" || s.Form.Want == "" || strings.Contains(s.Doc, "|") || !strings.HasSuffix(s.Doc, ".") {
				t.Errorf("%s: %q, %q", s.Path, s.Form.Want, s.Doc)
			}
		}
	}
}
