package starter

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestWrite(t *testing.T) {
	for _, c := range []struct {
		project Project
		want    []string
	}{
		{Project{Kind: Python}, []string{"README.md", "agent.py", "requirements.txt", "seen.py", "test_agent.py", "wolfden.py"}},
		{Project{Kind: Go, Source: source()}, []string{
			"README.md", "agent.go", "agent_test.go", "play.go", "wolfden/go.mod", "wolfden/go.sum", "wolfden/wire/client.go", "go.mod", "go.sum",
		}},
		{Project{Kind: Java}, []string{
			"README.md", "pom.xml", "src/main/java/Agent.java", "src/main/java/wolfden/Connection.java", "src/main/java/wolfden/Json.java",
			"src/main/java/wolfden/Observation.java", "src/main/java/wolfden/Player.java", "src/main/java/wolfden/Seen.java",
			"src/main/java/wolfden/Wolfden.java", "src/test/java/AgentTest.java",
		}},
		{Project{Kind: Prompt, Prompts: map[string][]byte{"ja.yml": []byte("b"), "en.yml": []byte("a")}}, []string{"README.md", "en.yml", "ja.yml"}},
	} {
		dir := filepath.Join(t.TempDir(), "a", "b")
		names, err := c.project.Write(dir)
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.project.Kind, names, err, c.want)
		}
		for _, name := range names {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(text) == 0 {
				t.Errorf("%s: %s: %d bytes, %v", c.project.Kind, name, len(text), err)
			}
		}
		if _, err := c.project.Write(dir); !errors.Is(err, ErrOccupied) {
			t.Errorf("%s again: %v", c.project.Kind, err)
		}
	}
}

// source is a source like Wolfden's.
func source() fstest.MapFS {
	return fstest.MapFS{
		"go.mod": {Data: []byte("module wolfden\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/alecthomas/kong v1.17.0\n\t" + needed + " v1.8.15\n)\n")},
		"go.sum": {Data: []byte("github.com/alecthomas/kong v1.17.0 h1:a=\n" + needed + " v1.8.15 h1:b=\n")},

		"wire/client.go": {Data: []byte("package wire\n")}, "wire/client_test.go": {Data: []byte("package wire\n")},
	}
}

// TestModule: a project in Go needs what package wire needs, and nothing else.
func TestModule(t *testing.T) {
	files, err := module(source())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if text := string(f.text); strings.Contains(text, "kong") || strings.Contains(f.name, "go.") && !strings.Contains(text, needed+" v1.8.15") {
			t.Errorf("%s:\n%s", f.name, text)
		}
	}
}

// TestUnknown: of what there is not no folder is made.
func TestUnknown(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	unknown := Project{Kind: "rust"}
	if _, err := unknown.Write(dir); err == nil {
		t.Error("a project of rust")
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder: %v", err)
	}
}
