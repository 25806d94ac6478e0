package bot_test

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
)

var papersPage = flag.Bool("papers-page", false, "write docs/papers.md anew")

const papersMD = "../../docs/papers.md"

// ownPlayers are those of no paper.
var ownPlayers = [...]string{"plain", "lycaon"}

// docs/papers.md names every module of every system of a paper, as its list has it, with a test that there is and where it differs.
func TestPapersPage(t *testing.T) {
	data, err := os.ReadFile(papersMD)
	if err != nil {
		t.Fatal(err)
	}
	before := string(data)
	if after := pageOfPapers(t, before); after != before {
		if !*papersPage {
			t.Fatal("docs/papers.md is not what the lists say: go test ./internal/bot -run PapersPage -papers-page, then see what it changed")
		}
		if err := os.WriteFile(papersMD, []byte(after), 0o600); err != nil {
			t.Fatal(err)
		}
		before = after
	}
	tests := testsOfPlayers(t)
	for line := range strings.Lines(before) {
		cells := cellsOf(line)
		if cells == nil {
			continue
		}
		for one := range strings.SplitSeq(cells[4], ", ") {
			if !tests[strings.Trim(one, "`")] {
				t.Errorf("%s: there is no test %s", cells[0], one)
			}
		}
		if cells[5] == "" || cells[5] == "?" {
			t.Errorf("%s: where does it differ from the paper?", cells[0])
		}
	}
}

// pageOfPapers is the page with the rows of all lists; of rows that are there it keeps the last two cells.
func pageOfPapers(t *testing.T, page string) string {
	t.Helper()
	rows := map[string]string{}
	for _, k := range bot.Kinds() {
		if k.Design == nil || slices.Contains(ownPlayers[:], k.Name) {
			continue
		}
		heading := "\n## " + k.Name + "\n"
		if _, after, found := strings.Cut(page, heading); !found {
			t.Errorf("docs/papers.md has no %q; begin it, or name the player in ownPlayers if it is of no paper", strings.TrimSpace(heading))
		} else {
			part, _, _ := strings.Cut(after, "\n## ")
			for line := range strings.Lines(part) {
				if cells := cellsOf(line); cells != nil {
					rows[k.Name+" "+cells[0]] = cells[4] + " | " + cells[5]
				}
			}
		}
	}
	var b strings.Builder
	system := ""
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "## "):
			system = strings.TrimSpace(strings.TrimPrefix(line, "## "))
			b.WriteString(line)
		case strings.HasPrefix(line, "|---"):
			b.WriteString(line)
			d, err := bot.Describe(system)
			if err != nil {
				t.Fatal(err)
			}
			for i := range d.Modules {
				m := &d.Modules[i]
				name := "`" + m.Name + "`"
				last := cmp.Or(rows[system+" "+name], "`?` | ?")
				b.WriteString("| " + name + " | " + cmp.Or(m.Source, "–") + " | " + cmp.Or(m.Reads, "–") + " | " + cmp.Or(m.Writes, "–") + " | " + last + " |\n")
			}
		case cellsOf(line) == nil:
			b.WriteString(line)
		}
	}
	return b.String()
}

// cellsOf are the six cells of a row of a module; nil if the line is none.
func cellsOf(line string) []string {
	if !strings.HasPrefix(line, "| `") {
		return nil
	}
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if len(cells) != 6 {
		return []string{cells[0], "", "", "", "", ""}
	}
	return cells
}

var testFunc = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// testsOfPlayers are all tests of the players, by package.
func testsOfPlayers(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, name := range append(files, here...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pack := filepath.Base(filepath.Dir(name))
		if pack == "." {
			pack = "bot"
		}
		for _, m := range testFunc.FindAllSubmatch(text, -1) {
			tests[pack+"."+string(m[1])] = true
		}
	}
	return tests
}
