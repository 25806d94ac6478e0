package judge_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/judge"
)

var update = flag.Bool("update", false, "rewrite the table of docs/judging.md")

// What stands between these lines of docs/judging.md is written from the criteria.
const (
	tableBegin = "<!-- `make golden` writes this table from internal/judge/criteria.json. -->\n"
	tableEnd   = "<!-- end -->\n"
)

// Every criterion has a letter of its own, sizes of games, and a text in both languages.
func TestCriteriaAreWhole(t *testing.T) {
	criteria, err := judge.Criteria()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range criteria {
		if len(c.Letter) != 1 || c.Letter < "A" || c.Letter > "Z" || seen[c.Letter] || len(c.Players) == 0 || c.Text("en") == "" || c.Text("ja") == "" {
			t.Errorf("criterion %+v is not whole, or its letter is there twice", c)
		}
		seen[c.Letter] = true
	}
}

func TestGoldenCriteria(t *testing.T) {
	criteria, err := judge.Criteria()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| | asks | players | figures |\n|---|---|---|---|\n")
	for _, c := range criteria {
		players := strings.ReplaceAll(strings.Trim(fmt.Sprint(c.Players), "[]"), " ", ", ")
		var signs []string
		for _, name := range slices.Sorted(maps.Keys(c.Signs)) {
			signs = append(signs, fmt.Sprintf("%s %+g", name, c.Signs[name]))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.Letter, c.Text("en"), players, strings.Join(signs, ", "))
	}
	path := filepath.FromSlash("../../docs/judging.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := strings.Cut(string(page), tableBegin)
	_, after, ended := strings.Cut(rest, tableEnd)
	if !begun || !ended {
		t.Fatalf("%s has no place for the table of criteria", path)
	}
	want := before + tableBegin + b.String() + tableEnd + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Errorf("%s does not show the criteria; run make golden", path)
	}
}
