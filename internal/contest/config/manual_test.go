package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	table := func(rows []setting, of string) {
		for _, s := range rows {
			name, _, _ := strings.Cut(of+s.path, ".")
			name, _, _ = strings.Cut(name, "[")
			if s.form.want == anything {
				continue
			}
			if name != section {
				section = name
				fmt.Fprintf(&b, "\n### %s\n\n| key | value | when absent | |\n|---|---|---|---|\n", section)
			}
			row(&b, of+s.path, s)
			for _, sub := range s.form.sub {
				row(&b, of+s.path+"[]."+sub.path, sub)
			}
		}
	}
	d := newDraft()
	all := append(serverSettings(new(Server)), trackSettings(d)...)
	slices.SortStableFunc(all, func(a, b setting) int { return sectionOrder(a) - sectionOrder(b) })
	table(append(all, tracksSetting(new(reader))), "")
	table(watchSettings(new(Server), new(float64)), "")
	table(unusedSettings(new(bool)), "")
	return b.String()
}

// sectionOrder keeps keys of server, which come in two parts, together.
func sectionOrder(s setting) int {
	if strings.HasPrefix(s.path, "server.") {
		return 0
	}
	return 1
}

func row(b *strings.Builder, path string, s setting) {
	absent := s.form.absent
	switch {
	case absent == "" && s.value != "":
		absent = "`" + s.value + "`"
	case absent == "" && s.form.list:
		absent = "none"
	}
	fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", path, s.form.want, absent, s.doc)
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
		for _, s := range append(s.form.sub, s) {
			if s.doc == "" || s.form.want == "" || strings.Contains(s.doc, "|") || !strings.HasSuffix(s.doc, ".") {
				t.Errorf("%s: %q, %q", s.path, s.form.want, s.doc)
			}
		}
	}
}
