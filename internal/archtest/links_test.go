package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	markdownLink = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
	docsMention  = regexp.MustCompile(`\bdocs/[a-z0-9-]+\.[a-z]+\b`)
)

// TestDocumentsExist: what documents link to, and what comments send their reader to, is there.
func TestDocumentsExist(t *testing.T) {
	root := filepath.Join("..", "..")
	exists := func(name string) bool {
		_, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
		return err == nil
	}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "testdata", "archtest"}, d.Name()):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".md" && path.Ext(name) != ".go":
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		for _, missing := range brokenLinks(name, string(text), exists) {
			t.Errorf("%s sends its reader to %s, which does not exist", name, missing)
		}
		if path.Ext(name) == ".md" {
			for _, line := range glued(string(text)) {
				t.Errorf("%s: who copies this line runs its description, too; put a # between: %s", name, line)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// brokenLinks are the files that a file of the repository names and that do not exist.
func brokenLinks(name, text string, exists func(string) bool) (list []string) {
	if path.Ext(name) == ".go" {
		for line := range strings.Lines(text) {
			for _, to := range docsMention.FindAllString(line, -1) {
				if strings.Contains(line, "//") && !exists(to) {
					list = append(list, to)
				}
			}
		}
		return list
	}
	for _, m := range markdownLink.FindAllStringSubmatch(text, -1) {
		if to := path.Join(path.Dir(name), m[1]); !exists(to) {
			list = append(list, to)
		}
	}
	return list
}

var described = regexp.MustCompile(`^(?:wolfden|go) .*\S {2,}[^\s#]`)

// glued are the commands of a page on whose line something stands that is neither of the command nor behind a #.
func glued(text string) (list []string) {
	code := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code && described.MatchString(line) {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

func TestGluedCommandsAreFound(t *testing.T) {
	text := "wolfden play  in prose\n```\nwolfden play   a game\nwolfden view   # pages\ngo test ./... -v\ncommands:  wolfden play\n```\n"
	if got := glued(text); !slices.Equal(got, []string{"wolfden play   a game"}) {
		t.Errorf("found %q", got)
	}
}

func TestBrokenLinksAreFound(t *testing.T) {
	exists := func(name string) bool { return name == "docs/here.md" }
	text := "[a](here.md) [b](here.md#part) [c](gone.md) [d](https://example.org/x) [e](../docs/here.md)"
	if got := brokenLinks("docs/x.md", text, exists); !slices.Equal(got, []string{"docs/gone.md"}) {
		t.Errorf("markdown: %v", got)
	}
	code := "// docs/here.md says more\n// docs/gone.md too\nx := \"docs/string.md\"\n"
	if got := brokenLinks("a/b.go", code, exists); !slices.Equal(got, []string{"docs/gone.md"}) {
		t.Errorf("code: %v", got)
	}
}
